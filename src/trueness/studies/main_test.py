"""Which test decides about the differences of a coefficient at a level: the one asked for, or the one in its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.jackknife.left_out_columns import COEFFICIENTS
from trueness.statistics.jackknife.pseudo_values import MINIMUM_UNITS
from trueness.statistics.jackknife.studentized_permutation_test import LEVELS
from trueness.studies.rows import Caution
from trueness.studies.settings import CLOSED_FORM_TESTS, OVER_SYSTEMS, UNIT_TESTS, Settings

Test = tuple[str, str]
"""What kind of test, and over what (columns ``test`` and ``over``)."""

RECOMMENDED = "studentized_permutation"
"""The test that simulations speak for, at both of its levels and for all of its coefficients."""

_OWN = (*OVER_SYSTEMS, *UNIT_TESTS)
"""Tests that do not exist for every coefficient."""
_REPLACED = ("recommended", "permutation", *_OWN)
"""Tests in whose place another decides where they do not exist."""


def main_test(settings: Settings, level: str, coefficient: str) -> Test:
    """Return the test of a coefficient at a level.

    ``recommended`` is `RECOMMENDED` where that exists, and the plain permutation of systems elsewhere; and everywhere
    where something is asked for that only the plain one has: other swaps, another scaling, an early end.

    Any other test is the one asked for. Where a permutation on another scale does not exist the plain one takes its
    place, and so it does for tests of contributions where the coefficient is about pairs: a cut at a quantile moves
    with every system left out, and the others have not been studied. A permutation that is not valid for the
    coefficient is replaced by one that is, and by the paired bootstrap where no permutation is.
    """
    if settings.test in CLOSED_FORM_TESTS:
        return settings.test, "systems"
    if settings.test == "bootstrap" or (
        settings.test in UNIT_TESTS and not coefficient_facts(coefficient).pairs
    ):
        return settings.test, settings.test_over
    test = _scaled_permutation(settings)
    if test is not None and level in LEVELS and coefficient in COEFFICIENTS:
        return test, "systems"
    swaps = coefficient_facts(coefficient).swaps[level]
    if swap_of(settings.test_over) in swaps:
        return "permutation", settings.test_over
    return ("permutation", swaps[0]) if swaps else ("bootstrap", settings.over)


def _scaled_permutation(settings: Settings) -> str | None:
    """Return the permutation of systems on another scale that was asked for, by name or as the recommended one."""
    if settings.test in OVER_SYSTEMS:
        return settings.test
    asked = (settings.test_over, settings.standardize, settings.stop_after)
    if settings.test == "recommended" and asked == ("systems", "level", None):
        return RECOMMENDED
    return None


def with_existing_test(settings: Settings, n_systems: int) -> Settings:
    """Return the settings, with the plain permutation in place of ``recommended`` where systems are too few for it."""
    if settings.test != "recommended" or n_systems >= MINIMUM_UNITS:
        return settings
    return dataclasses.replace(settings, test="permutation")


def swap_of(over: str) -> str:
    """Return what a permutation test over something swaps."""
    return "cells" if over == "both" else over


def about_main_tests(settings: Settings) -> Iterable[Caution]:
    """Yield one caution for every kind of test that replaces the one asked for, naming what it tests."""
    others: dict[Test, list[str]] = {}
    plain: list[str] = []
    for level, coefficient in settings.keys:
        test = main_test(settings, level, coefficient)
        place = f"{coefficient} ({level.replace('_', '-')} level)"
        if test == ("permutation", settings.test_over):
            if settings.test in _OWN:
                plain.append(place)
        elif settings.test in _REPLACED and test[0] in ("permutation", "bootstrap"):
            others.setdefault(test, []).append(place)
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
