"""`trueness ranges`: how the range of scores moves the agreement of metrics."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options, texts_options
from trueness.studies.ranges.rows import Ranges
from trueness.studies.ranges.settings import RangesSelection, RangesSettings

TEXTS = texts_options("File with references and sources of the inputs, for their properties.")
"""What was written about."""

RANGES = setting_options(RangesSelection, RangesSettings)
PRINTING = printing_options(Ranges.TABLES)


@takes(SOURCES, TEXTS, RANGES, WORKERS, RUNNING, PRINTING)
def ranges(**given: Any) -> None:
    """Study how the range of scores moves the agreement of metrics, and how much of that is its width."""
    from trueness.studies.ranges.study import Ranged

    command = StudyCommand("ranges", given, Ranges.TABLES)
    with command.working():
        texts = command.texts_beside()
        result = command.ask(Ranged(command.scores(), texts))
    command.show(result)
