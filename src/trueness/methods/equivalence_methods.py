"""How equivalence of two metrics is tested: what is true of each way, its words, and calls on two correlations."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence

from trueness.errors import ArgumentError
from trueness.methods import two_way_jackknife
from trueness.methods.differences import Differences, Place
from trueness.statistics.array_types import FloatArray
from trueness.statistics.equivalence import dependent_equivalence, independent_equivalence
from trueness.statistics.equivalence.bootstrap_equivalence import (
    EquivalenceTest,
    bootstrap_equivalence,
    undefined_equivalence,
)
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.jackknife_equivalence import jackknife_equivalence
from trueness.statistics.equivalence.scaled_equivalence import (
    ScaledDifference,
    anderson_hauck_margin,
    tost_margin,
)
from trueness.statistics.jackknife.apart_differences import ApartDifferences

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
    sources : tuple of str
        The works to cite, keys of the report's references.
    dependent, independent : callable or None
        Closed forms for two correlations with the same human scores, and for those of unmatched conditions; None where
        resamples answer.
    rejects_if_wide : bool
        Whether its p-value can be small although the interval is wider than the region, on almost no data. Two
        one-sided tests cannot reject there.
    leaves_out : bool
        Whether it rests on the standard errors of the two-way jackknife, as the test of a difference of that name does.
    rejecting : callable or None
        Given a `ScaledDifference` and a level, the margin beyond which a closed form's p-value is at most that level.
    """

    name: str
    words: str
    dependent: Formula | None = None
    independent: Formula | None = None
    rejects_if_wide: bool = False
    leaves_out: bool = False
    rejecting: Callable[..., float] | None = None
    sources: tuple[str, ...] = ()

    @property
    def closed_form(self) -> bool:
        """Whether it is a formula of correlations and numbers of units."""
        return self.dependent is not None

    @property
    def resampled(self) -> bool:
        """Whether it rests on bootstrap samples of the difference."""
        return not self.closed_form and not self.leaves_out

    def apart(self, differences: Differences, over: str) -> Mapping[Place, ApartDifferences]:
        """Return what is known of every difference on Fisher's scale.

        Parameters
        ----------
        differences : Differences
        over : str
            Short word of `applies_to`.

        Raises
        ------
        UnsupportedMethodError
            If there are too few systems or clusters for that.
        """
        two_way_jackknife.TEST.check_units(differences.arrays, over)
        return two_way_jackknife.TEST.apart(differences, over, differences.keys)

    def of_apart(
        self, differences: ApartDifferences, bounds: Sequence[Bounds], alpha: float
    ) -> list[EquivalenceTest]:
        """Test differences by what is known of them on Fisher's scale."""
        return jackknife_equivalence(differences, bounds, alpha=alpha)

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

    def scaled_triple(self, first: float, second: float, between: float, units: int) -> ScaledDifference:
        """Return the difference on the scale of the closed form; without one where `of_triple` is undefined."""
        try:
            return dependent_equivalence.dependent_difference(first, second, between, units)
        except ArgumentError:
            return ScaledDifference(first - second, math.nan, math.nan)

    def scaled_two(self, first: float, second: float, units: tuple[int, int]) -> ScaledDifference:
        """Return the difference of independent data on the scale of the closed form."""
        return independent_equivalence.independent_difference(first, second, *units)

    def margin(self, difference: ScaledDifference, alpha: float, side: str | None) -> float:
        """Return the margin beyond which the p-value of a closed form is at most a level.

        Parameters
        ----------
        difference : ScaledDifference
        alpha : float
        side : {'low', 'high'} or None
            The only side that has a bound.
        """
        if side is None:
            return self.rejecting(difference, alpha)  # type: ignore[misc]
        return tost_margin(difference, alpha, side)

    def of_two(
        self, first: float, second: float, units: tuple[int, int], bounds: Bounds, alpha: float
    ) -> EquivalenceTest:
        """Test by two correlations of independent data."""
        return self.independent(first, second, *units, bounds, alpha=alpha)  # type: ignore[misc]


TWO_WAY_JACKKNIFE = EquivalenceMethod(
    two_way_jackknife.NAME,
    "two one-sided two-way jackknife t tests",
    leaves_out=True,
    sources=("schuirmann-1987-comparison", "owen-2007-pigeonhole", "cameron-etal-2011-robust"),
)
BOOTSTRAP = EquivalenceMethod(
    "bootstrap",
    "two one-sided bootstrap tests",
    sources=("schuirmann-1987-comparison", "braun-etal-2022-summary"),
)
WILLIAMS = EquivalenceMethod(
    "williams",
    "two one-sided tests on the scale of Williams' t",
    dependent_equivalence.williams_equivalence,
    independent_equivalence.kraatz_equivalence,
    rejecting=tost_margin,
    sources=("schuirmann-1987-comparison", "counsell-cribbie-2015-equivalence"),
)
ANDERSON_HAUCK = EquivalenceMethod(
    "anderson_hauck",
    "the Anderson–Hauck test",
    dependent_equivalence.anderson_hauck,
    independent_equivalence.independent_anderson_hauck,
    rejects_if_wide=True,
    rejecting=anderson_hauck_margin,
    sources=("anderson-hauck-1983-new", "counsell-cribbie-2015-equivalence"),
)
