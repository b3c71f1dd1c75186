"""`trueness systems`: which systems are better than which, by people and by metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.idle_options import OF_SYSTEMS, Idle
from trueness.cli.options import METRICS
from trueness.cli.study_command import StudyCommand
from trueness.errors import ArgumentError

if TYPE_CHECKING:
    from trueness.data.scores.score_table import ScoreTable
    from trueness.study.study import StudyResult


class SystemsCommand(StudyCommand):
    """One call of the command: metrics may be named without the human scorer."""

    more: ClassVar[Mapping[str, tuple[Any, Any]]] = METRICS
    idle: ClassVar[tuple[Idle, ...]] = OF_SYSTEMS

    def run(self) -> None:
        """Check that scorers are named once."""
        if self.given["scorers"] is not None and self.given["metrics"] is not None:
            raise ArgumentError(
                "--scorer names every scorer to compare by, --metrics the metrics among them; give one."
            )
        super().run()

    def asked(self) -> StudyResult:
        """Return the answer for the scorers that are named."""
        table = self.scores()
        metrics = self.given.pop("metrics")  # patterns, or names of what was computed
        if metrics is None:
            return self.ask(table)
        return self.ask(table, scorers=_with_humans(table, self.given["human"], metrics))


def _with_humans(table: ScoreTable, human: str | None, metrics: Iterable[str]) -> list[str]:
    """Return metrics with the human scorer that is named, or else those that the data declare."""
    declared = [scorer.name for scorer in table.scorers if scorer.role == "human"]
    humans = declared if human is None else [human]
    return [*humans, *(name for name in table.names_matching(metrics) if name not in declared)]
