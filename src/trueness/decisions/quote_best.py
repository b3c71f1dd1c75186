"""Whether the correlation of a metric that was chosen for being the best may be quoted as it is."""

from __future__ import annotations

from trueness.decisions.decision import Decision, Ground, Rule

QUOTE_BEST = Rule(
    name="quote_best",
    question="May the correlation of the best be quoted as it is?",
    promise="In {share} of studies the interval said of the best contains the correlation that this metric has.",
    broken=0.05,
    needs="eight systems or inputs, whatever is drawn anew",
    source="locally simultaneous inference (Zrnic and Fithian 2024), docs/promises.md",
)

LUCK, ELSEWHERE, UNITS = "luck", "elsewhere", "units"

MUCH_LUCK = 0.05
"""So much too high, and a correlation is not quoted as it is."""

FEWEST = 8


def quote_best(
    about: str,
    estimate: float,
    elsewhere: tuple[float, float, float],
    *,
    units: int,
    applies_to: str,
    coefficient: str,
    confidence: float,
) -> Decision:
    """Return whether the best owes little to having been chosen; what it reaches elsewhere is among the grounds.

    Parameters
    ----------
    about : str
        The best.
    estimate : float
        Its correlation where it was chosen.
    elsewhere : (float, float, float)
        What it stands for, and the interval (see `winner_correlation`).
    units : int
        Systems or inputs that are drawn anew.
    applies_to : str
    coefficient : str
    confidence : float
        Of the interval.
    """
    middle, low, high = elsewhere
    luck = estimate - middle
    return QUOTE_BEST.decide(
        [
            Ground(measure=LUCK, estimate=luck, low=luck, high=luck, bar=MUCH_LUCK, side="at_most"),
            # asks for nothing but that there is one
            Ground(measure=ELSEWHERE, estimate=middle, low=low, high=high, bar=-1.0),
            Ground.counted(UNITS, units, FEWEST),
        ],
        applies_to=applies_to,
        about=about,
        level="system",
        coefficient=coefficient,
        broken=1 - confidence,
    )
