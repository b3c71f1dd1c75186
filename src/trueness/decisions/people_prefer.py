"""Whether people mostly prefer what a metric prefers, where its scores differ by so much."""

from __future__ import annotations

import dataclasses

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.decisions.independent_systems import independent_systems

PEOPLE_PREFER = Rule(
    name="people_prefer",
    question="Do people mostly prefer the same where the metric's scores differ by so much?",
    promise="In {share} of studies a difference gets no yes with which people agree less often than the bar.",
    broken=0.025,
    needs="ten systems (or families), none of which is a version of another",
    source="docs/promises.md",
)

MOSTLY = 0.8
"""So often people agree with a difference that may be relied on."""

SHARE = "share"


def people_prefer(
    about: str,
    share: tuple[float, float, float],
    *,
    facet: str,
    systems: int,
    alike: int,
    applies_to: str,
    confidence: float,
) -> Decision:
    """Return whether people agree at least `MOSTLY` with a difference.

    Parameters
    ----------
    about : str
        The metric.
    share : (float, float, float)
        How often people agree, and its interval.
    facet : str
        Of what pairs are made.
    systems, alike : int
        See `independent_systems`.
    applies_to : str
    confidence : float
        Of the interval.
    """
    estimate, low, high = share
    decision = PEOPLE_PREFER.decide(
        [
            Ground(measure=SHARE, estimate=estimate, low=low, high=high, bar=MOSTLY),
            *independent_systems(systems, alike),
        ],
        applies_to=applies_to,
        about=about,
        broken=(1 - confidence) / 2,
    )
    return dataclasses.replace(decision, facet=facet)
