"""The rows and the result of a comparison by facets."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any, ClassVar

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.statistics.array_types import FloatArray
from trueness.studies.compare.in_papers import InPapers
from trueness.studies.compare.lead_contrasts import LeadContrast, LeadContrasts
from trueness.studies.compare.rows import CompareResult, Estimate, PairTest, Rank, Sensitivity
from trueness.study.facets.facet_kind import ALL, FacetKind, Facets
from trueness.study.human_facts import HumanFacts, HumanPair
from trueness.study.human_means import is_mean
from trueness.study.shared_cautions import Scope
from trueness.study.study import StudyResult


@explained(
    metric=Meaning("The metric with the highest correlation; empty where none has one.", "Highest"),
    n_tests=Meaning("Pairs of metrics.", "Pairs"),
    n_separated=Meaning(
        "Pairs that are told apart, after the correction: that over facets, too, where there is one.",
        "Told apart",
    ),
    n_beaten=Meaning("Metrics that the highest is shown to be better than.", "Better than"),
)
@dataclasses.dataclass(frozen=True)
class HighestRow:
    """Which metric is the highest in a facet, by the first coefficient of a level."""

    facet: str
    level: str
    coefficient: str
    n_systems: int
    n_inputs: int
    metric: str
    estimate: float
    low: float
    high: float
    n_tests: int
    n_separated: int
    n_beaten: int


@explained()
@dataclasses.dataclass(frozen=True)
class FacetEstimate(Estimate):
    """An `Estimate`, and of which facet it is."""

    facet: str = ""


@explained(pvalue_adjusted=Meaning("Corrected over facets, too, where they are corrected over."))
@dataclasses.dataclass(frozen=True)
class FacetPairTest(PairTest):
    """A `PairTest`, and of which facet it is."""

    facet: str = ""


@explained()
@dataclasses.dataclass(frozen=True)
class FacetRank(Rank):
    """A `Rank`, and of which facet it is."""

    facet: str = ""


@explained()
@dataclasses.dataclass(frozen=True)
class FacetSensitivity(Sensitivity):
    """A `Sensitivity`, and of which facet it is."""

    facet: str = ""


def _of_each(cls: type, comparisons: Mapping[str, CompareResult], table: str) -> tuple[Any, ...]:
    """Return the rows of all comparisons in turn, each with its facet."""
    return tuple(
        cls(**{field.name: getattr(row, field.name) for field in dataclasses.fields(row)}, facet=facet)
        for facet, comparison in comparisons.items()
        for row in comparison.rows_of(table)
    )


@dataclasses.dataclass(frozen=True)
class FacetsResult(InPapers, StudyResult):
    """How metrics agree with people facet by facet.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it: the human scorers that were named, and the compared metrics.
    kind : FacetKind
        What the facets are.
    facets : Facets
        The scores of each, and those that are left out.
    comparisons : mapping of str to CompareResult
        What `compare` finds in every facet; where facets are parts of something, first in all together, under ``all``.
    humans : tuple of HumanFacts
        Where facets differ in the human scorer.
    between : tuple of HumanPair
        How these human scorers agree with each other.
    contrasted : LeadContrasts
        Whether the lead of one metric over another depends on the facet, where that was asked.
    """

    TABLES: ClassVar[tuple[str, ...]] = (
        *(
            "estimates",
            "highest",
            "contrasts",
            "tests",
            "beside",
            "ranks",
            "sensitivity",
            "humans",
            "between",
        ),
    )

    table: ScoreTable
    kind: FacetKind = dataclasses.field(repr=False)
    facets: Facets = dataclasses.field(repr=False)
    comparisons: Mapping[str, CompareResult] = dataclasses.field(repr=False)
    humans: tuple[HumanFacts, ...]
    between: tuple[HumanPair, ...]
    contrasted: LeadContrasts = dataclasses.field(repr=False)

    @property
    def whole(self) -> CompareResult | None:
        """The comparison in all together; None where facets are no parts of anything."""
        return self.comparisons[ALL] if self.kind.together else None

    @property
    def parts(self) -> Mapping[str, CompareResult]:
        """The comparisons in every facet, without all together."""
        return self.kind.parts(self.comparisons)

    @property
    def contrasts(self) -> tuple[LeadContrast, ...]:
        """The lead of one metric over another in every facet, and between facets; none where not asked for."""
        return self.contrasted.rows

    @property
    def metrics(self) -> tuple[str, ...]:
        """The compared metrics."""
        return tuple(self.selection.metrics)

    @property
    def corrected(self) -> bool:
        """Whether tests are corrected over facets."""
        return any(one.settings.alpha != self.settings.alpha for one in self.parts.values())

    @functools.cached_property
    def highest(self) -> tuple[HighestRow, ...]:
        """The highest metric of every facet, level by level."""
        return tuple(
            _highest(facet, comparison, level)
            for level in self.settings.computed_levels
            for facet, comparison in self.comparisons.items()
        )

    @functools.cached_property
    def estimates(self) -> tuple[FacetEstimate, ...]:
        """Every correlation, facet by facet."""
        return _of_each(FacetEstimate, self.comparisons, "estimates")

    @functools.cached_property
    def tests(self) -> tuple[FacetPairTest, ...]:
        """Every pair of metrics in every facet."""
        return self._tested("tests")

    @functools.cached_property
    def beside(self) -> tuple[FacetPairTest, ...]:
        """The tests shown beside the main one."""
        return self._tested("beside")

    def _tested(self, table: str) -> tuple[FacetPairTest, ...]:
        parts = self.parts
        times = len(parts) if self.corrected else 1
        return tuple(
            dataclasses.replace(row, pvalue_adjusted=min(1.0, times * row.pvalue_adjusted))
            if times > 1 and row.facet in parts
            else row
            for row in _of_each(FacetPairTest, self.comparisons, table)
        )

    @functools.cached_property
    def ranks(self) -> tuple[FacetRank, ...]:
        """Where metrics stand in every facet."""
        return _of_each(FacetRank, self.comparisons, "ranks")

    @functools.cached_property
    def sensitivity(self) -> tuple[FacetSensitivity, ...]:
        """How correlations move when a system is left out."""
        return _of_each(FacetSensitivity, self.comparisons, "sensitivity")

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The human scorers of the facets, each once, without means of others."""
        return tuple(dict.fromkeys(one.human for one in self.parts.values() if not is_mean(one.human)))

    @property
    def people(self) -> dict[str, FloatArray]:
        """The scores of outputs by human scorer, larger is better, shape (N, M) each."""
        return {human: self.facets.table.oriented(human) for human in self.dimensions}

    def of(self, facet: str) -> CompareResult:
        """Return the comparison in one facet.

        Raises
        ------
        UnknownNameError
            If there is none of that name.
        """
        if facet not in self.comparisons:
            raise unknown_name(self.kind.one, facet, tuple(self.comparisons))
        return self.comparisons[facet]

    def scope(self, table: ScoreTable) -> Scope:
        """Return what is said of a table; of one human scorer what is said of it, too."""
        named = self.selection.human
        return dataclasses.replace(super().scope(table), human=named[0] if len(named) == 1 else None)

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        found = {"human": self.selection.human, "metrics": self.metrics}
        return found if self.selection.by is None else {**found, "by": self.selection.by}


def _highest(facet: str, comparison: CompareResult, level: str) -> HighestRow:
    coefficient = comparison.settings.coefficients_at(level)[0]
    rows = [row for row in comparison.estimates if (row.level, row.coefficient) == (level, coefficient)]
    known = [row for row in rows if row.estimate == row.estimate]
    best = max(known, key=lambda row: row.estimate) if known else None
    tests = [row for row in comparison.tests if (row.level, row.coefficient) == (level, coefficient)]
    pairs = {frozenset((row.metric, row.rival)): False for row in tests}
    for row in tests:
        pairs[frozenset((row.metric, row.rival))] |= row.verdict in ("better", "worse")
    beaten = [
        row.n_beaten
        for row in comparison.ranks
        if best is not None and (row.metric, row.level, row.coefficient) == (best.metric, level, coefficient)
    ]
    nothing = float("nan")
    _, systems, inputs = comparison.table.shape
    return HighestRow(
        facet=facet,
        level=level,
        coefficient=coefficient,
        n_systems=systems,
        n_inputs=inputs,
        metric="" if best is None else best.metric,
        estimate=nothing if best is None else best.estimate,
        low=nothing if best is None else best.low,
        high=nothing if best is None else best.high,
        n_tests=len(pairs),
        n_separated=sum(pairs.values()),
        n_beaten=beaten[0] if beaten else 0,
    )
