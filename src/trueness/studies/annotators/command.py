"""`trueness annotators`: how far annotators agree, and whether metrics agree with them as a colleague does."""

from __future__ import annotations

from typing import Any

from trueness.cli.idle_options import OF_ANNOTATORS, SYSTEM_SCORES
from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.annotators.rows import AnnotatorStudy
from trueness.studies.annotators.settings import AnnotatorSelection, AnnotatorSettings

ANNOTATORS = setting_options(AnnotatorSelection, AnnotatorSettings)
PRINTING = printing_options(AnnotatorStudy.TABLES)


@takes(SOURCES, ANNOTATORS, WORKERS, RUNNING, PRINTING)
def annotators(**given: Any) -> None:
    """Study the annotators behind a human scorer: agreement, noise, and metrics beside an annotator."""
    command = StudyCommand("annotators", given, AnnotatorStudy.TABLES)
    command.refuse_idle(SYSTEM_SCORES, OF_ANNOTATORS)
    with command.working():
        result = command.ask(command.scores())
    command.show(result)
