"""The tables of a plan: which columns, under which headings, with which rounding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trueness.reporting.tables import Column, TableSpec, empty_columns
from trueness.reporting.view import CAUTIONS
from trueness.studies.planning.plan_rows import Plan

DESIGNS = TableSpec(
    "designs",
    "Designs",
    "What each design costs, the mean width of the metric's interval with its Monte-Carlo error, and how often the "
    "test finds the difference, with its interval; detectable is the smallest difference found with the power "
    "named by --detect.",
    (
        Column("n_systems", "Systems", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("n_annotators", "Annotators", "count"),
        Column("judgements", "Judgements", "count"),
        Column("cost", "Cost", "statistic"),
        Column("width", "Width", "correlation"),
        Column("width_error", "Error", "correlation"),
        Column("power", "Power", "share"),
        Column(("power_low", "power_high"), "Interval", "interval"),
        Column("detectable", "Detectable", "correlation"),
        Column("enough", "Enough", "mark"),
    ),
)
NEXT_STEPS = TableSpec(
    "next",
    "Where the next judgement helps",
    "A quarter more, at least one more, of systems, inputs or annotators: how much narrower the interval becomes, in "
    "all and per 1,000 judgements.",
    (
        Column("what", "More"),
        Column("n_systems", "Systems", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("n_annotators", "Annotators", "count"),
        Column("more_judgements", "Judgements more", "count"),
        Column("narrower", "Narrower by", "correlation"),
        Column("narrower_error", "Error", "correlation"),
        Column("narrower_per_1000", "Per 1,000", "correlation"),
        Column("more_power", "Power more", "correlation"),
    ),
)


def plan_tables(plan: Plan) -> tuple[tuple[TableSpec, Sequence[Any]], ...]:
    """Return the tables of a plan with their rows; columns without a value are left out."""
    return tuple(
        (spec.without(*empty_columns(rows, spec)) if rows else spec, rows)
        for spec, rows in ((DESIGNS, plan.designs), (NEXT_STEPS, plan.next_steps), (CAUTIONS, plan.cautions))
    )
