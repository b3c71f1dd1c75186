"""Which metrics are compared with whom, and how: everything that determines a comparison besides the scores."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.permutation import STANDARDIZE
from trueness.statistics.engine.resample import OVER
from trueness.statistics.equivalence.bootstrap_equivalence import check_level
from trueness.statistics.equivalence.equivalence_bounds import check_margin, equivalence_bounds
from trueness.statistics.intervals import BOOTSTRAP_INTERVALS
from trueness.statistics.jackknife.pseudo_values import UNITS
from trueness.studies.setting import TEST, StudySettings, optional, setting, whole
from trueness.studies.setting_groups import OfCorrelations, OfIntervals, OfScorers, OfTests

PERMUTATION_OVER = (*OVER, "rows_then_columns")
FAMILIES = ("all", "pairs", "per_metric", "baseline")
"""What is corrected together at one level and coefficient: all tests; the smaller p-value of each unordered pair
(Deutsch et al. 2021, Figure 6; for one-sided tests that bounds the error by twice alpha only); the tests of one row
metric (their Figure 5); or those against the baseline."""
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
OVER_SYSTEMS = ("fisher_permutation", "studentized_permutation")
"""Permutations of systems only, on another scale."""
PERMUTATIONS = ("permutation", *OVER_SYSTEMS)
_TEST_OVER = {
    "recommended": PERMUTATION_OVER,
    "permutation": PERMUTATION_OVER,
    **dict.fromkeys(OVER_SYSTEMS, ("systems",)),
    **dict.fromkeys(UNIT_TESTS, UNITS),
}


def _swaps(argument: str, value: Any) -> tuple[str, ...]:
    found = (value,) if isinstance(value, str) else tuple(value)
    return tuple(check_choice(argument, swap, PERMUTATION_OVER) for swap in found)


def _margin(argument: str, value: Any) -> float:
    del argument
    equivalence_bounds(value)
    check_margin(value)
    return value  # type: ignore[no-any-return]


def _name(argument: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ArgumentError(f"`{argument}` must be the name of a metric, not {value!r}.")
    return value


@dataclasses.dataclass(frozen=True)
class CompareSelection(OfScorers):
    """Which metrics are compared with whom.

    Attributes
    ----------
    human : str or None
    metrics : tuple of str or None
    clusters : str or None
    drop_duplicates : bool
    tests : bool
    """

    tests: bool = setting(default=True, text="False leaves out all tests.", flag=None)


@dataclasses.dataclass(frozen=True)
class Settings(OfCorrelations, OfIntervals, OfTests, StudySettings):
    """How correlations are estimated and compared; the defaults are the recommended ones.

    Attributes
    ----------
    levels, coefficients : tuple of str
        Not every coefficient exists at every level: `keys` are the combinations there are.
    over, interval : str
    confidence : float
    test, test_over : str
    beside : tuple of str
    alternative, standardize, correction, family : str
    alpha : float
    resamples : int
    stop_after : int or None
    seed : int
    missing, means, aggregate, tie_calibration : str
    margin : float or None
    baseline : str or None
    as_published : bool

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a method makes no sense for what is asked, or a coefficient exists at none of the levels.
    """

    test: str = setting(
        "recommended",
        "Which test decides about differences. Recommended is the studentised permutation of systems where it exists, "
        "and the plain permutation elsewhere.",
        choices=TESTS,
        panel=TEST,
    )
    test_over: str = setting(
        "systems",
        "What the test swaps, resamples or leaves out: systems (default), inputs, both (Perm-Both) or "
        "rows_then_columns.",
        panel=TEST,
    )
    beside: tuple[str, ...] = setting(
        ("both",),
        "Permutation tests shown beside, by what they swap; none for no other.",
        check=_swaps,
        several=True,
        default_words="both",
        panel=TEST,
    )
    standardize: str = setting(
        "level",
        "Over what scores are z-scored before they are swapped: what the level compares, or all cells.",
        choices=STANDARDIZE,
        panel=TEST,
    )
    family: str = setting("all", "Tests corrected together.", choices=FAMILIES, panel=TEST)
    stop_after: int | None = setting(
        None,
        "End a permutation test when each side has met so many differences as large as the observed one, e.g. 20.",
        check=optional(whole(1)),
        default_words="none ends early",
        panel=TEST,
    )
    margin: float | None = setting(
        None,
        "Differences in correlation smaller than this count as none: verdicts are then better, worse, equivalent or "
        "undecided.",
        check=optional(_margin),
        panel=TEST,
    )
    baseline: str | None = setting(
        None, "Compare every metric with this one only.", check=optional(_name), panel=TEST
    )
    as_published: bool = setting(
        default=False,
        text="Allow closed forms off the system level, with averaged correlations and n = systems, as papers did; "
        "flagged.",
        panel=TEST,
    )

    def _refuse(self) -> None:
        check_choice("test_over", self.test_over, _TEST_OVER.get(self.test, OVER))
        if self.stop_after is not None and self.test not in STOPPING_TESTS and not self.beside:
            raise UnsupportedMethodError(
                f"`stop_after` ends permutation tests early; the {self.test} test draws all its resamples, if any. "
                "Leave it out, or ask for the permutation test."
            )
        if self.margin is not None:
            check_level(self.alpha)
        if self.family == "baseline" and self.baseline is None:
            raise ArgumentError("`family`='baseline' needs a `baseline` metric.")
        super()._refuse()
        self._refuse_closed_forms_of_pair_shares()
        self._refuse_closed_forms_off_the_system_level()

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
