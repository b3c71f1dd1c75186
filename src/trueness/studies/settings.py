"""Everything that determines a comparison besides the scores, checked in one place."""

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
from trueness.statistics.coefficient_facts import check_coefficients, coefficient_facts, coefficients_at
from trueness.statistics.corrections import correction_name
from trueness.statistics.engine.permutation import STANDARDIZE
from trueness.statistics.engine.resample import OVER, resolve_seed
from trueness.statistics.equivalence.bootstrap_equivalence import check_level
from trueness.statistics.equivalence.equivalence_bounds import check_margin, equivalence_bounds
from trueness.statistics.intervals import BOOTSTRAP_INTERVALS
from trueness.statistics.jackknife.pseudo_values import UNITS
from trueness.statistics.levels import check_levels
from trueness.statistics.pairs.tie_thresholds import check_tie_calibration
from trueness.statistics.score_arrays import AGGREGATES, MEANS, MISSING_POLICIES

INTERVALS = (*BOOTSTRAP_INTERVALS, "fisher", "none")
CLOSED_FORM_TESTS = ("williams", "steiger", "meng_rosenthal_rubin", "hittner_may_silver", "dunn_clark")
UNIT_TESTS = ("sign_flip", "jackknife")
"""Tests of what each system, or each input, contributes to a difference (see `statistics.pseudo_values`)."""
TESTS = (
    "recommended",
    "permutation",
    "fisher_permutation",
    "studentized_permutation",
    *UNIT_TESTS,
    "bootstrap",
    *CLOSED_FORM_TESTS,
)
"""``recommended`` is one of the others at every level and for every coefficient (see `main_test`)."""
STOPPING_TESTS = ("recommended", "permutation")
"""Tests that `stop_after` can end early."""
PERMUTATION_OVER = (*OVER, "rows_then_columns")
ALTERNATIVES = ("two-sided", "greater", "less")
FAMILIES = ("all", "pairs", "per_metric", "baseline")
"""What is corrected together at one level and coefficient: all tests; the smaller p-value of each unordered pair
(Deutsch et al. 2021, Figure 6; for one-sided tests that bounds the error by twice alpha only); the tests of one row
metric (their Figure 5); or those against the baseline."""
OVER_SYSTEMS = ("fisher_permutation", "studentized_permutation")
"""Permutations of systems only, on another scale."""
PERMUTATIONS = ("permutation", *OVER_SYSTEMS)
MOST_RESAMPLES = 10_000_000
_TEST_OVER = {
    "recommended": PERMUTATION_OVER,
    "permutation": PERMUTATION_OVER,
    **dict.fromkeys(OVER_SYSTEMS, ("systems",)),
    **dict.fromkeys(UNIT_TESTS, UNITS),
}


@dataclasses.dataclass(frozen=True)
class Settings:
    """How correlations are estimated and compared; the defaults are the recommended ones.

    Attributes
    ----------
    levels : tuple of str
        Of ``system, input, global, per_system``.
    coefficients : tuple of str
        Names of `coefficient_facts.NAMES`, such as ``kendall`` or ``acc_eq``, with options where they have some:
        ``gap_tau:high=0.3``. Not every one exists at every level: `keys` are the combinations there are.
    over : {'both', 'systems', 'inputs'}
        What the intervals resample.
    interval : {'percentile', 'basic', 'bca', 'fisher', 'none'}
    confidence : float
    test : str
        ``recommended`` (see `main_test`), ``permutation``, ``fisher_permutation`` or ``studentized_permutation`` (of
        systems), ``sign_flip`` or ``jackknife`` (of systems or of inputs), ``bootstrap``, or a closed form
        (`CLOSED_FORM_TESTS`).
    test_over : {'systems', 'inputs', 'both', 'rows_then_columns'}
        What the test resamples; ``both`` swaps every output by itself (Perm-Both) or resamples systems and
        inputs.
    beside : tuple of str
        Further permutation tests shown beside the main one, by what they swap.
    alternative : {'two-sided', 'greater', 'less'}
    standardize : {'level', 'cells'}
    correction : {'none', 'bonferroni', 'holm', 'bh', 'by'}
    family : {'all', 'pairs', 'per_metric', 'baseline'}
    alpha : float
    resamples : int
    stop_after : int or None
        End the permutation tests of a pair when each side of a test has met so many differences as large as the
        observed one (see `sequential_permutation`); None draws all resamples for every pair.
    seed : int
    missing : {'pairwise', 'complete'}
    means : {'judged', 'all'}
    aggregate : {'corpus', 'mean', 'median'}
        How a metric's scores of a system's outputs become its score of the system: the corpus score where the data hold
        sufficient statistics and the mean otherwise, always the mean, or always the median. The human's are means.
    tie_calibration : str
        Within which threshold a metric's scores tie, for coefficients that have some: ``calibrated`` on the data,
        ``held-out``, ``none``, or a number (see `tie_thresholds`).
    margin : float or None
        Differences smaller than this count as none: pairs may then be equivalent, or undecided.
    baseline : str or None
        Compare every metric with this one only.
    as_published : bool
        Allow closed forms at the input level, with the averaged correlation and n = N, as papers have done;
        flagged.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a method makes no sense for what is asked, or a coefficient exists at none of the levels.
    """

    levels: tuple[str, ...] = ("system", "input")
    coefficients: tuple[str, ...] = ("pearson", "spearman", "kendall")
    over: str = "both"
    interval: str = "percentile"
    confidence: float = 0.95
    test: str = "recommended"
    test_over: str = "systems"
    beside: tuple[str, ...] = ("both",)
    alternative: str = "two-sided"
    standardize: str = "level"
    correction: str = "holm"
    family: str = "all"
    alpha: float = 0.05
    resamples: int = 9999
    stop_after: int | None = None
    seed: int = 0
    missing: str = "pairwise"
    means: str = "judged"
    aggregate: str = "corpus"
    tie_calibration: str = "calibrated"
    margin: float | None = None
    baseline: str | None = None
    as_published: bool = False

    def __post_init__(self) -> None:
        # aliases become names here, whichever way the settings are built
        object.__setattr__(self, "levels", check_levels(self.levels))
        object.__setattr__(self, "coefficients", check_coefficients(self.coefficients))
        try:
            object.__setattr__(self, "correction", correction_name(self.correction))
        except ArgumentError as error:
            raise ArgumentError(str(error).replace("`method`", "`correction`")) from None
        beside: str | tuple[str, ...] = self.beside
        object.__setattr__(self, "beside", (beside,) if isinstance(beside, str) else tuple(beside))
        check_choice("over", self.over, OVER)
        check_choice("interval", self.interval, INTERVALS)
        check_proportion("confidence", self.confidence)
        check_choice("test", self.test, TESTS)
        check_choice("test_over", self.test_over, _TEST_OVER.get(self.test, OVER))
        for swap in self.beside:
            check_choice("beside", swap, PERMUTATION_OVER)
        check_choice("alternative", self.alternative, ALTERNATIVES)
        check_choice("standardize", self.standardize, STANDARDIZE)
        check_choice("family", self.family, FAMILIES)
        check_proportion("alpha", self.alpha)
        if check_integer("resamples", self.resamples, minimum=1) > MOST_RESAMPLES:
            raise ArgumentError(f"`resamples` must be at most {MOST_RESAMPLES:,}, not {self.resamples:,}.")
        if self.stop_after is not None:
            check_integer("stop_after", self.stop_after, minimum=1)
            if self.test not in STOPPING_TESTS and not self.beside:
                raise UnsupportedMethodError(
                    f"`stop_after` ends permutation tests early; the {self.test} test draws all its resamples, if any. "
                    "Leave it out, or ask for the permutation test."
                )
        if self.margin is not None:
            equivalence_bounds(self.margin)
            check_margin(self.margin)
            check_level(self.alpha)
        if not isinstance(self.baseline, str | None):
            raise ArgumentError(f"`baseline` must be the name of a metric, not {self.baseline!r}.")
        check_integer("seed", self.seed, minimum=0)
        check_choice("missing", self.missing, MISSING_POLICIES)
        check_choice("means", self.means, MEANS)
        check_choice("aggregate", self.aggregate, AGGREGATES)
        object.__setattr__(self, "tie_calibration", check_tie_calibration(self.tie_calibration))
        if self.family == "baseline" and self.baseline is None:
            raise ArgumentError("`family`='baseline' needs a `baseline` metric.")
        self._refuse_coefficients_without_level()
        self._refuse_closed_forms_of_pair_shares()
        self._refuse_closed_forms_off_the_system_level()

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The combinations of level and coefficient that exist, level by level."""
        return tuple((level, name) for level in self.levels for name in self.coefficients_at(level))

    @property
    def absent(self) -> tuple[tuple[str, str], ...]:
        """The combinations of level and coefficient asked for that do not exist."""
        kept = set(self.keys)
        return tuple(
            (level, name) for level in self.levels for name in self.coefficients if (level, name) not in kept
        )

    @property
    def computed_levels(self) -> tuple[str, ...]:
        """The levels at which at least one of the coefficients exists."""
        return tuple(level for level in self.levels if self.coefficients_at(level))

    def coefficients_at(self, level: str) -> tuple[str, ...]:
        """Return the coefficients that exist at a level."""
        return coefficients_at(level, self.coefficients)

    def levels_of(self, coefficient: str) -> tuple[str, ...]:
        """Return the levels asked for at which a coefficient exists."""
        return tuple(level for level in self.levels if level in coefficient_facts(coefficient).levels)

    def _refuse_coefficients_without_level(self) -> None:
        for name in self.coefficients:
            if not self.levels_of(name):
                raise UnsupportedMethodError(
                    f"{name} does not exist at the {' or '.join(self.levels)} level, only at: "
                    f"{listing(coefficient_facts(name).levels)}. Ask for that level (--level)."
                )

    def _refuse_closed_forms_of_pair_shares(self) -> None:
        others = [name for name in self.coefficients if not coefficient_facts(name).closed_forms]
        if self.test in CLOSED_FORM_TESTS and others:
            raise UnsupportedMethodError(
                f"the {self.test} test needs coefficients that behave as correlations; three values of {others[0]} "
                "can be impossible as such. Use pearson, spearman or kendall, or a resampling test."
            )

    def _refuse_closed_forms_off_the_system_level(self) -> None:
        other = [level for level in self.computed_levels if level != "system"]
        if not other or self.as_published:
            return
        if self.test in CLOSED_FORM_TESTS:
            raise UnsupportedMethodError(
                f"the {self.test} test has no single number of observations at the {other[0]} level, where "
                "outputs of one system or input are not independent. Ask for the system level (--level system), a "
                "resampling test, or what papers have done all the same (as_published, --as-published)."
            )
        if self.interval == "fisher":
            raise UnsupportedMethodError(
                f"Fisher's interval is for one correlation of independent pairs, not for the {other[0]} level. Ask for "
                "the system level (--level system), a bootstrap interval, or what papers have done all the same "
                "(as_published, --as-published)."
            )

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> Settings:
        """Build from keyword arguments, strings or sequences where there are several; the seed from `rng`."""
        values = {key: value for key, value in given.items() if value is not None}
        return cls(seed=resolve_seed(rng), **values)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as JSON-ready values."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Settings:
        """Build from `to_dict`'s values.

        Raises
        ------
        ArgumentError
            If a key is unknown or a value is not among those allowed.
        """
        known = {field.name for field in dataclasses.fields(cls)}
        for key in values:
            check_choice("setting", key, sorted(known))
        given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
        return cls(**given)
