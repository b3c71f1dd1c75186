"""Which metrics are studied under which conditions, and how."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from trueness.errors import ArgumentError, check_choice, listing
from trueness.methods.applies_to import APPLIES_TO
from trueness.methods.equivalence_methods import ANDERSON_HAUCK, TWO_WAY_JACKKNIFE
from trueness.methods.interval import NONE
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.registry import EQUIVALENCE_METHODS, equivalence_method
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.corrections import resamples_needed
from trueness.statistics.equivalence.annotator_margin import ANNOTATOR_MARGINS
from trueness.statistics.equivalence.dominance import RESOLVED, resolved
from trueness.statistics.equivalence.equivalence_bounds import check_margin, equivalence_bounds
from trueness.studies.equivalence.settings import OUTPUTS, EquivalenceSelection, EquivalenceSettings
from trueness.study.setting import TEST, Selection, StudySettings, again, setting, words
from trueness.study.setting_groups import InGroups, OfCorrelations, OfTests

CONSTANT_MARGIN = "0.05"
"""The constant margin of Braun et al. (2022)."""


def _margins(argument: str, value: Any) -> tuple[str, ...]:
    """Return margins as words: kinds of annotators' margins, and numbers as short as they can be."""
    given = (
        (value,) if isinstance(value, str | float | int) or not isinstance(value, Iterable) else tuple(value)
    )
    if not given:
        raise ArgumentError(f"`{argument}` must name at least one margin: a number, sd or range.")
    found = []
    for one in given:
        if isinstance(one, str) and one in ANNOTATOR_MARGINS:
            found.append(one)
            continue
        try:
            number = float(one)
        except (TypeError, ValueError):
            raise ArgumentError(
                f"`{argument}` must be numbers, or {listing(ANNOTATOR_MARGINS)} of single annotators; it "
                f"is {one!r}."
            ) from None
        bounds = equivalence_bounds(number)
        check_margin(bounds.high)
        found.append(f"{bounds.high:g}")
    return tuple(dict.fromkeys(found))


def _beside(argument: str, value: Any) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            check_choice(argument, one, EQUIVALENCE_METHODS) for one in words(argument, value) or ()
        )
    )


def _threshold(argument: str, value: Any) -> float:
    try:
        resolved([[0.0]], value)
    except (ArgumentError, TypeError):
        raise ArgumentError(f"`{argument}` must be above 0.5 and at most 1; it is {value!r}.") from None
    return float(value)


@dataclasses.dataclass(frozen=True)
class ConditionsSelection(Selection):
    """Which metrics are studied under every condition, beside whom."""

    human: tuple[str, ...] | None = again(
        EquivalenceSelection,
        "human",
        text="The human scorers, one or several: qualities. Their tests are one family.",
        default_words="all that the data declare",
    )
    metrics: tuple[str, ...] | None = again(EquivalenceSelection, "metrics")
    clusters: str | None = again(InGroups, "clusters")
    system_clusters: str | None = again(InGroups, "system_clusters")


@dataclasses.dataclass(frozen=True)
class ConditionsSettings(OfCorrelations, OfTests, StudySettings):
    """How conditions are compared; the defaults are the recommended ones.

    Attributes
    ----------
    margins : tuple of str
        Numbers, ``sd`` and ``range``, as words.
    levels, coefficients : tuple of str
        Where no level is asked for: system and input; for single outputs the global level.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a method makes no sense for what is asked.
    """

    levels: tuple[str, ...] = again(
        EquivalenceSettings, "levels", default_words="system and input; global for single outputs"
    )
    coefficients: tuple[str, ...] = again(
        OfCorrelations, "coefficients", default=("kendall",), default_words="kendall"
    )
    margins: tuple[str, ...] = setting(
        (CONSTANT_MARGIN,),
        "Margins, each with a family of tests of its own. A number; or sd or range of the single annotators' "
        "correlations with the metric under the reference condition.",
        check=_margins,
        keyword="margin",
        several=True,
        default_words=f"{CONSTANT_MARGIN}, and sd and range where annotators are known",
        panel=TEST,
    )
    method: str = again(
        EquivalenceSettings,
        "method",
        text="How equivalence is tested. By the standard errors of the two-way jackknife, by the bootstrap, with "
        "as many resamples as the correction needs, or by a closed form of the system level.",
    )
    beside: tuple[str, ...] = setting(
        (ANDERSON_HAUCK.name,),
        "Further tests of equivalence, shown beside; closed forms where they exist.",
        check=_beside,
        choices=tuple(EQUIVALENCE_METHODS),
        several=True,
        default_words=ANDERSON_HAUCK.name,
        flag="--method-beside",
        panel=TEST,
    )
    applies_to: str = again(EquivalenceSettings, "applies_to")
    over: str = again(EquivalenceSettings, "over")
    threshold: float = setting(
        RESOLVED,
        "From which share of resamples on a pair of metrics is resolved.",
        check=_threshold,
        flag="--resolved",
    )
    alternative: str = again(EquivalenceSettings, "alternative")
    correction: str = again(
        EquivalenceSettings,
        "correction",
        text="Correction over all metrics, qualities and conditions of one margin, level and coefficient.",
    )
    alpha: float = again(EquivalenceSettings, "alpha")
    as_published: bool = again(EquivalenceSettings, "as_published")

    def _settle(self) -> None:
        super()._settle()
        if not self.over:
            object.__setattr__(self, "over", APPLIES_TO[self.applies_to])
        object.__setattr__(self, "beside", tuple(name for name in self.beside if name != self.method))
        if not self.levels:
            only = "global" if self.over == OUTPUTS else "system" if self._closed(self.method) else ""
            object.__setattr__(self, "levels", (only,) if only else ("system", "input"))

    def _refuse(self) -> None:
        super()._refuse()
        for name in self.methods:
            for kind in self.margins:
                self.of_equivalence(name, kind)  # what makes no sense is refused there

    @staticmethod
    def _closed(method: str) -> bool:
        return equivalence_method(method).closed_form

    @property
    def methods(self) -> tuple[str, ...]:
        """The test that decides, and those beside it that exist at a level and for a coefficient asked for."""
        return (self.method, *(name for name in self.beside if self._keys_of(name) != ((), ())))

    def _keys_of(self, method: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the levels and coefficients that a test beside exists for; none of both where it has none."""
        if not self._closed(method):
            return self.levels, self.coefficients
        allowed = ("system", "global") if self.as_published else ("system",)
        levels = tuple(level for level in self.levels if level in allowed)
        names = tuple(name for name in self.coefficients if coefficient_facts(name).closed_forms)
        return (levels, names) if levels and names else ((), ())

    def of_equivalence(self, method: str, margin: str) -> EquivalenceSettings:
        """Return the settings under which `equivalence` would make the tests of one margin by one method.

        Parameters
        ----------
        method : str
            Of `methods`.
        margin : str
            Of `margins`.
        """
        levels, names = self._keys_of(method) if method != self.method else (self.levels, self.coefficients)
        closed = self._closed(method)
        resampled = equivalence_method(method).resampled
        shared = [
            field.name
            for cls in (OfCorrelations, OfTests, StudySettings)
            for field in dataclasses.fields(cls)
        ]
        return EquivalenceSettings(
            **{
                **{name: getattr(self, name) for name in shared},
                "levels": levels,
                "coefficients": names,
                "margin": margin if margin in ANNOTATOR_MARGINS else float(margin),
                "method": method,
                "applies_to": self.applies_to,
                "over": self.over,
                "test": NONE if closed else PAIRED_BOOTSTRAP.name if resampled else TWO_WAY_JACKKNIFE.name,
                "as_published": self.as_published,
            }
        )

    def resamples_for(self, n_tests: int) -> int:
        """Return how many resamples a family needs so that one test alone can be rejected; 0 where none are drawn."""
        if not any(equivalence_method(name).resampled for name in self.methods):
            return 0
        return resamples_needed(n_tests, self.correction, self.alpha)
