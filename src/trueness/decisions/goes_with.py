"""Whether a metric and people agree because both go with something else, and whether anything is left besides."""

from __future__ import annotations

import math
from collections.abc import Mapping

from trueness.decisions.decision import Decision, Ground, Rule

GOES_WITH = Rule(
    name="goes_with",
    question="Does part of a metric's agreement with people go with what is given?",
    promise="In {share} of studies no metric is said to lose, or to gain, agreement that does not, over all that is "
    "given.",
    broken=0.05,
    needs="systems and inputs enough for an interval, and tests corrected over all metrics and all that is given",
    source="partial correlations (Yule 1907) over two-way jackknives (Owen 2007), docs/promises.md",
)

KEEPS_AGREEING = Rule(
    name="keeps_agreeing",
    question="Is something left of a metric's agreement with people where something is given?",
    promise="In {share} of studies a metric is not said to keep agreement where one thing is given that leaves none.",
    broken=0.025,
    needs="systems and inputs enough for an interval",
    source="partial correlations (Yule 1907) over two-way jackknives (Owen 2007), docs/promises.md",
)

PVALUE = "pvalue_adjusted"


def goes_with(metric: str, pvalues: Mapping[str, float], *, applies_to: str, alpha: float) -> Decision:
    """Return yes with what a metric's agreement is shown to go with; never no.

    Parameters
    ----------
    metric : str
    pvalues : mapping of str to float
        By what is given, that nothing is lost, corrected over all metrics and all that is given; NaN where undefined.
    applies_to : str
    alpha : float
    """
    known = {given: p for given, p in pvalues.items() if not math.isnan(p)}
    least = min(known.values(), default=math.nan)
    return GOES_WITH.decide(
        [
            # what is not shown to be lost may be lost
            Ground(
                measure=PVALUE,
                estimate=least,
                low=0.0 if known else math.nan,
                high=least,
                bar=alpha,
                side="at_most",
            )
        ],
        applies_to=applies_to,
        about=metric,
        names=[given for given, p in known.items() if p <= alpha],
        undefined=[given for given in pvalues if given not in known],
        broken=alpha,
    )


def keeps_agreeing(
    metric: str, left: Mapping[str, tuple[float, float, float]], *, applies_to: str, confidence: float
) -> Decision:
    """Return yes where something is left whatever is given, with those things given which something is left.

    Parameters
    ----------
    metric : str
    left : mapping of str to (float, float, float)
        By what is given, Pearson's r of what is left and its limits; NaN where undefined.
    applies_to : str
    confidence : float
        Of the interval, which is two-sided.
    """
    return KEEPS_AGREEING.decide(
        [
            Ground(measure=given, estimate=value, low=low, high=high, bar=0.0, side="above")
            for given, (value, low, high) in left.items()
        ],
        applies_to=applies_to,
        about=metric,
        names=[given for given, (_, low, _) in left.items() if low > 0],
        undefined=[given for given, (value, _, _) in left.items() if math.isnan(value)],
        broken=(1 - confidence) / 2,
    )
