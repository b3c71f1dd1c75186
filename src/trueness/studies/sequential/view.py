"""How labels that come one after another are shown: tables and page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Tile, counted_facts
from trueness.reporting.view import Table, View
from trueness.reporting.writing.tables import TableSpec, as_rows, empty_columns
from trueness.studies.sequential.look_lines import look_lines
from trueness.studies.sequential.rows import ApartRow, LookRow, NextRow, SequentialResult, SettledRow
from trueness.study.lights import LIGHTS
from trueness.study.number_words import decimal, interval

SETTLED = TableSpec.of(
    SettledRow,
    "settled",
    "Is it settled?",
    "What decides, with limits that hold after every label, and its bar; how many more labels it likely takes.",
    (
        *("metric", "answer", "measure", "estimate", ("low", "high"), "bar", "n_labelled", "settled_after"),
        *(("more_low", "more_high"), "n_waiting", "n_left_out", "n_pool"),
    ),
    dispensable=(("n_pool",), ("n_left_out",), ("n_waiting",), ("measure",)),
)
LOOKS = TableSpec.of(
    LookRow,
    "looks",
    "What was known after every label",
    "Limits of what decides after so many labels, and its bar.",
)
APART = TableSpec.of(
    ApartRow,
    "apart",
    "Which judge agrees better",
    "Agreement with people of one judge minus that of another, with limits that hold after every label, for all pairs.",
)
NEXT = TableSpec.of(
    NextRow,
    "next",
    "What to label next",
    "Outputs in the order in which they were drawn. Label them in this order.",
)


def _without(result: SequentialResult) -> Iterator[Any]:
    """Yield the columns that say nothing: without a value, or that no label waits or is left out."""
    yield from empty_columns(result.settled, SETTLED)
    for name in ("n_waiting", "n_left_out"):
        if not any(getattr(row, name) for row in result.settled):
            yield name


class SequentialView(View[SequentialResult]):
    """Tables and page of labels that come one after another."""

    eyebrow: ClassVar[str] = "is it settled?"
    specs: ClassVar[tuple[TableSpec, ...]] = (SETTLED, LOOKS, APART, NEXT)

    def fitted(self, result: SequentialResult, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
        """Return a table; of what is settled without columns that say nothing."""
        del rows
        return spec.without(*_without(result)) if spec.name == SETTLED.name else spec

    def printed_by_default(self, result: SequentialResult, name: str, width: int) -> Sequence[Table]:
        """Return a table; of what is settled with lights, as other uses of judges have them."""
        del width
        spec, rows = self.table(result, name)
        if name != SETTLED.name:
            return [(spec, rows)]
        columns = (
            dataclasses.replace(column, format="light") if column.key == "answer" else column
            for column in spec.columns
        )
        lights = [{**row, "answer": LIGHTS.get(row["answer"])} for row in as_rows(rows)]
        return [(dataclasses.replace(spec, columns=tuple(columns)), lights)]

    def title(self, result: SequentialResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: is it settled?"

    def facts(self, result: SequentialResult) -> str:
        """Return what was labelled, in one line."""
        labelled = result.settled[0].n_labelled
        return counted_facts(
            (len(result.judges), "judge"), (labelled, "label"), (result.settled[0].n_pool, "output")
        )

    def tiles(self, result: SequentialResult) -> Iterator[Tile]:
        """Return what decides for each judge."""
        for row in result.settled[:4]:
            yield Tile(
                f"Decides for ‘{row.metric}’",
                decimal(row.estimate),
                f"after {row.n_labelled:,} labels; bar {decimal(row.bar)}",
                interval(row.low, row.high),
            )

    def figures(self, result: SequentialResult) -> tuple[Figure, ...]:
        """Return the limits after every label."""
        figure = look_lines(result)
        return () if figure is None else (figure,)
