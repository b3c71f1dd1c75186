"""Columns of judges beside people."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

JUDGE = Meaning("The judge.", "Judge")
SUBTRACTED = Meaning("The judge that is subtracted.", "Minus")
MEASURE_VALUE = Meaning("The value of `measure`.", "Value")

COLUMNS = {
    # of labels
    "constant": Meaning("Of a judge that always gives people's most frequent label.", "Constant judge"),
    "single": Meaning("Of one annotator with the judge; NaN without several annotators.", "With one person"),
    "n_silent": Meaning("Outputs that people labelled and the judge did not."),
    "n_divided": Meaning("Outputs on which annotators are evenly divided, which count in equal parts."),
    "outer_low": Meaning(
        "From the lower limit of the worst that the judge may have said of outputs on which it is silent to the upper "
        "one of the best; as `low` and `high` where there are none."
    ),
    "label": Meaning("People's label.", "People"),
    "label_judge": Meaning("The judge's label.", "Judge says"),
    "n_differ": Meaning("Outputs on which the two judges differ."),
    "by": Meaning("The grouping column."),
    "criterion": Meaning("What is asked for."),
    "confidence": Meaning("Of the interval: higher where the error is divided among judges."),
    "goal": Meaning("``±0.05``, an interval of that half width, or ``may grade``."),
    "n_needed": Meaning("Labels that the goal takes; None where no number is enough.", "Labels"),
    "needed_low": Meaning(
        "From where that number lies in 80% of the truths that such labels may come from.", "From"
    ),
    "needed_high": Meaning("Up to where that number lies in 80% of these truths.", "To"),
    # of systems and single outputs
    "spread": Meaning(
        "Of all systems: the standard deviation of the bias from system to system, without noise.",
        "SD over systems",
    ),
    "judge": Meaning("The judge's label or score."),
    "agreeing": Meaning(
        "Share of the annotators who give the human's label; NaN where they are not known.",
        "People agree",
    ),
    # of what a judge favours
    "covariate": Meaning("What a bias is towards.", "Of"),
    "per": Meaning("What a slope is per, such as ``100 words``."),
    "slope": Meaning("The slope in the judge's unit, larger being better."),
    "partial_correlation": Meaning("Of the judge's score with the covariate at equal human score."),
    "correlation_human": Meaning("Of the human scores with the covariate.", "Correlation with the human"),
    "consistent": Meaning("Share of pairs with the same verdict in both orders.", "Same verdict"),
    "n_first": Meaning("Pairs that the order decides for the output shown first.", "For the first"),
    "n_second": Meaning("Pairs that the order decides for the output shown second.", "For the second"),
    # of a judge's scale
    "bin": Meaning("Number of the bin, from 1, by ascending score."),
    "judge_low": Meaning(
        "From where to where the judge's scores go in the bin, on the human's scale: as given, or after linear "
        "calibration.",
        "Judge from–to",
    ),
    "mean_judge": Meaning("The judge's mean in the bin, on the human's scale.", "Judge's mean"),
    "mean_human": Meaning("The mean human score in the bin.", "Human mean"),
    "isotonic": Meaning(
        "What the best non-decreasing fit says of the bin's outputs, on average.", "Isotonic fit"
    ),
    # of people's mean with the judge's help
    "estimate_judge": Meaning("The judge's own mean, on the human's scale, uncorrected.", "Judge alone"),
    "estimate_all": Meaning(
        "In a demonstration, the mean of all labels; NaN otherwise.", "People's own mean"
    ),
    "lam": Meaning("The judge's weight.", "λ"),
    "labels_worth": Meaning("How many labels alone would be as precise.", "Worth labels"),
    "n_labelled": Meaning("Outputs with a human score."),
    "n_unlabelled": Meaning("Outputs with the judge's score alone."),
    # of a share of positives
    "observed": Meaning("The judge's own share.", "Judge alone"),
    "sensitivity": Meaning("Share of the positives that the judge calls so.", "TPR"),
    "specificity": Meaning("Share of the negatives that the judge calls so.", "TNR"),
    "n_positive": Meaning("Positive labels of people.", "Positive labels"),
    "n_negative": Meaning("Negative labels of people.", "Negative labels"),
}
