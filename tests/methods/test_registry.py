"""The registry names what there is, loads it when it is asked for, and nothing before."""

from __future__ import annotations

import subprocess
import sys

import pytest

from trueness.errors import ArgumentError
from trueness.methods.interval import IntervalMethod
from trueness.methods.pair_test import PairTest
from trueness.methods.registry import (
    CLOSED_FORMS,
    EQUIVALENCE_METHODS,
    INTERVALS,
    OFFERED_INTERVALS,
    OFFERED_TESTS,
    ONLY_STUDIED,
    PAIR_TESTS,
    SYSTEM_TESTS,
    equivalence_method,
    interval_method,
    intervals_with,
    pair_test,
    pair_tests_with,
    system_test,
)


@pytest.mark.parametrize(
    ("names", "load"),
    [
        (PAIR_TESTS, pair_test),
        (INTERVALS, interval_method),
        (SYSTEM_TESTS, system_test),
        (EQUIVALENCE_METHODS, equivalence_method),
    ],
)
def test_each_has_the_name_it_is_found_by(names, load):
    assert {name: load(name).name for name in names} == {name: name for name in names}
    with pytest.raises(ArgumentError, match="must be one of"):
        load("other")


def test_what_is_only_studied_is_not_offered():
    assert {*PAIR_TESTS, *INTERVALS} >= ONLY_STUDIED
    assert not ONLY_STUDIED & {*OFFERED_TESTS, *OFFERED_INTERVALS}


def test_closed_forms_are_formulas():
    assert pair_tests_with("closed_form") == tuple(CLOSED_FORMS)


def test_all_words_are_there():
    for name in PAIR_TESTS:
        test = pair_test(name)
        assert isinstance(test, PairTest)
        assert test.noun
        assert test.plural
        assert test.singular
        assert "[@" in test.sentence
        assert test.sentence.startswith("{start}")
    for name in INTERVALS:
        interval = interval_method(name)
        assert isinstance(interval, IntervalMethod)
        assert (interval.words != "") == (name != "none")


def test_facts_choose():
    assert pair_tests_with("permutes") == (
        "permutation",
        "fisher_permutation",
        "studentized_permutation",
    )
    assert pair_tests_with("pools") == ("two_way_jackknife", "permutation", "bootstrap")
    assert intervals_with("resampled") == ("percentile", "basic", "bca")
    assert intervals_with("closed_form") == ("fisher",)


def test_names_cost_nothing():
    code = "import sys, trueness.methods.registry; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
