"""Everything that determines a study of annotators besides the scores."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.errors import (
    ArgumentError,
    UnsupportedMethodError,
    check_choice,
    check_integer,
    check_proportion,
    listing,
)
from trueness.statistics.annotators.alternative_annotator_test import ALIGNMENTS, EPSILONS, SMALL_SAMPLES
from trueness.statistics.annotators.annotator_combination import COMBINATIONS
from trueness.statistics.annotators.rating_scale import CALIBRATIONS
from trueness.statistics.coefficients import COEFFICIENTS
from trueness.studies.settings import Settings

STUDY_INTERVALS = ("percentile", "basic", "none")


@dataclasses.dataclass(frozen=True)
class AnnotatorSettings:
    """How annotators are studied; the defaults are the recommended ones.

    Attributes
    ----------
    correlations : Settings
        Levels, coefficients, intervals, resamples and seed; its tests do not matter here.
    combination : {'mean', 'median', 'standardized'}
        How several annotators' ratings become one score.
    calibration : {'quantile', 'isotonic', 'linear', 'none'}
        How metric scores become ratings for the alternative annotator test, on other inputs than those they are
        learned on; ``none``: they are on the annotators' scale already.
    alignment : {'rmse', 'accuracy'}
        What fitting the other annotators means in that test.
    epsilon : float or {'experts', 'skilled', 'crowd'}
        Its margin, or who the annotators are (0.2, 0.15, 0.1).
    q : float
        Its false discovery rate.
    folds : int
        For the calibration.
    minimum_units : int
        Inputs an annotator needs for the t test.
    small : {'skip', 'wilcoxon'}
        What happens to an annotator with fewer.
    metric_reliability : float
        For attenuation: 1 where metrics give the same scores again.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If an interval is asked for that averages over annotators do not have, or a coefficient that is none of two
        vectors.
    """

    correlations: Settings
    combination: str = "mean"
    calibration: str = "quantile"
    alignment: str = "rmse"
    epsilon: float | str = "crowd"
    q: float = 0.05
    folds: int = 10
    minimum_units: int = 30
    small: str = "skip"
    metric_reliability: float = 1.0

    def __post_init__(self) -> None:
        if self.correlations.interval not in STUDY_INTERVALS:
            raise UnsupportedMethodError(
                f"a study of annotators has no '{self.correlations.interval}' interval: its numbers are averages over "
                "annotators. Use percentile, basic or none."
            )
        others = [name for name in self.correlations.coefficients if name not in COEFFICIENTS]
        if others:
            raise UnsupportedMethodError(
                f"a study of annotators has no {listing(others)}: an annotator is compared with others as one score "
                f"per output is with another. Use {listing(COEFFICIENTS)}."
            )
        check_choice("combination", self.combination, COMBINATIONS)
        check_choice("calibration", self.calibration, CALIBRATIONS)
        check_choice("alignment", self.alignment, ALIGNMENTS)
        check_choice("small", self.small, SMALL_SAMPLES)
        if isinstance(self.epsilon, str):
            check_choice("epsilon", self.epsilon, EPSILONS)
        elif not 0 <= self.epsilon < 1:
            raise ArgumentError(f"`epsilon` must be from 0 to below 1, not {self.epsilon!r}.")
        check_proportion("q", self.q)
        check_integer("folds", self.folds, minimum=2)
        check_integer("minimum_units", self.minimum_units, minimum=2)
        if not 0 < self.metric_reliability <= 1:
            raise ArgumentError(f"`metric_reliability` must be in (0, 1], not {self.metric_reliability!r}.")

    @property
    def margin(self) -> float:
        """The margin of the alternative annotator test as a number."""
        return EPSILONS[self.epsilon] if isinstance(self.epsilon, str) else float(self.epsilon)

    @classmethod
    def of(cls, correlations: Settings, **given: Any) -> AnnotatorSettings:
        """Build from keyword arguments; those that are None get their default."""
        return cls(correlations, **{key: value for key, value in given.items() if value is not None})

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as JSON-ready values."""
        return dataclasses.asdict(self)
