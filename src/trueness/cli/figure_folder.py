"""The folder that a command writes its figures to."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from trueness.errors import FormatError

if TYPE_CHECKING:
    from trueness.reporting.figures.figure import Figure


def check_figure_folder(folder: Path | None) -> None:
    """Check, before any work, that figures can be written to a folder, which is made if it is not there.

    Raises
    ------
    FormatError
        If it is a file, or it, or the folder it would be made in, cannot be written.
    """
    if folder is None:
        return
    there = folder.absolute()
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        raise FormatError(
            f"figures cannot be written here: '{there}' is no folder.",
            path=str(folder),
            remedy="Give --figures the name of a folder.",
        )
    if not os.access(there, os.W_OK):
        raise FormatError(
            f"figures cannot be written here: the folder '{there}' cannot be written.", path=str(folder)
        )


def save_figures(figures: Iterable[Figure], folder: Path) -> list[Path]:
    """Write figures to a folder as SVG, each under its name, and return the files.

    Raises
    ------
    OSError
        If the folder cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return [figure.save(folder / f"{figure.name}.svg") for figure in figures]
