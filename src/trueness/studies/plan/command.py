"""`trueness plan`: how many systems, inputs and annotators it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from trueness.cli.idle_options import ASSUMED, Idle
from trueness.cli.options import SOURCES
from trueness.cli.study_command import StudyCommand
from trueness.errors import ArgumentError

if TYPE_CHECKING:
    from trueness.data.scores.score_table import ScoreTable


class PlanCommand(StudyCommand):
    """One call of the command: of a pilot, or of assumptions."""

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = {
        **SOURCES,
        "scores": (
            Annotated[
                list[str] | None,
                typer.Argument(
                    help="The pilot: files of scores or of texts, or names of data sets; none with --assume.",
                    show_default=False,
                ),
            ],
            None,
        ),
    }
    tables: ClassVar[tuple[str, ...]] = ("designs", "next", "decisions", "cautions")
    idle: ClassVar[tuple[Idle, ...]] = ASSUMED

    def run(self) -> None:
        """Check that there is a pilot or assumptions."""
        if self.given["scores"] and self.given["assume"] is not None:
            raise ArgumentError("a plan takes either a pilot or assumptions (--assume).")
        super().run()

    def read(self) -> ScoreTable | None:
        """Return the pilot, if there is one."""
        return self.scores() if self.given["scores"] else None
