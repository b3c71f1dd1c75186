"""How a comparison by groups is shown: the groups, metrics side by side, and its page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.citation import Methods
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.page import (
    Chapter,
    Part,
    Tile,
    counted_facts,
    figure_choice,
    section,
    whole_part,
)
from trueness.reporting.view import LEVEL_NAMES, Table, View, parts_by_level, select, shared_tables
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.captions import data_sentence
from trueness.studies.compare.contrast_table import CONTRASTS, contrast_table, with_contrasts
from trueness.studies.compare.decided import agreement_words
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.methods import methods
from trueness.studies.compare.paper_caption import comparisons_paper
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.standing_table import BY_NAME, TOP
from trueness.studies.compare.view import ESTIMATES, RANKS, TESTS, comparison_tables, ranks_note
from trueness.studies.dimensions.view import DOT, side_by_side
from trueness.studies.groups.rows import GroupRow, GroupsResult
from trueness.study.number_words import decimal
from trueness.study.table_groups import ALL
from trueness.study.words import after_correction, coefficient_words

GROUPS = TableSpec.of(
    GroupRow,
    "groups",
    "Groups",
    "The metric with the highest correlation in each group, by the first coefficient of a level; of how many pairs of "
    "metrics the test tells apart, after the correction, and how many metrics the highest is shown to be better than.",
    dispensable=(("n_systems",), ("n_tests",)),
)
_SHARED = {"estimates": ESTIMATES, "tests": TESTS, "ranks": RANKS}


class GroupView(View[GroupsResult]):
    """Tables and page of a comparison by groups.

    Parameters
    ----------
    top : int or None
        How many metrics of each level a terminal shows; None for all.
    sort : str, optional
        The coefficient by which they are sorted, and which a terminal shows: the first by default; or ``name``.
    paper : PaperForm, optional
        How the table of a paper is made.
    """

    eyebrow: ClassVar[str] = "how far can these metrics be trusted, and where?"
    shown: ClassVar[tuple[str, ...]] = ("groups", "estimates")
    alone: ClassVar[str] = "groups"

    def __init__(
        self, top: int | None = TOP, sort: str | None = None, paper: PaperForm | None = None
    ) -> None:
        self.top, self.sort = top, sort
        self.paper = paper or PaperForm(sort=sort)

    def tables(self, result: GroupsResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        whole = result.comparisons[ALL]
        of_all = {spec.name: spec for spec, _ in comparison_tables(whole)}
        found: list[Table] = [(GROUPS, result.groups), contrast_table(result.contrasted)]
        for name, plain in _SHARED.items():
            spec = of_all[name]
            columns = (Column("group", "Group"), *spec.columns)
            note = ranks_note(result.comparisons.values()) if name == "ranks" else ""
            spec = dataclasses.replace(spec, title=plain.title, columns=columns, label=name, note=note)
            found.append((spec, result.rows_of(name)))
        return (self._for_a_paper(result), *found, *shared_tables(result))

    def shown_of(self, result: GroupsResult) -> tuple[str, ...]:
        """Return leads, where they were asked for, before the others."""
        return with_contrasts(self.shown, result.contrasted)

    def _for_a_paper(self, result: GroupsResult) -> Table:
        data = f"{data_sentence(result.comparisons[ALL], []).rstrip('.')}; together, and by {result.selection.by}."
        if result.corrected:
            data += f" In groups tests are at α/{len(result.names)}."
        return comparisons_paper(result.comparisons, self.paper, data=data)

    def printed_by_default(self, result: GroupsResult, name: str, width: int) -> list[Table]:
        """Return the groups, or metrics with all groups side by side, level by level."""
        del width
        levels = result.settings.computed_levels
        if name == CONTRASTS.name:
            return [self.table(result, name)]
        if name == "groups":
            return [(GROUPS, result.groups)]
        return [
            _side_by_side(result, level, self._chosen(result, level), self.top, self.sort) for level in levels
        ]

    def _chosen(self, result: GroupsResult, level: str) -> str:
        there = result.settings.coefficients_at(level)
        return self.sort if self.sort is not None and self.sort in there else there[0]

    def title(self, result: GroupsResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: which metrics agree with ‘{result.human}’, by {result.selection.by}"

    def facts(self, result: GroupsResult) -> str:
        """Return the numbers of metrics, systems, inputs and groups."""
        _, systems, inputs = result.table.shape
        counts = [(len(result.metrics), "metric")]
        counts += [(systems, "system"), (inputs, "input")] if result.table.has_systems else [(inputs, "item")]
        return counted_facts(*counts, (len(result.names), "group"), more=(f"human scores: {result.human}",))

    def figures(self, result: GroupsResult) -> tuple[Figure, ...]:
        """Return the intervals in all together and in every group, by the first coefficient."""
        first = result.settings.coefficients[0]
        drawn = {group: interval_plot(one, first) for group, one in result.comparisons.items()}
        return tuple(
            dataclasses.replace(
                figure,
                name=figure_name(figure.name, str(place), group),
                caption=f"{'All together' if group == ALL else f'{result.selection.by} {group}'}. {figure.caption}",
            )
            for place, (group, figure) in enumerate(drawn.items(), start=1)
        )

    def tiles(self, result: GroupsResult) -> Iterable[Tile]:
        """Return which metric is highest in all together and in how many groups, and in how many two are told apart.

        All are at the first level, by its first coefficient.
        """
        first = result.settings.computed_levels[0]
        together = next(row for row in result.groups if row.level == first and row.group == ALL)
        rows = [row for row in result.groups if row.level == first and row.group != ALL]
        return _tiles(result, together, rows)

    def chapters(self, result: GroupsResult) -> Iterator[Chapter]:
        """Yield the groups, metrics side by side, intervals and pairs."""
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result) if rows}
        if "contrasts" in found:
            yield Chapter("contrasts", "Leads", (self.section(*found["contrasts"], open=1),))
        yield Chapter("groups", "Groups", (self.section(*found["groups"], open=1),))
        yield Chapter(PAPER, found[PAPER][0].title, (self.section(*found[PAPER]),), "For a paper")
        spec, rows = found["estimates"]
        told = (
            f"{spec.caption} Side by side are the correlations alone; their intervals are in the downloads."
        )
        if result.selection.tests:
            told += (
                f"{DOT}: in that group no other metric is significantly better, though some metric is worse."
            )
        spec = dataclasses.replace(spec, caption=told)
        parts = self._side_by_side_parts(result)
        yield Chapter(
            "side-by-side", "Metrics by all groups", (section(spec, rows, parts, open=1),), "Side by side"
        )
        shown = figure_choice("Group", result.comparisons, self.drawn(result))
        yield Chapter("figures", "Intervals", shown)
        if "tests" in found:
            more = [self.section(*found["ranks"], heading=True, open=0)] if "ranks" in found else []
            yield Chapter("tests", found["tests"][0].title, (self.section(*found["tests"], open=0), *more))

    def _side_by_side_parts(self, result: GroupsResult) -> Iterator[Part]:
        for level, coefficient in result.settings.keys:
            spec, rows = _side_by_side(result, level, coefficient, None, None)
            summary = f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).words}"
            yield whole_part(dataclasses.replace(spec, title="Side by side"), rows, summary)

    def parts(self, spec: TableSpec, rows: Any) -> Iterator[Part]:
        """Yield one part per group, level and coefficient."""
        if not rows or not hasattr(rows[0], "group") or isinstance(rows[0], GroupRow):
            yield from parts_by_level(spec, rows)
            return
        for group in dict.fromkeys(row.group for row in rows):
            for part in parts_by_level(spec.without("group"), [row for row in rows if row.group == group]):
                yield dataclasses.replace(part, summary=f"{group}: {part.summary}")

    def methods(self, result: GroupsResult) -> Methods:
        """Return a paragraph to paste: that of one comparison, and what was done by groups."""
        paragraph = methods(result.comparisons[ALL])
        n, alpha = len(result.names), f"{result.settings.alpha:g}"
        said = f"This was done for all {result.of} and in each of {n} groups by {result.selection.by}"
        if result.corrected:
            said += f", there with tests at level {alpha}/{n}"
        return dataclasses.replace(paragraph, sentences=(*paragraph.sentences, (f"{said}.",)))


def _side_by_side(
    result: GroupsResult, level: str, coefficient: str, top: int | None, sort: str | None
) -> Table:
    """Return metrics with a column of correlations for all together and for each group."""
    return side_by_side(
        result.comparisons, level, coefficient, top=top, by_name=sort == BY_NAME, first=f"in {ALL}"
    )


def _pairs_tested(found: GroupsResult) -> bool:
    return bool(found.selection.tests) and found.settings.baseline is None


def _tiles(found: GroupsResult, together: GroupRow, rows: Sequence[GroupRow]) -> Iterator[Tile]:
    tested = _pairs_tested(found)
    where = LEVEL_NAMES[together.level].lower()
    if together.metric:
        best = found.comparisons[ALL].estimate(together.metric, together.level, together.coefficient)
        others = len(found.metrics) - 1
        yield Tile(
            f"Highest in all together, {where}",
            together.metric,
            agreement_words(best)
            + (f"; shown to be better than {together.n_beaten} of {others} others" if tested else ""),
        )
        yield Tile(
            "Highest there, too",
            f"{sum(row.metric == together.metric for row in rows)} of {len(rows)}",
            f"groups of {found.of} by ‘{found.selection.by}’",
        )
    if tested:
        over = ", also over groups" if found.corrected else ""
        yield Tile(
            "Groups that tell metrics apart",
            f"{sum(row.n_separated > 0 for row in rows)} of {len(rows)}",
            f"at least one pair, {after_correction(found.settings.correction)}{over}",
        )
    if together.metric:
        yield from _range(found, together)


def _range(found: GroupsResult, together: GroupRow) -> Iterator[Tile]:
    """Yield between what the correlation of the highest metric lies in groups."""
    values = {
        group: row.estimate
        for group in found.names
        for row in select(found.comparisons[group].estimates, together.level, together.coefficient)
        if row.metric == together.metric and not math.isnan(row.estimate)
    }
    if values:
        low, high = (pick(values, key=values.__getitem__) for pick in (min, max))
        yield Tile(
            "From group to group",
            f"{decimal(values[low])} to {decimal(values[high])}",
            f"is {coefficient_words(together.coefficient)} of ‘{together.metric}’: lowest in ‘{low}’, "
            f"highest in ‘{high}’",
        )
