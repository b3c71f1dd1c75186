"""`trueness judge`: whether an LLM judge, or a metric in its place, can stand in for people."""

from __future__ import annotations

from typing import Any

import typer

from trueness.cli.failures import GATE
from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.cli.texts_beside import read_texts_beside, texts_options
from trueness.studies.judge.rows import JudgeValidation
from trueness.studies.judge.settings import JudgeSelection, JudgeSettings

TEXTS = texts_options("File of the outputs, for their lengths: system, input, output.")
"""What was judged."""

JUDGE = setting_options(JudgeSelection, JudgeSettings)
PRINTING = printing_options(JudgeValidation.TABLES, figures=True)


@takes(SOURCES, TEXTS, JUDGE, WORKERS, RUNNING, PRINTING)
def judge(**given: Any) -> None:
    """Validate judges: agreement, bias, calibration, and what their scores are worth beside human labels."""
    from trueness.sources.origin import Origin
    from trueness.studies.judge.study import Judged

    command = StudyCommand("judge", given, JudgeValidation.TABLES)
    with command.working():
        path, columns = given.pop("texts"), given.pop("text_columns")
        texts = read_texts_beside(path, columns)
        data = Judged(command.scores(texts=False), texts)
        if path is not None:
            command.data["texts"] = Origin.of([path], {"columns": columns}, "texts")
        result: Any = command.ask(data)
    command.show(result)
    if not result.passes:
        raise typer.Exit(GATE)
