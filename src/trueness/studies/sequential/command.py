"""`trueness judge --sequential`: is it settled, and which outputs to label next, on a sheet or on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.idle_options import Idle
from trueness.cli.options import PRINT, SOURCE, SOURCES, option, words
from trueness.cli.study_command import StudyCommand
from trueness.data.files.open_file import open_text

if TYPE_CHECKING:
    from trueness.study.study import StudyResult

ON_PAGE = ("rubric", "people", "overlap")


class SequentialCommand(StudyCommand):
    """One call of the command; labels and sheets, which hold some of the outputs, are joined with all of their rows."""

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = {
        **SOURCES,
        "join": option(
            str,
            "--join",
            "How several files are joined: outer (keep all, as a sheet holds some of the outputs), exact, alike (names "
            "spelled otherwise, also in one file), inner (common).",
            SOURCE,
            "outer",
        ),
    }
    more: ClassVar[Mapping[str, tuple[Any, Any]]] = {
        "sheet": option(
            Path | None,
            "--sheet",
            "Where to write the next outputs. It is CSV with an empty column.",
            PRINT,
        ),
        "label_page": option(
            Path | None,
            "--label-page",
            "Where to write a page to label. It needs no server.",
            PRINT,
        ),
        "rubric": option(
            Path | None, "--rubric", "Of --label-page: a text file that says what to look at.", PRINT
        ),
        "people": option(
            list[str] | None,
            "--people",
            "Of --label-page: who labels. Each sees their own outputs.",
            PRINT,
        ),
        "overlap": option(
            float | None,
            "--overlap",
            "Of --label-page: which share of the outputs all people label (default 1).",
            PRINT,
            min=0.0,
            max=1.0,
        ),
    }
    idle: ClassVar[tuple[Idle, ...]] = (
        *(
            Idle(
                key,
                lambda given: not given["next_outputs"],
                "it needs `next_outputs`, how many outputs to draw.",
            )
            for key in ("sheet", "label_page")
        ),
        *(
            Idle(key, lambda given: given["label_page"] is None, "it belongs to `label_page`: add it.")
            for key in ON_PAGE
        ),
        Idle("overlap", lambda given: not given["people"], "it is among several: name them (`people`)."),
    )

    def asked(self) -> StudyResult:
        """Answer, and write the sheet and the page."""
        writing = {key: self.given.pop(key) for key in self.more}
        rubric = "" if writing["rubric"] is None else _text(writing["rubric"])
        if self.given["texts"] is None and any(writing[key] is not None for key in ("sheet", "label_page")):
            self.given["texts"] = next((Path(name) for name in self.files if _exported_texts(name)), None)
        result: Any = super().asked()
        self._to_label = self._put(result, writing, rubric)
        return result  # type: ignore[no-any-return]

    def _write(self, result: StudyResult, view: Any) -> dict[str, Path | Sequence[Path]]:
        return {**super()._write(result, view), **self._to_label}

    def _put(self, result: Any, writing: Mapping[str, Any], rubric: str) -> dict[str, Path]:
        """Write the sheet and the page to label, and return where they are."""
        from trueness.reporting.write_atomically import write_atomically
        from trueness.studies.sequential.label_page import label_page
        from trueness.studies.sequential.sheet import sheet

        written: dict[str, Path] = {}
        if writing["sheet"] is not None:
            text = sheet(result.next, result.table, result.selection.human, result.texts)
            written["sheet"] = write_atomically(writing["sheet"], text)
        if writing["label_page"] is not None:
            people = words(writing["people"] or []) or []
            overlap = 1.0 if writing["overlap"] is None else writing["overlap"]
            page = label_page(result, rubric=rubric, people=people, overlap=overlap)
            written["label_page"] = write_atomically(writing["label_page"], page)
        return written

    def _targets(self) -> dict[str, Path]:
        named = {f"--{key.replace('_', '-')}": self.given.get(key) for key in ("sheet", "label_page")}
        return {**super()._targets(), **{flag: path for flag, path in named.items() if path is not None}}


def _text(path: Path) -> str:
    with open_text(path) as file:
        return file.read()


def _exported_texts(name: str) -> bool:
    """Return whether a source is what a program exported, with the outputs that it is about."""
    from trueness.data.layouts.export_texts import export_texts

    return Path(name).is_file() and export_texts(Path(name)) is not None
