"""`trueness judge`: whether an LLM judge, or a metric in its place, can stand in for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import RUNNING, SOURCE, SOURCES, WORKERS, option, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.judge.rows import JudgeValidation
from trueness.studies.judge.settings import JudgeSelection, JudgeSettings

if TYPE_CHECKING:
    from trueness.data.texts import Texts

TEXTS = {
    "texts": option(
        Path | None, "--texts", "File of the outputs, for their lengths: system, input, output.", SOURCE
    ),
    "text_columns": option(
        str | None,
        "--text-columns",
        "What fields of --texts mean: KEY=FIELD, separated by commas, e.g. output=SUMMARY.",
        SOURCE,
    ),
}
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
        texts = _read_texts(path, columns)
        data = Judged(command.scores(texts=False), texts)
        if path is not None:
            command.data["texts"] = Origin.of([path], {"columns": columns}, "texts")
        result = command.ask(data)
    command.show(result)


def _read_texts(path: Path | None, columns: str | None) -> Texts | None:
    from trueness.cli.reading import check_readable
    from trueness.data.read_texts import read_texts
    from trueness.errors import ArgumentError, FormatError

    if path is None:
        if columns is not None:
            raise ArgumentError("--text-columns says what fields of --texts mean; there are no --texts.")
        return None
    check_readable(str(path))
    try:
        return read_texts(path, columns=columns)
    except (ArgumentError, FormatError) as error:  # here --columns is about the scores
        said = str(error).replace("--columns", "--text-columns").replace("`columns`", "`text_columns`")
        raise type(error)(said) from None
