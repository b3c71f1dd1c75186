"""The first screen of a plan: the cheapest design that is enough, and what it achieves."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.plan.rows import Design, Plan
from trueness.studies.plan.said import decided_words, design_words, wanted_words
from trueness.study.number_words import decimal, interval, interval_of_shares, percent, significant


def plan_head(plan: Plan) -> Head:
    """Return what is decided of designs, and the numbers of the one it names; without a wish of the largest."""
    start = plan.cheapest or plan.likely or max(plan.designs, key=lambda one: one.judgements, default=None)
    if start is None:
        return Head()
    lead = ""
    if wanted_words(plan.settings):
        lead = decided_words(plan.settings, plan.designs, plan.cheapest, plan.likely)
    return Head(lead, tuple(_tiles(plan, start)))


def _tiles(plan: Plan, design: Design) -> Iterator[Tile]:
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
            interval_of_shares(*_power_limits(design)),
        )
    best = max(plan.next_steps, key=lambda step: step.narrower_per_1000, default=None)
    if best is not None and best.narrower > 2 * best.narrower_error:
        yield Tile(
            "What helps most",
            f"more {best.what}",
            f"narrow the interval by {decimal(best.narrower, 3)} for {best.more_judgements:,} judgements more",
        )


def _power_limits(design: Design) -> tuple[float, float]:
    """Return the limits that a pilot leaves open; without one those of the simulation."""
    if math.isnan(design.promise_low):
        return design.power_low, design.power_high
    return design.promise_low, design.promise_high
