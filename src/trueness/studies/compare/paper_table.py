"""The table that is published: a line per metric, levels, coefficients and human scores side by side.

It is made of what was found by one human score, by several, in groups, or in several tables: each is a `Side`. What a
study says of it is in `paper_caption`, how it is set in `reporting.writing`.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from trueness.errors import check_choice
from trueness.reporting.view import LEVEL_NAMES, Table
from trueness.reporting.writing.display_names import DisplayNames
from trueness.reporting.writing.tables import Column, Format, TableSpec
from trueness.reporting.writing.tables import Key as ColumnKey
from trueness.result import Row
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.decided import Agreeing
from trueness.studies.compare.paper_form import ERROR, INTERVAL, NAME, RANKS, N, PaperForm
from trueness.studies.compare.standing_table import BY_NAME

_HEADINGS = {INTERVAL: "Interval", ERROR: "SE", RANKS: "Ranks", N: "n"}
_FORMATS: dict[str, Format] = {INTERVAL: "interval", ERROR: "correlation", RANKS: "counts", N: "count"}


class Ranked(Protocol):
    """Where a metric stands."""

    @property
    def rank_low(self) -> int | None:
        """Its best possible rank."""

    @property
    def rank_high(self) -> int | None:
        """Its worst."""


@dataclasses.dataclass(frozen=True)
class Side:
    """What stands side by side with others: the values by one human score, in one group, or in one table.

    Attributes
    ----------
    name : str
        What stands above its columns, where there are several sides.
    values : sequence of Agreeing
    marked : mapping of (level, coefficient) to frozenset of str
        The metrics that get a dagger.
    ranks : mapping of (level, coefficient) to mapping of str to Ranked
        By metric; nothing where none are known.
    """

    name: str
    values: Sequence[Agreeing]
    marked: Mapping[Key, frozenset[str]] = dataclasses.field(default_factory=dict)
    ranks: Mapping[Key, Mapping[str, Ranked]] = dataclasses.field(default_factory=dict)


def sorting_key(keys: Sequence[Key], sort: str | None) -> Key:
    """Return the level and coefficient by which metrics are sorted."""
    return next((key for key in keys if key[1] == sort), keys[0])


def ranked_keys(sides: Sequence[Side], keys: Sequence[Key], form: PaperForm) -> list[tuple[str, Key]]:
    """Return of which sides, levels and coefficients limits of ranks are shown."""
    known = [(side.name, key) for side in sides for key in keys if side.ranks.get(key)]
    if RANKS in form.beside:
        return known
    first = (sides[0].name, sorting_key(keys, form.sort))
    return [first] if first in known else []


def paper_table(
    sides: Sequence[Side],
    keys: Sequence[Key],
    form: PaperForm,
    names: DisplayNames,
    *,
    title: str,
    caption: str,
    data: str,
    label: str,
    endings: Mapping[str, str],
) -> Table:
    """Return a line per metric with its values side by side, the best first.

    Rows hold every number at full precision under stable names, ``system_pearson``, ``system_pearson_low`` and so on,
    with the side in front where there are several; columns show some of them.

    Parameters
    ----------
    sides : sequence of Side
    keys : sequence of (level, coefficient)
    form : PaperForm
    names : DisplayNames
    title, caption, data, label : str
        Of the table; the title says coefficients and levels.
    endings : mapping of str to str
        What stands behind the name of a metric, such as an arrow.

    Raises
    ------
    ArgumentError
        If the table has no such coefficient to be sorted by.
    """
    if form.sort is not None:
        check_choice("sort", form.sort, (*dict.fromkeys(name for _, name in keys), BY_NAME))
    found = [{(row.metric, row.level, row.coefficient): row for row in side.values} for side in sides]
    metrics = _sorted(names, found[0], sorting_key(keys, form.sort), by_name=form.sort == BY_NAME)
    rows: list[Row] = [
        {"metric": metric, "name": names.names[metric] + endings.get(metric, "")} for metric in metrics
    ]
    columns = [Column("name", "Metric")]
    ranked = ranked_keys(sides, keys, form)
    several_levels = len({level for level, _ in keys}) > 1
    for side, values in zip(sides, found, strict=True):
        starts = {key: "_".join((*_named(side, sides), *key)) for key in keys}
        for key, start in starts.items():
            for row in rows:
                row.update(_fields(start, values.get((row["metric"], *key)), row["metric"], side, key))
            _mark_highest(rows, start)
        for level in dict.fromkeys(level for level, _ in keys):
            here = {key: start for key, start in starts.items() if key[0] == level}
            numbered = _numbered(rows, list(here.values()), asked=N in form.beside)
            above = (*_named(side, sides), *((LEVEL_NAMES[level],) if several_levels else ()))
            for key, start in here.items():
                shown = [what for what in (INTERVAL, ERROR) if what in form.beside]
                shown += [RANKS] if (side.name, key) in ranked else []
                shown += [N] if start in numbered else []
                columns += _columns(start, coefficient_facts(key[1]).symbol, above, shown)
    return TableSpec(NAME, title, caption, tuple(columns), data=data, label=label), rows


def _named(side: Side, sides: Sequence[Side]) -> tuple[str, ...]:
    """Return what tells a side from others; nothing where there is one."""
    return (side.name,) if len(sides) > 1 else ()


def _numbered(rows: Sequence[Row], starts: Sequence[str], *, asked: bool) -> Sequence[str]:
    """Return beside which values of a level their number of units stands: the last, where it is that of all."""
    counts = [[row[f"{start}_n"] for row in rows] for start in starts]
    if not asked and all(len(set(column)) == 1 for column in counts):
        return ()
    return starts[-1:] if all(column == counts[0] for column in counts) else starts


def n_units(row: Any) -> int | None:
    """Return over how many units a correlation is, or how many are averaged: systems, inputs or outputs."""
    undefined = getattr(row, "n_undefined", 0)
    field, less = {
        "system": ("n_systems", 0),
        "input": ("n_inputs", undefined),
        "per_system": ("n_systems", undefined),
        "global": ("n_cells", 0),
    }[row.level]
    whole = getattr(row, field, None)
    return None if whole is None else whole - less


def _sorted(
    names: DisplayNames, values: Mapping[tuple[str, str, str], Agreeing], key: Key, *, by_name: bool
) -> list[str]:
    def place(metric: str) -> tuple[float, str]:
        row = values.get((metric, *key))
        known = row is not None and not by_name and not math.isnan(row.estimate)
        return (-row.estimate if row is not None and known else math.inf, names.names[metric].lower())

    return sorted(names.names, key=place)


def _fields(start: str, value: Agreeing | None, metric: str, side: Side, key: Key) -> Row:
    """Return the fields of a row that say what was found of a metric."""
    rank = side.ranks.get(key, {}).get(metric)
    return {
        start: math.nan if value is None else value.estimate,
        f"{start}_low": math.nan if value is None else value.low,
        f"{start}_high": math.nan if value is None else value.high,
        f"{start}_standard_error": getattr(value, "standard_error", math.nan),
        f"{start}_n": None if value is None else n_units(value),
        f"{start}_marked": metric in side.marked.get(key, ()),
        f"{start}_rank_low": None if rank is None else rank.rank_low,
        f"{start}_rank_high": None if rank is None else rank.rank_high,
    }


def _mark_highest(rows: Sequence[Row], start: str) -> None:
    """Say of every row whether its value is the highest; of equal ones of each."""
    highest = max((row[start] for row in rows if not math.isnan(row[start])), default=math.nan)
    for row in rows:
        row[f"{start}_highest"] = math.isclose(row[start], highest, rel_tol=0, abs_tol=1e-12)


def _columns(start: str, symbol: str, above: tuple[str, ...], beside: Sequence[str]) -> Iterator[Column]:
    yield Column(start, symbol, "correlation", above=above, bold=f"{start}_highest", dagger=f"{start}_marked")
    keys: dict[str, ColumnKey] = {
        INTERVAL: (f"{start}_low", f"{start}_high"),
        ERROR: f"{start}_standard_error",
        RANKS: (f"{start}_rank_low", f"{start}_rank_high"),
        N: f"{start}_n",
    }
    for what in beside:
        yield Column(keys[what], _HEADINGS[what], _FORMATS[what], above=above)
