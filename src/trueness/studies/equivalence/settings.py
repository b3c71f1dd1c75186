"""Which correlations are tested for equivalence, and how."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.methods import equivalence_methods
from trueness.methods.applies_to import APPLIES_TO, OVERS
from trueness.methods.equivalence_methods import EquivalenceMethod
from trueness.methods.interval import NONE
from trueness.methods.registry import (
    EQUIVALENCE_METHODS,
    OFFERED_TESTS,
    PAIR_TESTS,
    RECOMMENDED,
    RECOMMENDED_NAME,
    equivalence_method,
    pair_test,
)
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.equivalence.annotator_margin import ANNOTATOR_MARGINS
from trueness.statistics.equivalence.bootstrap_equivalence import check_level
from trueness.statistics.equivalence.equivalence_bounds import (
    Bounds,
    check_margin,
    equivalence_bounds,
)
from trueness.statistics.level_names import check_levels
from trueness.studies.compare.settings import Settings
from trueness.study.facets.groups import ByGroups
from trueness.study.setting import (
    TEST,
    StudySettings,
    again,
    fixed,
    number_or_word,
    setting,
    words,
)
from trueness.study.setting_groups import (
    OfCorrelations,
    OfIntervals,
    OfScorers,
    OfTests,
)

DIFFERENCE_TESTS = (*OFFERED_TESTS, NONE)

MARGIN = "Margin"
"""The heading under which the command lists options that only a margin needs."""


def _humans(argument: str, value: Any) -> tuple[str, ...] | None:
    found = words(argument, value)
    if found == ():
        raise ArgumentError(f"`{argument}` must name at least one scorer.")
    return None if found is None else tuple(dict.fromkeys(found))


def _margin(argument: str, value: Any) -> Any:
    """Return a margin; what it bounds is checked with the other two."""
    return check_choice(argument, value, ANNOTATOR_MARGINS) if isinstance(value, str) else value


def _bound(argument: str, value: Any) -> Any:
    del argument
    return value


OUTPUTS = "outputs"
"""Single outputs are resampled, or left out, one by one."""


def _over(argument: str, value: Any) -> str:
    return value if value == "" else check_choice(argument, value, (*OVERS, OUTPUTS))


def _level(argument: str, value: Any) -> float:
    del argument
    return check_level(value)


def _levels(argument: str, value: Any) -> tuple[str, ...]:
    del argument
    return check_levels(value) if value else ()


@dataclasses.dataclass(frozen=True)
class EquivalenceSelection(ByGroups, OfScorers):
    """Which correlations are tested for equivalence.

    Attributes
    ----------
    drop_duplicates : bool
        Always false: copies of systems are left out before, if at all.
    """

    human: tuple[str, ...] | None = again(  # type: ignore[assignment]
        OfScorers,
        "human",
        text="The human scorer, or several: one family of tests.",
        check=_humans,
        several=True,
        split=split_patterns,
    )
    matched: bool = setting(
        default=True,
        text="Whether the outputs under both conditions are the same ones, matched by system and input, and judged "
        "once (by the reference's human scores). False for unmatched data, each condition with its own human scores.",
        flag=None,
    )
    drop_duplicates: bool = fixed(value=False)


@dataclasses.dataclass(frozen=True)
class EquivalenceSettings(OfCorrelations, OfTests, StudySettings):
    """How equivalence is tested; only the margin has no default.

    Attributes
    ----------
    levels, coefficients : tuple of str
        Where no level is asked for: system and input; for closed forms the system level alone, and for single outputs
        the global level.

    Raises
    ------
    ArgumentError
        If a value is not among those listed, or there is no margin.
    UnsupportedMethodError
        If a method makes no sense for what is asked.
    """

    levels: tuple[str, ...] = again(
        OfCorrelations,
        "levels",
        default=(),
        check=_levels,
        default_words="system and input; system for closed forms, global for single outputs",
    )
    alternative: str = fixed("two-sided")
    correction: str = again(
        OfTests,
        "correction",
        default="by",
        text="Correction over all rows of one level and coefficient.",
    )
    alpha: float = again(
        OfTests,
        "alpha",
        text="Level of the tests, below .5; intervals have confidence 1 - 2 alpha.",
        check=_level,
    )
    margin: float | str | None = setting(
        None,
        "Largest difference that is called none; or sd or range of the single annotators' correlations with the metric "
        "under the reference condition. Of a pair of metrics the smaller of the two margins is taken, with a baseline "
        "that of the baseline.",
        check=_margin,
        parse=number_or_word,
        panel=MARGIN,
    )
    low: float | None = setting(
        None,
        "Lower bound, at most 0, in place of a margin.",
        check=_bound,
        flag="--margin-low",
        panel=MARGIN,
    )
    high: float | None = setting(
        None,
        "Upper bound, at least 0, in place of a margin.",
        check=_bound,
        flag="--margin-high",
        panel=MARGIN,
    )
    method: str = setting(
        equivalence_methods.TWO_WAY_JACKKNIFE.name,
        "How equivalence is tested. By the standard errors of the two-way jackknife, as differences are, or by the "
        "bootstrap, as unmatched conditions always are. The closed forms are for the system level, and of unmatched "
        "conditions on Kraatz' scale.",
        choices=EQUIVALENCE_METHODS,
        panel=TEST,
    )
    applies_to: str = again(OfIntervals, "applies_to")
    over: str = again(
        OfIntervals,
        "over",
        text="What is left out or resampled. Outputs one by one, as published, are so at the global level only.",
        check=_over,
        choices=(*OVERS, OUTPUTS),
    )
    test: str = again(
        Settings,
        "test",
        default=RECOMMENDED_NAME,
        text="Test of a difference, beside that of equivalence. The two-way jackknife and the bootstrap rest on the "
        "same standard errors, or resamples.",
        choices=DIFFERENCE_TESTS,
    )
    test_over: str | None = again(
        Settings,
        "test_over",
        default=None,
        default_words="",
        text="What the test of a difference swaps, resamples or leaves out; by default systems where it swaps, else "
        "what equivalence resamples or leaves out.",
    )
    baseline: str | None = again(Settings, "baseline")
    as_published: bool = again(
        Settings,
        "as_published",
        text="Allow closed forms at the global level, as papers did; flagged.",
    )

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
        return self.equivalence.resampled or self.tested_by_resamples

    @property
    def bounds(self) -> Bounds | None:
        """The region between the bounds; None where it comes from the annotators."""
        if isinstance(self.margin, str):
            return None
        return equivalence_bounds(self.margin, low=self.low, high=self.high)

    @property
    def resampled(self) -> str:
        """What is resampled or left out on the arrays: pooled outputs are "inputs" of one system."""
        return "inputs" if self.over == OUTPUTS else self.over

    def of_differences(self) -> Settings:
        """Return the settings under which `compare` would test the differences."""
        test = self.test if self.tested else RECOMMENDED_NAME
        shared = [
            field.name
            for cls in (OfCorrelations, OfTests, StudySettings)
            for field in dataclasses.fields(cls)
        ]
        return Settings(
            **{name: getattr(self, name) for name in shared},
            over=self.resampled,
            interval=NONE,
            test=test,
            test_over=self._test_over(test),
            beside=(),
            baseline=self.baseline,
            as_published=self.as_published,
        )

    def _test_over(self, test: str) -> str:
        known = pair_test(test) if test in PAIR_TESTS else None
        if known is not None and known.only_systems:
            return "systems"
        if self.over == OUTPUTS or (known is not None and known.closed_form):
            return "inputs"  # pooled outputs; a closed form resamples nothing
        if self.test_over is not None:
            return self.test_over
        same = known is not None and (known.resamples or known.has_errors)
        return self.over if same else "systems"

    def _settle(self) -> None:
        super()._settle()
        if self.test == RECOMMENDED:
            object.__setattr__(self, "test", RECOMMENDED_NAME)
        if not self.over:
            object.__setattr__(self, "over", APPLIES_TO[self.applies_to])

    def _usual_levels(self) -> tuple[str, ...]:
        if self.over == OUTPUTS:
            return ("global",)
        return ("system",) if self.equivalence.closed_form else ("system", "input")

    def _refuse(self) -> None:
        if not self.levels:
            object.__setattr__(self, "levels", self._usual_levels())
        self._refuse_margins()
        self._refuse_single_outputs()
        super()._refuse()
        self._refuse_closed_forms()
        if self.over == "these" and self.drawn:
            raise UnsupportedMethodError(
                "a bootstrap cannot apply to these systems and inputs alone. Use --method two_way_jackknife, with the "
                "test of a difference of that name."
            )
        self.of_differences()  # what cannot test the differences is refused there

    def _refuse_margins(self) -> None:
        if not isinstance(self.margin, str):
            region = equivalence_bounds(self.margin, low=self.low, high=self.high)
            check_margin(min(-region.low, region.high))
        elif self.low is not None or self.high is not None:
            raise ArgumentError("give either `margin`, or `low` and `high`.")

    def _refuse_single_outputs(self) -> None:
        if self.over != OUTPUTS:
            return
        others = [level for level in self.levels if level != "global"]
        if others:
            raise UnsupportedMethodError(
                f"outputs are resampled one by one at the global level only; this is the {others[0]} "
                "level. Ask for the global level (--level global), or resample over systems, inputs or "
                "both."
            )
        if self.means == "all":
            raise UnsupportedMethodError("only judged outputs are resampled: use means='judged'.")

    def _refuse_closed_forms(self) -> None:
        if not self.equivalence.closed_form:
            return
        averaged = [level for level in self.levels if level in ("input", "per_system")]
        if averaged:
            raise UnsupportedMethodError(
                f"'{self.method}' needs one number of units, which an average of correlations, as at the "
                f"{averaged[0]} level, lacks. Ask for the system level (--level system) or the "
                "bootstrap."
            )
        others = [name for name in self.coefficients if not coefficient_facts(name).closed_forms]
        if others:
            raise UnsupportedMethodError(
                f"'{self.method}' needs coefficients that behave as correlations; {others[0]} behaves "
                "otherwise. Use pearson, spearman or kendall, or the bootstrap."
            )
        if "global" in self.levels and not self.as_published:
            raise UnsupportedMethodError(
                f"'{self.method}' takes all outputs for independent at the global level; those of one "
                "system or input depend on each other. Ask for the system level (--level system), the "
                "bootstrap, or what papers have done all the same (as_published, --as-published)."
            )
