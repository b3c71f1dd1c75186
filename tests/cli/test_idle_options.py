"""An option without effect beside what others say is refused, and the message names both; one with effect is taken."""

from __future__ import annotations

import json

import pytest

from trueness.cli.idle_options import Idle, check_idle
from trueness.errors import ArgumentError

QUICK = ("--human", "relevance", "--resamples", 50, "--seed", 3)
PEARSON = ("--coefficient", "pearson", "--level", "system")


def test_an_option_is_refused_where_it_was_given_and_is_idle():
    rule = Idle("zeros", lambda given: given["test"] != "wilcoxon", "ask for `test` wilcoxon.")
    check_idle({"zeros": None, "test": "t"}, [rule])
    check_idle({"zeros": False, "test": "t"}, [rule])
    check_idle({"zeros": "pratt", "test": "wilcoxon"}, [rule])
    check_idle({"test": "t"}, [rule])
    with pytest.raises(ArgumentError, match="`zeros` has no effect here: ask for `test` wilcoxon"):
        check_idle({"zeros": "pratt", "test": "t"}, [], [rule])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        *(
            (
                ("compare", "--stop-after", 9, "--test", test),
                ("--stop-after", "--test permutation", "--beside"),
            )
            for test in ("jackknife", "bootstrap", "sign_flip", "studentized_permutation", "williams")
        ),
        (("compare", "--stop-after", 9, "--test", "jackknife", "--beside", "none"), ("--stop-after",)),
        (("compare", "--stop-after", 9, "--test", "jackknife"), ("--stop-after", "--test")),
        (
            ("compare", "--standardize", "cells", "--test", "bootstrap"),
            ("--standardize", "--test permutation"),
        ),
        (("compare", "--test-over", "inputs", "--test", "steiger"), ("--test-over", "--test")),
        (("compare", "--as-published", "--test", "permutation"), ("--as-published", "--test", "--interval")),
        (("compare", "--tie-calibration", "none"), ("--tie-calibration", "acc_eq", "--coefficient")),
        (("compare", "--aggregate", "mean", "--level", "input"), ("--aggregate", "--level")),
        (
            ("compare", "--no-tests", "--confidence", ".9", "--interval", "none"),
            ("--confidence", "--interval none"),
        ),
        (("compare", "--no-tests", "--over", "inputs", "--interval", "none"), ("--over", "--interval none")),
        (("compare", "--no-tests", "--as-published"), ("--as-published", "--interval names none")),
        (
            ("compare", "--pool", "--standardize", "cells", "--test", "bootstrap"),
            ("--standardize", "--test permutation"),
        ),
        (("compare", "--equivalence", "--margin", ".1", "--unmatched"), ("--unmatched", "--against")),
        (
            ("compare", "--equivalence", "--margin", ".1", "--test", "none", "--test-over", "inputs"),
            ("--test-over", "--test"),
        ),
        (
            (
                "compare",
                "--equivalence",
                "--margin",
                ".1",
                "--method",
                "williams",
                "--test",
                "none",
                "--over",
                "inputs",
            ),
            ("--over", "--method", "--test"),
        ),
        (("compare", "--equivalence", "--margin", ".1", "--as-published"), ("--as-published", "--method")),
        (("systems", "--zeros", "pratt"), ("--zeros", "--test wilcoxon")),
        (("systems", "--zeros", "pratt", "--test", "t"), ("--zeros", "--test wilcoxon")),
        (("systems", "--confidence", ".9"), ("--confidence", "--test t")),
        (("judge", "--annotators", "--folds", 5, "--calibration", "none"), ("--folds", "--calibration none")),
        (("judge", "--title", "Ours"), ("--title", "--out")),
        (("compare", "--json", "--to", "csv"), ("--json", "--to csv")),
        (("systems", "--json", "--to", "latex"), ("--json", "--to latex")),
        (("compare", "--checkpoint", "kept", "--no-checkpoint"), ("--checkpoint", "--no-checkpoint")),
    ],
)
def test_options_that_would_be_ignored_are_refused_before_anything_is_read(run, words, says):
    command, *more = words
    status, out, err = run(command, "absent.csv", "--human", "relevance", *more)
    assert (status, out) == (2, "")
    assert "absent" not in err
    for part in says:
        assert part in err


def test_how_a_pilot_is_read_says_nothing_about_assumptions(run):
    status, _, err = run("plan", "--assume", "quality=.5", "--format", "wide")
    assert status == 2
    assert "--format has no effect here" in err
    assert "--assume" in err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("compare", ("--stop-after", 9, "--test", "jackknife", "--beside", "both", *PEARSON)),
        ("compare", ("--stop-after", 9, *PEARSON)),
        ("compare", ("--tie-calibration", "none", "--coefficient", "acc_eq", "--level", "input")),
        ("compare", ("--as-published", "--interval", "fisher", *PEARSON)),
        ("compare", ("--no-tests", "--as-published", "--interval", "fisher", "--level", "global")),
        ("compare", ("--to", "json", *PEARSON)),
        ("systems", ("--zeros", "wilcox", "--test", "wilcoxon", "--scorer", "relevance")),
        ("systems", ("--confidence", 0.9, "--test", "t", "--scorer", "relevance")),
    ],
)
def test_options_that_have_an_effect_are_taken(run, scores, command, words):
    status, out, err = run(command, scores, *QUICK, *words, "--json")
    assert status == 0, err
    assert json.loads(out)
