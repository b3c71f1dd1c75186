"""How differences between metrics were tested, in sentences of the methods paragraph."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trueness.reporting.citation import DEUTSCH, Part, Sentence, cite
from trueness.reporting.places_tested import places_tested
from trueness.reporting.tables import count
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.comparison import Comparison
from trueness.studies.rows import PairTest
from trueness.studies.settings import CLOSED_FORM_TESTS, Settings
from trueness.studies.words import SCALED_PERMUTATION_WORDS, UNIT_TEST_WORDS, agreement_noun

_CLOSED_FORMS = {
    "williams": ("Williams' test", "williams-1959-comparison"),
    "steiger": ("Steiger's test", "steiger-1980-tests"),
    "meng_rosenthal_rubin": ("the test of Meng, Rosenthal and Rubin", "meng-etal-1992-comparing"),
    "hittner_may_silver": ("the test of Hittner, May and Silver", "hittner-etal-2003-monte"),
    "dunn_clark": ("the test of Dunn and Clark", "dunn-clark-1969-correlation"),
}
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
    rows: dict[tuple[str, str, bool], list[PairTest]] = {}
    for row in comparison.tests:
        kind = (row.test, row.over, coefficient_facts(row.coefficient).swaps_outcomes)
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
    if row.test in CLOSED_FORM_TESTS:
        name, source = _CLOSED_FORMS[row.test]
        off = ", with averaged correlations and n the number of systems off the system level, as published"
        has_intervals = not np.isnan([test.low for test in comparison.tests]).all()
        zou = ("; intervals of differences are Zou's", cite("zou-2007-toward")) if has_intervals else ()
        return (
            f"{start}{name}",
            cite(source),
            f", {sides}{off if off_system(settings) else ''}",
            *zou,
            ".",
        )
    if row.test == "bootstrap":
        return (
            f"{start}a paired bootstrap test",
            cite("efron-tibshirani-1993-bootstrap", DEUTSCH),
            (
                f" that resamples {_resampled(comparison, row.over)}, {sides}, with "
                f"{count(row.resamples)} resamples."
            ),
        )
    if row.test in UNIT_TEST_WORDS:
        return (
            f"{start}{UNIT_TEST_WORDS[row.test]}s",
            cite("tukey-1958-bias"),
            f", {sides}, {_of_units(row)}.",
        )
    clustered = comparison.clusters is not None and row.over in ("inputs", "rows_then_columns")
    groups = f" (by groups of ‘{comparison.clusters}’)" if clustered else ""
    exchanged = f"{permuted(comparison, row.over)}{groups} after {_SCALED[settings.standardize]}"
    if coefficient_facts(row.coefficient).swaps_outcomes:
        unit = {"inputs": "an input", "systems": "a system"}[row.over]
        exchanged = f"what becomes of the pairs of {unit}{groups} at a time"
    drawn = (
        f"all {count(row.resamples)} arrangements"
        if row.exact
        else f"{count(row.resamples)} random arrangements"
    )
    plus_one: tuple[Part, ...] = (
        ()
        if row.exact
        else (
            ", p-values being (1 + exceedances) / (1 + arrangements)",
            cite("phipson-smyth-2010-permutation"),
        )
    )
    scaled = SCALED_PERMUTATION_WORDS.get(row.test)
    comparing = "" if scaled is None else f", comparing {scaled.compared}"
    return (
        f"{start}{'' if scaled is None else f'{scaled.kind} '}permutation tests",
        cite("janssen-1997-studentized") if row.test == "studentized_permutation" else cite(DEUTSCH),
        f", {sides}, exchanging {exchanged}{comparing}, in {drawn}",
        *plus_one,
        ".",
    )


def _of_units(row: PairTest) -> str:
    """Return what a test of contributions tests, and how."""
    if row.test == "jackknife":
        return f"of the pseudo-values of {row.over}, on Fisher's scale for correlations"
    flips = f"all {count(row.resamples)} flips" if row.exact else f"{count(row.resamples)} random flips"
    return f"flipping the signs of the pseudo-values of {row.over} (on Fisher's scale for correlations), in {flips}"


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
