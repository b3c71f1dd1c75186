"""`trueness judge --drift`: whether a judge moved between two batches, or the systems did."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from trueness.cli.options import SOURCE, SOURCES, option
from trueness.cli.reading import read_given
from trueness.cli.study_command import StudyCommand
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError
from trueness.studies.drift.study import TwoTables
from trueness.study.selection import choose_people


class DriftCommand(StudyCommand):
    """One call of the command: of two files, with labels beside them, or of one that holds both batches."""

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = {
        **SOURCES,
        "scores": (
            Annotated[
                list[str],
                typer.Argument(
                    help="Scores of the earlier batch and of the later, then files of people's labels of either; or "
                    "one file of both batches."
                ),
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
        if len(files) > 1 and batch is not None:
            raise ArgumentError("--batch-column is for one file that holds both batches; these are several.")
        if batch is not None:
            self.given["columns"] = [*(self.given["columns"] or ()), f'"annotator={batch}"']
        super().run()

    def read(self) -> TwoTables:
        """Return the batches; the later is read as the earlier is, and labels are joined to both."""
        first, *others = self.given["scores"]
        reading = {key: self.given[key] for key in SOURCES if key in self.given}
        table = self._batch("scores", [first, *others[1:]], reading)
        later = self._batch("later", others, reading) if others else None
        if others[1:] and later is not None and not self.given.get("judges"):
            labels, *_ = read_given({**self.given, **reading, "scores": others[1:]})
            # what people gave is the same in both, and no judge that stayed
            shared = [name for name in table.scorer_names if name in later.scorer_names]
            self.given["judges"] = [name for name in shared if name not in labels.scorer_names]
        return TwoTables(table, later)

    def _batch(self, part: str, files: Sequence[str], reading: Mapping[str, Any]) -> ScoreTable:
        """Return one batch with the labels that belong to it, called after its own file."""
        beside = len(files) > 1
        # people label outputs of both batches in one file: those of the other are missing in each
        joined = {"join": "outer"} if beside and reading.get("join") in (None, "exact") else {}
        self.given.update({**reading, **joined, "scores": list(files)})
        table = self.scores(part, texts=False)
        if beside:
            self.given["human"] = choose_people(table, self.given.get("human"))
        name = Path(files[0]).resolve().name.partition(".")[0]
        if name in ("", table.name):
            return table
        origin = self.data[part]
        self.data[part] = dataclasses.replace(origin, reading={**origin.reading, "name": name})
        return dataclasses.replace(table, name=name)
