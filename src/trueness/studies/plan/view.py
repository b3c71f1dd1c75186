"""How a plan is shown: its tables, its curves, its page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Tile, counted_facts
from trueness.reporting.view import Table, View, shared_tables, without_empty
from trueness.reporting.writing.tables import TableSpec, as_rows
from trueness.studies.plan.plan_curves import plan_curves
from trueness.studies.plan.rows import Design, NextStep, PlanResult
from trueness.studies.plan.said import design_words, power_limits
from trueness.study.lights import LIGHTS
from trueness.study.number_words import decimal, interval, interval_of_shares, percent, significant

DESIGNS = TableSpec.of(
    Design,
    "designs",
    "Designs",
    "What each design costs, the mean width of the metric's interval with its Monte-Carlo error, and how often the "
    "test finds the difference, with its interval; promised and promise are where that width and that power lie in "
    "80% of the truths that such a pilot may come from, and decide what is enough; detectable is the smallest "
    "difference found with the power named by --detect.",
    (
        "n_systems",
        "n_inputs",
        "n_annotators",
        "judgements",
        "cost",
        "width",
        "width_error",
        ("width_low", "width_high"),
        "power",
        ("power_low", "power_high"),
        ("promise_low", "promise_high"),
        "detectable",
        "enough",
    ),
)
NEXT_STEPS = TableSpec.of(
    NextStep,
    "next",
    "Where the next judgement helps",
    "A quarter more, at least one more, of systems, inputs or annotators: how much narrower the interval becomes, in "
    "all and per 1,000 judgements.",
)


PROMISED = (
    "By other pilots: where the power lies in 80% of the truths that such a pilot may come from. A design is enough "
    "(✓) where all of it is as high as asked."
)


class PlanView(View[PlanResult]):
    """Tables, curves and page of a plan."""

    eyebrow: ClassVar[str] = "how many systems, inputs and annotators does it take?"
    shown: ClassVar[tuple[str, ...]] = ("designs", "next")

    def tables(self, result: PlanResult) -> tuple[Table, ...]:
        """Return the tables with their rows; columns without a value are left out."""
        found = ((DESIGNS, result.designs), (NEXT_STEPS, result.next_steps), *shared_tables(result))
        return tuple((without_empty(rows, spec), rows) for spec, rows in found)

    def title(self, result: PlanResult) -> str:
        """Return the heading of the page."""
        designs = "designs of an annotation"
        return designs.capitalize() if result.table is None else f"{result.table.name}: {designs}"

    def facts(self, result: PlanResult) -> str:
        """Return the number of designs, and what they are planned with."""
        chosen = result.selection
        metrics = " and ".join(chosen.metrics or ())
        more = () if result.table is None else (f"planned with {metrics}", f"human scores: {chosen.human}")
        return counted_facts((len(result.designs), "design"), more=more)

    def tiles(self, result: PlanResult) -> Iterable[Tile]:
        """Return the numbers of the design that the answer names; without a wish of the largest."""
        start = (
            result.cheapest
            or result.likely
            or max(result.designs, key=lambda one: one.judgements, default=None)
        )
        return () if start is None else _tiles(result, start)

    def printed_by_default(self, result: PlanResult, name: str, width: int) -> Sequence[Table]:
        """Return a table; of designs what they cost and promise, of width and power what is asked for."""
        del width
        spec, rows = self.table(result, name)
        if name != DESIGNS.name:
            return [(spec, rows)]
        spec = spec.without("cost", "width_error", ("power_low", "power_high"))
        if result.settings.power is not None and result.settings.width is None:
            spec = spec.without("width", ("width_low", "width_high"))
        if result.settings.width is not None and result.settings.power is None:
            spec = spec.without("power", ("promise_low", "promise_high"))
        lights = [{**row, "enough": LIGHTS.get(row["enough"])} for row in as_rows(rows)]
        columns = (
            dataclasses.replace(column, format="light") if column.key == "enough" else column
            for column in spec.columns
        )
        note = PROMISED if result.settings.power is not None else ""
        return [(dataclasses.replace(spec, columns=tuple(columns), note=note), lights)]

    def figures(self, result: PlanResult) -> tuple[Figure, ...]:
        """Return the curves of width and power."""
        return (plan_curves(result),)


def _tiles(plan: PlanResult, design: Design) -> Iterator[Tile]:
    yield Tile("Judgements", f"{design.judgements:,}", f"by {design_words(design)}; cost {design.cost:,.6g}")
    if not math.isnan(design.width):
        wish = "" if plan.settings.width is None else f"; asked: {plan.settings.width:g} or less"
        yield Tile(
            "Width of the interval",
            decimal(design.width),
            f"on average over simulated tables{wish}",
            interval(design.width_low, design.width_high),
        )
    if not math.isnan(design.power):
        wish = "" if plan.settings.power is None else f"; asked: {percent(plan.settings.power)}"
        yield Tile(
            "Power",
            percent(design.power),
            f"for a difference of {significant(plan.settings.difference)}{wish}",
            interval_of_shares(*power_limits(design)),
        )
    best = max(plan.next_steps, key=lambda step: step.narrower_per_1000, default=None)
    if best is not None and best.narrower > 2 * best.narrower_error:
        yield Tile(
            "What helps most",
            f"more {best.what}",
            f"narrow the interval by {decimal(best.narrower, 3)} for {best.more_judgements:,} judgements more",
        )
