"""The first screen of a plan: the cheapest design that is enough, and what it achieves."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.number_words import decimal, interval_of_shares, percent, significant
from trueness.studies.plan.rows import Design, Plan
from trueness.studies.plan.said import design_words, wanted_words


def plan_head(plan: Plan) -> Head:
    """Return which design is enough, or that none is; without a wish what the largest achieves."""
    wanted = wanted_words(plan.settings)
    if plan.cheapest is not None:
        what = f"Enough for {wanted}" if wanted else "Enough"
        return Head(f"{what}: {design_words(plan.cheapest)}.", tuple(_tiles(plan, plan.cheapest)))
    largest = max(plan.designs, key=lambda design: design.judgements, default=None)
    if largest is None:
        return Head()
    lead = (
        f"No design here is enough for {wanted}: the largest has {design_words(largest)}." if wanted else ""
    )
    return Head(lead, tuple(_tiles(plan, largest)))


def _tiles(plan: Plan, design: Design) -> Iterator[Tile]:
    yield Tile("Judgements", f"{design.judgements:,}", f"by {design_words(design)}; cost {design.cost:,.6g}")
    if not math.isnan(design.width):
        wish = "" if plan.settings.width is None else f"; asked: {plan.settings.width:g} or less"
        yield Tile("Width of the interval", decimal(design.width), f"on average over simulated tables{wish}")
    if not math.isnan(design.power):
        wish = "" if plan.settings.power is None else f"; asked: {percent(plan.settings.power)}"
        yield Tile(
            "Power",
            percent(design.power),
            f"for a difference of {significant(plan.settings.difference)}{wish}",
            interval_of_shares(design.power_low, design.power_high),
        )
    best = max(plan.next_steps, key=lambda step: step.narrower_per_1000, default=None)
    if best is not None and best.narrower > 2 * best.narrower_error:
        yield Tile(
            "What helps most",
            f"more {best.what}",
            f"narrow the interval by {decimal(best.narrower, 3)} for {best.more_judgements:,} judgements more",
        )
