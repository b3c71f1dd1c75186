"""Tables as typst: a figure with a caption, headings over several columns, numbers flush right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from trueness.reporting.writing.escaping import typst
from trueness.reporting.writing.heads import Span, heads
from trueness.reporting.writing.tables import (
    Column,
    TableSpec,
    as_rows,
    cell,
    has_dagger,
    is_bold,
)
from trueness.result import Row

DAGGER = "#box(width: 0pt, align(left, super[†]))"
"""Takes no room, so that numbers with and without it align."""


def to_typst(rows: Iterable[Any], spec: TableSpec) -> str:
    """Return a typst figure with the table of the spec's columns, rounded."""
    aligned = ", ".join("right" if column.is_number else "left" for column in spec.columns)
    body = ["    " + " ".join(f"[{_cell(row, column)}]," for column in spec.columns) for row in as_rows(rows)]
    return "\n".join(
        [
            "#figure(",
            f"  caption: [{typst(spec.standalone_caption)}],",
            "  table(",
            f"    columns: {len(spec.columns)},",
            f"    align: ({aligned},),",
            "    stroke: none,",
            "    table.hline(),",
            "    table.header(",
            *_head(heads(spec.columns)),
            "    ),",
            "    table.hline(stroke: 0.5pt),",
            *body,
            "    table.hline(),",
            "  ),",
            f") <tab:{spec.label or spec.name}>",
            "",
        ]
    )


def _head(lines: Sequence[Sequence[Span]]) -> Iterator[str]:
    *above, single = lines
    for spans in above:
        yield "      " + " ".join(
            f"table.cell(colspan: {span.width}, align: center)[{typst(span.text)}]," for span in spans
        )
        for span in spans:
            if span.text:
                yield f"      table.hline(start: {span.first}, end: {span.first + span.width}, stroke: 0.5pt),"
    yield "      " + " ".join(f"[{typst(span.text)}]," for span in single)


def _cell(row: Row, column: Column) -> str:
    text = typst(cell(row, column))
    return (f"#strong[{text}]" if is_bold(row, column) else text) + DAGGER * has_dagger(row, column)
