"""The result of comparing systems: every table, what lies behind it, and how to redo it."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.result import Result, Row, jsonable
from trueness.studies.rows import Caution, as_row
from trueness.studies.systems.system_rows import (
    DifferenceNormality,
    PeopleSeparation,
    SystemAgreement,
    SystemDecision,
    SystemPairTest,
    SystemRank,
)
from trueness.studies.systems.system_settings import SystemSettings

SYSTEM_TABLES = ("pairs", "standing", "agreement", "decisions", "separation", "normality", "cautions")
"""The tables of the result, by name."""


@dataclasses.dataclass(frozen=True)
class SystemComparison(Result):
    """Which systems are better than which, by each scorer.

    Attributes
    ----------
    signature : Signature
    table : ScoreTable
        The scores behind it.
    scorers : tuple of str
    human : str or None
        The scorer whose decisions those of the others were compared with.
    people : tuple of str
        Systems that are people.
    settings : SystemSettings
    clusters : str or None
        The grouping column whose groups were swapped or drawn as a whole.
    pairs : tuple of SystemPairTest
    standing : tuple of SystemRank
    agreement : tuple of SystemAgreement
    decisions : tuple of SystemDecision
        Pair by pair what `agreement` counts.
    separation : tuple of PeopleSeparation
    normality : tuple of DifferenceNormality
    cautions : tuple of Caution
    conclusions : tuple of str
    """

    table: ScoreTable
    scorers: tuple[str, ...]
    human: str | None
    people: tuple[str, ...]
    settings: SystemSettings
    clusters: str | None
    pairs: tuple[SystemPairTest, ...]
    standing: tuple[SystemRank, ...]
    agreement: tuple[SystemAgreement, ...]
    decisions: tuple[SystemDecision, ...]
    separation: tuple[PeopleSeparation, ...]
    normality: tuple[DifferenceNormality, ...]
    cautions: tuple[Caution, ...]
    conclusions: tuple[str, ...]

    def rows(self) -> list[Row]:
        """Return the rows of all tests of pairs."""
        return [as_row(row) for row in self.pairs]

    def to_dict(self) -> dict[str, Any]:
        """Return every table as JSON-ready values."""
        return {
            "scorers": list(self.scorers),
            "human": self.human,
            "people": list(self.people),
            **{name: [jsonable(as_row(row)) for row in getattr(self, name)] for name in SYSTEM_TABLES},
            "conclusions": list(self.conclusions),
            "settings": jsonable(dataclasses.asdict(self.settings)),
            "fingerprint": self.table.fingerprint,
            "signature": str(self.signature),
        }

    def aggregation(self, scorer: str) -> str:
        """Return how a scorer's scores of systems come about: ``corpus``, ``mean`` or ``median``."""
        if self.settings.aggregate == "corpus":
            tested = scorer in self.table.corpus and self.settings.resampled
            return "corpus" if tested else "mean"
        return self.settings.aggregate

    def not_outperformed(self, scorer: str) -> tuple[str, ...]:
        """Return the systems that no other is significantly better than by a scorer, the best first.

        Raises
        ------
        UnknownNameError
            If systems were not compared by that scorer.
        """
        if scorer not in self.scorers:
            raise unknown_name("scorer", scorer, self.scorers)
        top = [row for row in self.standing if row.scorer == scorer and row.not_outperformed]
        return tuple(row.system for row in sorted(top, key=lambda row: -row.estimate))
