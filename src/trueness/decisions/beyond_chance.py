"""Whether a judge or metric of pairs agrees with people more often than a guess does."""

from __future__ import annotations

from trueness.decisions.decision import Decision, Ground, Rule

BEYOND_CHANCE = Rule(
    name="beyond_chance",
    question="Does it agree with people more often than a guess does?",
    promise="In {share} of studies one that guesses gets no yes.",
    broken=0.025,
    needs="verdicts on the same pairs as people, of two inputs or more",
    source="docs/promises.md",
)


def beyond_chance(agreement: Ground, *, applies_to: str, about: str, broken: float) -> Decision:
    """Decide whether something agrees with people beyond chance.

    Parameters
    ----------
    agreement : Ground
        Its agreement with one person, held against that of one that ties as often and guesses.
    applies_to : str
    about : str
    broken : float
        One-sided, of the interval.
    """
    return BEYOND_CHANCE.decide((agreement,), applies_to=applies_to, about=about, broken=broken)
