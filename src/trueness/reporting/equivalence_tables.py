"""The tables of an equivalence study: which columns, under which headings, with which rounding."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.reporting.tables import CORRELATION, Column, TableSpec, with_symbol
from trueness.reporting.view import CAUTIONS
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.equivalence.equivalence_rows import Equivalence
from trueness.studies.equivalence.margin_side import SHOWN, margin_side
from trueness.studies.words import CORRECTION_WORDS

EQUIVALENCE = TableSpec(
    "equivalence",
    "Equivalence",
    "Difference in correlation, and whether it is shown to lie within the margin.",
    (
        Column("metric", "Metric"),
        Column("rival", "Rival"),
        Column("condition", "Condition"),
        Column("human", "Human"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate_metric", f"{CORRELATION} of metric", "correlation"),
        Column("estimate_rival", f"{CORRELATION} of rival", "correlation"),
        Column("estimate", "Difference", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column(("margin_low", "margin_high"), "Margin", "interval"),
        Column("smallest_margin", "Smallest margin", "correlation"),
        Column("pvalue", "p", "pvalue"),
        Column("pvalue_adjusted", "p adjusted", "pvalue"),
        Column("pvalue_difference_adjusted", "p difference, adjusted", "pvalue"),
        Column("verdict", "Verdict"),
    ),
    dispensable=(
        ("pvalue",),
        ("estimate_metric", "estimate_rival"),
        ("pvalue_difference_adjusted",),
        ("smallest_margin",),
        (("margin_low", "margin_high"),),
    ),
)
MARGINS = TableSpec(
    "margins",
    "Margins from annotators",
    "Equivalence margin of each metric, from its correlations with the single annotators.",
    (
        Column("metric", "Metric"),
        Column("human", "Human"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("margin", "Margin", "correlation"),
    ),
)

RESAMPLED = {
    "systems": "systems",
    "inputs": "inputs",
    "both": "systems and inputs",
    "outputs": "single outputs",
}


def equivalence_tables(found: Equivalence) -> tuple[tuple[TableSpec, Sequence[Any]], ...]:
    """Return the tables of an equivalence study with their rows, empty ones included; captions say the settings."""
    settings = found.settings
    spec = dataclasses.replace(EQUIVALENCE, caption=equivalence_caption(found))
    spec = spec.without("rival") if found.conditions else spec.without("condition")
    if len(found.humans) == 1:
        spec = spec.without("human")
    if not settings.tested:
        spec = spec.without("pvalue_difference_adjusted")
    if settings.correction == "none":
        spec = spec.without("pvalue_adjusted").renamed("p difference, adjusted", "p difference")
    if found.conditions:
        spec = spec.renamed(" of metric", "").renamed(" of rival", " under condition")
    if len(settings.coefficients) == 1:
        spec = with_symbol(spec, settings.coefficients[0])
    return ((spec, found.tests), (MARGINS, found.margins), (CAUTIONS, found.cautions))


def equivalence_caption(found: Equivalence) -> str:
    """Return what the tests are of, how they were made and what the margin is, in two or three sentences."""
    settings = found.settings
    low, high = settings.bounds or (float("nan"), float("nan"))
    side = margin_side(Bounds(low, high))
    humans = ", ".join(f"'{name}'" for name in found.humans)
    if found.conditions:
        what = f"Each metric's correlation with {humans} against its own under another condition"
    else:
        what = f"Difference of two metrics' correlations with {humans}"
    if isinstance(settings.margin, str):
        kind = "standard deviation" if settings.margin == "sd" else "largest difference"
        margin = f"the {kind} of the single annotators' correlations with the metric"
    elif settings.bounds is not None and settings.bounds.low == -settings.bounds.high:
        margin = f"{settings.bounds.high:g}"
    elif side is not None:
        margin = f"{-low:g} worse" if side == "low" else f"{high:g} better"
    else:
        margin = f"from {low:g} to {high:g}"
    method = settings.equivalence.words
    if side is not None:
        method = method.replace("two one-sided", "one-sided")
    if not settings.equivalence.closed_form:
        method += f" ({settings.resamples:,} resamples of {RESAMPLED[settings.over]})"
    shown, where = "Equivalent", "shown to lie within the margin"
    if side is not None:
        shown, where = (
            SHOWN[side].capitalize(),
            "shown not to lie beyond the margin, on the one side that has one,",
        )
    return (
        f"{what}, by {method}; margin: {margin}; intervals have confidence {100 * (1 - 2 * settings.alpha):g}%. "
        f"{shown}: {where} at level {settings.alpha:g}, with {CORRECTION_WORDS[settings.correction]}; "
        f"undecided: shown neither to differ nor to be {shown.lower()}. "
        "Smallest margin: any larger one would have passed, without correction."
    )
