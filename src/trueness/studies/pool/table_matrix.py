"""How well every metric agrees with people in every table, the average first."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError, check_choice, listing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLANK, BLUE, FAINT_INK, INK, RULE
from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import distinct_labels, text_width
from trueness.reporting.writing.tables import correlation
from trueness.result import Row
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.pool.rows import PoolResult
from trueness.studies.pool.table_words import counted_tables

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_LABEL_SIZE = 7.5
_NUMBER_SIZE = 6.5
_LABEL_ROOM = 1.9
_CELL_WIDTH, _CELL_HEIGHT = 0.42, 0.19
_GAP = 0.12
_LEAST_WIDTH = 5.0
_MOST_PRINTED = 30
_PALE = "#F4F8FB"


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

    Raises
    ------
    ArgumentError
        If level and coefficient were not computed together.
    DataError
        If nothing has a value.
    """
    known = [" ".join(key) for key in comparison.keys]
    check_choice("level and coefficient", f"{level} {coefficient}", known)
    key = (level, coefficient)
    rows = comparison.matrix([key])
    if all(math.isnan(row["estimate"]) for row in rows):
        raise DataError("no metric has a value at this level and coefficient, so there is nothing to draw.")
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
        drawing=functools.partial(_draw, comparison, rows, columns, title),
    )


_FIXED = frozenset(
    {"metric", "level", "coefficient", "rank_low", "rank_high", "cluster", "estimate", "low", "high"}
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
    return " ".join([*sentences, tables_sentence(comparison)])


def tables_sentence(comparison: PoolResult) -> str:
    """Return a sentence on what the tables rest on."""
    facts = comparison.facts
    humans = listing(dict.fromkeys(row.human for row in facts))
    systems = n_systems(comparison)
    tables = counted_tables([row.table for row in facts])
    return f"{tables} ({listing([row.table for row in facts], 20)}), {systems} systems in all; human scores: {humans}."


def n_systems(comparison: PoolResult) -> int:
    """Return how many systems there are in all tables; one of several tables is one."""
    return len({name for table in comparison.tables.values() for name in table.systems})


def _draw(comparison: PoolResult, rows: Sequence[Row], columns: Sequence[str], title: str) -> Canvas:
    values = np.array([[row["estimate"], *(row[name] for name in columns)] for row in rows], dtype=np.float64)
    names = [row["metric"] for row in rows]
    labels = distinct_labels(names, _LABEL_SIZE, _LABEL_ROOM)
    ranks = _rank_column(rows)
    heads = distinct_labels(["average", *columns], _LABEL_SIZE, _LABEL_ROOM)
    room = max(text_width(label, _LABEL_SIZE) for label in labels) + 0.1 + ranks.width
    head = max(text_width(text, _LABEL_SIZE) for text in heads) + 0.1
    wide, high = _CELL_WIDTH * len(columns), _CELL_HEIGHT * len(rows)
    width = max(_LEAST_WIDTH, 2 * MARGIN + room + _CELL_WIDTH + _GAP + wide)
    systems = n_systems(comparison)
    tables = counted_tables([row.table for row in comparison.facts])
    sheet = Sheet(
        width,
        head + high + 0.1 + MARGIN,
        title=title,
        subtitle=f"{len(rows)} metrics, {tables}, {systems} systems in all",
    )
    known = values[~np.isnan(values)]
    low, top = float(known.min()), float(known.max())
    printed = values.shape[1] <= _MOST_PRINTED
    left = MARGIN + room
    panels = (
        (left, _CELL_WIDTH, values[:, :1], heads[:1]),
        (left + _CELL_WIDTH + _GAP, wide, values[:, 1:], heads[1:]),
    )
    for k, (place, across, part, over) in enumerate(panels):
        axes = sheet.panel(place, sheet.top + head, across, high)
        _cells(axes, part, low, top, printed=printed)
        axes.set_xticks(range(part.shape[1]), over, rotation=90, fontsize=_LABEL_SIZE, parse_math=False)
        axes.xaxis.tick_top()
        axes.set_yticks([])
        axes.tick_params(length=0, pad=3, colors=INK)
        if k == 0:
            axes.set_yticks(range(len(rows)), labels, fontsize=_LABEL_SIZE, parse_math=False)
            axes.tick_params(axis="y", pad=3 + 72 * ranks.width)
            ranks.draw(axes, range(len(rows)))
    return sheet.canvas


def _rank_column(rows: Sequence[Row]) -> RankColumn:
    return RankColumn([(row["rank_low"], row["rank_high"]) for row in rows], _LABEL_SIZE)


def _cells(axes: Axes, values: NDArray[np.float64], low: float, high: float, *, printed: bool) -> None:
    strength = _strength(values, low, high)
    axes.imshow(_colours(strength), aspect="auto", interpolation="none")
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_color(RULE)
    if not printed:
        return
    for (i, j), value in np.ndenumerate(values):
        dark = strength[i, j] > 0.6
        axes.text(
            j,
            i,
            correlation(value, 2),
            ha="center",
            va="center",
            fontsize=_NUMBER_SIZE,
            color="white" if dark else FAINT_INK if math.isnan(value) else INK,
            parse_math=False,
        )


def _strength(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
    """Return where values lie between the lowest and the highest of the drawing, from 0 to 1; NaN where undefined."""
    return np.asarray(
        (values - low) / (high - low) if high > low else np.where(np.isnan(values), np.nan, 0.5)
    )


def _colours(strength: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return pixels, pale for the lowest value and blue for the highest, grey for none."""
    from matplotlib.colors import to_rgb

    pale, full, blank = (np.array(to_rgb(colour)) for colour in (_PALE, BLUE, BLANK))
    share = np.nan_to_num(strength)[..., None]
    mixed = np.where(np.isnan(strength)[..., None], blank, pale + (full - pale) * share)
    return np.asarray(np.round(255 * mixed), dtype=np.uint8)
