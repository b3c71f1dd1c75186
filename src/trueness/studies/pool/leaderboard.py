"""Metrics by tables for others to show: as JSON whose form is published, and on the page a table at a time.

The form is in ``docs/leaderboard.schema.json``. It changes with its version: fields may be added to a version, and none
is ever renamed, taken away or given another meaning.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

import trueness
from trueness.reporting.page import Block, Text, alternatives, whole_part
from trueness.reporting.view import LEVEL_NAMES
from trueness.reporting.writing.display_names import display_names, given_names
from trueness.reporting.writing.orientation import lower_is_better
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import Row
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.pool.rows import PooledEstimate, PoolResult, TableEstimate
from trueness.studies.pool.table_words import table_word

FORM, VERSION = "trueness leaderboard", 1

AVERAGE = "Average"
"""The choice of a page that shows the averages over all tables."""


def leaderboard_json(result: PoolResult, form: PaperForm) -> str:
    """Return all values of an analysis of several tables as JSON; what is undefined is null.

    Parameters
    ----------
    result : PoolResult
    form : PaperForm
        How metrics are called.
    """
    names = display_names(result.metrics, given_names(form.names, result.metrics)).names
    lower = frozenset().union(*(lower_is_better(table) for table in result.tables.values()))
    settings = result.settings
    whole = {
        "form": FORM,
        "version": VERSION,
        "program": f"trueness {trueness.__version__}",
        "signature": str(result.signature),
        "weights": result.weights,
        "confidence": settings.confidence,
        "alpha": settings.alpha,
        "tables": [
            {"name": row.table, "human": row.human, "systems": row.n_systems, "inputs": row.n_inputs}
            for row in result.facts
        ],
        "metrics": [
            {"name": name, "label": names[name], "lower_is_better": name in lower} for name in result.metrics
        ],
        "values": [*_averages(result), *map(_value, result.tasks)],
    }
    return json.dumps(whole, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def _averages(result: PoolResult) -> Iterator[Row]:
    standing = {(row.metric, row.level, row.coefficient): row for row in result.ranks}
    for row in result.estimates:
        rank = standing.get((row.metric, row.level, row.coefficient))
        yield _value(row) | {
            "cluster": None if rank is None else rank.cluster,
            "rank_low": None if rank is None else rank.rank_low,
            "rank_high": None if rank is None else rank.rank_high,
            "may_be_best": None if rank is None or rank.rank_low is None else rank.may_be_best,
        }


def _value(row: PooledEstimate | TableEstimate) -> Row:
    """Return one value; of the average over all tables the table is null."""
    return {
        "table": getattr(row, "table", None),
        "metric": row.metric,
        "level": row.level,
        "coefficient": row.coefficient,
        "estimate": _known(row.estimate),
        "low": _known(row.low),
        "high": _known(row.high),
        "cluster": getattr(row, "cluster", None),
        "rank_low": None,
        "rank_high": None,
        "may_be_best": None,
    }


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def leaderboard(result: PoolResult) -> tuple[Block, ...]:
    """Return a table of the metrics for the average, and for every table, of which the reader chooses one."""
    keys = [key for key in result.keys if key != OVERALL_KEY]
    averages = [row for row in result.estimates if (row.level, row.coefficient) != OVERALL_KEY]
    by_table = {name: [row for row in result.tasks if row.table == name] for name in result.tables}
    word = table_word(result.tables)
    choices = [(AVERAGE, _table(f"Average over {word}s", averages, keys))]
    choices += [(name, _table(f"{word.capitalize()} {name}", by_table[name], keys)) for name in result.tables]
    return alternatives(word.capitalize(), choices)


def _table(
    title: str, values: Sequence[PooledEstimate | TableEstimate], keys: Sequence[Key]
) -> tuple[Block, ...]:
    """Return a line per metric, the best first, with the levels and coefficients side by side."""
    found = {(row.metric, row.level, row.coefficient): row for row in values}
    first = keys[0]
    metrics = sorted(
        dict.fromkeys(row.metric for row in values), key=lambda name: _order(found.get((name, *first)))
    )
    rows: list[Row] = [{"metric": name} for name in metrics]
    columns = [Column("metric", "Metric")]
    for level, coefficient in keys:
        start = f"{level}_{coefficient}"
        for row in rows:
            value = found.get((row["metric"], level, coefficient))
            row[start] = math.nan if value is None else value.estimate
            row[f"{start}_low"] = math.nan if value is None else value.low
            row[f"{start}_high"] = math.nan if value is None else value.high
        above = (LEVEL_NAMES[level],) if len({one for one, _ in keys}) > 1 else ()
        columns += [
            Column(start, coefficient_facts(coefficient).symbol, "correlation", above=above),
            Column((f"{start}_low", f"{start}_high"), "Interval", "interval", above=above),
        ]
    spec = TableSpec("leaderboard", title, "", tuple(columns))
    return (Text(html=whole_part(spec, rows).html),)


def _order(row: PooledEstimate | TableEstimate | None) -> tuple[float, str]:
    known = row is not None and not math.isnan(row.estimate)
    return (-row.estimate if row is not None and known else math.inf, "" if row is None else row.metric)
