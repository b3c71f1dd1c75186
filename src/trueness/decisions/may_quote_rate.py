"""Whether a judge's pass rate, or its mean, may be quoted as people's."""

from __future__ import annotations

from collections.abc import Iterable

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.decisions.may_grade import FEWEST_OUTPUTS, OUTPUTS

MAY_QUOTE_RATE = Rule(
    name="may_quote_rate",
    question="May its rate or mean be quoted as people's?",
    promise="In {share} of studies a judge whose rate or mean is further from people's than the margin gets no yes.",
    broken=0.025,
    needs="ten outputs, a random sample of all",
    source="two one-sided tests (Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15)",
)


def may_quote_rate(
    *,
    measure: str,
    estimate: float,
    low: float,
    high: float,
    margin: float,
    n_outputs: int,
    applies_to: str,
    about: str = "",
    needs: Iterable[Ground] = (),
    confidence: float = 0.95,
) -> Decision:
    """Decide whether a judge's rate or mean may be quoted: the whole interval of its bias lies within the margin.

    Parameters
    ----------
    measure : str
        ``rate_bias`` or ``mean_error``.
    estimate, low, high : float
        Judge minus people; the interval reaches over all that a judge that is silent may have said.
    margin : float
        The largest bias, in the unit of the measure.
    n_outputs : int
        Behind it.
    applies_to : str
        What varied in the interval.
    about : str
        The judge.
    needs : iterable of Ground
        What else it takes, such as labels drawn by lot.
    confidence : float
        Of the interval, which is two-sided.
    """
    return MAY_QUOTE_RATE.decide(
        [
            *needs,
            Ground(measure=measure, estimate=estimate, low=low, high=high, bar=margin, side="within"),
            Ground.counted(OUTPUTS, n_outputs, FEWEST_OUTPUTS),
        ],
        applies_to=applies_to,
        about=about,
        broken=(1 - confidence) / 2,
    )
