"""How a comparison of metrics is shown: its tables, its page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from trueness.data.texts.texts import Texts
from trueness.reporting.figures.figure import Figure
from trueness.reporting.form import Form
from trueness.reporting.page import Block, Chapter, Head, Text, counted_facts, figure_choice, pictures
from trueness.reporting.view import Table, View, switched
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.compare.coverage_map import coverage_map
from trueness.studies.compare.glance import glance_blocks
from trueness.studies.compare.head import tiles
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.outputs_behind import outputs_behind
from trueness.studies.compare.paper_caption import comparison_paper
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.paper_form import SAID as PAPER_SAID
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.pvalue_matrix import pvalue_matrix
from trueness.studies.compare.ranks_plot import ranks_plots
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.standing_table import TOP, standing_table
from trueness.studies.compare.system_scatter import system_scatter

CONTENTS = {
    "estimates": "Correlations",
    "tests": "Pairs",
    "beside": "Other tests",
    "sensitivity": "Sensitivity",
    "normality": "Normality",
}
"""What the contents of the page call chapters."""

ABOUT_BESIDE = (
    (
        "<p><em>Permuting systems</em> lets two metrics exchange all their scores of a system. It asks whether one "
        "would agree better with people for other systems, too; the noise of these inputs is part of the spread of "
        "the systems.</p>"
    ),
    (
        "<p><em>Permuting outputs</em> one by one (Perm-Both) asks whether the scores could be exchanged output by "
        "output for exactly these systems. A metric that favours some systems violates that, although it may be no "
        "better or worse than its rival. In simulations of two equally good metrics on 10 or 25 systems and 100 "
        "inputs, each with a bias for single systems of standard deviation .2 or .5, permuting outputs called them "
        "different at .05 in 34–37% or 61–65% of the data sets at the system level, and in 12–15% or 37% at the input "
        "level; permuting systems did so in 4–7%.</p>"
    ),
)
"""What the tests shown beside ask, as markup."""


class ComparisonView(View[CompareResult]):
    """Tables and page of a comparison of metrics.

    Parameters
    ----------
    top : int or None
        How many metrics of each level a terminal shows; None for all.
    sort : str, optional
        What they are sorted by: a coefficient, by default the first, or ``name``.
    texts : Texts, optional
        What was scored, to be read on the page.
    paper : PaperForm, optional
        How the table of a paper is made.
    """

    eyebrow: ClassVar[str] = "how far can these metrics be trusted?"
    shown: ClassVar[tuple[str, ...]] = ("estimates",)
    alone: ClassVar[str] = "tests"
    for_papers: ClassVar[str] = PAPER

    def __init__(
        self,
        top: int | None = TOP,
        sort: str | None = None,
        texts: Texts | None = None,
        paper: PaperForm | None = None,
    ) -> None:
        self.top, self.sort, self.texts = top, sort, texts
        self.paper = paper or PaperForm(sort=sort)

    @property
    def form(self) -> Form:
        """What of the page was asked for otherwise than by default."""
        return self.paper.on_page(None if self.top == TOP else self.top or 0)

    def in_form(self, form: Form) -> ComparisonView:
        """Return the view with what a page was asked for."""
        top = TOP if form.top is None else form.top or None
        return type(self)(top, form.sort, self.texts, PaperForm.of(form))

    def with_texts(self, texts: Texts) -> ComparisonView:
        """Return the view with what was scored."""
        return type(self)(self.top, self.sort, texts, self.paper)

    def tables(self, result: CompareResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        return (comparison_paper(result, self.paper), *comparison_tables(result))

    def alone_of(self, result: CompareResult) -> str:
        """Return the tests, or the correlations where nothing was to be tested."""
        return "tests" if result.selection.tests else "estimates"

    def first_table(self, result: CompareResult, width: int) -> list[Table]:
        """Return how the best metrics stand at every level, as many as was asked for."""
        del width
        return [standing_table(result, self.top, self.sort)]

    def title(self, result: CompareResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: which metrics agree with ‘{result.human}’"

    def facts(self, result: CompareResult) -> str:
        """Return the numbers of metrics, systems and inputs, and the human scorer."""
        _, systems, inputs = result.table.shape
        has_systems = result.table.has_systems
        counts = [(len(result.metrics), "metric")]
        counts += [(systems, "system"), (inputs, "input")] if has_systems else [(inputs, "item")]
        return counted_facts(*counts, more=(f"human scores: {result.human}",))

    def figures(self, result: CompareResult) -> tuple[Figure, ...]:
        """Return intervals, p-values, ranks, systems and missing cells, by the first coefficient."""
        return (interval_plot(result, result.settings.coefficients[0]), *self._other_figures(result))

    def _other_figures(self, result: CompareResult) -> tuple[Figure, ...]:
        settings = result.settings
        first = settings.coefficients[0]
        found = [pvalue_matrix(result, first)] if result.tests else []
        found += ranks_plots(result, first)
        of_systems = settings.coefficients_at("system")
        if "system" in settings.levels and of_systems and result.table.has_systems:
            found.append(system_scatter(result, first if first in of_systems else of_systems[0]))
        if np.isnan(result.table.values).any():
            found.append(coverage_map(result.table))
        return tuple(found)

    def head(self, result: CompareResult) -> Head:
        """Return four numbers, and a table of the metrics at each level."""
        return Head(tiles(result), table=glance_blocks(result))

    def chapters(self, result: CompareResult) -> Iterator[Chapter]:
        """Yield figures, correlations with standing, pairs, other tests, sensitivity, outputs and normality."""
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result) if rows}
        spec, rows = found[PAPER]
        yield Chapter(PAPER, spec.title, (self.section(spec, rows, folded=PAPER_SAID),), "For a paper")
        yield Chapter("figures", "Figures", tuple(self._figure_blocks(result)))
        for name, others in (("estimates", ("ranks",)), ("tests", ()), ("beside", ()), ("sensitivity", ())):
            if name not in found:
                continue
            spec, rows = found[name]
            first = self.section(spec, rows, open=0)
            more = [self.section(*found[other], heading=True, open=0) for other in others if other in found]
            before = self._about_beside(result) if name == "beside" else ()
            yield Chapter(name, spec.title, (*before, first, *more), CONTENTS[name])
        yield outputs_behind(result, self.texts)
        if "normality" in found:
            spec, rows = found["normality"]
            said = f"{spec.caption} Closed-form tests and Fisher’s intervals assume normal scores; resampling does not."
            spec = dataclasses.replace(spec, caption=said)
            folded = self.section(spec, rows, folded="Shapiro–Wilk tests of every scorer")
            yield Chapter("normality", spec.title, (folded,), CONTENTS["normality"])

    def _figure_blocks(self, result: CompareResult) -> Iterator[Block]:
        first, *others = self.drawn(result)
        intervals = (first, *(interval_plot(result, name) for name in result.settings.coefficients[1:]))
        names = [coefficient_facts(name).words for name in result.settings.coefficients]
        yield from figure_choice("Coefficient", names, intervals)
        yield from switched(others, result.settings.keys)
        if not np.isnan(result.table.values).any():
            yield Text("No score is missing: every scorer has one for every output.")

    def _about_beside(self, result: CompareResult) -> tuple[Block, ...]:
        first = result.settings.coefficients[0]
        overs = dict.fromkeys(row.over for row in result.beside if row.coefficient == first)
        plots = (pvalue_matrix(result, first, beside=over) for over in overs)
        return (*(Text(html=html) for html in ABOUT_BESIDE), *pictures(plots))
