"""Tables as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from trueness.reporting.writing.heads import heads
from trueness.reporting.writing.packing import packed
from trueness.reporting.writing.tables import (
    Column,
    TableSpec,
    as_rows,
    cell,
    has_dagger,
    in_every_row,
    is_bold,
)

WHOLE = 28
"""Up to this length a name is not broken on a wide page."""

SHORT = 12
"""Up to this length it is not on a narrow one, either."""


def to_html(
    rows: Iterable[Any],
    spec: TableSpec,
    *,
    caption: str | None = None,
    shared: Sequence[str] = (),
    most: int | None = None,
    alone: bool = False,
) -> str:
    """Return an HTML table of the spec's columns, rounded, every text escaped.

    Parameters
    ----------
    rows : iterable of row dataclasses or mappings
    spec : TableSpec
    caption : str, optional
        Instead of the spec's.
    shared : sequence of str
        What all rows have in common, shown below the caption (see `without_shared`).
    most : int, optional
        Rows that are there at once; the others are compressed, for the script of a page to show (see `packing`).
    alone : bool
        Whether it says itself how it is set, to be pasted where there is no style of a page of this package.
    """
    cells = [
        [_Set(cell(row, column), is_bold(row, column), has_dagger(row, column)) for column in spec.columns]
        for row in as_rows(rows)
    ]
    said = spec.caption if caption is None else caption
    return _html(spec.columns, cells, said, said, shared=shared, most=most, alone=alone)


class _Set(NamedTuple):
    """A text, and how it is set."""

    text: str
    bold: bool = False
    dagger: bool = False


def cells_html(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], *, caption: str, label: str = ""
) -> str:
    """Return an HTML table of texts as they are, every one escaped (see `to_html`).

    The label is what it is called where several have one caption.
    """
    plain = [[_Set(text) for text in line] for line in cells]
    return _html(columns, plain, caption, label or caption)


def _unbroken(length: int) -> str:
    """Return of which classes a column is whose longest text has so many letters: ``whole``, ``short``."""
    return f"whole{' short' * (length <= SHORT)}" if length <= WHOLE else ""


def _html(
    columns: Sequence[Column],
    cells: Sequence[Sequence[_Set]],
    caption: str,
    label: str,
    *,
    shared: Sequence[str] = (),
    most: int | None = None,
    alone: bool = False,
) -> str:
    from trueness.reporting.writing.templates import environment

    return (
        environment()
        .get_template("table.html.j2")
        .render(
            columns=columns,
            heads=heads(columns),
            rows=cells,
            most=len(cells) if most is None else most,
            packed=packed,
            whole=[
                _unbroken(max((len(line[k].text) for line in cells), default=0)) for k in range(len(columns))
            ],
            caption=caption,
            label=label,
            alone=alone,
            shared=in_every_row(shared),
        )
    )
