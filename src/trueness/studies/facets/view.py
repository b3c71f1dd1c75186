"""How a comparison by facets is shown: metrics by all facets side by side, the facets, and its page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.declared_tables import in_words
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.form import Form
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
from trueness.reporting.view import LEVEL_NAMES, Table, View, parts_by_level, select, shared_tables
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.captions import data_sentence
from trueness.studies.compare.comparison_tables import (
    BESIDE,
    ESTIMATES,
    RANKS,
    SENSITIVITY,
    TESTS,
    comparison_tables,
    ranks_note,
)
from trueness.studies.compare.contrast_table import CONTRASTS, contrast_table, with_contrasts
from trueness.studies.compare.decided import unshown
from trueness.studies.compare.decided_words import agreement_words
from trueness.studies.compare.head import highest, span_tile
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.paper_caption import comparisons_paper
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.paper_form import SAID as PAPER_SAID
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.ranks_plot import ranks_plots
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.standing_table import BY_NAME, TOP
from trueness.studies.compare.words import shown_name
from trueness.studies.facets.rows import FacetsResult, HighestRow
from trueness.studies.facets.side_by_side import DOT, humans_with_each_other, side_by_side
from trueness.studies.variants.human_dimensions import dimension_scatter
from trueness.study.human_facts import HumanFacts, HumanPair
from trueness.study.words import after_correction, coefficient_words

HIGHEST = TableSpec.of(
    HighestRow,
    "highest",
    "The highest metrics",
    "The metric with the highest correlation in each facet, by the first coefficient of a level; of how many pairs of "
    "metrics the test tells apart, and how many metrics the highest is shown to be better than.",
    dispensable=(("n_systems",), ("n_tests",)),
)
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
MOST_BESIDE = 7
"""Facets that stand side by side on a first screen, all together included."""

_OF_EACH = {
    "estimates": ESTIMATES,
    "tests": TESTS,
    "beside": BESIDE,
    "ranks": RANKS,
    "sensitivity": SENSITIVITY,
}
"""Tables of a comparison that are those of every facet, with the facet."""


class FacetsView(View[FacetsResult]):
    """Tables and page of a comparison by facets.

    Parameters
    ----------
    top : int or None
        How many metrics of each level a terminal shows; None for all.
    sort : str, optional
        The coefficient by which they are sorted in the first facet, and which a terminal shows: the first by default;
        or ``name``.
    paper : PaperForm, optional
        How the table of a paper is made.
    """

    eyebrow: ClassVar[str] = "how far can these metrics be trusted, and where?"
    shown: ClassVar[tuple[str, ...]] = ("estimates", "highest")
    alone: ClassVar[str] = "estimates"
    for_papers: ClassVar[str] = PAPER

    def __init__(
        self, top: int | None = TOP, sort: str | None = None, paper: PaperForm | None = None
    ) -> None:
        self.top, self.sort = top, sort
        self.paper = paper or PaperForm(sort=sort)

    @property
    def form(self) -> Form:
        """What of the page was asked for otherwise than by default."""
        return self.paper.on_page(None if self.top == TOP else self.top or 0)

    def in_form(self, form: Form) -> FacetsView:
        """Return the view with what a page was asked for."""
        top = TOP if form.top is None else form.top or None
        return type(self)(top, form.sort, PaperForm.of(form))

    def tables(self, result: FacetsResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        first = first_facet(result)
        of_first = {spec.name: spec for spec, _ in comparison_tables(first)}
        facet = Column("facet", result.kind.heading)
        found: list[Table] = []
        for name, plain in _OF_EACH.items():
            spec = of_first[name]
            spec = dataclasses.replace(
                spec,
                title=plain.title,
                caption=said_of_all(spec.caption, result),
                columns=(facet, *spec.columns),
                data=_data(result),
                label=name,
                note=ranks_note(result.comparisons.values()) if name == "ranks" else "",
            )
            found.append((spec, result.rows_of(name)))
        return (
            comparisons_paper(result.comparisons, self.paper, data=_data(result)),
            *found,
            (HIGHEST.renamed("Facet", result.kind.heading), result.highest),
            contrast_table(result.contrasted),
            (HUMANS, result.humans),
            (BETWEEN, result.between),
            *shared_tables(result),
        )

    def printed(self, result: FacetsResult, name: str, width: int) -> list[Table]:
        """Return a table as a terminal shows it; beside human scores how each goes with the others."""
        del width
        if name == HUMANS.name:
            level = result.settings.computed_levels[0]
            return [humans_with_each_other(result, level, self._chosen(result, level))]
        return [self.table(result, name)]

    def shown_of(self, result: FacetsResult) -> tuple[str, ...]:
        """Return leads, where they were asked for, before the others; of many facets a line each goes first."""
        few = len(result.comparisons) <= MOST_BESIDE
        return with_contrasts(self.shown if few else self.shown[::-1], result.contrasted)

    def printed_by_default(self, result: FacetsResult, name: str, width: int) -> list[Table]:
        """Return metrics with all facets side by side, level by level; other tables as they are."""
        del width
        if name != ESTIMATES.name:
            return [self.table(result, name)]
        return [
            side_by_side(
                result, level, self._chosen(result, level), top=self.top, by_name=self.sort == BY_NAME
            )
            for level in result.settings.computed_levels
        ]

    def _chosen(self, result: FacetsResult, level: str) -> str:
        there = result.settings.coefficients_at(level)
        return self.sort if self.sort is not None and self.sort in there else there[0]

    def title(self, result: FacetsResult) -> str:
        """Return the heading of the page."""
        by = result.selection.by
        with_whom = (
            f"{len(result.parts)} {result.kind.several}" if by is None else f"{_humans(result)}, by {by}"
        )
        return f"{result.table.name}: which metrics agree with {with_whom}"

    def facts(self, result: FacetsResult) -> str:
        """Return the numbers of metrics, systems, inputs and facets, and the human scorers."""
        _, systems, inputs = result.table.shape
        counts = [(len(result.metrics), "metric")]
        counts += [(systems, "system"), (inputs, "input")] if result.table.has_systems else [(inputs, "item")]
        counts += [] if result.selection.by is None else [(len(result.parts), result.kind.one)]
        return counted_facts(*counts, more=(f"human scores: {', '.join(result.selection.human)}",))

    def figures(self, result: FacetsResult) -> tuple[Figure, ...]:
        """Return intervals and limits of ranks in every facet, by the first coefficient, and how people agree.

        Limits of ranks are those at the first level at which they are known.
        """
        first = result.settings.coefficients[0]
        intervals = _of_facets(result, lambda one: (interval_plot(one, first),))
        ranks = _ranks(result)
        people = (dimension_scatter(result),) if len(result.dimensions) > 1 else ()
        return (*intervals.values(), *ranks.values(), *people)

    def leading(self, result: FacetsResult) -> str:
        """Return the intervals in the first facet, and with them those in the others."""
        return self.drawn(result)[0].name

    def tiles(self, result: FacetsResult) -> Iterable[Tile]:
        """Return the highest metric by each facet, or in all together and how it does from facet to facet.

        All are at the first level, by its first coefficient.
        """
        if result.whole is None:
            return [tile for name, one in result.comparisons.items() for tile in _highest(result, name, one)]
        return _of_parts(result, result.whole)

    def chapters(self, result: FacetsResult) -> Iterator[Chapter]:
        """Yield metrics side by side, the facets, the human scores, intervals, pairs and what is beside them."""
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result) if rows}
        kind = result.kind
        if CONTRASTS.name in found:
            yield Chapter("contrasts", "Leads", (self.section(*found["contrasts"], open=1),))
        spec, rows = found["estimates"]
        told = (
            f"{spec.caption} Side by side are the correlations alone; their intervals are in the downloads."
        )
        if result.selection.tests:
            told += (
                f"{DOT}: {kind.inside} that {kind.one} no other metric is significantly better, after the "
                "correction."
            )
        spec = dataclasses.replace(spec, caption=told)
        yield Chapter(
            "side-by-side",
            f"Metrics by all {kind.several}",
            (section(spec, rows, self._side_by_side_parts(result), open=1),),
            "Side by side",
        )
        yield Chapter("highest", HIGHEST.title, (self.section(*found["highest"], open=1),))
        yield Chapter(
            PAPER, found[PAPER][0].title, (self.section(*found[PAPER], folded=PAPER_SAID),), "For a paper"
        )
        drawn = self.drawn(result)
        intervals = drawn[: len(result.comparisons)]
        people = drawn[-1:] if len(result.dimensions) > 1 else ()
        ranks = drawn[len(intervals) : len(drawn) - len(people)]
        if "humans" in found:
            blocks = [
                self.section(*found[name], heading=True) for name in ("humans", "between") if name in found
            ]
            yield Chapter("humans", HUMANS.title, (*blocks, *pictures(people)), "Human scores")
        choices = (
            *figure_choice(kind.heading, result.comparisons, intervals),
            *figure_choice(kind.heading, _ranks(result), ranks),
        )
        yield Chapter("figures", "Intervals and ranks" if ranks else "Intervals", choices)
        for name, beside in (("tests", "ranks"), ("beside", ""), ("sensitivity", "")):
            if name in found:
                more = [self.section(*found[beside], heading=True, open=0)] if beside in found else []
                blocks = [self.section(*found[name], open=0), *more]
                yield Chapter(name, found[name][0].title, tuple(blocks), in_words(name))

    def parts(self, spec: TableSpec, rows: Any) -> Iterator[Part]:
        """Yield one part per facet, level and coefficient."""
        if spec.name not in _OF_EACH:
            yield from parts_by_level(spec, rows)
            return
        for name in dict.fromkeys(row.facet for row in rows):
            for part in parts_by_level(spec.without("facet"), [row for row in rows if row.facet == name]):
                yield dataclasses.replace(part, summary=f"{name}: {part.summary}")

    def _side_by_side_parts(self, result: FacetsResult) -> Iterator[Part]:
        for level, coefficient in result.settings.keys:
            spec, rows = side_by_side(result, level, coefficient)
            summary = f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).words}"
            yield whole_part(dataclasses.replace(spec, title="Side by side"), rows, summary)


def _of_facets(result: FacetsResult, draw: Callable[[CompareResult], Sequence[Figure]]) -> dict[str, Figure]:
    """Return the figures of every facet that has any, by facet, each under a name and a caption that tell which."""
    return {
        name: dataclasses.replace(
            figure,
            name=figure_name(figure.name, str(place), name),
            caption=f"{_place(result, name)}. {figure.caption}",
        )
        for place, (name, one) in enumerate(result.comparisons.items(), start=1)
        for figure in draw(one)
    }


def _ranks(result: FacetsResult) -> dict[str, Figure]:
    first = result.settings.coefficients[0]
    return _of_facets(result, lambda one: ranks_plots(one, first)[:1])


def first_facet(result: FacetsResult) -> CompareResult:
    """Return the comparison of the first facet."""
    return next(iter(result.comparisons.values()))


def _humans(result: FacetsResult) -> str:
    return ", ".join(f"‘{human}’" for human in result.selection.human)


def _place(result: FacetsResult, name: str) -> str:
    """Return a facet as captions of figures name it."""
    if result.comparisons[name] is result.whole:
        return "All together"
    return f"{result.selection.by or result.kind.heading} {name}"


def said_of_all(text: str, result: FacetsResult, *, named: bool = False) -> str:
    """Return what is said of the first facet's human score, said of all that were named."""
    every = _humans(result) if named or len(result.selection.human) == 1 else "each of the human scores"
    return text.replace(f"‘{first_facet(result).human}’", every)


def _data(result: FacetsResult) -> str:
    """Return what tables rest on."""
    if result.whole is None:
        return (
            f"{result.table.name}: {len(result.metrics)} metrics against the human scores {_humans(result)}."
        )
    said = f"{data_sentence(result.whole, []).rstrip('.')}; together, and by {result.selection.by}."
    several, n = result.kind.several, len(result.parts)
    return (
        f"{said} {result.kind.inside.capitalize()} {several} tests are at α/{n}."
        if result.corrected
        else said
    )


def _highest(found: FacetsResult, name: str, comparison: CompareResult) -> Iterator[Tile]:
    """Yield the highest metric in a facet, if any has a correlation."""
    level = found.settings.computed_levels[0]
    coefficient = found.settings.coefficients_at(level)[0]
    best = highest(comparison, level, coefficient)
    if best is None:
        return
    said = agreement_words(best)
    decision = comparison.decided("may_be_best", level, coefficient)
    if decision is not None:
        said += (
            f"; {len(decision.names)} of {len(comparison.metrics) - len(decision.undefined)} may be the best"
        )
    if unshown(best):
        said += "; not shown to agree"
    where = "in all together" if comparison is found.whole else f"{found.kind.inside} ‘{name}’"
    yield Tile(
        f"Highest {where}, {LEVEL_NAMES[level].lower()}",
        shown_name(best.metric, best.level, comparison.settings),
        said,
    )


def _of_parts(found: FacetsResult, whole: CompareResult) -> Iterator[Tile]:
    """Yield the highest metric in all together, in how many facets it is that, too, and how many tell metrics apart."""
    yield from _highest(found, "", whole)
    level = found.settings.computed_levels[0]
    of_level = {row.facet: row for row in found.highest if row.level == level}
    rows = list(found.kind.parts(of_level).values())
    best = next(row for row in of_level.values() if row not in rows)
    if best.metric:
        yield Tile(
            "Highest there, too",
            f"{sum(row.metric == best.metric for row in rows)} of {len(rows)}",
            f"{found.kind.named}",
        )
    if found.selection.tests and found.settings.baseline is None:
        over = f", also over {found.kind.several}" if found.corrected else ""
        yield Tile(
            f"{found.kind.several.capitalize()} that tell metrics apart",
            f"{sum(row.n_separated > 0 for row in rows)} of {len(rows)}",
            f"at least one pair, {after_correction(found.settings.correction)}{over}",
        )
    values = {
        name: row.estimate
        for name, one in found.parts.items()
        for row in select(one.estimates, best.level, best.coefficient)
        if row.metric == best.metric and not math.isnan(row.estimate)
    }
    if values:
        what = f"{coefficient_words(best.coefficient)} of ‘{best.metric}’"
        yield span_tile(values, found.kind.one, found.kind.inside, what)
