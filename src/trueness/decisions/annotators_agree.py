"""Whether annotators agree enough with each other that others can be held against them."""

from __future__ import annotations

from trueness.decisions.decision import Decision, Ground, Rule

FLOOR = 0.2
"""Agreement beyond chance below which people's labels say little of what others would say: up to here Landis and Koch
(1977, Biometrics 33) call it slight."""

FEWEST_UNLIKE = 10
"""Outputs with a rating other than the commonest one. Agreement beyond chance rests on these: with fewer it may be 0
where people agree on 21 of 22 ratings."""

UNLIKE = "outputs_unlike_the_commonest"

ANNOTATORS_AGREE = Rule(
    name="annotators_agree",
    question="Do people agree enough to hold others against them?",
    promise="In {share} of studies people whose agreement beyond chance is below the floor are not said to agree.",
    broken=0.025,
    needs=f"two people on the same outputs, and {FEWEST_UNLIKE} outputs with a rating other than the commonest",
    source="Landis and Koch (1977), Biometrics 33, for the floor; docs/promises.md",
)


def annotators_agree(
    *,
    measure: str,
    estimate: float,
    low: float,
    high: float,
    n_unlike: int,
    applies_to: str,
    about: str = "",
    floor: float = FLOOR,
    confidence: float = 0.95,
) -> Decision:
    """Decide whether people agree: the whole interval of their agreement beyond chance reaches the floor.

    Parameters
    ----------
    measure : str
        A coefficient that is 0 at chance and 1 where all agree, such as ``alpha_ordinal`` or ``kappa``.
    estimate, low, high : float
        NaN where undefined.
    n_unlike : int
        Outputs with a rating other than the commonest one: where one value takes nearly all, nothing can be told.
    applies_to : str
        What varied in the interval.
    about : str
        Whose labels.
    floor : float
    confidence : float
        Of the interval, which is two-sided.
    """
    return ANNOTATORS_AGREE.decide(
        (
            Ground(measure=measure, estimate=estimate, low=low, high=high, bar=floor),
            Ground.counted(UNLIKE, n_unlike, FEWEST_UNLIKE),
        ),
        applies_to=applies_to,
        about=about,
        broken=(1 - confidence) / 2,
    )


def as_need(decision: Decision) -> Ground:
    """Return what `annotators_agree` decided by as a need of another rule: unless people agree nothing can be told."""
    ground = decision.ground
    return Ground(
        measure=ground.measure if ground.measure == UNLIKE else ANNOTATORS_AGREE.name,
        estimate=ground.estimate,
        low=ground.low,
        high=ground.high,
        bar=ground.bar,
        need=True,
    )
