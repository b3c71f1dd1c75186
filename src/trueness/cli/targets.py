"""Whether what a command will write can be written, found out before the work and not after it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import PAGE_ENDINGS
from trueness.data.files.sidecar import sidecar_path
from trueness.errors import ArgumentError, FormatError, check_choice

if TYPE_CHECKING:
    from trueness.reporting.figures.figure import Figure


def manifest_path(writing: Mapping[str, Any]) -> Path:
    """Return where the manifest of a report goes: as said, or beside the report."""
    given, report = writing["manifest"], Path(writing["out"])
    if given is not None:
        return Path(given)
    # a report without a name is refused by `check_targets`
    return report.with_suffix(".manifest.json") if report.name else report / "manifest.json"


def check_targets(targets: Mapping[str, Path], read: Iterable[str]) -> None:
    """Check that files can be written where a command is told to write them.

    Parameters
    ----------
    targets : mapping of str to Path
        The option and the file it names.
    read : iterable of str
        What the command reads; none of it may be written over.

    Raises
    ------
    ArgumentError
        If two options name one file, or the name is empty.
    FormatError
        If the folder does not exist or cannot be written, or the file is a folder, a device or a pipe, or is one
        of those that are read, or lies in a folder that is read.
    """
    sources = [Path(name).resolve() for name in read if Path(name).exists()]
    seen: dict[Path, str] = {}
    for option, path in targets.items():
        if path.name in ("", ".."):
            raise ArgumentError(f"{option} must name a file; it is {str(path)!r}.")
        whole = path.resolve()
        if whole in seen:
            raise ArgumentError(f"{seen[whole]} and {option} must name different files; both are '{path}'.")
        seen[whole] = option
        if whole in sources:
            raise FormatError(
                "this file is read; it would be written over.",
                path=str(path),
                remedy=f"Give {option} another name.",
            )
        if any(source.is_dir() and source in whole.parents for source in sources):
            raise FormatError(
                "this lies in a folder that is read; the next run would read it, too.",
                path=str(path),
                remedy=f"Give {option} a place outside of it.",
            )
        if path.is_dir():
            raise FormatError(
                "this is a folder.", path=str(path), remedy=f"Give {option} the name of a file in it."
            )
        if path.exists() and not path.is_file():
            raise FormatError(
                "this is a device or a pipe; a file is needed.",
                path=str(path),
                remedy=f"Give {option} another name.",
            )
        folder = path.parent
        if not folder.is_dir():
            raise FormatError(f"the folder '{folder}' is missing.", path=str(path), remedy="Make it first.")
        if not os.access(folder, os.W_OK):
            raise FormatError(f"the folder '{folder}' is read-only.", path=str(path))


def check_page(path: Path, endings: Collection[str] = PAGE_ENDINGS) -> None:
    """Check that what is to be a page is called like one.

    Parameters
    ----------
    path : Path
    endings : collection of str
        What its name may end with.

    Raises
    ------
    ArgumentError
        If its name is that of another kind of file.
    """
    if path.suffix.casefold() not in endings and path.suffix[1:].isalpha():
        raise ArgumentError(
            f"--out writes a page, which is HTML; '{path.name}' is called otherwise. Call it "
            f"'{path.with_suffix('.html').name}'. Tables are printed with --to, and figures saved with --figures."
        )


def check_absent(path: Path, *, overwrite: bool) -> None:
    """Check that no file is replaced that nobody said may be.

    Raises
    ------
    FormatError
        If there is such a file.
    """
    if path.exists() and not overwrite:
        raise FormatError(
            "there is such a file.",
            path=str(path),
            remedy="Replace it: --overwrite; or give --out another name.",
        )


def check_not_foreign(path: Path, usual: Path) -> None:
    """Check that a file of the usual name is one of ours before it is replaced: nobody asked for that name.

    Parameters
    ----------
    path, usual : Path
        Where scores go, and where they go if nothing is said.

    Raises
    ------
    FormatError
        If there is such a file without a description beside it.
    """
    if path == usual and path.exists() and not sidecar_path(path).exists():
        raise FormatError(
            "there is such a file, which this program did not write.",
            path=str(path),
            remedy="Say where the scores go: --out FILE.",
        )


def check_figure_folder(folder: Path | None, width: str | None = None) -> None:
    """Check the folder of figures (see `check_folder`), and their width in print.

    Raises
    ------
    ArgumentError
        If there is no such width, or no folder for figures of that width.
    FormatError
        As `check_folder`.
    """
    if width is not None:
        from trueness.reporting.figures.figure import PRINT_WIDTHS

        check_choice("figure_width", width, tuple(PRINT_WIDTHS))
        if folder is None:
            raise ArgumentError(
                "--figure-width is about figures in files. Say where to write them (--figures FOLDER)."
            )
    check_folder("--figures", folder)


def check_folder(option: str, folder: Path | None) -> None:
    """Check, before any work, that files can be written to a folder, which is made if it is not there.

    Parameters
    ----------
    option : str
        Which names it.
    folder : Path or None
        None where nothing is to be written.

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
            f"{option} writes several files, and '{there}' is no folder.",
            path=str(folder),
            remedy=f"Give {option} the name of a folder.",
        )
    if not os.access(there, os.W_OK):
        raise FormatError(
            f"{option} needs a folder that can be written; '{there}' is read-only.", path=str(folder)
        )


def save_figures(figures: Iterable[Figure], folder: Path, width: str | None = None) -> list[Path]:
    """Write figures to a folder as SVG, each under its name, and return the files; for print as PDF, too.

    Parameters
    ----------
    figures : iterable of Figure
    folder : Path
    width : str, optional
        For print (see `Figure.save`).

    Raises
    ------
    OSError
        If the folder cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kinds = ("svg",) if width is None else ("svg", "pdf")
    return [figure.save(folder / f"{figure.name}.{kind}", width) for figure in figures for kind in kinds]
