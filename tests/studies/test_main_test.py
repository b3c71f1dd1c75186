"""Which test decides about a coefficient where the one asked for does not exist."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.correlation import correlation_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.significance import permutation_test
from trueness.studies.estimates import estimate_correlations, leave_one_system_out
from trueness.studies.main_test import about_main_tests, main_test, swap_of, with_existing_test
from trueness.studies.pairwise import pairwise_tests
from trueness.studies.settings import Settings

NAMES = ("kendall", "acc_eq", "spa")


@pytest.mark.parametrize(
    ("asked", "level", "coefficient", "found"),
    [
        ({}, "system", "pearson", ("studentized_permutation", "systems")),
        ({"test": "studentized_permutation"}, "system", "pearson", ("studentized_permutation", "systems")),
        ({"test": "fisher_permutation"}, "input", "kendall", ("fisher_permutation", "systems")),
        ({"test": "fisher_permutation"}, "global", "kendall", ("permutation", "systems")),
        ({}, "input", "kendall", ("studentized_permutation", "systems")),
        ({}, "global", "kendall", ("permutation", "systems")),
        ({"standardize": "cells"}, "system", "pearson", ("permutation", "systems")),
        ({"stop_after": 20}, "system", "pearson", ("permutation", "systems")),
        ({"test": "permutation"}, "system", "pearson", ("permutation", "systems")),
        ({}, "system", "spa", ("permutation", "systems")),
        ({}, "input", "acc_eq", ("permutation", "inputs")),
        ({}, "per_system", "acc_eq", ("permutation", "systems")),
        ({}, "global", "acc_eq", ("bootstrap", "both")),
        ({"over": "inputs"}, "global", "acc_eq", ("bootstrap", "inputs")),
        ({"test_over": "both"}, "input", "kendall", ("permutation", "both")),
        ({"test_over": "both"}, "input", "acc_eq", ("permutation", "inputs")),
        ({"test_over": "inputs"}, "per_system", "acc_eq", ("permutation", "systems")),
        ({"test": "bootstrap"}, "input", "acc_eq", ("bootstrap", "systems")),
        (
            {"test": "williams", "coefficients": "kendall", "levels": "system"},
            "system",
            "kendall",
            ("williams", "systems"),
        ),
    ],
)
def test_the_test_of_a_coefficient(asked, level, coefficient, found):
    settings = Settings(
        **{"levels": ("system", "input", "global", "per_system"), "coefficients": NAMES} | asked
    )
    assert main_test(settings, level, coefficient) == found


def test_too_few_systems_for_the_recommended_test_leave_the_plain_one():
    assert with_existing_test(Settings(), 3).test == "permutation"
    assert with_existing_test(Settings(), 4).test == "recommended"
    assert with_existing_test(Settings(test="bootstrap"), 3).test == "bootstrap"


def test_words_of_a_swap():
    assert swap_of("both") == "cells"
    assert swap_of("inputs") == "inputs"


def test_other_tests_are_said():
    settings = Settings(levels=("system", "input", "global"), coefficients=NAMES)
    inputs, bootstrap = about_main_tests(settings)
    assert inputs.code == bootstrap.code == "other_test"
    assert "'acc_eq (input level)'" in inputs.message
    assert "these systems only" in inputs.message
    assert "'acc_eq (global level)'" in bootstrap.message
    assert "bootstrap over systems and inputs" in bootstrap.message


@pytest.mark.parametrize(
    "asked", [{"coefficients": ("kendall", "spa")}, {"test": "bootstrap", "coefficients": NAMES}]
)
def test_nothing_is_said_where_all_have_the_test_asked_for(asked):
    assert not list(about_main_tests(Settings(**asked)))


COEFFICIENTS = (
    "acc_eq",
    "pairwise_accuracy",
    "spa",
    "gap_tau:high=0.5",
    "pdp",
    "darr:threshold=1",
    "kendall",
)


def arrays_of(missing=0.0, **options):
    rng = np.random.default_rng(3)
    human = rng.integers(0, 4, (6, 8)).astype(float)
    metrics = human + rng.normal(size=(3, 6, 8)) * np.array([0.5, 1, 3])[:, None, None]
    metrics[0, rng.random((6, 8)) < missing] = np.nan
    return ScoreArrays.of(metrics, human, ("a", "b", "c"), **options)


@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_rows_are_those_of_the_plain_functions(missing):
    arrays = arrays_of(missing)
    settings = Settings(
        test="permutation", coefficients=COEFFICIENTS, resamples=199, seed=5, correction="none"
    )
    rows = pairwise_tests(arrays, settings)
    assert list(dict.fromkeys((row.level, row.coefficient) for row in rows)) == list(settings.keys)
    for row in rows:
        main = (row.test, row.over) == main_test(settings, row.level, row.coefficient)
        assert row.test == "permutation"
        assert main or row.over == "both"
        x, y = (arrays.metrics["abc".index(name)] for name in (row.metric, row.rival))
        plain = permutation_test(
            x, y, arrays.human, row.level, row.coefficient, swap=swap_of(row.over), resamples=199, rng=5
        )
        assert row.estimate == pytest.approx(plain.estimate, abs=1e-9, nan_ok=True)
        assert (row.pvalue, row.exact) == (pytest.approx(plain.pvalue, nan_ok=True), plain.exact)


def test_intervals_are_those_of_the_plain_function():
    arrays = arrays_of(tie_calibration="0.5")
    settings = Settings(
        coefficients=COEFFICIENTS, resamples=199, seed=5, tie_calibration="0.5", interval="bca"
    )
    for row in estimate_correlations(arrays, settings).estimates:
        x = arrays.metrics["abc".index(row.metric)]
        plain = correlation_interval(
            x,
            arrays.human,
            row.level,
            row.coefficient,
            method="bca",
            resamples=199,
            tie_calibration=0.5,
            rng=5,
        )
        assert (row.low, row.high) == pytest.approx(tuple(plain), nan_ok=True)
        assert row.epsilon == (
            pytest.approx(0.5) if row.coefficient == "acc_eq" else pytest.approx(np.nan, nan_ok=True)
        )


def test_leaving_out_systems_takes_all():
    rows = leave_one_system_out(arrays_of(), Settings(coefficients=COEFFICIENTS), tuple("stuvwx"))
    assert {(row.level, row.coefficient) for row in rows} == set(Settings(coefficients=COEFFICIENTS).keys)
    assert all(row.low <= row.estimate + 0.5 for row in rows)


@pytest.mark.parametrize("test", ["sign_flip", "jackknife", "studentized_permutation"])
def test_coefficients_about_pairs_are_permuted_and_that_is_said(test):
    settings = Settings(levels=("system",), coefficients=("pearson", "gap_tau:high=0.3"), test=test)
    assert main_test(settings, "system", "pearson") == (test, "systems")
    assert main_test(settings, "system", "gap_tau:high=0.3") == ("permutation", "systems")
    (said,) = about_main_tests(settings)
    assert f"no {test} test for gap_tau:high=0.3 (system level)" in said.message.replace("'", "")
