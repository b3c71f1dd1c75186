"""How an analysis of several tables is shown: the matrix of metrics by tables, what lies behind it, its page."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.errors import listing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.form import Form
from trueness.reporting.page import (
    Block,
    Chapter,
    Part,
    Section,
    Tile,
    counted_facts,
    figure_choice,
    section,
    whole_part,
)
from trueness.reporting.view import (
    LEVEL_NAMES,
    SHARED,
    Table,
    View,
    parts_by_level,
    select,
    separated_remark,
    shared_tables,
    without_empty,
)
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import Row
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.compare.comparison_tables import RANKS, TESTS
from trueness.studies.compare.head import span_tile
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.paper_form import SAID as PAPER_SAID
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.rows import Rank
from trueness.studies.pool.decided import left_as_best
from trueness.studies.pool.forest_plot import forest_plot, forest_rows
from trueness.studies.pool.leaderboard import leaderboard
from trueness.studies.pool.paper import pool_paper
from trueness.studies.pool.ranks_plot import pool_ranks, ranked_keys
from trueness.studies.pool.rows import AcrossTables, PooledEstimate, PoolResult, TableEstimate, TableFacts
from trueness.studies.pool.table_matrix import table_matrix, tables_sentence
from trueness.studies.pool.table_words import counted_tables, table_word
from trueness.study.best_and_ranks import higher_but_ruled_out, ranks_beside_best
from trueness.study.number_words import bracketed, decimal, systems_in_all
from trueness.study.words import CORRECTION_WORDS, after_correction

MOST_NAMED = 3


VALUE = "Value"

ESTIMATES = TableSpec.of(
    PooledEstimate,
    "estimates",
    "Agreement over all tables",
    "Average over tables of each coefficient; the pairwise accuracy is the share of all tables' pairs of systems.",
    (
        "metric",
        "level",
        "coefficient",
        "estimate",
        ("low", "high"),
        "n_tables",
        "n_undefined",
        "n_systems",
        "n_pairs",
        "n_undefined_resamples",
    ),
)
TASKS = TableSpec.of(
    TableEstimate,
    "tasks",
    "Every table by itself",
    "Agreement of each metric with people in each table, and its rank cluster there among the pooled metrics.",
    (
        "metric",
        "table",
        "level",
        "coefficient",
        "estimate",
        ("low", "high"),
        "cluster",
        "n_systems",
        "n_inputs",
        "n_undefined",
    ),
)
ACROSS = TableSpec.of(
    AcrossTables,
    "across",
    "How agreement differs over tables",
    "What another table would show, and how much tables differ by more than their errors. In random-effects means "
    "sure tables count for more, so that they differ from the averages above, which verdicts are about.",
    (
        "metric",
        "level",
        "coefficient",
        "estimate",
        ("low", "high"),
        ("next_low", "next_high"),
        "spread",
        "share",
        "statistic",
        "pvalue",
        "n_tables",
    ),
)
_FACTS = TableSpec.of(
    TableFacts,
    "facts",
    "Tables",
    "What each table holds, how it counts, and the seed that repeats its numbers.",
    ("table", "human", "n_systems", "n_inputs", "n_pairs", "n_metrics", "weight"),
)
FACTS = dataclasses.replace(_FACTS, columns=(*_FACTS.columns, Column("seed", "Seed")))  # no count: a name

_HEAD = (
    Column("metric", "Metric"),
    Column("level", "Level"),
    Column("coefficient", "Coefficient"),
    Column(("rank_low", "rank_high"), "Ranks", "counts"),
    Column("may_be_best", "May be best"),
    Column("cluster", "Cluster", "count"),
    Column("estimate", "Average", "correlation"),
    Column(("low", "high"), "Interval", "interval"),
)

DISPENSABLE_OF_TESTS = (("pvalue",), ("estimate_metric", "estimate_rival"))
"""What a narrow terminal leaves out of the tests."""


MATRIX = "matrix"
"""The table that is made of others: metrics by tables."""


class PoolView(View[PoolResult]):
    """Tables, figures and page of an analysis of several tables.

    Parameters
    ----------
    paper : PaperForm, optional
        How the table of a paper is made.
    """

    eyebrow: ClassVar[str] = "which metrics agree with people over all tables?"
    shown: ClassVar[tuple[str, ...]] = (MATRIX, "tests")
    alone: ClassVar[str] = MATRIX
    for_papers: ClassVar[str] = PAPER

    def __init__(self, paper: PaperForm | None = None) -> None:
        self.paper = paper or PaperForm()

    @property
    def form(self) -> Form:
        """What of the page was asked for otherwise than by default."""
        return self.paper.on_page()

    def in_form(self, form: Form) -> PoolView:
        """Return the view with what a page was asked for."""
        return type(self)(PaperForm.of(form))

    def tables(self, result: PoolResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        return (*pool_tables(result), pool_paper(result, self.paper))

    def printed(self, result: PoolResult, name: str, width: int) -> Sequence[Table]:
        """Return a table; the matrix level by level, in parts that fit."""
        if name != MATRIX:
            return super().printed(result, name, width)
        return [part for key in result.keys for part in matrix_parts(result, key, width)]

    def title(self, result: PoolResult) -> str:
        """Return the heading of the page."""
        return f"Agreement with people over {counted_tables(result.tables)}"

    def facts(self, result: PoolResult) -> str:
        """Return the numbers of tables, metrics and systems."""
        humans = ", ".join(dict.fromkeys(row.human for row in result.facts))
        counts = (
            (len(result.tables), table_word(result.tables)),
            (len(result.metrics), "metric"),
        )
        systems = systems_in_all(table.systems for table in result.tables.values())
        return counted_facts(*counts, more=(systems, f"human scores: {humans}"))

    def figures(self, result: PoolResult) -> tuple[Figure, ...]:
        """Return maps of metrics by tables for each level and coefficient with a value, limits of ranks, forests."""
        matrices = tuple(table_matrix(result, *key) for key in _known_keys(result))
        ranks = (pool_ranks(result, key) for key in ranked_keys(result))
        return (*matrices, *ranks, *(forest_plot(result, row) for row in forest_rows(result)))

    def tiles(self, result: PoolResult) -> Iterable[Tile]:
        """Return how the metric that is highest at the first level does from table to table."""
        level, coefficient = result.keys[0]
        rows = [row for row in select(result.estimates, level, coefficient) if not math.isnan(row.estimate)]
        if not rows:
            return ()
        best = max(rows, key=lambda row: row.estimate)
        ranks = [] if result.settings.baseline is not None else select(result.ranks, level, coefficient)
        return _tiles(result, best, rows, ranks or None)

    def chapters(self, result: PoolResult) -> Iterator[Chapter]:
        """Return the chapters of the page: the matrix as figures and in numbers, then every table that has rows."""
        spec, rows = self.table(result, MATRIX)
        parts = [
            whole_part(part.without("level", "coefficient"), here, _of(key))
            for key in result.keys
            for part, here in [matrix_table(result, [key])]
        ]
        numbers = section(spec, rows, parts, folded="The same in numbers")
        drawn = iter(self.drawn(result))
        shown = [
            block
            for keys in (_known_keys(result), ranked_keys(result), _forest_keys(result))
            for block in figure_choice(
                "Level and coefficient", map(_of, keys), list(itertools.islice(drawn, len(keys)))
            )
        ]
        yield Chapter(MATRIX, spec.title, (*shown, numbers))
        for spec, rows in self.tables(result):
            if rows and spec.name not in (MATRIX, *SHARED):
                contents = "For a paper" if spec.name == PAPER else ""
                yield Chapter(spec.name, spec.title, self._blocks(result, spec, rows), contents)

    def _blocks(self, result: PoolResult, spec: TableSpec, rows: Sequence[Any]) -> tuple[Block, ...]:
        """Return a table as it stands on the page: that of every table by itself is shown one at a time."""
        block = self.section(spec, rows, folded=PAPER_SAID if spec.name == PAPER else "")
        if spec.name == TASKS.name and isinstance(block, Section):
            return *leaderboard(result), dataclasses.replace(block, parts=())
        return (block,)

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield one part per level and coefficient, and one for the mean of all."""
        if not hasattr(rows[0], "level"):
            yield whole_part(spec, rows)
            return
        overall = [row for row in rows if (row.level, row.coefficient) == OVERALL_KEY]
        yield from parts_by_level(spec, [row for row in rows if row not in overall])
        if overall:
            short = spec.without("level", "coefficient")
            yield whole_part(short, overall, _of(OVERALL_KEY), separated_remark(overall))


def _known_keys(result: PoolResult) -> list[Key]:
    """Return levels and coefficients at which something has a value."""
    known = {(row.level, row.coefficient) for row in result.estimates if row.estimate == row.estimate}
    return [key for key in result.keys if key in known]


def _forest_keys(result: PoolResult) -> list[Key]:
    return [(row.level, row.coefficient) for row in forest_rows(result)]


def _of(key: Key) -> str:
    """Return a level and coefficient in words."""
    if key == OVERALL_KEY:
        return "Mean of all pooled values"
    return f"{LEVEL_NAMES[key[0]]}, {coefficient_facts(key[1]).words}"


def pool_tables(comparison: PoolResult) -> tuple[Table, ...]:
    """Return the tables with their rows; the matrix of all levels and coefficients first."""
    data = tables_sentence(comparison)
    estimates = ESTIMATES
    tasks = TASKS
    if not comparison.settings.interval_method.words:
        estimates = estimates.without(("low", "high"))
        tasks = tasks.without(("low", "high"))
    if not comparison.settings.interval_method.resampled:
        estimates = estimates.without("n_undefined_resamples")
    tests = dataclasses.replace(
        TESTS, caption=tests_caption(comparison), dispensable=DISPENSABLE_OF_TESTS
    ).without("resamples")  # all tests draw as many
    tests = without_empty(comparison.tests, tests)
    ranks = dataclasses.replace(
        RANKS.renamed("Correlation", "Average"),
        note=ranks_beside_best("metric", comparison.ranks, comparison.settings.correction),
    )
    found: tuple[Table, ...] = (
        matrix_table(comparison),
        (estimates, comparison.estimates),
        (ranks, comparison.ranks),
        (tests.renamed("Correlation", "Average"), comparison.tests),
        (tasks, comparison.tasks),
        (FACTS, comparison.facts),
        (ACROSS, comparison.across),
        *shared_tables(comparison),
    )
    return tuple(
        (dataclasses.replace(spec, data=data, label=f"pool-{spec.name}"), rows) for spec, rows in found
    )


def matrix_table(comparison: PoolResult, keys: Sequence[Key] | None = None) -> tuple[TableSpec, list[Row]]:
    """Return the matrix: a row per metric, the best first, its cluster, pooled value and interval, then every table.

    Parameters
    ----------
    comparison : PoolResult
    keys : sequence of (level, coefficient), optional
        By default all but the mean of all pooled values, whose columns are others.
    """
    if keys is None:
        keys = [key for key in comparison.keys if key != OVERALL_KEY]
    rows = comparison.matrix(keys)
    fixed = {
        name for column in _HEAD for name in ((column.key,) if isinstance(column.key, str) else column.key)
    }
    names = list(dict.fromkeys(name for row in rows for name in row if name not in fixed))
    spec = TableSpec(
        "matrix",
        f"Metrics by {table_word(comparison.tables)}s",
        _matrix_caption(comparison, keys),
        (*_HEAD, *(Column(name, name, "correlation") for name in names)),
    )
    if not comparison.settings.interval_method.words:
        spec = spec.without(("low", "high"))
    if not comparison.ranks:
        return spec.without("may_be_best", "cluster", ("rank_low", "rank_high")), rows
    notes = [ranks_beside_best("metric", comparison.ranks, comparison.settings.correction)]
    for key in keys:
        here = [row for row in rows if (row["level"], row["coefficient"]) == key]
        notes.append(
            higher_but_ruled_out((row["metric"], row["estimate"], row["may_be_best"]) for row in here)
        )
    first = next(filter(None, notes[1:]), "")
    return dataclasses.replace(spec, note=" ".join(filter(None, (notes[0], first)))), rows


def matrix_parts(comparison: PoolResult, key: Key, width: int) -> list[tuple[TableSpec, list[Row]]]:
    """Return the matrix of one level and coefficient in parts that fit a width, each with the metrics' names.

    Parameters
    ----------
    comparison : PoolResult
    key : (level, coefficient)
    width : int
        Letters on a line.
    """
    spec, rows = matrix_table(comparison, [key])
    title = "mean of all pooled values" if key == OVERALL_KEY else f"{key[1]}, {key[0]} level"
    spec = dataclasses.replace(
        spec.without("level", "coefficient", "cluster"), title=f"{spec.title}: {title}"
    )
    head = [column for column in spec.columns if column in _HEAD]
    tables = [column for column in spec.columns if column not in _HEAD]
    name = max((len(row["metric"]) for row in rows), default=0) + 2
    room = width - name - 7 - 6 - 9 - 18  # ranks, whether it may be the best, average, interval
    parts: list[list[Column]] = [head]
    for column in tables:
        needed = max(len(column.heading), 6) + 2
        if room < needed and len(parts[-1]) > 1:
            parts.append([head[0]])
            room = width - name
        parts[-1].append(column)
        room -= needed
    return [(dataclasses.replace(spec, columns=tuple(columns)), rows) for columns in parts]


def _matrix_caption(comparison: PoolResult, keys: Sequence[Key]) -> str:
    names = [coefficient_facts(name).words for _, name in keys if name != OVERALL_KEY[1]]
    how = {
        "equal": "every table counts the same",
        "pairs": "tables count by their pairs of systems",
        "given": "tables count by given weights",
    }[comparison.weights]
    parts = []
    if set(keys) - {ACCURACY_KEY, OVERALL_KEY}:
        parts.append(f"Averages over tables; {how}.")
    if ACCURACY_KEY in keys:
        parts.append("The pairwise accuracy is the share of all tables' pairs of systems.")
    if OVERALL_KEY in keys:
        parts.append("Mean of all pooled values of a metric.")
    if names:
        parts.insert(0, f"Agreement with people: {', '.join(dict.fromkeys(names))}.")
    if comparison.ranks:
        parts.append(
            "Ranks: limits of all ranks together. Clusters: by the rule of WMT, from the same decisions."
        )
    return " ".join(parts)


def tests_caption(comparison: PoolResult) -> str:
    """Return what the table of tests shows."""
    settings = comparison.settings
    kinds = listing(dict.fromkeys(f"{row.test} over {row.over}" for row in comparison.tests))
    if not kinds:
        return TESTS.caption
    drawn = any(row.resamples for row in comparison.tests)
    how = "resample every table independently" if drawn else "take every table as a stratum"
    resamples = f" {settings.resamples} resamples," if drawn else ""
    within = (
        ""
        if settings.margin is None
        else f" Equivalent: the pooled difference is shown to lie within {settings.margin:g}, by two one-sided tests, "
        "corrected likewise."
    )
    return (
        f"Differences between pooled values of pairs of metrics; tests {how}: {kinds}, {settings.alternative},"
        f"{resamples} {CORRECTION_WORDS[settings.correction]}.{within}"
    )


def _tables(found: PoolResult) -> str:
    return "one table" if len(found.tables) == 1 else f"{len(found.tables)} tables"


def _tiles(
    found: PoolResult,
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
        yield span_tile(mine, "table", "in", f"its {words}")
        pooled = {row.metric for row in rows}
        first = sum(
            all(alone.get((table, metric), -math.inf) <= value for metric in pooled)
            for table, value in mine.items()
        )
        yield Tile("Highest by itself in", f"{first} of {len(found.tables)}", "tables")
