"""Which test decides about the differences of a coefficient at a level, where the one asked for does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.jackknife.left_out_columns import COEFFICIENTS
from trueness.statistics.jackknife.studentized_permutation_test import LEVELS
from trueness.studies.rows import Caution
from trueness.studies.settings import CLOSED_FORM_TESTS, UNIT_TESTS, Settings

Test = tuple[str, str]
"""What kind of test, and over what (columns ``test`` and ``over``)."""

_OWN = ("studentized_permutation", *UNIT_TESTS)
"""Tests that do not exist for every coefficient."""


def main_test(settings: Settings, level: str, coefficient: str) -> Test:
    """Return the test of a coefficient at a level.

    The one asked for. Where the studentised permutation does not exist the plain one takes its place, and so it does
    for tests of contributions where the coefficient is about pairs: a cut at a quantile moves with every system left
    out, and the others have not been studied. A permutation that is not valid for the coefficient is replaced by one
    that is, and by the paired bootstrap where no permutation is.
    """
    if settings.test in CLOSED_FORM_TESTS:
        return settings.test, "systems"
    if settings.test == "bootstrap" or (
        settings.test in UNIT_TESTS and not coefficient_facts(coefficient).pairs
    ):
        return settings.test, settings.test_over
    if settings.test == "studentized_permutation" and level in LEVELS and coefficient in COEFFICIENTS:
        return settings.test, "systems"
    swaps = coefficient_facts(coefficient).swaps[level]
    if swap_of(settings.test_over) in swaps:
        return "permutation", settings.test_over
    return ("permutation", swaps[0]) if swaps else ("bootstrap", settings.over)


def swap_of(over: str) -> str:
    """Return what a permutation test over something swaps."""
    return "cells" if over == "both" else over


def about_main_tests(settings: Settings) -> Iterable[Caution]:
    """Yield one caution for every kind of test that replaces the one asked for, naming what it tests."""
    others: dict[Test, list[str]] = {}
    plain: list[str] = []
    for level, coefficient in settings.keys:
        test = main_test(settings, level, coefficient)
        if settings.test in _OWN and test == ("permutation", settings.test_over):
            plain.append(f"{coefficient} ({level.replace('_', '-')} level)")
        elif settings.test in ("permutation", *_OWN) and test != (settings.test, settings.test_over):
            others.setdefault(test, []).append(f"{coefficient} ({level.replace('_', '-')} level)")
    if plain:
        yield Caution(
            "other_test",
            "note",
            f"There is no {settings.test} test for {listing(plain)}: these rows are of the plain permutation of "
            f"{_unit(settings.test_over)}.",
        )
    for (kind, over), places in others.items():
        reason = (
            f"No permutation of {_unit(settings.test_over)} is valid for {listing(places)}: every metric ties within a "
            "threshold of its own, so that scores of two metrics cannot be mixed."
        )
        if kind == "bootstrap":
            yield Caution(
                "other_test",
                "note",
                f"{reason} These rows are tested by the paired bootstrap over {_unit(over)}.",
            )
            continue
        scope = "these systems" if over == "inputs" else "these inputs"
        yield Caution(
            "other_test",
            "note",
            f"{reason} These rows swap what becomes of all pairs of one {over[:-1]} at a time, and speak of {scope} "
            "only. --test bootstrap tests all coefficients in one way.",
        )


def _unit(over: str) -> str:
    return {"both": "systems and inputs", "rows_then_columns": "systems and then inputs"}.get(over, over)
