"""`trueness panel`: what repeated runs of a judge, and several judges together, are worth."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.panel.rows import PanelStudy
from trueness.studies.panel.settings import PanelSelection, PanelSettings

PANEL = setting_options(PanelSelection, PanelSettings)
PRINTING = printing_options(PanelStudy.TABLES)


@takes(SOURCES, PANEL, WORKERS, RUNNING, PRINTING)
def panel(**given: Any) -> None:
    """Say what repeated runs of a judge, and several judges together, are worth, and whom to drop."""
    command = StudyCommand("panel", given, PanelStudy.TABLES)
    with command.working():
        result = command.ask(command.scores(texts=False))
    command.show(result)
