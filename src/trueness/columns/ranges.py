"""Columns of agreement within ranges of scores."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

OTHER_SCORER = Meaning("The scorer that `metric` is compared with; it may be the human.", "With")
BINS = Meaning("Whether it is all bins from one on, or one bin.")
BEYOND_WIDTH = Meaning("`estimate` minus `expected`.", "Beyond width")

COLUMNS = {
    "range": Meaning("A range of levels, by its bins: ``MT`` for the middle and the top third."),
    "expected_normal": Meaning(
        "What would be expected if the scores of an input were normally distributed.", "If normal"
    ),
    "contrast": Meaning("``fall``: all outputs minus the top bin. ``height``: the top bin minus the lowest."),
    # significant correlations alone
    "estimate_significant": Meaning("Mean of the correlations with p at most .05.", "Significant only"),
    "bias": Meaning("That mean minus the mean of all."),
    "n_correlations": Meaning("Correlations of pairs of scorers on single inputs."),
    "n_significant": Meaning("Those that are significant."),
    # pairs of outputs
    "outputs": Meaning(
        "Whether two outputs are of ``one input`` or of ``any inputs``, each with references of its own."
    ),
    "ratio": Meaning(
        "``F/N``: of the other outputs of the input that some metric finds better, how many all find better. "
        "``F'/N``: "
        "how many outputs all find worse, for each of them."
    ),
    "scores": Meaning("Of ``metrics``, or of as many ``random`` numbers."),
    "mean_level": Meaning("Mean level of the outputs.", "Level"),
    "part": Meaning("Which part of the range of levels of an input."),
    # properties of an input
    "property": Meaning("A property of an input."),
    "inflation": Meaning(
        "By how much the variance of the slope is larger because properties go together.", "VIF"
    ),
    "explained": Meaning("Share of the variance of agreement that all properties together explain.", "R²"),
    "ease": Meaning(
        "Mean over metrics of the highest score that any output reached, metrics from 0 to 1 over all outputs."
    ),
    "abstractiveness": Meaning(
        "Share of the reference's different tokens that the document does not have; the mean over references where "
        "there "
        "are several."
    ),
    "novelty": Meaning("Share of the reference's different pairs of words that the document does not have."),
    "coverage": Meaning("Share of the reference's words that are in fragments of the document."),
    "density": Meaning("Mean squared length of these fragments, per word of the reference."),
    "compression": Meaning("Words of the document for each word of the reference."),
    "reference_length": Meaning("Words of the reference.", "Ref. words"),
    "document_length": Meaning("Words of the document.", "Doc. words"),
    "reference_diversity": Meaning("Lexical diversity of the reference.", "Ref. diversity"),
    "document_diversity": Meaning("Lexical diversity of the document.", "Doc. diversity"),
}
