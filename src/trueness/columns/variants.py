"""Columns of variants of a metric, and of the best of many."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    # what the name of a variant of ROUGE spells
    "type": Meaning("Which ROUGE; None for other metrics."),
    "stem": Meaning("Whether words are stemmed; None for other metrics."),
    "stop": Meaning("Whether stop words are left out; None for other metrics."),
    "option": Meaning("An option of variants."),
    "n_variants": Meaning("Variants with that value."),
    # which are not outperformed
    "optimal": Meaning(
        "Whether no metric outperforms it significantly by Williams' test, one-sided, before any correction.",
        "Williams",
    ),
    "optimal_adjusted": Meaning(
        "Whether none does by the two-sided test, after the correction over all pairs.",
        "Williams, corrected",
    ),
    "optimal_default": Meaning("Whether none does by the two-way jackknife.", "Jackknife"),
    "optimal_default_adjusted": Meaning("The same after correction.", "Jackknife, corrected"),
    "n_optimal": Meaning("Of these, the optimal ones by Williams' test, without correction.", "Williams"),
    "n_optimal_default": Meaning("Of these, the optimal ones by the two-way jackknife.", "Jackknife"),
    "share_default": Meaning("Their share of those by the two-way jackknife.", "Share, jackknife"),
    "pvalue_default": Meaning("Of the two-way jackknife.", "p (jackknife)"),
    "pvalue_default_adjusted": Meaning("`pvalue_default` after the correction.", "corrected"),
    "significant_default": Meaning("Whether `pvalue_default` is at most `alpha`."),
    "significant_default_adjusted": Meaning(
        "Whether `pvalue_default_adjusted` is at most `alpha`.", "Jackknife, corrected"
    ),
    # what being the best of many adds
    "honest": Meaning(
        "What the best metric reaches elsewhere: less what being chosen adds on average.", "Elsewhere"
    ),
    "drop": Meaning("`estimate` minus `honest`.", "Luck"),
    "drop_low": Meaning("`estimate` minus the limits of the correlation that the metric has.", "Limits"),
    "chosen_half": Meaning("Mean correlation of the metric that is best in a half: there.", "In its half"),
    "other_half": Meaning("Its mean correlation in the other half.", "In the other"),
    "splits": Meaning("Halvings."),
    "n_undefined_splits": Meaning("Halvings without both correlations."),
    "share_same": Meaning(
        "Share of samples of full size, drawn with replacement, in which the same metric is the best.",
        "Same best",
    ),
    "n_winners": Meaning("How many metrics are the best in one of these samples.", "Best ones"),
    # systems by the best metric, and by the customary one
    "mean_best": Meaning("Mean of its outputs' scores by the best metric.", "Best: mean"),
    "median_best": Meaning("Median of its outputs' scores by the best metric.", "median"),
    "mean_customary": Meaning("Mean by the customary metric; NaN where none is named.", "Customary: mean"),
    "median_customary": Meaning("Median by the customary metric.", "median"),
    "rank_human": Meaning(
        "Its rank by people, 1 is highest; equal scores share the better rank.", "Rank by people"
    ),
    "rank_best": Meaning("Its rank by the best metric.", "by the best"),
    "rank_customary": Meaning("Its rank by the customary metric.", "by the customary"),
}
