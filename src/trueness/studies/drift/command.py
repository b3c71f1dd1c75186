"""`trueness drift`: whether a judge moved between two batches, or the systems did."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from trueness.cli.options import RUNNING, SOURCE, SOURCES, WORKERS, option, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.drift.rows import Drift
from trueness.studies.drift.settings import DriftSelection, DriftSettings

BATCHES = {
    **SOURCES,
    "scores": (
        Annotated[
            list[str],
            typer.Argument(help="Scores of the earlier batch and of the later; or one file of both."),
        ],
        ...,
    ),
    "batch": option(
        str | None,
        "--batch-column",
        "In a file of both: the column that says to which batch a row belongs.",
        SOURCE,
    ),
}
"""Where the batches are."""

DRIFT = setting_options(DriftSelection, DriftSettings)
PRINTING = printing_options(Drift.TABLES)


@takes(BATCHES, DRIFT, WORKERS, RUNNING, PRINTING)
def drift(**given: Any) -> None:
    """Say whether a judge moved between two batches, or the systems did, by outputs judged in both."""
    from trueness.errors import ArgumentError
    from trueness.studies.drift.study import TwoTables

    command = StudyCommand("drift", given, Drift.TABLES)
    files, batch = list(given["scores"]), given.pop("batch")
    if len(files) > 2 or (len(files) == 2 and batch is not None):
        raise ArgumentError(
            "`drift` takes two files, the earlier first, or one of both batches (--batch-column COLUMN)."
        )
    if batch is not None:
        columns = [] if given["columns"] is None else [given["columns"]]
        given["columns"] = ",".join([*columns, f'"annotator={batch}"'])
    reading = {key: given[key] for key in SOURCES if key in given}
    with command.working():
        given["scores"] = files[:1]
        table, later = command.scores(texts=False), None
        if len(files) == 2:
            given.update({**reading, "scores": files[1:]})
            later = command.scores("later", texts=False)
        result = command.ask(TwoTables(table, later))
    command.show(result)
