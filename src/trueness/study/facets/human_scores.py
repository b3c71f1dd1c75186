"""Human scores as facets: the same outputs, by one human scorer after another."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar

from trueness.data.scores.score_table import ScoreTable
from trueness.study.facets.facet_kind import Facet, FacetKind, Facets


@dataclasses.dataclass(frozen=True)
class HumanScores(FacetKind):
    """Several human scorers, each a question of its own; what is meant where no column is named."""

    one: ClassVar[str] = "human score"
    several: ClassVar[str] = "human scores"
    inside: ClassVar[str] = "by"
    agreeing: ClassVar[str] = "with"
    together: ClassVar[bool] = False
    corrected: ClassVar[bool] = False

    def facets(self, table: ScoreTable, humans: Sequence[str], smallest: int) -> Facets:
        """Return a facet for every human scorer."""
        del smallest
        return Facets(table, {human: Facet(table, human) for human in humans}, {})
