"""Tables as LaTeX: rules of booktabs, headings over several columns, numbers flush right so that their points align."""

from __future__ import annotations

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

COLUMN_LETTERS = 60
"""A table with headings over several columns whose lines have more is set small, over both columns of a text."""


def to_latex(rows: Iterable[Any], spec: TableSpec) -> str:
    r"""Return a LaTeX table of the spec's columns, rounded; it needs the packages booktabs and textcomp."""
    found = as_rows(rows)
    lines = heads(spec.columns)
    wide = len(lines) > 1 and _letters(found, spec.columns) > COLUMN_LETTERS
    kind = "table*" if wide else "table"
    return "\n".join(
        [
            r"% needs \usepackage{booktabs,textcomp} and \usepackage[T1]{fontenc}",
            rf"\begin{{{kind}}}",
            r"\centering\small\setlength{\tabcolsep}{4pt}" if wide else r"\centering",
            rf"\caption{{{latex(spec.standalone_caption)}}}",
            rf"\label{{tab:{spec.label or spec.name}}}",
            rf"\begin{{tabular}}{{{''.join('r' if column.is_number else 'l' for column in spec.columns)}}}",
            r"\toprule",
            *_head(lines),
            r"\midrule",
            *(" & ".join(_cell(row, column) for column in spec.columns) + r" \\" for row in found),
            r"\bottomrule",
            r"\end{tabular}",
            rf"\end{{{kind}}}",
            "",
        ]
    )


def _letters(rows: Sequence[Row], columns: Sequence[Column]) -> int:
    widths = (max([len(column.heading), *(len(cell(row, column)) for row in rows)]) + 2 for column in columns)
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
