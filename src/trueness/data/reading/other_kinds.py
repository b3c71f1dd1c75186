"""Files that hold no scores: texts of systems, and verdicts on pairs of outputs; and what is asked of these."""

from __future__ import annotations

import contextlib
import dataclasses
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import ColumnMap
from trueness.data.reading.stream_texts import TextStream, stream_texts
from trueness.data.reading.text_names import implied_columns
from trueness.data.reading.text_records import first_row, holds_texts
from trueness.errors import FormatError, TruenessError


def texts_in(source: str, columns: Any = None, **reading: Any) -> tuple[TextStream, str] | None:
    """Return a file of texts, and what has to be said of its columns so that it is read; None where it holds none.

    Parameters
    ----------
    source : str
        A file or folder.
    columns : ColumnMap, str or mapping, optional
        What is said already.
    **reading
        Of the arguments of `stream_texts`.

    Raises
    ------
    FormatError, ArgumentError, DataError
        As `stream_texts`, where the file says that it holds texts: by a field `output`, or a folder by its layout.
    """
    progress = reading.pop("progress", None)
    if not Path(source).exists():
        return None
    asked = ColumnMap.of(columns)
    sure = holds_texts(source, columns=asked, **reading)
    try:
        row = first_row(source, **reading)
        implied = {} if row is None else implied_columns(row, asked)
        if not sure and not implied:
            return None
        said = ",".join(f"{meaning}={field}" for meaning, field in (implied or {}).items())
        both = ColumnMap.of([*_pairs_of(asked), *(implied or {}).items()]) if implied else asked
        stream = stream_texts(source, columns=both, progress=progress, unnamed_system=True, **reading)
    except TruenessError:
        if sure:
            raise
        return None
    # an answer that nobody's name stands beside, and no reference, is what labels are about
    about_labels = not stream.facts.has_systems and "references" in stream.facts.lacking
    return None if about_labels and not sure else (stream, said)


def _pairs_of(asked: ColumnMap) -> list[tuple[str, str]]:
    """Return what is said of columns as pairs of key and column."""
    found: list[tuple[str, str]] = []
    for key, value in dataclasses.asdict(asked).items():
        found += [(key, one) for one in ((value,) if isinstance(value, str) else value or ())]
    return found


def pairs_in(source: Any, **reading: Any) -> str | None:
    """Return how a file of verdicts on pairs of outputs is laid out, None where it holds none.

    Parameters
    ----------
    source : str, Path or dataframe
    **reading
        Of the arguments of `read_preferences`; columns that mean something of scores settle that it is none.
    """
    from trueness.data.preferences.pair_records import pair_kind

    try:
        return pair_kind(source, **reading)
    except (TruenessError, OSError):
        return None


@contextlib.contextmanager
def telling_other_kinds(sources: Iterable[Any]) -> Iterator[None]:
    """Say of files that cannot be read as scores in the block what they hold, if it is known.

    Parameters
    ----------
    sources : iterable of str, Path or dataframe

    Raises
    ------
    FormatError
        In place of the one that was raised.
    """
    try:
        yield
    except FormatError as error:
        for name in sources:
            path = str(name) if isinstance(name, str | Path) else None
            if pairs_in(name) is not None:
                raise FormatError(
                    "these are verdicts on pairs of outputs; scores are needed.",
                    path=path,
                    remedy="In Python: preferences(read_preferences(…)). Ask for them: trueness judge "
                    f"{shlex.quote(path or 'FILE')} --preferences",
                ) from error
            columns = None if path is None else _columns_of_texts(path)
            if path is not None and columns is not None:
                said = f" --columns {shlex.quote(columns)}" if columns else ""
                raise FormatError(
                    "these are texts; scores are needed.",
                    path=path,
                    remedy="In Python: score(read_texts(…)). Score them: trueness score "
                    f"{shlex.quote(path)}{said}",
                ) from error
        raise


def _columns_of_texts(path: str) -> str | None:
    """Return what has to be said of the columns of a file that holds texts alone; None for any other file."""
    try:
        found = texts_in(path)
    except (TruenessError, OSError):
        return None
    return None if found is None or found[0].facts.dimensions else found[1]
