"""Everything that determines an equivalence study besides the scores, checked in one place."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.methods import equivalence_methods
from trueness.methods.equivalence_methods import EquivalenceMethod
from trueness.methods.interval import NONE
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.registry import (
    EQUIVALENCE_METHODS,
    OFFERED_TESTS,
    PAIR_TESTS,
    equivalence_method,
    pair_test,
)
from trueness.statistics.coefficient_facts import check_coefficients, coefficient_facts, coefficients_at
from trueness.statistics.engine.resample import resolve_seed
from trueness.statistics.equivalence.annotator_margin import ANNOTATOR_MARGINS
from trueness.statistics.equivalence.bootstrap_equivalence import check_level
from trueness.statistics.equivalence.equivalence import EQUIVALENCE_OVER
from trueness.statistics.equivalence.equivalence_bounds import Bounds, check_margin, equivalence_bounds
from trueness.statistics.level_names import check_levels
from trueness.statistics.pairs.tie_thresholds import check_tie_calibration
from trueness.studies.compare.settings import Settings

DIFFERENCE_TESTS = (*OFFERED_TESTS, NONE)


@dataclasses.dataclass(frozen=True)
class EquivalenceSettings:
    """How equivalence is tested; only the margin has no default.

    Attributes
    ----------
    margin : float or str or None
        The largest difference that is called none; or ``sd`` or ``range``, taken from the single annotators'
        correlations with the metric under the reference condition.
    low, high : float or None
        Bounds of a region that is not symmetric, in place of `margin`.
    method : {'bootstrap', 'williams', 'anderson_hauck'}
        Two one-sided tests by bootstrap, or on Williams' scale; or Anderson and Hauck's test.
    over : {'both', 'systems', 'inputs', 'outputs'}
        What the bootstrap resamples.
    test : str
        The test of a difference beside it: as in `compare`, or ``none``. ``bootstrap`` uses the same resamples.
    test_over : str or None
        What that test resamples; default what `over` says.
    correction : {'by', 'holm', 'bonferroni', 'bh', 'none'}
        Over all rows of one level and coefficient, for both tests apart.
    alpha : float
        Level, below 0.5; intervals have confidence 1 - 2 alpha.
    levels, coefficients, resamples, seed, missing, means, aggregate, tie_calibration, baseline, as_published
        As in `Settings`. By default the levels are system and input; the system level alone for closed forms, and the
        global level for ``over='outputs'``.

    Raises
    ------
    ArgumentError
        If a value is not among those listed, or there is no margin.
    UnsupportedMethodError
        If a method makes no sense for what is asked.
    """

    margin: float | str | None = None
    low: float | None = None
    high: float | None = None
    method: str = equivalence_methods.BOOTSTRAP.name
    over: str = "both"
    test: str = PAIRED_BOOTSTRAP.name
    test_over: str | None = None
    correction: str = "by"
    alpha: float = 0.05
    levels: tuple[str, ...] = ()
    coefficients: tuple[str, ...] = ("pearson", "spearman", "kendall")
    resamples: int = 9999
    seed: int = 0
    missing: str = "pairwise"
    means: str = "judged"
    aggregate: str = "corpus"
    tie_calibration: str = "calibrated"
    baseline: str | None = None
    as_published: bool = False

    def __post_init__(self) -> None:
        check_choice("method", self.method, EQUIVALENCE_METHODS)
        check_choice("over", self.over, EQUIVALENCE_OVER)
        check_choice("test", self.test, DIFFERENCE_TESTS)
        check_level(self.alpha)
        object.__setattr__(self, "levels", check_levels(self.levels or self._usual_levels()))
        object.__setattr__(self, "coefficients", check_coefficients(self.coefficients))
        if isinstance(self.margin, str):
            check_choice("margin", self.margin, ANNOTATOR_MARGINS)
            if self.low is not None or self.high is not None:
                raise ArgumentError("give either `margin` or `low` and `high`, not both.")
        else:
            region = equivalence_bounds(self.margin, low=self.low, high=self.high)
            check_margin(min(-region.low, region.high))
        others = [level for level in self.levels if level != "global"]
        if self.over == "outputs" and others:
            raise UnsupportedMethodError(
                f"outputs are resampled one by one at the global level only, not at the {others[0]} level. Ask for the "
                "global level (--level global), or resample over systems, inputs or both."
            )
        if self.over == "outputs" and self.means == "all":
            raise UnsupportedMethodError(
                "outputs that nobody judged cannot be resampled: use means='judged'."
            )
        object.__setattr__(self, "tie_calibration", check_tie_calibration(self.tie_calibration))
        self._refuse_closed_forms()
        object.__setattr__(self, "correction", self.of_differences().correction)

    @property
    def equivalence(self) -> EquivalenceMethod:
        """How equivalence is tested; the closed forms rest on Williams' scale (unmatched conditions: Kraatz')."""
        return equivalence_method(self.method)

    @property
    def tested(self) -> bool:
        """Whether differences are tested besides."""
        return self.test != NONE

    @property
    def tested_by_resamples(self) -> bool:
        """Whether they are tested by the resamples of a bootstrap."""
        return self.test in PAIR_TESTS and pair_test(self.test).resamples

    @property
    def drawn(self) -> bool:
        """Whether bootstrap resamples are drawn, for either test."""
        return not self.equivalence.closed_form or self.tested_by_resamples

    @property
    def bounds(self) -> Bounds | None:
        """The region between the bounds; None where it comes from the annotators."""
        if isinstance(self.margin, str):
            return None
        return equivalence_bounds(self.margin, low=self.low, high=self.high)

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The combinations of level and coefficient that exist, level by level."""
        return tuple((level, name) for level in self.levels for name in self.coefficients_at(level))

    def coefficients_at(self, level: str) -> tuple[str, ...]:
        """Return the coefficients that exist at a level."""
        return coefficients_at(level, self.coefficients)

    @property
    def resampled(self) -> str:
        """What a bootstrap on the arrays resamples: pooled outputs are "inputs" of one system."""
        return "inputs" if self.over == "outputs" else self.over

    def of_differences(self) -> Settings:
        """Return the settings under which `compare` would test the differences."""
        test = self.test if self.tested else PAIRED_BOOTSTRAP.name
        return Settings(
            levels=self.levels,
            coefficients=self.coefficients,
            over=self.resampled,
            interval=NONE,
            test=test,
            test_over=self._test_over(test),
            beside=(),
            correction=self.correction,
            alpha=self.alpha,
            resamples=self.resamples,
            seed=self.seed,
            missing=self.missing,
            means=self.means,
            aggregate=self.aggregate,
            tie_calibration=self.tie_calibration,
            baseline=self.baseline,
            as_published=self.as_published,
        )

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> EquivalenceSettings:
        """Build from keyword arguments, strings or sequences where there are several; the seed from `rng`."""
        values = {key: value for key, value in given.items() if value is not None}
        return cls(seed=resolve_seed(rng), **values)

    def _usual_levels(self) -> tuple[str, ...]:
        if self.over == "outputs":
            return ("global",)
        return ("system",) if self.equivalence.closed_form else ("system", "input")

    def _test_over(self, test: str) -> str:
        known = pair_test(test) if test in PAIR_TESTS else None
        if known is not None and known.only_systems:
            return "systems"
        if self.over == "outputs" or (known is not None and known.closed_form):
            return "inputs"  # pooled outputs; a closed form resamples nothing
        if self.test_over is not None:
            return self.test_over
        return self.over if known is not None and known.resamples else "systems"

    def _refuse_closed_forms(self) -> None:
        if not self.equivalence.closed_form:
            return
        averaged = [level for level in self.levels if level in ("input", "per_system")]
        if averaged:
            raise UnsupportedMethodError(
                f"an average of correlations, as at the {averaged[0]} level, has no single number of units, which "
                f"'{self.method}' needs. Ask for the system level (--level system) or the bootstrap."
            )
        others = [name for name in self.coefficients if not coefficient_facts(name).closed_forms]
        if others:
            raise UnsupportedMethodError(
                f"'{self.method}' needs coefficients that behave as correlations, which {others[0]} does not. Use "
                "pearson, spearman or kendall, or the bootstrap."
            )
        if "global" in self.levels and not self.as_published:
            raise UnsupportedMethodError(
                f"'{self.method}' takes all outputs for independent at the global level, and outputs of one system or "
                "input are not. Ask for the system level (--level system), the bootstrap, or what papers have done all "
                "the same (as_published, --as-published)."
            )
