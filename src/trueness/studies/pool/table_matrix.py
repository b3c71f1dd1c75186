"""How well every metric agrees with people in every table, the average first."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.errors import listing
from trueness.reporting.figures.cells import cells, mixed
from trueness.reporting.figures.drawing import Drawing, in_lines
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.panel import Names
from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.writing.tables import correlation
from trueness.result import Row
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.pool.rows import PoolResult
from trueness.studies.pool.table_words import counted_tables
from trueness.study.number_words import systems_in_all

_LABEL_SIZE = 7.5
_CELL_WIDTH, _CELL_HEIGHT = 0.42, 0.19
_GAP = 0.12
_MOST_PRINTED = 30


def table_matrix(comparison: PoolResult, level: str, coefficient: str) -> Figure:
    """Draw the matrix of metrics by tables as a heat map, the metrics in the order of their pooled values.

    The darker a cell, the higher the value, on one scale for the whole drawing. The pooled value stands first, apart,
    and beside a metric's name the limits of its rank. Cells without a value are grey.

    Parameters
    ----------
    comparison : PoolResult
    level, coefficient : str
        What was computed; ``all`` and ``all`` for the mean of all pooled values, with a column per level and
        coefficient.

    Returns
    -------
    Figure
        Its data have one row per cell: metric, table (``None`` for the pooled value), value, rank, cluster.
    """
    key = (level, coefficient)
    rows = comparison.matrix([key])
    columns = [name for name in rows[0] if name not in _FIXED]
    title = _title(key)
    return Figure.of(
        name=f"tables-{level}-{coefficient}".replace("_", "-")
        .replace(":", "-")
        .replace(",", "-")
        .replace("=", "-"),
        title=title,
        caption=_caption(comparison, key, rows, columns),
        data=_data(rows, columns, key),
        drawing=functools.partial(_draw, comparison, rows, columns),
    )


_FIXED = frozenset(
    {
        "metric",
        "level",
        "coefficient",
        "rank_low",
        "rank_high",
        "may_be_best",
        "cluster",
        "estimate",
        "low",
        "high",
    }
)


def _title(key: Key) -> str:
    if key == OVERALL_KEY:
        return "Agreement with people: mean of all pooled values"
    words = coefficient_facts(key[1]).words
    return f"Agreement with people in every table: {words}, {key[0].replace('_', '-')} level"


def _data(rows: Sequence[Row], columns: Sequence[str], key: Key) -> list[Row]:
    return [
        {
            "metric": row["metric"],
            "level": key[0],
            "coefficient": key[1],
            "table": name,
            "estimate": row["estimate"] if name is None else row[name],
            "rank_low": row["rank_low"],
            "rank_high": row["rank_high"],
            "cluster": row["cluster"],
        }
        for row in rows
        for name in (None, *columns)
    ]


def _caption(comparison: PoolResult, key: Key, rows: Sequence[Row], columns: Sequence[str]) -> str:
    if key == OVERALL_KEY:
        first = "First the mean of all pooled values, then these."
    elif key == ACCURACY_KEY:
        first = "First the share of all tables' pairs of systems, then every table's."
    else:
        how = {"equal": "equal weights", "pairs": "weighted by pairs of systems", "given": "weights as given"}
        first = f"First the average over tables ({how[comparison.weights]}), then every table."
    sentences = [first, "The darker, the higher."]
    if comparison.ranks:
        settings = comparison.settings
        sentences.append(_rank_column(rows).sentence("metrics", settings.alpha, settings.correction))
    undefined = sum(math.isnan(row[name]) for row in rows for name in columns)
    if undefined:
        sentences.append(f"Grey: no value ({undefined} of {len(rows) * len(columns)}).")
    return " ".join([*sentences, tables_sentence(comparison, named=False)])


def tables_sentence(comparison: PoolResult, *, named: bool = True) -> str:
    """Return a sentence on what the tables rest on; unnamed where each has a column with its name."""
    names = [row.table for row in comparison.facts]
    humans = listing(dict.fromkeys(row.human for row in comparison.facts), quotes="‘’")
    told = f" ({listing(names, 20, '‘’')})" if named else ""
    return f"{sizes_words(comparison, told)}; human scores: {humans}."


def sizes_words(comparison: PoolResult, told: str = "") -> str:
    """Return how many tables and systems are pooled, with what is told of the tables between."""
    tables = counted_tables([row.table for row in comparison.facts])
    return f"{tables}{told}, {systems_in_all(table.systems for table in comparison.tables.values())}"


def _draw(comparison: PoolResult, rows: Sequence[Row], columns: Sequence[str]) -> Drawing:
    values = np.array([[row["estimate"], *(row[name] for name in columns)] for row in rows], dtype=np.float64)
    heads = ["average", *columns]
    names = Names(texts=[row["metric"] for row in rows], ranks=_rank_column(rows))
    colours = mixed(_strength(values))
    texts = (
        [[correlation(value, 2) for value in line] for line in values] if len(heads) <= _MOST_PRINTED else []
    )
    panels = [
        cells(
            colours[:, part],
            names,
            Names(texts=heads[part], turned=True, far=True),
            size=(_CELL_WIDTH, _CELL_HEIGHT),
            texts=[line[part] for line in texts],
        )
        for part in (slice(0, 1), slice(1, None))
    ]
    return Drawing(
        subtitle=f"{len(rows)} metrics, {sizes_words(comparison)}",
        lines=in_lines(panels, len(panels)),
        gap=_GAP,
    )


def _rank_column(rows: Sequence[Row]) -> RankColumn:
    return RankColumn([(row["rank_low"], row["rank_high"]) for row in rows], _LABEL_SIZE)


def _strength(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where values lie between the lowest and the highest of them, from 0 to 1; NaN where undefined."""
    low, high = np.nanmin(values), np.nanmax(values)
    return np.asarray(
        (values - low) / (high - low) if high > low else np.where(np.isnan(values), np.nan, 0.5)
    )
