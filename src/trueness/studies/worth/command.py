"""`trueness worth`: what a difference in a metric's score is worth."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.worth.rows import Worth
from trueness.studies.worth.settings import WorthSelection, WorthSettings

WORTH = setting_options(WorthSelection, WorthSettings)
PRINTING = printing_options(Worth.TABLES)


@takes(SOURCES, WORTH, WORKERS, RUNNING, PRINTING)
def worth(**given: Any) -> None:
    """Say what a difference in a metric's score is worth: how often people prefer the same."""
    command = StudyCommand("worth", given, Worth.TABLES)
    with command.working():
        result = command.ask(command.scores())
    command.show(result)
