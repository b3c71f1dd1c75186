"""The rows and the result of a comparison by several human scorers."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any, ClassVar

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.statistics.array_types import FloatArray
from trueness.studies.compare.lead_contrasts import LeadContrast, LeadContrasts
from trueness.studies.compare.rows import CompareResult, Estimate, PairTest, Rank, Sensitivity
from trueness.study.human_facts import HumanFacts, HumanPair
from trueness.study.human_means import is_mean
from trueness.study.study import StudyResult


@dataclasses.dataclass(frozen=True)
class EstimateOf(Estimate):
    """An `Estimate`, and of which human scorer it is.

    Attributes
    ----------
    human : str
    """

    human: str = ""


@dataclasses.dataclass(frozen=True)
class PairTestOf(PairTest):
    """A `PairTest`, and by which human scorer it is.

    Attributes
    ----------
    human : str
    """

    human: str = ""


@dataclasses.dataclass(frozen=True)
class RankOf(Rank):
    """A `Rank`, and by which human scorer it is.

    Attributes
    ----------
    human : str
    """

    human: str = ""


@dataclasses.dataclass(frozen=True)
class SensitivityOf(Sensitivity):
    """A `Sensitivity`, and of which human scorer it is.

    Attributes
    ----------
    human : str
    """

    human: str = ""


def _with_human(cls: type, comparisons: Mapping[str, CompareResult], table: str) -> tuple[Any, ...]:
    """Return the rows of all comparisons in turn, each with its human scorer."""
    return tuple(
        cls(**{field.name: getattr(row, field.name) for field in dataclasses.fields(row)}, human=human)
        for human, comparison in comparisons.items()
        for row in comparison.rows_of(table)
    )


@dataclasses.dataclass(frozen=True)
class DimensionsResult(StudyResult):
    """How metrics agree with several human scorers.

    Attributes
    ----------
    signature : Signature
    selection : DimensionsSelection
    settings : Settings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it: the human scorers and the compared metrics.
    comparisons : mapping of str to CompareResult
        What `compare` finds, by human scorer.
    humans : tuple of HumanFacts
    between : tuple of HumanPair
        How the human scorers agree with each other.
    contrasted : LeadContrasts
        Whether the lead of one metric over another depends on the human score, where that was asked.
    """

    TABLES: ClassVar[tuple[str, ...]] = (
        *("estimates", "contrasts", "tests", "beside", "ranks", "sensitivity", "humans", "between"),
    )

    table: ScoreTable
    comparisons: Mapping[str, CompareResult] = dataclasses.field(repr=False)
    humans: tuple[HumanFacts, ...]
    between: tuple[HumanPair, ...]
    contrasted: LeadContrasts = dataclasses.field(repr=False)

    @property
    def contrasts(self) -> tuple[LeadContrast, ...]:
        """The lead of one metric over another by every human score, and between them; none where not asked for."""
        return self.contrasted.rows

    @property
    def metrics(self) -> tuple[str, ...]:
        """The compared metrics."""
        return tuple(self.selection.metrics)

    @functools.cached_property
    def estimates(self) -> tuple[EstimateOf, ...]:
        """Every correlation, human scorer by human scorer."""
        return _with_human(EstimateOf, self.comparisons, "estimates")

    @functools.cached_property
    def tests(self) -> tuple[PairTestOf, ...]:
        """Every pair of metrics by every human scorer."""
        return _with_human(PairTestOf, self.comparisons, "tests")

    @functools.cached_property
    def beside(self) -> tuple[PairTestOf, ...]:
        """The tests shown beside the main one."""
        return _with_human(PairTestOf, self.comparisons, "beside")

    @functools.cached_property
    def ranks(self) -> tuple[RankOf, ...]:
        """Where metrics stand by every human scorer."""
        return _with_human(RankOf, self.comparisons, "ranks")

    @functools.cached_property
    def sensitivity(self) -> tuple[SensitivityOf, ...]:
        """How correlations move when a system is left out."""
        return _with_human(SensitivityOf, self.comparisons, "sensitivity")

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The human scorers, without means of others."""
        return tuple(human for human in self.comparisons if not is_mean(human))

    @property
    def people(self) -> dict[str, FloatArray]:
        """The scores of outputs by human scorer, larger is better, shape (N, M) each."""
        return {human: self.table.oriented(human) for human in self.comparisons}

    def of(self, human: str) -> CompareResult:
        """Return the comparison by one human scorer.

        Raises
        ------
        UnknownNameError
            If it is none of them.
        """
        if human not in self.comparisons:
            raise unknown_name("human scorer", human, tuple(self.comparisons))
        return self.comparisons[human]

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"human": tuple(self.comparisons), "metrics": self.metrics}
