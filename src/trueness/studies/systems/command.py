"""`trueness systems`: which systems are better than which, by people and by metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trueness.cli.idle_options import OF_SYSTEMS
from trueness.cli.options import METRICS, RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.systems.rows import SystemComparison
from trueness.studies.systems.settings import SystemSelection, SystemSettings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trueness.data.scores.score_table import ScoreTable

SYSTEMS = {**setting_options(SystemSelection, SystemSettings), **METRICS}
PRINTING = printing_options(SystemComparison.TABLES)


@takes(SOURCES, SYSTEMS, WORKERS, RUNNING, PRINTING)
def systems(**given: Any) -> None:
    """Test which systems are better than which, and whether metrics come to people's conclusions."""
    from trueness.errors import ArgumentError

    command = StudyCommand("systems", given, SystemComparison.TABLES)
    if given["scorers"] is not None and given["metrics"] is not None:
        raise ArgumentError(
            "--scorer names every scorer to compare by, --metrics the metrics among them; give one."
        )
    command.refuse_idle(OF_SYSTEMS)
    with command.working():
        table = command.scores()
        metrics = given.pop("metrics")  # patterns, or names of what was computed
        more: dict[str, Any] = (
            {} if metrics is None else {"scorers": _with_humans(table, given["human"], metrics)}
        )
        result = command.ask(table, **more)
    command.show(result)


def _with_humans(table: ScoreTable, human: str | None, metrics: Iterable[str]) -> list[str]:
    """Return metrics with the human scorer that is named, or else those that the data declare."""
    declared = [scorer.name for scorer in table.scorers if scorer.role == "human"]
    humans = declared if human is None else [human]
    return [*humans, *(name for name in table.names_matching(metrics) if name not in declared)]
