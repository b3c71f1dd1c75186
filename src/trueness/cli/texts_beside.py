"""Texts that a command names beside its scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import SOURCE, option

if TYPE_CHECKING:
    from trueness.data.texts import Texts


def texts_options(what: str) -> dict[str, tuple[Any, Any]]:
    """Return the options that name a file of texts and say what its fields mean.

    Parameters
    ----------
    what : str
        What the help says of the file.
    """
    return {
        "texts": option(Path | None, "--texts", what, SOURCE),
        "text_columns": option(
            str | None,
            "--text-columns",
            "What fields of --texts mean: KEY=FIELD, separated by commas, e.g. output=SUMMARY.",
            SOURCE,
        ),
    }


def read_texts_beside(path: Path | None, columns: str | None) -> Texts | None:
    """Return the texts of a file, None where none is named.

    Raises
    ------
    ArgumentError
        If fields are named and no file.
    FormatError
        If the file cannot be read.
    """
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
