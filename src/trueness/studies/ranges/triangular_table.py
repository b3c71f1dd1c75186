"""Agreement of every pair of metrics as one triangle, each range a line, two values in a cell."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from trueness.reporting.view import Table
from trueness.reporting.writing.tables import Column, TableSpec, correlation
from trueness.studies.ranges.range_names import CUMULATIVE, SINGLE, range_names
from trueness.studies.ranges.rows import RangesResult

SLASH = " / "
"""Stands between the two values of a cell."""

SHORT = 8
"""On a terminal columns of longer names are headed by numbers."""


def triangular_tables(result: RangesResult, spec: TableSpec, width: int | None) -> list[Table]:
    """Return the agreement of pairs as in Tables 1 and 2 of Bhandari et al. (2020), as fits a terminal.

    Where there is room a cell holds two values, cumulative / single; else there is a triangle of each; and where that
    does not fit either, the list of all pairs.

    Parameters
    ----------
    result : RangesResult
    spec : TableSpec
        Of the pairs; its name and its data are kept.
    width : int or None
        Characters of the terminal; None where there is room.
    """
    kinds: tuple[tuple[str, ...], ...] = ((CUMULATIVE, SINGLE), (CUMULATIVE,), (SINGLE,))
    both, *alone = (_triangle(result, spec, kind, short=width is not None) for kind in kinds)
    if width is None or _fits([both], width):
        return [both]
    return alone if _fits(alone, width) else [(spec, result.pairs)]


def _triangle(result: RangesResult, spec: TableSpec, kinds: Sequence[str], *, short: bool) -> Table:
    """Return a line for each metric but the first and each bin, the human's last, and a column for each metric."""
    names = [*result.metrics, *([result.human] if result.human else [])]
    found = {(row.metric, row.rival, row.range, row.kind): row.estimate for row in result.pairs}
    bins = result.settings.bins
    labels = range_names(bins)
    places = {CUMULATIVE: 0, SINGLE: bins}
    shown = names[:-1]
    heads = {name: f"({k + 1})" if short and len(name) > SHORT else name for k, name in enumerate(names)}
    rows = []
    for k, rival in enumerate(names[1:], start=1):
        for place in range(bins):
            ranges = [labels[places[kind] + place] for kind in kinds]
            called = rival if heads[rival] == rival else f"{heads[rival]} {rival}"
            line = {"metric": called if place == 0 else "", "range": SLASH.join(name for name, _ in ranges)}
            for j, metric in enumerate(shown):
                values = [found.get((metric, rival, *one)) for one in ranges]
                line[metric] = (
                    SLASH.join(_value(value, 2 if short else 3) for value in values) if j < k else ""
                )
            rows.append(line)
    columns = (
        Column("metric", "Metric"),
        Column("range", "Range"),
        *(Column(name, heads[name]) for name in shown),
    )
    first = heads[names[0]]
    numbered = f" {first}: {names[0]}." if first != names[0] else ""
    caption = f"Mean over inputs of Kendall's tau-b, {SLASH.join(kinds)}.{numbered}"
    title = f"{spec.title}: {SLASH.join(kinds)}{f'; {first} is {names[0]}' if numbered else ''}"
    return dataclasses.replace(spec, title=title, caption=caption, columns=columns, dispensable=()), rows


def _value(value: float | None, digits: int) -> str:
    text = correlation(value, digits)
    return text.replace("0.", ".", 1) if "1." not in text else text


def _fits(tables: Sequence[Table], width: int) -> bool:
    """Whether tables fit: two characters stand between columns."""
    return all(
        sum(
            2 + max(len(column.heading), *(len(row[str(column.key)]) for row in rows))
            for column in spec.columns
        )
        <= width
        for spec, rows in tables
    )
