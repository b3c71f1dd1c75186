"""Everything that determines a judge's validation besides the scores, checked in one place."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from trueness.errors import ArgumentError, check_choice, check_integer, check_proportion
from trueness.statistics.engine.resample import resolve_seed
from trueness.statistics.judging.prediction_powered import OPTIMAL, PPI_INTERVALS
from trueness.studies.settings import MOST_RESAMPLES

SCALES = ("auto", "same", "linear")


@dataclasses.dataclass(frozen=True)
class JudgeSettings:
    """How a judge is validated.

    Attributes
    ----------
    scale : {'auto', 'same', 'linear'}
        Whether judges rate on the human's scale, or their scores are brought to it by a straight line fitted to the
        labelled outputs. ``auto``: a judge whose scores all lie within the range of the human's and, like ratings,
        have a common denominator up to 60, rates on the same scale.
    bins : int
        Of the reliability table.
    lam : float or 'optimal'
        The weight of the judge in prediction-powered means.
    interval : {'analytic', 'bootstrap'}
        Of these means.
    threshold : float or None
        A judge's score from which on it says yes, where human labels are binary; None for judges that say 0 or 1.
    demonstration : float
        Share of the labels that is kept to show what a judge is worth, where every output has a label.
    confidence : float
    resamples, seed : int

    Raises
    ------
    ArgumentError
        If a value is not among those allowed.
    """

    scale: str = "auto"
    bins: int = 10
    lam: float | str = OPTIMAL
    interval: str = "analytic"
    threshold: float | None = None
    demonstration: float = 0.1
    confidence: float = 0.95
    resamples: int = 9999
    seed: int = 0

    def __post_init__(self) -> None:
        check_choice("scale", self.scale, SCALES)
        check_integer("bins", self.bins, minimum=1)
        if self.lam != OPTIMAL and (isinstance(self.lam, str) or not 0 <= self.lam <= 1):
            raise ArgumentError(f"`lam` must be 'optimal' or lie between 0 and 1, not {self.lam!r}.")
        check_choice("interval", self.interval, PPI_INTERVALS)
        if self.threshold is not None and not math.isfinite(self.threshold):
            raise ArgumentError(f"`threshold` must be a number, not {self.threshold!r}.")
        check_proportion("demonstration", self.demonstration)
        check_proportion("confidence", self.confidence)
        if check_integer("resamples", self.resamples, minimum=1) > MOST_RESAMPLES:
            raise ArgumentError(f"`resamples` must be at most {MOST_RESAMPLES:,}, not {self.resamples:,}.")
        check_integer("seed", self.seed, minimum=0)

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> JudgeSettings:
        """Build from keyword arguments, None for a default; the seed from `rng`."""
        return cls(
            seed=resolve_seed(rng), **{key: value for key, value in given.items() if value is not None}
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as JSON-ready values."""
        return dataclasses.asdict(self)
