"""Tables as LaTeX: rules of booktabs, headings over several columns, numbers flush right so that their points align."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from trueness.reporting.writing.escaping import latex
from trueness.reporting.writing.heads import Span, heads
from trueness.reporting.writing.tables import (
    MISSING,
    THOUSANDS,
    Column,
    TableSpec,
    as_rows,
    cell,
    has_dagger,
    is_bold,
)
from trueness.result import Row
from trueness.study.number_words import MINUS

DAGGER = r"\rlap{$^{\dagger}$}"
"""Takes no room, so that numbers with and without it align."""

COLUMN_LETTERS = 46
"""A table whose lines have more is set over both columns of a text."""

PAGE_LETTERS = 96
"""A table whose lines have more is set in blocks below each other, with the names of the rows in each."""

TEXT_LETTERS = 30
"""A column of longer texts is set in lines of so many."""

PAGE_LINES = 50
"""What has more lines goes on on further pages, where the caption says so."""

_HEAD_LINES = 3
_Part = tuple[Sequence[Column], Sequence[Row]]
"""Columns that stand together, and rows."""


def to_latex(rows: Iterable[Any], spec: TableSpec) -> str:
    r"""Return a LaTeX table of the spec's columns, rounded; it needs the packages booktabs and textcomp.

    One that is too wide for a page is set in blocks: every block begins with the columns that name the rows, and none
    divides columns that share a heading. One that is too long goes on.
    """
    found = as_rows(rows)
    blocks = _blocks(found, spec.columns)
    wide = len(blocks) > 1 or _letters(found, spec.columns) > COLUMN_LETTERS
    kind = "table*" if wide else "table"
    caption = rf"\caption{{{latex(spec.standalone_caption)}}}"
    label = rf"\label{{tab:{spec.label or spec.name}}}"
    lines = [r"% needs \usepackage{booktabs,textcomp} and \usepackage[T1]{fontenc}"]
    for place, page in enumerate(_pages(blocks, found)):
        first = [caption, label] if place == 0 else [r"\addtocounter{table}{-1}", r"\caption{(continued)}"]
        lines += [rf"\begin{{{kind}}}", r"\centering\small\setlength{\tabcolsep}{4pt}", *first]
        for columns, part in page:
            lines += [r"\par\medskip", *_tabular(part, columns)]
        lines += [rf"\end{{{kind}}}"]
    return "\n".join([*lines, ""])


def _tabular(rows: Sequence[Row], columns: Sequence[Column]) -> list[str]:
    return [
        rf"\begin{{tabular}}{{{''.join(_set(rows, column) for column in columns)}}}",
        r"\toprule",
        *_head(heads(columns)),
        r"\midrule",
        *(" & ".join(_cell(row, column) for column in columns) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]


def _blocks(rows: Sequence[Row], columns: Sequence[Column]) -> list[list[Column]]:
    """Return the columns in blocks that fit a page; in one where rows have no names of their own."""
    named = list(itertools.takewhile(lambda column: not column.is_number, columns))
    if _letters(rows, columns) <= PAGE_LETTERS or len({_named(row, named) for row in rows}) < len(rows):
        return [list(columns)]
    blocks = [[*named]]
    # columns without a heading above are each alone
    for _, group in itertools.groupby(
        enumerate(columns[len(named) :]), key=lambda item: item[1].above[:1] or item[0]
    ):
        beside = [column for _, column in group]
        if blocks[-1] != named and _letters(rows, [*blocks[-1], *beside]) > PAGE_LETTERS:
            blocks.append([*named])
        blocks[-1] += beside
    return blocks


def _named(row: Row, columns: Sequence[Column]) -> tuple[str, ...]:
    return tuple(cell(row, column) for column in columns)


def _pages(blocks: Sequence[list[Column]], rows: Sequence[Row]) -> Iterator[list[_Part]]:
    """Yield what stands on each page: as many blocks as it has lines for, of long ones some of their rows."""
    page: list[_Part] = []
    left = PAGE_LINES
    for block in blocks:
        for first in range(0, len(rows), PAGE_LINES) or [0]:
            part = rows[first : first + PAGE_LINES]
            if page and len(part) + _HEAD_LINES > left:
                yield page
                page, left = [], PAGE_LINES
            page.append((block, part))
            left -= len(part) + _HEAD_LINES
    yield page


def _set(rows: Sequence[Row], column: Column) -> str:
    """Return how a column is set: numbers flush right, texts flush left, sentences in lines of their own."""
    if column.is_number:
        return "r"
    return "l" if _widest(rows, column) <= TEXT_LETTERS else "p{4.5cm}"


def _widest(rows: Sequence[Row], column: Column) -> int:
    return max([len(column.heading), *(len(cell(row, column)) for row in rows)])


def _letters(rows: Sequence[Row], columns: Sequence[Column]) -> int:
    """Return how many letters a line has, with two for every gap; a heading above columns may be wider than they."""
    widths = [
        (_widest(rows, column) if column.is_number else min(_widest(rows, column), TEXT_LETTERS)) + 2
        for column in columns
    ]
    for spans in reversed(heads(columns)[:-1]):
        for span in spans:
            more = len(span.text) + 2 - sum(widths[span.first : span.first + span.width])
            widths[span.first] += max(0, more)
    return sum(widths)


def _head(lines: Sequence[Sequence[Span]]) -> Iterator[str]:
    *above, single = lines
    for spans in above:
        yield (
            " & ".join(
                rf"\multicolumn{{{span.width}}}{{c}}{{{latex(span.text)}}}"
                if span.text
                else " & " * (span.width - 1)
                for span in spans
            )
            + r" \\"
        )
        yield " ".join(
            rf"\cmidrule(lr){{{span.first + 1}-{span.first + span.width}}}" for span in spans if span.text
        )
    yield " & ".join(latex(span.text) for span in single) + r" \\"


def _cell(row: Row, column: Column) -> str:
    text = cell(row, column)
    shown = _number(text) if column.is_number else latex(text)
    return (rf"\textbf{{{shown}}}" if is_bold(row, column) else shown) + DAGGER * has_dagger(row, column)


def _number(text: str) -> str:
    for sign, command in (
        ("<", "$<$"),
        ("∞", r"$\infty$"),
        (THOUSANDS, r"\,"),
        ("%", r"\%"),
        (MISSING, "--"),
        (MINUS, "$-$"),
    ):
        text = text.replace(sign, command)
    return f"{{{text}}}" if text.startswith("[") else text
