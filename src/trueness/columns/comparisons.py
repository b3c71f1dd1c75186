"""Columns of metrics compared with people and with each other."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

HUMAN_SCORE = Meaning("The human score that the row is about.", "Human score")

COLUMNS = {
    # of one metric
    "threshold": Meaning(
        "For balanced accuracy, the score from which on the metric's outputs are called positive, or up to which "
        "where "
        "lower is better: the given one, or the median over inputs of those chosen on other inputs. NaN otherwise, "
        "and "
        "where that is beyond all scores."
    ),
    "wrong_pairs_low": Meaning(
        "For Kendall at the system level: limits of the share of pairs ranked against the human, (1 - tau) / 2; NaN "
        "otherwise.",
        "Pairs ordered wrongly",
    ),
    "most_influential": Meaning("The system whose absence moves the correlation most."),
    "share_significant": Meaning("Share of tests that are significant."),
    # of two
    "pvalue_greater": Meaning("One-sided: that it is better than its rival."),
    "pvalue_less": Meaning("One-sided: that it is worse than its rival."),
    "significant": Meaning("Whether `pvalue` is at most `alpha`."),
    "significant_adjusted": Meaning("Whether `pvalue_adjusted` is at most `alpha`."),
    "exact": Meaning("Whether all arrangements were enumerated, in place of a random sample of them."),
    "standard_error": Meaning(
        "Of the difference on Fisher's scale (of coefficients that are no correlations, as it is); NaN for tests that "
        ""
        "do not know it."
    ),
    "degrees": Meaning("Degrees of freedom of the standard error; NaN for tests that know none."),
    # of all
    "may_be_best": Meaning(
        "Whether it is among those that may be the best: the rule ``may_be_best`` does not rule it out."
    ),
    "pvalue_best": Meaning(
        "That it is the best: K - 1 times the smallest one-sided p-value that another one is better; NaN where "
        "undefined."
    ),
    "rank_low": Meaning(
        "Limits of its rank, 1 is best, for all at once: 1 plus those shown to be better, K less those shown to be "
        "worse; None where undefined.",
        "Ranks",
    ),
    "cluster": Meaning(
        "Rank cluster by the rule of WMT, from the corrected verdicts, 1 is best; None where undefined."
    ),
    "not_outperformed": Meaning("Whether no other one is significantly better after correction."),
    "n_beaten": Meaning("Others that it is significantly better than, after correction.", "Beats"),
    "n_beaten_by": Meaning("Others that are significantly better, after correction."),
    # of human scores
    "other": Meaning("What it is compared with."),
    "other_facet": Meaning("The facet that it is compared with; empty for the lead in one.", "Against"),
    "unknown": Meaning("Why nothing is known, where that is so."),
    "mean": Meaning("Mean of the scores."),
    "sd": Meaning("Standard deviation, of a sample (ddof = 1); NaN for fewer than two.", "SD"),
    "minimum": Meaning("The smallest score.", "Smallest"),
    "maximum": Meaning("The largest score.", "Largest"),
    # of groups
    "n_separated": Meaning("Pairs that are told apart."),
}
