"""How a comparison by several human scorers is shown: its tables, side by side, and its page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from trueness.reporting.citation import Methods
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.page import (
    Chapter,
    Part,
    Tile,
    counted_facts,
    figure_choice,
    pictures,
    section,
    whole_part,
)
from trueness.reporting.view import LEVEL_NAMES, Table, View, parts_by_level, shared_tables
from trueness.reporting.writing.orientation import lower_is_better
from trueness.reporting.writing.tables import Column, TableSpec, correlation
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.contrast_table import CONTRASTS, contrast_table, with_contrasts
from trueness.studies.compare.decided import agreement_words, unshown
from trueness.studies.compare.head import highest
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.marks import unsaid_medians
from trueness.studies.compare.methods import methods
from trueness.studies.compare.paper_caption import comparisons_paper
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.standing_table import BY_NAME, TOP
from trueness.studies.compare.view import (
    BESIDE,
    ESTIMATES,
    RANKS,
    SENSITIVITY,
    TESTS,
    comparison_tables,
    ranks_note,
)
from trueness.studies.compare.words import shown_name
from trueness.studies.dimensions.rows import DimensionsResult
from trueness.studies.variants.human_dimensions import dimension_scatter
from trueness.study.human_facts import HumanFacts, HumanPair

DOT = " •"
"""Behind the value of a metric that no other outperforms by that human scorer, after correction."""

HUMANS = TableSpec.of(
    HumanFacts,
    "humans",
    "The human scores",
    "Mean and standard deviation over outputs, and the smallest and largest score.",
)
BETWEEN = TableSpec.of(
    HumanPair,
    "between",
    "The human scores with each other",
    "How two human scores agree.",
)
_SHARED = {
    "estimates": ESTIMATES,
    "tests": TESTS,
    "beside": BESIDE,
    "ranks": RANKS,
    "sensitivity": SENSITIVITY,
}


class DimensionView(View[DimensionsResult]):
    """Tables and page of a comparison by several human scorers.

    Parameters
    ----------
    top : int or None
        How many metrics of each level a terminal shows; None for all.
    sort : str, optional
        The coefficient by which they are sorted, and which a terminal shows: the first by default. By the first human
        scorer, where `sort` is not ``name``.
    paper : PaperForm, optional
        How the table of a paper is made.
    """

    eyebrow: ClassVar[str] = "how far can these metrics be trusted, and in what?"
    shown: ClassVar[tuple[str, ...]] = ("estimates",)
    alone: ClassVar[str] = "estimates"

    def __init__(
        self, top: int | None = TOP, sort: str | None = None, paper: PaperForm | None = None
    ) -> None:
        self.top, self.sort = top, sort
        self.paper = paper or PaperForm(sort=sort)

    def tables(self, result: DimensionsResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        of_first = {spec.name: spec for spec, _ in comparison_tables(_first(result))}
        found: list[Table] = []
        for name, plain in _SHARED.items():
            spec = of_first[name]
            caption = spec.caption.replace(f"‘{_first(result).human}’", "each of the human scores")
            columns = (Column("human", "Human score"), *spec.columns)
            note = ranks_note(result.comparisons.values()) if name == "ranks" else ""
            spec = dataclasses.replace(
                spec,
                title=plain.title,
                caption=caption,
                columns=columns,
                data=_data(result),
                label=name,
                note=note,
            )
            found.append((spec, result.rows_of(name)))
        return (
            comparisons_paper(result.comparisons, self.paper, data=_data(result)),
            *found,
            contrast_table(result.contrasted),
            (HUMANS, result.humans),
            (BETWEEN, result.between),
            *shared_tables(result),
        )

    def printed(self, result: DimensionsResult, name: str, width: int) -> list[Table]:
        """Return a table as a terminal shows it; beside human scores how each goes with the others."""
        del width
        if name == HUMANS.name:
            level = result.settings.computed_levels[0]
            return [_humans_with_each_other(result, level, _chosen(result, level, self._sorted_by()))]
        return [self.table(result, name)]

    def shown_of(self, result: DimensionsResult) -> tuple[str, ...]:
        """Return leads, where they were asked for, before the others."""
        return with_contrasts(self.shown, result.contrasted)

    def printed_by_default(self, result: DimensionsResult, name: str, width: int) -> list[Table]:
        """Return metrics with all human scores side by side, level by level."""
        del width
        if name == CONTRASTS.name:
            return [self.table(result, name)]
        return [
            side_by_side(
                result.comparisons,
                level,
                _chosen(result, level, self._sorted_by()),
                top=self.top,
                by_name=self.sort == BY_NAME,
            )
            for level in result.settings.computed_levels
        ]

    def _sorted_by(self) -> str | None:
        return self.sort if self.sort != BY_NAME else None

    def title(self, result: DimensionsResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: which metrics agree with {len(result.comparisons)} human scores"

    def facts(self, result: DimensionsResult) -> str:
        """Return the numbers of metrics, systems and inputs, and the human scorers."""
        _, systems, inputs = result.table.shape
        counts = [(len(result.metrics), "metric")]
        counts += [(systems, "system"), (inputs, "input")] if result.table.has_systems else [(inputs, "item")]
        return counted_facts(*counts, more=(f"human scores: {', '.join(result.comparisons)}",))

    def tiles(self, result: DimensionsResult) -> Iterable[Tile]:
        """Return the numbers of the first screen."""
        return _tiles(result)

    def figures(self, result: DimensionsResult) -> tuple[Figure, ...]:
        """Return the intervals by every human scorer, by the first coefficient, and these against each other."""
        first = result.settings.coefficients[0]
        drawn = {human: interval_plot(one, first) for human, one in result.comparisons.items()}
        intervals = tuple(
            dataclasses.replace(figure, name=figure_name(figure.name, str(place), human))
            for place, (human, figure) in enumerate(drawn.items(), start=1)
        )
        return (*intervals, dimension_scatter(result)) if len(result.dimensions) > 1 else intervals

    def leading(self, result: DimensionsResult) -> str:
        """Return the intervals by the first human scores, and with them those by the others."""
        return self.drawn(result)[0].name

    def chapters(self, result: DimensionsResult) -> Iterator[Chapter]:
        """Yield the metrics side by side, the human scores, intervals, pairs and what is beside them."""
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result) if rows}
        if "contrasts" in found:
            yield Chapter("contrasts", "Leads", (self.section(*found["contrasts"], open=1),))
        spec, rows = found["estimates"]
        told = (
            f"{spec.caption} Side by side are the correlations alone; their intervals are in the downloads."
        )
        if result.selection.tests:
            told += (
                f"{DOT}: by that human score no other metric is significantly better, after the correction."
            )
        spec = dataclasses.replace(spec, caption=told)
        yield Chapter(
            "side-by-side",
            "Metrics by all human scores",
            (section(spec, rows, self._side_by_side_parts(result), open=1),),
            "Side by side",
        )
        yield Chapter(PAPER, found[PAPER][0].title, (self.section(*found[PAPER]),), "For a paper")
        blocks = tuple(
            self.section(*found[name], heading=True) for name in ("humans", "between") if name in found
        )
        drawn = self.drawn(result)
        intervals, people = drawn[: len(result.comparisons)], drawn[len(result.comparisons) :]
        yield Chapter("humans", "The human scores", (*blocks, *pictures(people)), "Human scores")
        yield Chapter("figures", "Intervals", figure_choice("Human scores", result.comparisons, intervals))
        for name, others in (("tests", ("ranks",)), ("beside", ()), ("sensitivity", ())):
            if name in found:
                more = [
                    self.section(*found[other], heading=True, open=0) for other in others if other in found
                ]
                yield Chapter(name, found[name][0].title, (self.section(*found[name], open=0), *more))

    def parts(self, spec: TableSpec, rows: Any) -> Iterator[Part]:
        """Yield one part per human scorer, level and coefficient."""
        if not rows or not (hasattr(rows[0], "human") and hasattr(rows[0], "metric")):
            yield from parts_by_level(spec, rows)
            return
        for human in dict.fromkeys(row.human for row in rows):
            short = spec.without("human")
            for part in parts_by_level(short, [row for row in rows if row.human == human]):
                yield dataclasses.replace(part, summary=f"{human}: {part.summary}")

    def methods(self, result: DimensionsResult) -> Methods:
        """Return a paragraph to paste: that of one comparison, with all human scores named."""
        first = _first(result)
        named = ", ".join(f"‘{human}’" for human in result.comparisons)
        paragraph = methods(first)
        sentences = tuple(
            tuple(
                part.replace(f"‘{first.human}’", named) if isinstance(part, str) else part
                for part in sentence
            )
            for sentence in paragraph.sentences
        )
        return dataclasses.replace(paragraph, sentences=sentences)

    def _side_by_side_parts(self, result: DimensionsResult) -> Iterator[Part]:
        for level, coefficient in result.settings.keys:
            spec, rows = side_by_side(result.comparisons, level, coefficient)
            summary = f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).words}"
            yield whole_part(dataclasses.replace(spec, title="Side by side"), rows, summary)


def side_by_side(
    comparisons: Mapping[str, CompareResult],
    level: str,
    coefficient: str,
    *,
    top: int | None = None,
    by_name: bool = False,
    first: str = "",
) -> Table:
    """Return metrics with a column of correlations for each human scorer, or group, the best by the first first.

    Parameters
    ----------
    comparisons : mapping of str to CompareResult
        By human scorer, or by group.
    level, coefficient : str
    top : int or None
        How many metrics; None for all.
    by_name : bool
        Whether they are sorted by name.
    first : str
        What the first comparison is called in the title; by default as by a human scorer.
    """
    values = {
        human: {
            row.metric: row.estimate
            for row in one.estimates
            if (row.level, row.coefficient) == (level, coefficient)
        }
        for human, one in comparisons.items()
    }
    standing = {human: one.marked(level, coefficient) for human, one in comparisons.items()}
    sorting = next(iter(values.values()))
    order = sorted(sorting) if by_name else sorted(sorting, key=lambda name: _place(sorting[name]))
    names = list(values)
    rows = [
        {"metric": metric, "level": level}
        | {f"human_{k}": _shown(values[human], standing[human], metric) for k, human in enumerate(names)}
        for metric in order[:top]
    ]
    heads = _heads(names)
    one = next(iter(comparisons.values()))
    words = "name" if by_name else f"{coefficient_facts(coefficient).words} {first or f'with ‘{names[0]}’'}"
    many = f"best {top} of {len(order)} metrics" if len(rows) < len(order) else f"{len(order)} metrics"
    if by_name:
        many = many.replace("best", "first")
    tested = any(standing.values())
    spec = TableSpec(
        "estimates",
        f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).symbol}: {many} by {words}"
        + (f" ({DOT.strip()} outperformed by none)" if tested else ""),
        "",
        (Column("metric", "Metric"), *(Column(f"human_{k}", heads[k]) for k in range(len(names)))),
    )
    return spec.marking(lower_is_better(one.table), unsaid_medians(one, "system")), rows


def _humans_with_each_other(result: DimensionsResult, level: str, coefficient: str) -> Table:
    """Return how human scores are spread, and beside it how each goes with those before it."""
    found = {
        (row.human, row.other): row.estimate
        for row in result.between
        if (row.level, row.coefficient) == (level, coefficient)
    }
    names = [row.human for row in result.humans]
    heads = _heads(names)
    rows = [
        {"human": heads[k], "mean": row.mean, "sd": row.sd}
        | {f"with_{j}": found.get((names[j], row.human)) for j in range(len(names) - 1)}
        for k, row in enumerate(result.humans)
    ]
    columns = [
        Column("human", "Human score"),
        Column("mean", "Mean", "statistic"),
        Column("sd", "SD", "statistic"),
    ]
    if found:
        columns += [Column(f"with_{j}", heads[j], "correlation") for j in range(len(names) - 1)]
    title = "The human scores"
    if found:
        title += f", and their {coefficient_facts(coefficient).symbol} with each other: {LEVEL_NAMES[level].lower()}"
    return TableSpec("humans", title, "", tuple(columns)), rows


def _shown(values: Mapping[str, float], standing: frozenset[str], metric: str) -> str:
    value = values[metric]
    return correlation(value) + (DOT if metric in standing and not math.isnan(value) else "")


def _heads(names: list[str]) -> list[str]:
    """Return headings of columns: a mean by its kind, where that tells it from the others."""
    short = [name.partition("(")[0] if name.endswith(")") else name for name in names]
    return [one if short.count(one) == 1 else name for one, name in zip(short, names, strict=True)]


def _place(value: float) -> float:
    return math.inf if math.isnan(value) else -value


def _chosen(result: DimensionsResult, level: str, sort: str | None) -> str:
    there = result.settings.coefficients_at(level)
    return sort if sort is not None and sort in there else there[0]


def _first(result: DimensionsResult) -> Any:
    return next(iter(result.comparisons.values()))


def _data(result: DimensionsResult) -> str:
    named = ", ".join(f"‘{human}’" for human in result.comparisons)
    return f"{result.table.name}: {len(result.metrics)} metrics against the human scores {named}."


def _tiles(found: DimensionsResult) -> Iterator[Tile]:
    level = found.settings.computed_levels[0]
    for human, comparison in found.comparisons.items():
        coefficient = comparison.settings.coefficients_at(level)[0]
        best = highest(comparison, level, coefficient)
        if best is None:
            continue
        said = agreement_words(best)
        decision = comparison.decided("may_be_best", level, coefficient)
        if decision is not None:
            n_metrics = len(comparison.metrics) - len(decision.undefined)
            said += f"; {len(decision.names)} of {n_metrics} may be the best"
        if unshown(best):
            said += "; not shown to agree"
        where = LEVEL_NAMES[level].lower()
        yield Tile(
            f"Highest by ‘{human}’, {where}", shown_name(best.metric, best.level, comparison.settings), said
        )
