"""`trueness learn`: a metric learned from human scores."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.options import PRINT, option
from trueness.cli.study_command import StudyCommand

if TYPE_CHECKING:
    from collections.abc import Sequence


PAGE_NAME = "report.html"


class LearnCommand(StudyCommand):
    """One call of the command: where a folder is named, the learned metric is kept there."""

    printed: ClassVar[Mapping[str, tuple[Any, Any]]] = {
        "out": option(
            Path | None,
            "--out -o",
            f"Folder for the learned metric, used as learned:FOLDER, with its card and {PAGE_NAME}; a name that "
            "ends in .html is that of the page alone.",
            PRINT,
            becomes="path",
        ),
    }

    def __init__(self, name: str, given: dict[str, Any], tables: Sequence[str] = ()) -> None:
        from trueness.errors import import_extra

        folder = given["out"]
        if folder is not None and Path(folder).suffix.casefold() in (".html", ".htm"):
            folder = None
        if folder is not None:
            import_extra("safetensors", extra="learn", feature="keeping a learned metric")
            folder.mkdir(parents=True, exist_ok=True)
            given["out"] = folder / PAGE_NAME
        self.folder: Path | None = folder
        super().__init__(name, given, tables)

    def show(self, result: Any, view: Any = None) -> None:
        """Keep the metric, then write and print the result."""
        if self.folder is not None:
            result.save(self.folder)
        super().show(result, view)
