"""How equivalence of two metrics is tested: what is true of each way, its words, and calls on two correlations."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.equivalence import dependent_equivalence, independent_equivalence
from trueness.statistics.equivalence.bootstrap_equivalence import (
    EquivalenceTest,
    bootstrap_equivalence,
    undefined_equivalence,
)
from trueness.statistics.equivalence.equivalence_bounds import Bounds

Formula = Callable[..., EquivalenceTest]


@dataclasses.dataclass(frozen=True)
class EquivalenceMethod:
    """A way to test whether a difference lies between bounds.

    Attributes
    ----------
    name : str
        In columns and flags.
    words : str
        What it is called in a caption.
    dependent, independent : callable or None
        Closed forms for two correlations with the same human scores, and for those of unmatched conditions; None where
        resamples answer.
    rejects_if_wide : bool
        Whether its p-value can be small although the interval is wider than the region, on almost no data. Two
        one-sided tests cannot reject there.
    """

    name: str
    words: str
    dependent: Formula | None = None
    independent: Formula | None = None
    rejects_if_wide: bool = False

    @property
    def closed_form(self) -> bool:
        """Whether it is a formula of correlations and numbers of units."""
        return self.dependent is not None

    def of_samples(
        self, samples: FloatArray, difference: float, bounds: Bounds, alpha: float
    ) -> EquivalenceTest:
        """Test by resampled differences."""
        return bootstrap_equivalence(samples, difference, bounds, alpha=alpha)

    def of_triple(
        self, first: float, second: float, between: float, units: int, bounds: Bounds, alpha: float
    ) -> EquivalenceTest:
        """Test by three correlations; undefined where ranks are not the correlations of any three variables."""
        try:
            return self.dependent(first, second, between, units, bounds, alpha=alpha)  # type: ignore[misc]
        except ArgumentError:
            if math.isinf(bounds.low) or math.isinf(bounds.high):
                raise  # not what the correlations are, but what was asked
            return undefined_equivalence(first - second)

    def of_two(
        self, first: float, second: float, units: tuple[int, int], bounds: Bounds, alpha: float
    ) -> EquivalenceTest:
        """Test by two correlations of independent data."""
        return self.independent(first, second, *units, bounds, alpha=alpha)  # type: ignore[misc]


BOOTSTRAP = EquivalenceMethod("bootstrap", "two one-sided bootstrap tests")
WILLIAMS = EquivalenceMethod(
    "williams",
    "two one-sided tests on the scale of Williams' t",
    dependent_equivalence.williams_equivalence,
    independent_equivalence.kraatz_equivalence,
)
ANDERSON_HAUCK = EquivalenceMethod(
    "anderson_hauck",
    "the Anderson–Hauck test",
    dependent_equivalence.anderson_hauck,
    independent_equivalence.independent_anderson_hauck,
    rejects_if_wide=True,
)
