"""The table of leads in facets, and of how they differ, as views of facets show it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from trueness.reporting.view import Table
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.compare.lead_contrasts import LeadContrast, LeadContrasts

CONTRASTS = TableSpec.of(
    LeadContrast,
    "contrasts",
    "Leads",
    "By how much the correlation of one metric with people is above that of another, in each facet, and how that "
    "differs between two facets. Two-way jackknife intervals and tests; those of two facets leave a system, or an "
    "input, out of both where both have it, and are corrected over all pairs of facets (Holm).",
    (
        *("facet", "other_facet", "metric", "rival", "level", "coefficient", "n_systems", "n_inputs"),
        *("estimate", ("low", "high"), "pvalue", "pvalue_adjusted", "unknown"),
    ),
    dispensable=(("n_systems",), ("n_inputs",), ("coefficient",), ("rival",), ("metric",), ("pvalue",)),
)


def contrast_table(found: LeadContrasts) -> Table:
    """Return the leads and their differences; nothing is said of what is unknown where all is known."""
    spec = CONTRASTS if any(row.unknown for row in found.rows) else CONTRASTS.without("unknown")
    if found.of:
        spec = dataclasses.replace(spec, title=f"Leads by {found.of.removeprefix('the ')}")
    return spec, found.rows


def with_contrasts(shown: Sequence[str], found: LeadContrasts) -> tuple[str, ...]:
    """Return the tables that a terminal shows: leads first where they were asked for."""
    return (CONTRASTS.name, *shown) if found.rows else tuple(shown)
