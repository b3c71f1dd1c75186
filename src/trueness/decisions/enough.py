"""Whether a design of an annotation is enough for the precision and the power that are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trueness.decisions.decision import Decision, Ground, Rule, Side

ENOUGH = Rule(
    name="enough",
    question="Are so many systems, inputs and annotators enough?",
    promise="In {share} of pilots a design called enough has the power and the width that were asked for.",
    broken=0.1,
    needs="a pilot of six systems, or assumed variances",
    source="models refitted to pilots drawn from the fitted one (parametric bootstrap), docs/promises.md",
)

POWER, WIDTH, PILOT = "power", "width", "systems of the pilot"

FEWEST = 6
"""Systems of a pilot: of fewer, nothing is known of how systems differ."""

ASSUMED_BROKEN = 0.025
"""Where variances are assumed, only the number of simulated tables leaves something open, by 95% intervals."""


class Asked(NamedTuple):
    """What a design achieves of something, and what is asked for.

    Attributes
    ----------
    estimate, low, high : float
        Of a pilot, an 80% interval of what other pilots would have promised.
    bar : float or None
        None where nothing is asked for.
    """

    estimate: float
    low: float
    high: float
    bar: float | None


def enough(about: str, power: Asked, width: Asked, *, pilot: int) -> Decision | None:
    """Return whether a design is enough; None where nothing is asked for.

    Parameters
    ----------
    about : str
        The design.
    power, width : Asked
        At least so much power, at most so wide an interval.
    pilot : int
        Systems of the pilot; 0 where variances are assumed.
    """
    sides: tuple[tuple[str, Side, Asked], ...] = ((POWER, "at_least", power), (WIDTH, "at_most", width))
    grounds = [
        Ground(measure=measure, estimate=one.estimate, low=one.low, high=one.high, bar=one.bar, side=side)
        for measure, side, one in sides
        if one.bar is not None
    ]
    if not grounds:
        return None
    if pilot:
        grounds.append(Ground.counted(PILOT, pilot, FEWEST))
    return ENOUGH.decide(
        grounds,
        applies_to="data like the pilot's" if pilot else "data as assumed",
        about=about,
        broken=None if pilot else ASSUMED_BROKEN,
    )


def likeliest(decisions: Sequence[Decision], costs: Sequence[float]) -> Decision | None:
    """Return the cheapest of those that are not known to be too little and whose own numbers reach all bars.

    Parameters
    ----------
    decisions : sequence of Decision
        Of `enough`.
    costs : sequence of float
    """
    open_ = [
        (cost, place)
        for place, (one, cost) in enumerate(zip(decisions, costs, strict=True))
        if one.answer == "cannot_tell" and all(_reached(ground) for ground in one.grounds if not ground.need)
    ]
    return decisions[min(open_)[1]] if open_ else None


def _reached(ground: Ground) -> bool:
    return ground.estimate >= ground.bar if ground.side == "at_least" else ground.estimate <= ground.bar
