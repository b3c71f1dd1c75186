"""Which test decides about the differences of a coefficient at a level, where the one asked for does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.jackknife.left_out_columns import COEFFICIENTS
from trueness.statistics.jackknife.studentized_permutation_test import LEVELS
from trueness.studies.rows import Caution
from trueness.studies.settings import CLOSED_FORM_TESTS, Settings

Test = tuple[str, str]
"""What kind of test, and over what (columns ``test`` and ``over``)."""

_PERMUTATIONS = ("permutation", "studentized_permutation")


def main_test(settings: Settings, level: str, coefficient: str) -> Test:
    """Return the test of a coefficient at a level.

    The one asked for. Where the studentised permutation does not exist, the plain one takes its place; a permutation
    that is not valid for the coefficient is replaced by one that is, and by the paired bootstrap where no permutation
    is.
    """
    if settings.test in CLOSED_FORM_TESTS:
        return settings.test, "systems"
    if settings.test not in _PERMUTATIONS:
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
    for level, coefficient in settings.keys:
        test = main_test(settings, level, coefficient)
        if settings.test in _PERMUTATIONS and test not in (
            (settings.test, settings.test_over),
            ("permutation", settings.test_over),
        ):
            others.setdefault(test, []).append(f"{coefficient} ({level.replace('_', '-')} level)")
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
