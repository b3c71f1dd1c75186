"""`trueness judge --drift`: whether a judge moved between two batches, or the systems did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import typer

from trueness.cli.options import SOURCE, SOURCES, option
from trueness.cli.study_command import StudyCommand
from trueness.errors import ArgumentError
from trueness.studies.drift.study import TwoTables


class DriftCommand(StudyCommand):
    """One call of the command: of two files, or of one that holds both batches."""

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = {
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

    def run(self) -> None:
        """Check what is named before any of it is read."""
        files, batch = list(self.given["scores"]), self.given.pop("batch")
        if len(files) > 2 or (len(files) == 2 and batch is not None):
            raise ArgumentError(
                "--drift takes two files, the earlier first, or one of both batches (--batch-column COLUMN)."
            )
        if batch is not None:
            self.given["columns"] = [*(self.given["columns"] or ()), f'"annotator={batch}"']
        super().run()

    def read(self) -> TwoTables:
        """Return the batches; the later is read as the earlier is."""
        first, *second = self.given["scores"]
        reading = {key: self.given[key] for key in SOURCES if key in self.given}
        self.given["scores"] = [first]
        table, later = self.scores(texts=False), None
        if second:
            self.given.update({**reading, "scores": second})
            later = self.scores("later", texts=False)
        return TwoTables(table, later)
