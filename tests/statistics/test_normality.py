"""Shapiro-Wilk per level: the published table, a worked example, undefined tests, invariances."""

from __future__ import annotations

import gzip
import json
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.normality import normality, shapiro_wilk, shapiro_wilk_columns

REALSUMM, SUMMEVAL = "bhandari2020", "fabbri2020"
# Deutsch, Dror and Roth (2021), Table 2: percent of inputs at input level, p-value at system level.
TABLE_2 = [
    (REALSUMM, "pyramid", "litepyramid.recall", "75.0", "0.84"),
    (REALSUMM, "pyramid", "bertscore.recall", "28.0", "0.18"),
    (REALSUMM, "pyramid", "MoverScore", "31.0", "0.50"),
    (REALSUMM, "pyramid", "rouge-1.recall", "30.0", "0.91"),
    (REALSUMM, "pyramid", "rouge-2.recall", "61.0", "0.62"),
    (REALSUMM, "pyramid", "rouge-l.recall", "37.0", "0.12"),
    (REALSUMM, "qaeval", "qa-eval.f1", "45.0", "0.21"),
    (REALSUMM, "autosummeng", "AutoSummENG", "28.0", "0.55"),
    (REALSUMM, "autosummeng", "MeMoG", "28.0", "0.55"),
    (REALSUMM, "autosummeng", "NPowER", "28.0", "0.55"),
    (REALSUMM, "bewte", "BEwTE.recall", "33.0", "0.68"),
    (REALSUMM, "meteor", "METEOR", "30.0", "0.61"),
    (REALSUMM, "s3", "s3.resp", "47.0", "0.66"),
    (SUMMEVAL, "relevance", "expert.relevance", "32.0", "0.52"),
    (SUMMEVAL, "bertscore", "bertscore.recall", "26.0", "0.15"),
    (SUMMEVAL, "moverscore", "MoverScore", "35.0", "0.00"),
    (SUMMEVAL, "rouge", "rouge-1.f1", "32.0", "0.00"),
    (SUMMEVAL, "rouge", "rouge-2.f1", "34.0", "0.00"),
    (SUMMEVAL, "rouge", "rouge-l.f1", "26.0", "0.13"),
    (SUMMEVAL, "rouge", "rouge-su4.f1", "32.0", "0.00"),
    (SUMMEVAL, "qaeval", "qa-eval.f1", "40.0", "0.01"),
    (SUMMEVAL, "autosummeng", "AutoSummENG", "33.0", "0.01"),
    (SUMMEVAL, "autosummeng", "MeMoG", "33.0", "0.01"),
    (SUMMEVAL, "autosummeng", "NPowER", "33.0", "0.01"),
    (SUMMEVAL, "bewte", "BEwTE.f1", "37.0", "0.00"),
    (SUMMEVAL, "meteor", "METEOR", "27.0", "0.00"),
    (SUMMEVAL, "s3", "s3.resp", "26.0", "0.00"),
]


def _scores(folder, name, field):
    """One scorer as a matrix, systems by inputs; several experts are averaged."""
    cells = {}
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            value = row["metrics"]
            for key in field.split("."):
                value = value[key]
            cells[row["summarizer_id"], row["instance_id"]] = np.mean(value)
    systems, inputs = (sorted({key[side] for key in cells}) for side in (0, 1))
    return np.array([[cells[system, one] for one in inputs] for system in systems])


@pytest.mark.parametrize(("benchmark", "name", "field", "percent", "pvalue"), TABLE_2)
def test_reaches_the_published_table(test_data, benchmark, name, field, percent, pvalue):
    scores = _scores(test_data / "data" / "deutsch2021" / benchmark, name, field)
    assert scores.shape == ({REALSUMM: 24, SUMMEVAL: 16}[benchmark], 100)
    at_input, at_system = normality(scores, "input"), normality(scores)
    assert (at_input.n_tests, at_input.n_undefined) == (100, 0)
    assert f"{100 * at_input.share:.1f}" == percent
    assert f"{at_system.pvalue:.2f}" == pvalue


def test_agrees_with_the_example_of_shapiro_and_wilk():
    # Weights of eleven men (Shapiro and Wilk 1965): W = 0.79, p below 0.01.
    weights = [148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236]
    assert shapiro_wilk(weights) == pytest.approx(0.0067, abs=5e-5)


def test_levels_are_the_tests_of_the_means_and_of_the_columns():
    scores = np.random.default_rng(1).exponential(size=(12, 30))
    expected = [scipy.stats.shapiro(column).pvalue for column in scores.T]
    found = normality(scores, "input", alpha=0.1)
    np.testing.assert_allclose(found.pvalues, expected, rtol=1e-6)
    assert found.share == np.mean(np.array(expected) < 0.1)
    assert 0 < found.share < 1
    assert math.isnan(found.pvalue)
    at_system = normality(scores)
    assert at_system.pvalue == pytest.approx(scipy.stats.shapiro(scores.mean(axis=1)).pvalue, rel=1e-6)
    assert (at_system.n_tests, at_system.n_undefined) == (1, 0)
    assert math.isnan(at_system.share)
    np.testing.assert_equal(normality(scores, "summary", alpha=0.1), found)


def test_undefined_columns_are_counted_and_left_out_of_the_share():
    scores = np.random.default_rng(2).standard_normal((8, 5)) ** 5
    full = normality(scores[:, :3], "input")
    scores[:, 3] = 1 / 3  # constant
    scores[2:, 4] = np.nan  # two values
    found = normality(scores, "input")
    assert (found.n_tests, found.n_undefined) == (3, 2)
    assert found.share == full.share > 0
    assert np.isnan(found.pvalues).tolist() == [False, False, False, True, True]
    nothing = normality(scores[:, 3:], "input")
    assert (nothing.n_tests, nothing.n_undefined) == (0, 2)
    assert math.isnan(nothing.share)


def test_missing_scores_are_left_out():
    scores = np.random.default_rng(3).exponential(size=(10, 4))
    holed = scores.copy()
    holed[4, 1] = np.nan
    found = normality(holed, "input")
    assert found.pvalues[1] == pytest.approx(scipy.stats.shapiro(np.delete(scores[:, 1], 4)).pvalue, rel=1e-6)
    means = [row[~np.isnan(row)].mean() for row in holed]
    assert normality(holed).pvalue == pytest.approx(scipy.stats.shapiro(means).pvalue, rel=1e-6)
    holed[7] = np.nan  # a system without any score
    assert normality(holed).pvalue == pytest.approx(scipy.stats.shapiro(np.delete(means, 7)).pvalue, rel=1e-6)


def test_means_that_are_equal_but_for_rounding_are_constant():
    rows = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.2, 0.2], [0.3, 0.1, 0.2]])
    assert np.unique(rows.sum(axis=1)).size > 1
    found = normality(rows)
    assert math.isnan(found.pvalue)
    assert (found.n_tests, found.n_undefined) == (0, 1)


@given(
    seed=st.integers(0, 2**32 - 1),
    scale=st.sampled_from([2.0, 0.5, 1024.0]),
    shift=st.integers(-4, 4),
)
def test_does_not_depend_on_scale_origin_sign_and_order(seed, scale, shift):
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 30, size=(9, 6)).astype(float)
    moved = -scale * (scores + shift)
    for level in ("system", "input"):
        here = normality(scores, level)
        there = normality(moved[rng.permutation(9)], level)
        np.testing.assert_allclose(here.pvalues, there.pvalues, rtol=1e-6)
    order = rng.permutation(6)
    np.testing.assert_array_equal(
        normality(scores[:, order], "input").pvalues, normality(scores, "input").pvalues[order]
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2, 3],), r"shape \(systems, inputs\); its shape is \(3,\)"),
        (([["a", "b"]],), "matrix of numbers"),
        (([[1.0, np.inf]],), "infinite"),
        (([[1.0, 2.0]], "global"), "`level` must be one of"),
        (([[1.0, 2.0]], "input", 5), "`alpha`"),
    ],
)
def test_refuses_what_it_cannot_test(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        normality(*arguments)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 11, 12, 13, 40, 500, 2000])
def test_many_columns_at_once_are_those_of_scipy(n):
    rng = np.random.default_rng(n)
    columns = np.stack(
        [rng.normal(size=n), rng.exponential(size=n), rng.standard_t(2, size=n), rng.normal(size=n).round(1)]
    ).T
    expected = [scipy.stats.shapiro(column).pvalue for column in columns.T]
    np.testing.assert_allclose(shapiro_wilk_columns(columns), expected, rtol=1e-5, atol=1e-7)
