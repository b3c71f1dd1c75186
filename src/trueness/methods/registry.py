"""All tests and intervals by name, each loaded when it is first asked for, so that lists of names cost nothing."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from trueness.errors import check_choice
from trueness.methods.interval import IntervalMethod
from trueness.methods.pair_test import PairTest

if TYPE_CHECKING:
    from trueness.methods.equivalence_methods import EquivalenceMethod
    from trueness.methods.system_tests import SystemTest

CLOSED_FORMS: Mapping[str, str] = MappingProxyType(
    {
        "williams": "closed_form_tests:WILLIAMS",
        "steiger": "closed_form_tests:STEIGER",
        "meng_rosenthal_rubin": "closed_form_tests:MENG_ROSENTHAL_RUBIN",
        "hittner_may_silver": "closed_form_tests:HITTNER_MAY_SILVER",
        "dunn_clark": "closed_form_tests:DUNN_CLARK",
    }
)
"""Tests of two metrics by a formula, and where they are: a module of this package and a name in it."""

PAIR_TESTS: Mapping[str, str] = MappingProxyType(
    {
        "two_way_jackknife": "two_way_jackknife:TEST",
        "permutation": "permutation:PERMUTATION",
        "fisher_permutation": "fisher_permutation:FISHER_PERMUTATION",
        "studentized_permutation": "studentized_permutation:STUDENTIZED_PERMUTATION",
        "sign_flip": "sign_flip:SIGN_FLIP",
        "jackknife": "jackknife_tests:JACKKNIFE",
        "jackknife_two_way": "jackknife_tests:TWO_WAY_JACKKNIFE",
        "bootstrap": "paired_bootstrap:PAIRED_BOOTSTRAP",
        **CLOSED_FORMS,
    }
)
"""All tests of two metrics."""

INTERVALS: Mapping[str, str] = MappingProxyType(
    {
        "two_way_jackknife": "two_way_jackknife:INTERVAL",
        "percentile": "bootstrap_intervals:PERCENTILE",
        "basic": "bootstrap_intervals:BASIC",
        "bca": "bootstrap_intervals:BCA",
        "fisher": "fisher_interval:FISHER",
        "jackknife": "jackknife_intervals:JACKKNIFE",
        "prediction": "jackknife_intervals:PREDICTION",
        "none": "interval:NO_INTERVAL",
    }
)

SYSTEM_TESTS: Mapping[str, str] = MappingProxyType(
    {
        "permutation": "system_tests:PERMUTATION",
        "bootstrap": "system_tests:BOOTSTRAP",
        "t": "system_tests:T",
        "wilcoxon": "system_tests:WILCOXON",
        "rank_sum": "system_tests:RANK_SUM",
    }
)
"""Tests of two systems."""

EQUIVALENCE_METHODS: Mapping[str, str] = MappingProxyType(
    {
        "two_way_jackknife": "equivalence_methods:TWO_WAY_JACKKNIFE",
        "bootstrap": "equivalence_methods:BOOTSTRAP",
        "williams": "equivalence_methods:WILLIAMS",
        "anderson_hauck": "equivalence_methods:ANDERSON_HAUCK",
    }
)
"""How equivalence of two metrics is tested."""

ONLY_STUDIED = frozenset({"jackknife_two_way", "prediction"})
"""Tried in simulations, and not offered to anyone."""

RECOMMENDED = "recommended"
"""Asked for in place of a test: see `recommended`."""

USUAL_INTERVAL = "two_way_jackknife"
"""The interval of comparisons where none is asked for."""

PLANNED_INTERVAL = "two_way_jackknife"
"""The interval that is planned for where none is asked for."""

RECOMMENDED_NAME = "two_way_jackknife"
"""The test that simulations speak for."""

OFFERED_TESTS = (RECOMMENDED, *(name for name in PAIR_TESTS if name not in ONLY_STUDIED))
OFFERED_INTERVALS = tuple(name for name in INTERVALS if name not in ONLY_STUDIED)


def pair_test(name: str) -> PairTest:
    """Return a test of two metrics.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    found: PairTest = _loaded(PAIR_TESTS[check_choice("test", name, PAIR_TESTS)])
    return found


def interval_method(name: str) -> IntervalMethod:
    """Return an interval.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    found: IntervalMethod = _loaded(INTERVALS[check_choice("interval", name, INTERVALS)])
    return found


def system_test(name: str) -> SystemTest:
    """Return a test of two systems.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    found: SystemTest = _loaded(SYSTEM_TESTS[check_choice("test", name, SYSTEM_TESTS)])
    return found


def equivalence_method(name: str) -> EquivalenceMethod:
    """Return a method of testing equivalence.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    found: EquivalenceMethod = _loaded(EQUIVALENCE_METHODS[check_choice("method", name, EQUIVALENCE_METHODS)])
    return found


def pair_tests_with(fact: str) -> tuple[str, ...]:
    """Return the tests for which a fact of `PairTest` holds."""
    return tuple(name for name in OFFERED_TESTS if name in PAIR_TESTS and getattr(pair_test(name), fact))


def intervals_with(fact: str) -> tuple[str, ...]:
    """Return the intervals for which a fact of `IntervalMethod` holds."""
    return tuple(name for name in OFFERED_INTERVALS if getattr(interval_method(name), fact))


@functools.cache
def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"trueness.methods.{module}"), name)
