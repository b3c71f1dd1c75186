"""`trueness judge`: whether an LLM judge, or a metric in its place, can stand in for people."""

from __future__ import annotations

from typing import Any

import typer

from trueness.cli.failures import GATE
from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options, texts_options
from trueness.studies.judge.rows import JudgeValidation
from trueness.studies.judge.settings import JudgeSelection, JudgeSettings

TEXTS = texts_options("File (or data set) of the outputs, for their lengths: system, input, output.")
"""What was judged."""

JUDGE = setting_options(JudgeSelection, JudgeSettings)
PRINTING = printing_options(JudgeValidation.TABLES)


@takes(SOURCES, TEXTS, JUDGE, WORKERS, RUNNING, PRINTING)
def judge(**given: Any) -> None:
    """Validate judges: agreement, bias, calibration, and what their scores are worth beside human labels."""
    from trueness.studies.judge.study import Judged

    command = StudyCommand("judge", given, JudgeValidation.TABLES)
    with command.working():
        texts = command.texts_beside()
        result: Any = command.ask(Judged(command.scores(texts=False), texts))
    command.show(result)
    if not result.passes:
        raise typer.Exit(GATE)
