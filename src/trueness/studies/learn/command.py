"""`trueness learn`: a metric from human scores, and whether it is better than those that it is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueness.cli.options import PRINT, RUNNING, SOURCES, WORKERS, option, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options, texts_options
from trueness.studies.learn.rows import Learning
from trueness.studies.learn.settings import LearnSelection, LearnSettings

TEXTS = texts_options("File (or data set) of the outputs, to check features against, and for --vectors.")
"""What was scored."""

LEARN = setting_options(LearnSelection, LearnSettings)
PAGE_NAME = "report.html"
PRINTING = {
    **printing_options(Learning.TABLES),
    "out": option(
        Path | None,
        "--out -o",
        f"Folder for the learned metric, used as learned:FOLDER, with its card and {PAGE_NAME}; a name that ends in "
        ".html is that of the page alone.",
        PRINT,
        becomes="path",
    ),
}


@takes(SOURCES, TEXTS, LEARN, WORKERS, RUNNING, PRINTING)
def learn(**given: Any) -> None:
    """Learn a metric from human scores, and test whether it agrees better than any metric it is made of."""
    from trueness.errors import import_extra
    from trueness.studies.learn.study import Labels

    folder = given["out"]
    if folder is not None and Path(folder).suffix.casefold() in (".html", ".htm"):
        folder = None
    if folder is not None:
        import_extra("safetensors", extra="learn", feature="keeping a learned metric")
        folder.mkdir(parents=True, exist_ok=True)
        given["out"] = folder / PAGE_NAME
    command = StudyCommand("learn", given, Learning.TABLES)
    with command.working():
        texts = command.texts_beside()
        result: Any = command.ask(Labels(command.scores(), texts))
    if folder is not None:
        result.save(folder)
    command.show(result)
