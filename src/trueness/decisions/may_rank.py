"""Whether a judge may rank systems in place of people."""

from __future__ import annotations

from collections.abc import Iterable

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.statistics.coefficient_facts import CORRELATIONS

FEWEST_SYSTEMS = 5
"""So many systems have 120 orders. If a judge's were drawn from them by lot, it would be people's, or their reverse, in
.017 of studies; of four systems in .083, so that not even perfect agreement could be told from chance at 95%."""

MAY_RANK = Rule(
    name="may_rank",
    question="May it rank systems in place of people?",
    promise="In {share} of studies a judge whose correlation with people over systems is below the bar gets no yes.",
    broken=0.025,
    needs=f"{FEWEST_SYSTEMS} systems that people and the judge scored; a judge that is silent on some of what people "
    "judged gets no yes, unless the worst that it may have said there would do",
    source="Exact distribution of Kendall's tau under independence (Kendall 1938, Biometrika 30, 81–93)",
)


def may_rank(
    *,
    measure: str,
    estimate: float,
    low: float,
    high: float,
    n_systems: int,
    bar: float,
    applies_to: str,
    about: str = "",
    more: Iterable[Ground] = (),
    fewest_systems: int = FEWEST_SYSTEMS,
    confidence: float = 0.95,
) -> Decision:
    """Decide whether a judge may rank systems: there are enough, and the whole interval reaches the bar.

    Parameters
    ----------
    measure : str
        A correlation over systems, better one of ranks: ``spearman``, ``kendall``; or ``pairs_in_order``, the share of
        pairs of systems in one order.
    estimate, low, high : float
        NaN where undefined.
    n_systems : int
        Systems behind it.
    bar : float
        What is asked of the correlation.
    applies_to : str
        What varied in the interval: other systems and other inputs, or these.
    about : str
        The judge.
    more : iterable of Ground
        What else is asked, such as that no pair of systems is shown to be the other way round.
    fewest_systems : int
        Where the interval can reach the bar with more systems only.
    confidence : float
        Of the interval, which is two-sided.
    """
    return MAY_RANK.decide(
        (
            Ground(measure=measure, estimate=estimate, low=low, high=high, bar=bar),
            Ground.counted("systems", n_systems, max(FEWEST_SYSTEMS, fewest_systems)),
            *more,
        ),
        applies_to=applies_to,
        about=about,
        level="system",
        coefficient=measure if measure in CORRELATIONS else "",
        broken=(1 - confidence) / 2,
    )
