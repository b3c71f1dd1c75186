"""The first screen of an analysis of several tables: which metric is highest over all, and what the tests say of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.errors import listing
from trueness.reporting.page import Head, Tile
from trueness.reporting.view import LEVEL_NAMES, select
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.rows import Rank
from trueness.studies.pool.decided import decided, left_as_best, none_differ
from trueness.studies.pool.rows import PooledEstimate, TablesComparison
from trueness.study.number_words import bracketed, decimal
from trueness.study.words import after_correction

MOST_NAMED = 3


def pool_head(found: TablesComparison) -> Head:
    """Return which metric is highest at the first level, and how it does from table to table.

    Without tests of all pairs of metrics the answer in a line is the first sentence of the conclusions.
    """
    level, coefficient = found.keys[0]
    rows = [row for row in select(found.estimates, level, coefficient) if not math.isnan(row.estimate)]
    if not rows:
        return Head()
    best = max(rows, key=lambda row: row.estimate)
    ranks = [] if found.settings.baseline is not None else select(found.ranks, level, coefficient)
    key = level, coefficient
    said = decided(found.decisions, key, rows, found.settings)
    if said:
        none = none_differ(found.decisions, key, rows, found.tests, found.settings)
        said = f"{said} {none}".strip()
    lead = (
        ""
        if not said
        else f"Over {_tables(found)}, {LEVEL_NAMES[level].lower()}: {said[0].lower()}{said[1:]}"
    )
    return Head(lead, tuple(_tiles(found, best, rows, ranks or None)))


def _tables(found: TablesComparison) -> str:
    return "one table" if len(found.tables) == 1 else f"{len(found.tables)} tables"


def _tiles(
    found: TablesComparison,
    best: PooledEstimate,
    rows: Sequence[PooledEstimate],
    ranks: Sequence[Rank] | None,
) -> Iterator[Tile]:
    words = coefficient_facts(best.coefficient).words
    yield Tile(
        f"Highest, {LEVEL_NAMES[best.level].lower()}",
        best.metric,
        f"{words} {decimal(best.estimate)}{bracketed(best.low, best.high)}, average over {_tables(found)}",
    )
    if ranks is not None and len(ranks) > 1:
        n_beaten = next(row.n_beaten for row in ranks if row.metric == best.metric)
        left = left_as_best(found.decisions, (best.level, best.coefficient))
        alike = [name for name in left if name != best.metric]
        yield Tile(
            "Shown to be better than",
            f"{n_beaten} of {len(found.metrics) - 1}",
            f"others {after_correction(found.settings.correction)}"
            + (f"; may be the best, too: {listing(alike, MOST_NAMED, '‘’')}" if alike else ""),
        )
    alone = {
        (row.table, row.metric): row.estimate
        for row in select(found.tasks, best.level, best.coefficient)
        if not math.isnan(row.estimate)
    }
    mine = {table: value for (table, metric), value in alone.items() if metric == best.metric}
    if len(mine) > 1:
        low, high = (pick(mine, key=mine.__getitem__) for pick in (min, max))
        yield Tile(
            "From table to table",
            f"{decimal(mine[low])} to {decimal(mine[high])}",
            f"is its {words}: lowest in ‘{low}’, highest in ‘{high}’",
        )
        pooled = {row.metric for row in rows}
        first = sum(
            all(alone.get((table, metric), -math.inf) <= value for metric in pooled)
            for table, value in mine.items()
        )
        yield Tile("Highest by itself in", f"{first} of {len(found.tables)}", "tables")
