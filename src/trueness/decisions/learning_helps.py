"""Whether a learned metric agrees with people better than the best single one, on what it was not learned from."""

from __future__ import annotations

import dataclasses

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.decisions.independent_systems import independent_systems

LEARNING_HELPS = Rule(
    name="learning_helps",
    question="Does learning help?",
    promise="In {share} of studies neither yes nor no is said where the learned metric agrees as well as the single.",
    broken=0.05,
    needs="for other systems ten systems (or families), none of which is a version of another",
    source="corrected resampled t test (Nadeau and Bengio 2003), docs/promises.md",
)

GAIN, PVALUE = "gain", "pvalue_adjusted"


def learning_helps(
    about: str,
    facet: str,
    gain: tuple[float, float, float],
    pvalue: float,
    *,
    systems: int | None,
    alike: int,
    applies_to: str,
    alpha: float,
    level: str,
    coefficient: str,
) -> Decision:
    """Return yes where the learned metric is shown to agree better, no where it is shown to agree less.

    Parameters
    ----------
    about, facet : str
        The learned metric; the human scorer.
    gain : (float, float, float)
        Difference of the correlations, and its interval.
    pvalue : float
        After correction.
    systems : int or None
        Systems, or their families, where other systems are spoken of.
    alike : int
        Pairs of systems that look like versions of one; 0 where families are told.
    applies_to : str
    alpha : float
    level, coefficient : str
    """
    grounds = [
        Ground(measure=GAIN, estimate=gain[0], low=gain[1], high=gain[2], bar=0.0, side="above"),
        Ground(
            measure=PVALUE, estimate=pvalue, low=pvalue, high=pvalue, bar=alpha, side="at_most", need=True
        ),
        *(() if systems is None else independent_systems(systems, alike)),
    ]
    decision = LEARNING_HELPS.decide(
        grounds, applies_to=applies_to, about=about, level=level, coefficient=coefficient, broken=alpha
    )
    return dataclasses.replace(decision, facet=facet)
