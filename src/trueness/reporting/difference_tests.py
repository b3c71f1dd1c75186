"""How differences between metrics were tested, in sentences of the methods paragraph."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trueness.methods.registry import pair_test
from trueness.reporting.citation import Sentence, cited
from trueness.reporting.places_tested import places_tested
from trueness.reporting.tables import count
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.rows import Comparison, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.words import agreement_noun

_PERMUTED = {
    "systems": "the two metrics' scores for whole systems",
    "inputs": "the two metrics' scores for whole inputs",
    "both": "the two metrics' scores for every output independently (Perm-Both)",
    "rows_then_columns": "the two metrics' scores for whole systems and then for whole inputs",
}
_SCALED = {
    "level": "the metrics were z-scored over what is compared at each level",
    "cells": "each metric was z-scored over all its scores",
}


def difference_tests(comparison: Comparison) -> Iterator[Sentence]:
    """Yield a sentence on the test asked for, and one on every test that stands in for it.

    Parameters
    ----------
    comparison : Comparison
        With tests.
    """
    rows: dict[tuple[str, str, bool, bool], list[PairTest]] = {}
    for row in comparison.tests:
        facts = coefficient_facts(row.coefficient)
        kind = (row.test, row.over, facts.swaps_outcomes, facts.scale_invariant)
        rows.setdefault(kind, []).append(row)
    for found in rows.values():
        first, *rest = _test(comparison, found[0])
        if len(rows) > 1:
            places = places_tested(found, comparison.tests)
            first = f"{places[0].upper()}{places[1:]}, {str(first)[0].lower()}{str(first)[1:]}"
        yield (first, *rest)


def _test(comparison: Comparison, row: PairTest) -> Sentence:
    settings = comparison.settings
    sides = {
        "two-sided": "two-sided",
        "greater": "one-sided (the metric better than its rival)",
        "less": "one-sided (the metric worse than its rival)",
    }[row.alternative]
    which = (
        f"every metric and the baseline ‘{settings.baseline}’"
        if settings.baseline is not None
        else "every pair of metrics"
    )
    start = f"Differences in {agreement_noun(settings.coefficients)} between {which} were tested with "
    test = pair_test(row.test)
    template = test.sentence
    template = template.replace("{if_random}", "" if row.exact else test.if_random)
    has_intervals = not np.isnan([one.low for one in comparison.tests]).all()
    template = template.replace("{if_intervals}", test.if_intervals if has_intervals else "")
    off = ", with averaged correlations and n the number of systems off the system level, as published"
    number = count(row.resamples)
    return cited(
        template,
        start=start,
        sides=sides,
        off=off if off_system(settings) else "",
        over=row.over,
        resampled=_resampled(comparison, row.over),
        exchanged=_exchanged(comparison, row) if test.permutes else "",
        count=number,
        drawn=f"all {number} {test.draws}" if row.exact else f"{number} random {test.draws}",
    )


def _exchanged(comparison: Comparison, row: PairTest) -> str:
    """Return what a permutation test exchanges, and on which scale."""
    clustered = comparison.clusters is not None and row.over in ("inputs", "rows_then_columns")
    groups = f" (by groups of ‘{comparison.clusters}’)" if clustered else ""
    facts = coefficient_facts(row.coefficient)
    if facts.swaps_outcomes:
        unit = {"inputs": "an input", "systems": "a system"}[row.over]
        return f"what becomes of the pairs of {unit}{groups} at a time"
    scale = "as they are given"
    if facts.scale_invariant:
        scale = f"after {_SCALED[comparison.settings.standardize]}"
    return f"{permuted(comparison, row.over)}{groups} {scale}"


def permuted(comparison: Comparison, over: str) -> str:
    """Return what a permutation test exchanges."""
    items = over == "inputs" and not comparison.table.has_systems
    return "the two metrics' scores for items" if items else _PERMUTED[over]


def _resampled(comparison: Comparison, over: str) -> str:
    if not comparison.table.has_systems:
        return "items"
    return "systems and inputs" if over == "both" else over


def off_system(settings: Settings) -> bool:
    """Return whether anything is computed at another level than system's."""
    return any(level != "system" for level in settings.computed_levels)
