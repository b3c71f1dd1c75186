"""Tests of pairs against the plain tests, and their corrections against families built by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from trueness.statistics import dependent_correlations
from trueness.statistics.corrections import adjust
from trueness.statistics.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.significance import paired_bootstrap_test, permutation_test
from trueness.statistics.zou import zou_interval
from trueness.studies.pairwise import compared_pairs, pairwise_tests
from trueness.studies.settings import CLOSED_FORM_TESTS, Settings

NAMES = ("a", "b", "c", "d")


def arrays_of(n=9, m=6, order=(0, 1, 2, 3)):
    rng = np.random.default_rng(7)
    human = rng.integers(1, 6, (n, m)) / 3
    metrics = np.array([0.2, 0.6, 1.5, 4.0])[:, None, None] * rng.normal(size=(4, n, m)) + human
    metrics[2, 1, :2] = np.nan
    return ScoreArrays.of(metrics[list(order)], human, [NAMES[k] for k in order])


def matrix(arrays, name):
    return arrays.metrics[arrays.names.index(name)]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(("over", "swap"), [("systems", "systems"), ("both", "cells"), ("inputs", "inputs")])
def test_permutation_rows_equal_the_plain_test(alternative, over, swap):
    arrays = arrays_of()
    settings = Settings(
        test_over=over,
        beside=(),
        alternative=alternative,
        resamples=99,
        seed=5,
        levels=("system", "input"),
        coefficients=("kendall",),
    )
    rows = pairwise_tests(arrays, settings)
    assert len(rows) == 2 * (6 if alternative == "two-sided" else 12)
    for row in rows:
        x, y = matrix(arrays, row.metric), matrix(arrays, row.rival)
        # rows of exchanged pairs share the coins of the pair as it stands in the table
        turned = NAMES.index(row.metric) > NAMES.index(row.rival)
        opposite = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
        first = (y, x, opposite[alternative]) if turned else (x, y, alternative)
        plain = permutation_test(
            first[0],
            first[1],
            arrays.human,
            row.level,
            "kendall",
            swap=swap,
            alternative=first[2],
            resamples=99,
            rng=5,
        )
        assert row.pvalue == plain.pvalue
        assert row.estimate == pytest.approx(-plain.estimate if turned else plain.estimate, abs=1e-12)
        assert row.estimate == pytest.approx(row.estimate_metric - row.estimate_rival, abs=1e-12)
        assert (row.test, row.over, row.alternative, row.resamples) == (
            "permutation",
            over,
            alternative,
            plain.resamples,
        )
        assert row.low <= row.estimate <= row.high
        assert row.pvalue > 0


def test_bootstrap_rows_equal_the_plain_test():
    arrays = arrays_of()
    for test_over in ("inputs", "both"):
        settings = Settings(
            test="bootstrap", test_over=test_over, beside=(), resamples=150, seed=5, coefficients=("pearson",)
        )
        for row in pairwise_tests(arrays, settings):
            plain = paired_bootstrap_test(
                matrix(arrays, row.metric),
                matrix(arrays, row.rival),
                arrays.human,
                row.level,
                "pearson",
                over=test_over,
                resamples=150,
                rng=5,
            )
            assert row.pvalue == pytest.approx(plain.pvalue, abs=1e-12)
            assert (row.over, row.n_undefined_resamples) == (test_over, plain.n_undefined_resamples)


@pytest.mark.parametrize("test", CLOSED_FORM_TESTS)
@pytest.mark.parametrize("level", ["system", "input"])
def test_closed_form_rows_equal_the_formula(test, level):
    arrays = arrays_of()
    settings = Settings(test=test, levels=(level,), interval="none", beside=(), as_published=True)
    rows = pairwise_tests(arrays, settings)
    assert len(rows) == 6 * 3
    for row in rows:
        x, y = matrix(arrays, row.metric), matrix(arrays, row.rival)
        shared = ~np.isnan(x + y + arrays.human)
        x, y, z = (np.where(shared, values, np.nan) for values in (x, y, arrays.human))
        triple = [correlate(*pair, level, row.coefficient).estimate for pair in ((x, z), (y, z), (x, y))]
        expected = getattr(dependent_correlations, test)(*triple, 9)
        assert (row.statistic, row.pvalue) == pytest.approx((expected.statistic, expected.pvalue), abs=1e-9)
        assert row.resamples == 0
        limits = zou_interval(*triple, 9, 0.95, row.coefficient)
        assert (row.low, row.high) == pytest.approx((limits.low, limits.high), abs=1e-9)


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "bh", "by", "none"])
def test_two_sided_family_is_every_pair_once(correction):
    settings = Settings(
        beside=("both",), resamples=199, coefficients=("pearson", "kendall"), correction=correction
    )
    rows = pairwise_tests(arrays_of(), settings)
    families = {}
    for row in rows:
        families.setdefault((row.over, row.level, row.coefficient), []).append(row)
    assert len(families) == 8
    for family in families.values():
        assert [row.family_size for row in family] == [6] * 6
        expected = adjust([row.pvalue for row in family], correction)
        assert [row.pvalue_adjusted for row in family] == pytest.approx(expected.tolist())
        for row in family:
            assert row.significant == (row.pvalue <= 0.05)
            assert row.significant_adjusted == (row.pvalue_adjusted <= 0.05)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_family_is_every_ordered_pair(alternative):
    settings = Settings(
        beside=(), resamples=199, coefficients=("pearson",), levels=("system",), alternative=alternative
    )
    rows = pairwise_tests(arrays_of(), settings)
    assert {row.family_size for row in rows} == {12}
    expected = adjust([row.pvalue for row in rows], "holm")
    assert [row.pvalue_adjusted for row in rows] == pytest.approx(expected.tolist())


def test_family_of_pairs_takes_the_smaller_of_each_pair():
    for alternative in ("greater", "less"):
        rows = pairwise_tests(
            arrays_of(),
            Settings(
                beside=(),
                resamples=199,
                coefficients=("pearson",),
                levels=("system",),
                alternative=alternative,
                family="pairs",
            ),
        )
        assert {(row.metric, row.rival) for row in rows} == set(itertools.permutations(NAMES, 2))
        by_pair = {(row.metric, row.rival): row for row in rows}
        pairs = list(itertools.combinations(NAMES, 2))
        smaller = [min(by_pair[p].pvalue, by_pair[p[::-1]].pvalue) for p in pairs]
        for pair, expected in zip(pairs, adjust(smaller, "holm"), strict=True):
            two = (by_pair[pair], by_pair[pair[::-1]])
            assert two[0].pvalue == (
                two[0].pvalue_greater if alternative == "greater" else two[0].pvalue_less
            )
            assert two[0].pvalue_greater == two[1].pvalue_less
            low = min(two, key=lambda row: row.pvalue)
            assert low.pvalue_adjusted == pytest.approx(expected)
            assert max(two, key=lambda row: row.pvalue).pvalue_adjusted in (1.0, pytest.approx(expected))
            assert low.family_size == 6
            assert two[0].low == pytest.approx(-two[1].high)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_family_per_metric_holds_all_tests_of_the_row_metric(alternative):
    found = {}
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        settings = Settings(
            beside=(),
            resamples=199,
            coefficients=("pearson",),
            levels=("input",),
            alternative=alternative,
            family="per_metric",
        )
        rows = pairwise_tests(arrays_of(order=order), settings)
        assert {(row.metric, row.rival) for row in rows} == set(itertools.permutations(NAMES, 2))
        for name in NAMES:
            family = [row for row in rows if row.metric == name]
            expected = adjust([row.pvalue for row in family], "holm")
            assert [row.pvalue_adjusted for row in family] == pytest.approx(expected.tolist())
            assert {row.family_size for row in family} == {3}
        found[order] = {(row.metric, row.rival): row.family_size for row in rows}
    assert len({tuple(sorted(item.items())) for item in found.values()}) == 1


def test_baseline():
    settings = Settings(baseline="b", family="baseline", beside=(), resamples=99, alternative="greater")
    assert compared_pairs(NAMES, settings) == [(0, 1), (2, 1), (3, 1)]
    rows = pairwise_tests(arrays_of(), settings)
    assert {row.rival for row in rows} == {"b"}
    assert len(rows) == 3 * 6
    assert {row.family_size for row in rows} == {3}


def test_verdicts_follow_the_adjusted_pvalue():
    rows = pairwise_tests(arrays_of(n=14, m=30), Settings(resamples=499, beside=("both",), correction="none"))
    assert {"better", "not separated"} <= {row.verdict for row in rows}
    for row in rows:
        expected = (
            ("better" if row.estimate > 0 else "worse") if row.pvalue_adjusted <= 0.05 else "not separated"
        )
        assert row.verdict == expected


def test_verdict_of_a_one_sided_test_looks_one_way():
    rows = pairwise_tests(
        arrays_of(n=14, m=30), Settings(resamples=499, beside=(), correction="none", alternative="less")
    )
    assert {row.verdict for row in rows} == {"worse", "not separated"}


def test_undefined_pairs():
    human = np.random.default_rng(1).normal(size=(6, 4))
    arrays = ScoreArrays.of(
        np.stack([human, np.full((6, 4), np.nan), np.full((6, 4), 0.1)]), human, ("a", "gone", "flat")
    )
    for row in pairwise_tests(arrays, Settings(resamples=19)):
        assert row.verdict == "undefined"
        assert not row.significant
        assert not row.significant_adjusted
        assert math.isnan(row.pvalue)
        assert math.isnan(row.pvalue_adjusted)
        assert row.family_size == 0


def test_one_metric_has_no_pair():
    arrays = ScoreArrays.of(np.ones((1, 4, 4)), np.ones((4, 4)))
    assert pairwise_tests(arrays, Settings()) == ()
    assert compared_pairs(("a",), Settings(baseline="a")) == []


def test_twins_are_not_separated():
    arrays = arrays_of()
    twins = ScoreArrays.of(np.stack([arrays.metrics[0], arrays.metrics[0]]), arrays.human, ("a", "twin"))
    for test in ("permutation", "bootstrap"):
        for row in pairwise_tests(twins, Settings(test=test, resamples=99)):
            assert (row.estimate, row.pvalue, row.verdict) == (0.0, 1.0, "not separated")
            assert (row.low, row.high) == (0.0, 0.0)


def test_same_numbers_for_any_workers_and_chunks():
    settings = Settings(resamples=1100, beside=("both",), coefficients=("pearson", "spearman"))
    runs = [
        pairwise_tests(arrays_of(), settings, workers=w, chunk=c)
        for w, c in ((1, None), (2, 1), (4, 2), (2, 9))
    ]
    assert len({repr(run) for run in runs}) == 1  # NaN is not equal to itself, its text is


def test_averages_that_are_no_correlations_of_anything_are_undefined():
    """Each average is over the inputs where it is defined, so that the three need not fit together."""
    rng = np.random.default_rng(0)
    undefined = 0
    for _ in range(60):
        human = rng.integers(1, 4, (5, 4)).astype(float)
        metrics = np.clip(human + rng.integers(-1, 2, (3, 5, 4)), 1, 3)
        settings = Settings(
            levels="input",
            coefficients="pearson",
            test="williams",
            interval="none",
            beside=(),
            as_published=True,
        )
        for row in pairwise_tests(ScoreArrays.of(metrics, human, NAMES[:3]), settings):
            if row.verdict == "undefined" and not math.isnan(row.estimate):
                undefined += 1
                assert math.isnan(row.statistic)
                assert math.isnan(row.low)
    assert undefined > 0
