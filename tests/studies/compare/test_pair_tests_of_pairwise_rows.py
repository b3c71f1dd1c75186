"""Rows of tests against the plain functions, for coefficients of every kind; and what replaces a test is said."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.methods.permutation import swap_of
from trueness.statistics.agreement.correlation import correlation_interval
from trueness.statistics.agreement.significance import permutation_test
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.estimates import estimate_correlations, leave_one_system_out
from trueness.studies.compare.pair_test_cautions import about_main_tests
from trueness.studies.compare.pair_tests import pairwise_tests
from trueness.studies.compare.settings import Settings

NAMES = ("kendall", "acc_eq", "spa")


def test_other_tests_are_said():
    settings = Settings(levels=("system", "input", "global"), coefficients=NAMES, test="permutation")
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
        main = settings.is_main(row)
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
    assert settings.main_test("system", "pearson") == (test, "systems")
    assert settings.main_test("system", "gap_tau:high=0.3") == ("permutation", "systems")
    (said,) = about_main_tests(settings)
    assert f"no {test} test for gap_tau:high=0.3 (system level)" in said.message.replace("'", "")


def test_both_directions_of_a_pair_mirror_each_other():
    rng = np.random.default_rng(1)
    arrays = ScoreArrays.of(rng.normal(size=(2, 5, 6)), rng.normal(size=(5, 6)), ("a", "b"))
    settings = Settings(
        coefficients=("acc_eq", "spa"), alternative="greater", correction="none", resamples=99, beside=()
    )
    rows = {(row.coefficient, row.metric): row for row in pairwise_tests(arrays, settings)}
    for coefficient in ("acc_eq", "spa"):
        one, other = rows[coefficient, "a"], rows[coefficient, "b"]
        assert one.estimate == -other.estimate
        assert (one.low, one.high) == (-other.high, -other.low)
        assert (one.pvalue_greater, one.pvalue_less) == (other.pvalue_less, other.pvalue_greater)
