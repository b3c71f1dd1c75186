"""The rows and the result of a comparison by groups."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any, ClassVar

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.studies.compare.lead_contrasts import LeadContrast, LeadContrasts
from trueness.studies.compare.rows import CompareResult, Estimate, PairTest, Rank
from trueness.study.study import StudyResult
from trueness.study.table_groups import ALL


@explained(
    metric=Meaning("The metric with the highest correlation; empty where none has one.", "Highest"),
    n_tests=Meaning("Pairs of metrics.", "Pairs"),
    n_separated=Meaning(
        "Pairs that are told apart: in groups after the correction over groups, too.", "Told apart"
    ),
    n_beaten=Meaning("Metrics that the highest is shown to be better than.", "Better than"),
)
@dataclasses.dataclass(frozen=True)
class GroupRow:
    """Which metric is the highest in a group, by the first coefficient of a level."""

    group: str
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


@dataclasses.dataclass(frozen=True)
class EstimateIn(Estimate):
    """An `Estimate`, and of which group it is.

    Attributes
    ----------
    group : str
    """

    group: str = ""


@dataclasses.dataclass(frozen=True)
class PairTestIn(PairTest):
    """A `PairTest`, and of which group it is; `pvalue_adjusted` is corrected over groups, too.

    Attributes
    ----------
    group : str
    """

    group: str = ""


@dataclasses.dataclass(frozen=True)
class RankIn(Rank):
    """A `Rank`, and of which group it is.

    Attributes
    ----------
    group : str
    """

    group: str = ""


def _in_groups(cls: type, comparisons: Mapping[str, CompareResult], table: str) -> tuple[Any, ...]:
    """Return the rows of all comparisons in turn, each with its group."""
    return tuple(
        cls(**{field.name: getattr(row, field.name) for field in dataclasses.fields(row)}, group=group)
        for group, comparison in comparisons.items()
        for row in comparison.rows_of(table)
    )


@dataclasses.dataclass(frozen=True)
class GroupsResult(StudyResult):
    """How metrics agree with a human scorer in groups of inputs, or of systems, and in all together.

    Attributes
    ----------
    signature : Signature
    selection : GroupsSelection
    settings : Settings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it.
    of : {'inputs', 'systems'}
        What the groups are of.
    comparisons : mapping of str to CompareResult
        What `compare` finds in all together, under `ALL`, and in every group, there at a level divided by the number
        of groups.
    contrasted : LeadContrasts
        Whether the lead of one metric over another depends on the group, where that was asked.
    """

    TABLES: ClassVar[tuple[str, ...]] = ("groups", "contrasts", "estimates", "tests", "ranks")

    table: ScoreTable
    of: str
    comparisons: Mapping[str, CompareResult] = dataclasses.field(repr=False)
    contrasted: LeadContrasts = dataclasses.field(repr=False)

    @property
    def contrasts(self) -> tuple[LeadContrast, ...]:
        """The lead of one metric over another in every group, and between groups; none where not asked for."""
        return self.contrasted.rows

    @property
    def human(self) -> str:
        """The human scorer."""
        return str(self.selection.human)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The compared metrics."""
        return tuple(self.selection.metrics)

    @property
    def names(self) -> tuple[str, ...]:
        """The groups, without all together."""
        return tuple(name for name in self.comparisons if name != ALL)

    @property
    def corrected(self) -> bool:
        """Whether tests are corrected over groups."""
        return bool(self.comparisons[self.names[0]].settings.alpha != self.settings.alpha)

    @functools.cached_property
    def groups(self) -> tuple[GroupRow, ...]:
        """The highest metric of every group, level by level."""
        return tuple(
            _group_row(group, comparison, level)
            for level in self.settings.computed_levels
            for group, comparison in self.comparisons.items()
        )

    @functools.cached_property
    def estimates(self) -> tuple[EstimateIn, ...]:
        """Every correlation, group by group."""
        return _in_groups(EstimateIn, self.comparisons, "estimates")

    @functools.cached_property
    def tests(self) -> tuple[PairTestIn, ...]:
        """Every pair of metrics in every group."""
        times = len(self.names) if self.corrected else 1
        return tuple(
            row
            if row.group == ALL
            else dataclasses.replace(row, pvalue_adjusted=min(1.0, times * row.pvalue_adjusted))
            for row in _in_groups(PairTestIn, self.comparisons, "tests")
        )

    @functools.cached_property
    def ranks(self) -> tuple[RankIn, ...]:
        """Where metrics stand in every group."""
        return _in_groups(RankIn, self.comparisons, "ranks")

    def of_group(self, group: str) -> CompareResult:
        """Return the comparison in one group.

        Raises
        ------
        UnknownNameError
            If there is none of that name.
        """
        if group not in self.comparisons:
            raise unknown_name("group", group, tuple(self.comparisons))
        return self.comparisons[group]

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"human": self.human, "metrics": self.metrics, "by": self.selection.by}


def _group_row(group: str, comparison: CompareResult, level: str) -> GroupRow:
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
    return GroupRow(
        group=group,
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
