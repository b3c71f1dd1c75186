"""Which metrics are compared with whom, and how: everything that determines a comparison besides the scores."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Protocol, Self

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.methods.applies_to import APPLIES_TO
from trueness.methods.interval import IntervalMethod
from trueness.methods.permutation import PERMUTATION
from trueness.methods.recommended import AskedTest, ChosenInterval, Decision, interval_of, recommended_test
from trueness.methods.registry import OFFERED_TESTS, RECOMMENDED, interval_method, pair_test
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.corrections import ALL_PAIRS, CORRECTIONS, ELSEWHERE, PAIR_CORRECTIONS
from trueness.statistics.equivalence.bootstrap_equivalence import check_level
from trueness.statistics.equivalence.equivalence_bounds import check_margin, equivalence_bounds
from trueness.statistics.resampling.permutation import STANDARDIZE
from trueness.studies.compare.presets import FREE, PRESETS
from trueness.study.preset import refuse_other_than_preset, with_preset
from trueness.study.setting import (
    TEST,
    StudySettings,
    again,
    metric_name,
    one_of,
    optional,
    positive,
    setting,
    whole,
    words,
)
from trueness.study.setting_groups import (
    OfClosedForms,
    OfCorrelations,
    OfIntervals,
    OfScorers,
    OfTests,
    correction,
)

FAMILIES = ("all", "pairs", "per_metric", "baseline")
"""What is corrected together at one level and coefficient: all tests; the smaller p-value of each unordered pair
(Deutsch et al. 2021, Figure 6; for one-sided tests that bounds the error by twice alpha only); the tests of one row
metric (their Figure 5); or those against the baseline."""


class Tested(Protocol):
    """The row of a test."""

    @property
    def test(self) -> str:
        """Which test."""

    @property
    def over(self) -> str:
        """What it swapped or resampled."""

    @property
    def level(self) -> str:
        """At which level."""

    @property
    def coefficient(self) -> str:
        """Of which coefficient."""


@functools.lru_cache(maxsize=256)  # asked for every row of a test
def _decision(asked: AskedTest, level: str, coefficient: str) -> Decision:
    return asked.at(level, coefficient)


def _swaps(argument: str, value: Any) -> tuple[str, ...]:
    found = (value,) if isinstance(value, str) else tuple(value)
    return tuple(check_choice(argument, swap, PERMUTATION.overs) for swap in found)


def _margin(argument: str, value: Any) -> float:
    del argument
    equivalence_bounds(value)
    check_margin(value)
    return value  # type: ignore[no-any-return]


def _correction(argument: str, value: Any) -> str:
    return value if value in (RECOMMENDED, *PAIR_CORRECTIONS) else correction(argument, value)


def _two_metrics(argument: str, value: Any) -> tuple[str, ...] | None:
    found = words(argument, value)
    if found is None:
        return None
    if len(found) != 2 or len(set(found)) != 2:
        raise ArgumentError(
            f"`{argument}` must name two metrics, such as bleu,chrf; given: {', '.join(found) or 'none'}."
        )
    return found


def _one_human(argument: str, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ArgumentError(
            f"`{argument}` must be the name of one scorer, not {value!r}. By several at once metrics are compared with "
            "`facets`."
        )
    return value


@dataclasses.dataclass(frozen=True)
class CompareSelection(OfScorers):
    """Which metrics are compared with whom."""

    human: str | None = again(OfScorers, "human", check=_one_human)
    drop_outliers: float | None = setting(
        None,
        "Leave out systems whose human score is further than this from the median system, in robust standard "
        "deviations (median absolute deviations times 1.4826). The metrics task of WMT 2020 took 2.5.",
        check=optional(positive),
        default_words="none is left out",
    )
    contrast: tuple[str, ...] | None = setting(
        None,
        "Two metrics, A,B: whether the lead of A over B depends on the group or annotator (--by), or on which of "
        "several human scores.",
        check=_two_metrics,
        several=True,
        split=split_patterns,
        panel=TEST,
    )
    tests: bool = setting(default=True, text="False leaves out all tests.", flag=None)


@dataclasses.dataclass(frozen=True)
class Settings(OfCorrelations, OfIntervals, OfClosedForms, OfTests, StudySettings):
    """How correlations are estimated and compared; the defaults are the recommended ones.

    Attributes
    ----------
    preset : str or None
        The publication whose options these are (see `presets`).

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a method makes no sense for what is asked, or a coefficient exists at none of the levels.
    """

    test: str = setting(
        RECOMMENDED,
        "Which test decides about differences. Recommended is the two-way jackknife, and the plain permutation where "
        "something is asked for that only that one has.",
        choices=OFFERED_TESTS,
        panel=TEST,
    )
    test_over: str = setting(
        "",
        "What the test swaps, resamples or leaves out: systems, inputs, both (Perm-Both) or "
        "rows_then_columns.",
        default_words="what --applies-to says",
        panel=TEST,
    )
    beside: tuple[str, ...] = setting(
        (),
        "Permutation tests shown beside, by what they swap: systems, inputs, both (Perm-Both).",
        check=_swaps,
        several=True,
        default_words="none",
        panel=TEST,
    )
    standardize: str = setting(
        "level",
        "Over what scores are z-scored before they are swapped: what the level compares, or all outputs.",
        choices=STANDARDIZE,
        panel=TEST,
    )
    correction: str = again(
        OfTests,
        "correction",
        default=RECOMMENDED,
        text="Correction for the number of tests. Recommended is that of Shaffer where it exists, for two-sided tests "
        "of all pairs: Holm's, sharpened by what equality implies. If two metrics differ, a third differs from one of "
        "them. Elsewhere it is Holm's.",
        check=_correction,
        choices=(RECOMMENDED, *CORRECTIONS, *PAIR_CORRECTIONS),
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
        None, "Compare every metric with this one only.", check=optional(metric_name), panel=TEST
    )
    preset: str | None = setting(
        None,
        "All options of a publication at once. Another value for one of them is refused, but for resamples.",
        check=optional(one_of(tuple(PRESETS))),
        choices=tuple(PRESETS),
        flag="--as",
    )

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> Self:
        """Build from keyword arguments by the names of fields or of arguments; None stands for the default.

        With a preset, what is not given is as the publication has it.
        """
        return super().of(rng=rng, **with_preset(cls, PRESETS, given))

    @functools.cached_property
    def asked_test(self) -> AskedTest:
        """What decides about each coefficient follows from this."""
        return AskedTest(self.test, self.test_over, self.over)

    def main_test(self, level: str, coefficient: str) -> Decision:
        """Return the test that decides about a coefficient at a level (see `recommended`)."""
        return _decision(self.asked_test, level, coefficient)

    def is_main(self, row: Tested) -> bool:
        """Return whether the row of a test is of the one that decides, and not of one shown beside it."""
        return (row.test, row.over) == self.main_test(row.level, row.coefficient)

    @property
    def interval_method(self) -> IntervalMethod:
        """How intervals are made."""
        return interval_method(self.interval)

    def interval_of(self, coefficient: str) -> ChosenInterval:
        """Return how the interval of a coefficient is made (see `recommended`)."""
        return interval_of(self.interval_method, self.over, coefficient)

    @property
    def intervals(self) -> dict[ChosenInterval, tuple[tuple[str, str], ...]]:
        """How intervals are made, and at which levels and of which coefficients."""
        found: dict[ChosenInterval, tuple[tuple[str, str], ...]] = {}
        for key in self.keys:
            chosen = self.interval_of(key[1])
            found[chosen] = (*found.get(chosen, ()), key)
        return found

    @property
    def other_intervals(self) -> dict[ChosenInterval, tuple[str, ...]]:
        """The intervals in place of the one asked for, and the coefficients that have them."""
        asked = ChosenInterval(self.interval_method, self.over)
        return {
            chosen: tuple(dict.fromkeys(name for _, name in keys))
            for chosen, keys in self.intervals.items()
            if chosen != asked
        }

    @property
    def draws_for_intervals(self) -> bool:
        """Whether an interval rests on resamples, so that their number and the seed matter to it."""
        return any(chosen.method.resampled for chosen in self.intervals)

    @property
    def closed_form(self) -> bool:
        """Whether the test is a formula."""
        return pair_test(self.test).closed_form

    @property
    def draws_for_tests(self) -> bool:
        """Whether chance has a part in a test, so that the resamples and the seed matter to it."""
        deciding = {self.main_test(*key).test for key in self.keys}
        return bool(self.beside) or any(pair_test(name).random for name in deciding)

    @property
    def stops_early(self) -> bool:
        """Whether the test can end when enough is known."""
        return pair_test(self.test).stops_early

    @property
    def standardizes(self) -> bool:
        """Whether it matters how metrics are put on one scale."""
        return pair_test(self.test).standardizes

    def _settle(self) -> None:
        super()._settle()
        if self.test == RECOMMENDED:
            object.__setattr__(
                self, "test", recommended_test(self.test_over, self.standardize, self.stop_after)
            )
        method = pair_test(self.test)
        if not self.test_over or method.closed_form:
            object.__setattr__(self, "test_over", method.over_for(APPLIES_TO[self.applies_to]))
        check_choice("test_over", self.test_over, method.overs)
        if self.correction == RECOMMENDED:
            two_sided = self.alternative == "two-sided" and self.family != "per_metric"
            every_pair = two_sided and self.baseline is None
            object.__setattr__(self, "correction", ALL_PAIRS if every_pair else ELSEWHERE)

    def _refuse(self) -> None:
        if self.stop_after is not None and not self.stops_early and not self.beside:
            raise UnsupportedMethodError(
                f"`stop_after` ends permutation tests early; the {self.test} test draws all its resamples, if any. "
                "Leave it out, or ask for the permutation test."
            )
        if self.margin is not None:
            check_level(self.alpha)
        if self.family == "baseline" and self.baseline is None:
            raise ArgumentError("`family`='baseline' needs a `baseline` metric.")
        if self.correction in PAIR_CORRECTIONS and (
            self.alternative != "two-sided" or self.family == "per_metric"
        ):
            raise UnsupportedMethodError(
                f"`correction`={self.correction!r} is for two-sided tests of one family, where "
                "hypotheses follow from others. Use Holm's (--correction holm), or two-sided tests of "
                "all pairs."
            )
        super()._refuse()
        refuse_other_than_preset(self, Settings, PRESETS, FREE)
        self._refuse_closed_forms_of_pair_shares()
        self._refuse_closed_forms_off_the_system_level()

    def _refuse_closed_forms_of_pair_shares(self) -> None:
        others = [name for name in self.coefficients if not coefficient_facts(name).closed_forms]
        if self.closed_form and others:
            raise UnsupportedMethodError(
                f"the {self.test} test needs coefficients that behave as correlations; three values of {others[0]} "
                "can be impossible as such. Use pearson, spearman or kendall, or a resampling test."
            )

    def _refuse_closed_forms_off_the_system_level(self) -> None:
        other = [level for level in self.computed_levels if level != "system"]
        if not other or self.as_published:
            return
        if self.closed_form:
            raise UnsupportedMethodError(
                f"the {self.test} test takes independent outputs; at the {other[0]} level those of one "
                "system or input depend on each other. Ask for the system level (--level system), a "
                "resampling test, or what papers have done all the same (as_published, --as-published)."
            )
        if self.interval_method.closed_form:
            raise UnsupportedMethodError(
                f"{self.interval_method.noun} is for one correlation of independent pairs; the "
                f"{other[0]} level has other pairs. Ask for the system level (--level system), a "
                "bootstrap interval, or what papers have done all the same (as_published, "
                "--as-published)."
            )
