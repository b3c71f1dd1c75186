"""Whether a correlation corrected for the noise of people's scores may be quoted."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.decisions.decision import Decision, Ground, Rule

FEWEST = 6

QUOTE_WITHOUT_NOISE = Rule(
    name="quote_without_noise",
    question="May a correlation corrected for the noise of people's scores be quoted?",
    promise="In {share} of studies the interval of a correlation that may be quoted contains the one with people "
    "who make no noise.",
    broken=0.05,
    needs=f"Pearson's r over {FEWEST} systems, or outputs of as many inputs; annotators who correlate positively "
    "whatever system or input is left out; noise that the metric does not share with them; a correction beyond 1 gets "
    "a no",
    source="Spearman (1904), American Journal of Psychology 15; two-way jackknife (Owen 2007), docs/promises.md",
)

BEYOND, CORRECTED, UNITS = "uncapped", "corrected", "units"


def quote_without_noise(
    about: str,
    corrected: tuple[float, float, float],
    *,
    uncapped: float,
    units: int,
    applies_to: str,
    level: str,
    coefficient: str,
    confidence: float,
    more: Sequence[Ground] = (),
) -> Decision:
    """Return yes where there is an interval, and no where the correction is beyond 1.

    Parameters
    ----------
    about : str
        The metric.
    corrected : (float, float, float)
        The corrected correlation and its limits; NaN where undefined.
    uncapped : float
        What it was before it was cut at 1.
    units : int
        Systems, or inputs, whatever varies; of both the fewer.
    applies_to : str
    level, coefficient : str
    confidence : float
        Of the interval.
    more : sequence of Ground
        What else is asked.
    """
    value, low, high = corrected
    size = abs(uncapped)
    return QUOTE_WITHOUT_NOISE.decide(
        [
            Ground(measure=BEYOND, estimate=size, low=size, high=size, bar=1.0, side="at_most"),
            # asks for nothing but that there is one
            Ground(measure=CORRECTED, estimate=value, low=low, high=high, bar=-1.0),
            Ground.counted(UNITS, units, FEWEST),
            *more,
        ],
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        broken=1 - confidence,
    )
