"""The rows and the result of a study of conditions."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Share
from trueness.studies.compare.margin_verdicts import OneSided, ThreeWay
from trueness.studies.conditions.sources import ConditionsAndBack
from trueness.studies.equivalence.resolved_pairs import DominanceRow, ResolvedPairsResult, ShiftRow
from trueness.studies.equivalence.rows import EquivalenceResult, EquivalenceRow
from trueness.studies.equivalence.scorer_map import ScorerMapResult, ScorerPlace
from trueness.study.study import StudyResult

OTHER_SIDE: Mapping[ThreeWay | OneSided, ThreeWay | OneSided] = MappingProxyType(
    {"better": "worse", "worse": "better", "not worse": "not better", "not better": "not worse"}
)
"""Verdicts of the reference against the condition, said of the condition."""


@explained(
    rival=Meaning("The metric itself under the condition."),
    estimate_metric=Meaning("The correlation under the reference.", "Correlation at reference"),
    estimate_rival=Meaning("The correlation under the condition.", "Correlation there"),
    verdict=Meaning(
        "The metric under the condition against itself under the reference: ``worse`` where it agrees less there.",
        "There it agrees",
    ),
    margin_kind=Meaning(heading="Kind"),
)
@dataclasses.dataclass(frozen=True)
class ConditionTest(EquivalenceRow):
    """Whether a metric agrees with the human as well under a condition as under the reference.

    The rival is the metric itself under the condition; what is not named here is as in `EquivalenceRow`.
    """

    margin_kind: str

    @classmethod
    def of(cls, row: EquivalenceRow, margin_kind: str) -> Self:
        """Return a test with its verdict from the side of the condition.

        Parameters
        ----------
        row : EquivalenceRow
            Of the metric under the reference against itself under the condition.
        margin_kind : str
        """
        values = vars(row) | {"verdict": OTHER_SIDE.get(row.verdict, row.verdict)}
        return cls(**values, margin_kind=margin_kind)


@explained(
    margin_kind=Meaning(heading="Margin"),
    n_tests=Meaning("The family of tests."),
    n_undefined=Meaning("Tests without a p-value."),
)
@dataclasses.dataclass(frozen=True)
class ShareRow:
    """How many tests find equivalence within one kind of margin."""

    margin_kind: str
    method: str
    level: str
    coefficient: str
    n_tests: int
    n_undefined: int
    n_equivalent: int
    n_equivalent_adjusted: int
    share_equivalent: Share
    share_equivalent_adjusted: Share
    n_different: int


@explained(
    sd=Meaning("Of the correlations with the single annotators; NaN where one is undefined."),
    range=Meaning(
        "The largest minus the smallest of the correlations with the single annotators; NaN where one is undefined."
    ),
)
@dataclasses.dataclass(frozen=True)
class AnnotatorMarginsRow:
    """What margins the single annotators give a metric under the reference condition."""

    metric: str
    human: str
    level: str
    coefficient: str
    sd: float
    range: float
    correlations: tuple[float, ...]


@explained(
    condition=Meaning("The condition; empty for the reference; a way back is called after its condition."),
    n_cells=Meaning("Outputs that both conditions scored."),
)
@dataclasses.dataclass(frozen=True)
class WithinRow:
    """How well a metric agrees with the human under one condition."""

    metric: str
    condition: str
    human: str
    level: str
    coefficient: str
    estimate: float
    n_cells: int


@explained(
    estimate=Meaning(
        "Correlation of the metric's scores under the reference with those under the condition."
    ),
    n_cells=Meaning("Outputs scored under both conditions and by people."),
)
@dataclasses.dataclass(frozen=True)
class AcrossRow:
    """How a metric's scores under the reference go with its scores under another condition."""

    metric: str
    condition: str
    level: str
    coefficient: str
    estimate: float
    n_cells: int


@dataclasses.dataclass(frozen=True)
class ConditionsResult(StudyResult):
    """What becomes of metrics under other conditions.

    Attributes
    ----------
    source : ConditionsAndBack
        The scores behind it.
    studied : mapping of (str, str) to EquivalenceResult
        What `equivalence` finds, by kind of margin and method.
    margins : tuple of AnnotatorMarginsRow
        Empty where there is no margin from annotators.
    resolved : ResolvedPairsResult or None
        None where a single metric makes no pair, or nothing can be resampled.
    map : ScorerMapResult or None
        None where all scorers rank outputs alike, or no two outputs have all scores.
    """

    TABLES: ClassVar[tuple[str, ...]] = (
        *("shares", "tests", "margins", "within", "across", "shifts", "pairs", "places"),
    )

    source: ConditionsAndBack
    studied: Mapping[tuple[str, str], EquivalenceResult]
    shares: tuple[ShareRow, ...]
    margins: tuple[AnnotatorMarginsRow, ...]
    within: tuple[WithinRow, ...]
    across: tuple[AcrossRow, ...]
    resolved: ResolvedPairsResult | None
    map: ScorerMapResult | None

    @property
    def table(self) -> ScoreTable:
        """The reference condition."""
        return self.source.conditions.table

    @property
    def conditions(self) -> tuple[str, ...]:
        """The other conditions."""
        return tuple(self.source.conditions.against)

    @property
    def humans(self) -> tuple[str, ...]:
        """The human scorers."""
        return tuple(self.selection.human)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics studied."""
        return tuple(self.selection.metrics)

    @property
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers, by condition; those of the reference are ``scores``."""
        return self.source.parts

    @property
    def tests(self) -> tuple[ConditionTest, ...]:
        """All tests, by kind of margin and method."""
        return tuple(
            ConditionTest.of(row, kind) for (kind, _), found in self.studied.items() for row in found.tests
        )

    @property
    def shifts(self) -> tuple[ShiftRow, ...]:
        """What becomes of resolved pairs of metrics under every condition, and after every way back."""
        return () if self.resolved is None else self.resolved.shifts

    @property
    def pairs(self) -> tuple[DominanceRow, ...]:
        """Which pairs of metrics resampling tells apart under the reference condition."""
        return () if self.resolved is None else self.resolved.pairs

    @property
    def places(self) -> tuple[ScorerPlace, ...]:
        """Where scorers lie on the plane of two principal components."""
        return () if self.map is None else self.map.places

    def of(self, kind: str, method: str | None = None) -> EquivalenceResult:
        """Return the tests within one kind of margin, by default those of the method that decides."""
        return self.studied[kind, method or self.settings.method]

    def compared(self) -> dict[str, Any]:
        """Return with whom metrics were compared, under which conditions."""
        return {"humans": self.humans, "conditions": self.conditions, "back": tuple(self.source.back)}
