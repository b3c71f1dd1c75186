"""Tests of pairs against the plain tests, and their corrections against families built by hand."""

from __future__ import annotations

import dataclasses
import itertools
import math

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnsupportedMethodError
from trueness.methods.registry import CLOSED_FORMS
from trueness.parallel import Execution, executing
from trueness.statistics import dependent_correlations
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.agreement.significance import (
    paired_bootstrap_pvalues,
    paired_bootstrap_test,
    permutation_test,
)
from trueness.statistics.corrections import adjust
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_scores
from trueness.statistics.zou import zou_interval
from trueness.studies.compare.pair_tests import check_main_test, compared_pairs, pairwise_tests
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare

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
        test="permutation",
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


@pytest.mark.parametrize("test", CLOSED_FORMS)
@pytest.mark.parametrize("level", ["system", "input", "global"])
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
        n = int(shared.sum()) if level == "global" else 9
        expected = getattr(dependent_correlations, test)(*triple, n)
        assert (row.statistic, row.pvalue) == pytest.approx((expected.statistic, expected.pvalue), abs=1e-9)
        assert row.resamples == 0
        limits = zou_interval(*triple, n, 0.95, row.coefficient)
        assert (row.low, row.high) == pytest.approx((limits.low, limits.high), abs=1e-9)


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "bh", "by", "none"])
def test_two_sided_family_is_every_pair_once(correction):
    settings = Settings(
        test="permutation",
        beside=("both",),
        resamples=199,
        coefficients=("pearson", "kendall"),
        correction=correction,
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
    rows = pairwise_tests(
        arrays_of(n=14, m=30),
        Settings(test="permutation", resamples=499, beside=("both",), correction="none"),
    )
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
    for test, interval in (
        ("recommended", "two_way_jackknife"),
        ("permutation", "percentile"),
        ("bootstrap", "percentile"),
    ):
        for row in pairwise_tests(twins, Settings(test=test, interval=interval, resamples=99)):
            assert (row.estimate, row.pvalue, row.verdict) == (0.0, 1.0, "not separated")
            # a rank coefficient of system scores is known no better than its steps
            stepped = row.level == "system" and row.coefficient != "pearson"
            assert row.low == pytest.approx(-row.high)
            assert (row.high > 0) == (stepped and interval == "two_way_jackknife")


def test_same_numbers_for_any_workers_and_chunks():
    settings = Settings(resamples=1100, beside=("both",), coefficients=("pearson", "spearman"))
    runs = [
        executing(Execution(workers=w, chunk=c))(pairwise_tests)(
            arrays_of(),
            settings,
        )
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


def counted(aggregate="corpus"):
    """Return a, of percentages, and b, c, d as before."""
    rng = np.random.default_rng(3)
    plain = arrays_of()
    counts = np.stack([rng.integers(0, 6, (9, 6)), rng.integers(6, 20, (9, 6))], axis=-1).astype(float)
    metrics = plain.metrics.copy()
    metrics[0] = 100 * counts[..., 0] / counts[..., 1]
    return ScoreArrays.of(
        metrics, plain.human, NAMES, aggregate=aggregate, corpus={0: CorpusStatistics("percentage", counts)}
    )


def as_means(arrays):
    """Return arrays of one output per system, whose scores are the systems' scores: complete data only."""
    cells = np.ones(arrays.human.shape, dtype=bool)
    scores = system_scores(arrays, range(arrays.n_metrics), cells, None)[0]
    return ScoreArrays.of(scores[:, :, None], arrays.human.mean(axis=1)[:, None], arrays.names)


def complete(arrays):
    """Return the arrays without the metric that lacks scores."""
    return dataclasses.replace(arrays, metrics=arrays.metrics[[0, 1, 3]], names=("a", "b", "d"))


@pytest.mark.parametrize("aggregate", ["corpus", "median"])
@pytest.mark.parametrize("test", ["permutation", *CLOSED_FORMS])
def test_tests_of_system_scores_are_those_of_the_scores_as_given(aggregate, test):
    arrays = complete(counted(aggregate))
    settings = Settings(
        levels=("system",),
        coefficients=("pearson",),
        test=test,
        beside=(),
        interval="none",
        resamples=99,
        seed=5,
    )
    found, expected = (pairwise_tests(a, settings) for a in (arrays, as_means(arrays)))
    assert len(found) == 3
    for one, other in zip(found, expected, strict=True):
        for name in (
            "estimate",
            "estimate_metric",
            "estimate_rival",
            "pvalue",
            "pvalue_adjusted",
            "statistic",
        ):
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-9, nan_ok=True), name


def test_the_bootstrap_test_draws_statistics():
    arrays = complete(counted())
    settings = Settings(
        levels=("system",),
        coefficients=("kendall",),
        test="bootstrap",
        test_over="both",
        interval="percentile",
        beside=(),
        resamples=99,
        seed=5,
    )
    rows = pairwise_tests(arrays, settings)
    plan = bootstrap_plan(arrays, "both", 99, 5)
    (drawn,) = bootstrap(arrays, [arrays.group((0, 1, 2))], plan, ("system",), ("kendall",))
    values = drawn.values["system", "kendall"]
    for row, (x, y) in zip(rows, itertools.combinations(range(3), 2), strict=True):
        pvalues = paired_bootstrap_pvalues(values[:, x] - values[:, y], row.estimate)
        assert row.pvalue == pvalues.two_sided
        low, high = np.nanquantile(values[:, x] - values[:, y], [0.025, 0.975])
        assert (row.low, row.high) == (pytest.approx(low), pytest.approx(high))


def test_a_main_test_that_does_not_exist_is_refused():
    arrays = counted()
    for over in ("both", "inputs", "rows_then_columns"):
        settings = Settings(test_over=over)
        with pytest.raises(
            UnsupportedMethodError, match="system level for 'a': system scores are corpus scores"
        ):
            check_main_test(arrays, settings)
        check_main_test(arrays, Settings(test_over=over, levels=("input",)))
        check_main_test(dataclasses.replace(arrays, aggregate="mean"), settings)
        with pytest.raises(UnsupportedMethodError, match="'a', 'b', 'c', 'd': system scores are medians"):
            check_main_test(dataclasses.replace(arrays, aggregate="median"), settings)
    check_main_test(arrays, Settings())
    check_main_test(arrays, Settings(test="bootstrap", test_over="both"))
    with pytest.raises(UnsupportedMethodError, match="lack z-scores over single outputs"):
        check_main_test(arrays, Settings(standardize="cells"))


def assert_alike(rows, others):
    """Rows are the same but for the last digits, which depend on how many metrics are multiplied at once."""
    assert len(rows) == len(others) > 0
    for row, other in zip(rows, others, strict=True):
        for name, value in dataclasses.asdict(row).items():
            expected = getattr(other, name)
            approx = isinstance(value, float)
            assert value == (pytest.approx(expected, abs=1e-12, nan_ok=True) if approx else expected), name


@pytest.mark.parametrize("family", ["all", "per_metric", "pairs"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_pairs_without_a_test_beside_are_left_out_and_the_others_are_as_they_were(family, alternative):
    arrays = counted()
    settings = Settings(
        levels=("system", "input"),
        coefficients=("pearson",),
        interval="none",
        test="permutation",
        beside=("both",),
        alternative=alternative,
        family=family,
        resamples=99,
        seed=5,
    )
    rows = [row for row in pairwise_tests(arrays, settings) if row.over == "both"]
    others = dataclasses.replace(arrays, metrics=arrays.metrics[1:], names=NAMES[1:], corpus={})
    alone = [row for row in pairwise_tests(others, settings) if row.over == "both"]
    system = [row for row in rows if row.level == "system"]
    assert not [row for row in system if "a" in (row.metric, row.rival)]
    # the family is that of the tests there are
    assert_alike(system, [row for row in alone if row.level == "system"])
    means = pairwise_tests(dataclasses.replace(arrays, aggregate="mean"), settings)
    assert_alike(
        [row for row in rows if row.level == "input"],
        [row for row in means if (row.over, row.level) == ("both", "input")],
    )
    settings = dataclasses.replace(settings, levels=("system",))
    median = dataclasses.replace(arrays, aggregate="median")
    assert {row.over for row in pairwise_tests(median, settings)} == {"systems"}


def test_with_a_margin_pairs_are_equivalent_or_undecided():
    rng = np.random.default_rng(3)
    human = rng.normal(size=(14, 30)) + 2 * rng.normal(size=(14, 1))
    twins = [human + 0.2 * rng.normal(size=human.shape) for _ in range(2)]
    poor = 0.3 * human + 3 * rng.normal(size=human.shape)
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("one"), Scorer("two"), Scorer("poor")),
        tuple(f"s{i}" for i in range(14)),
        tuple(f"i{j}" for j in range(30)),
        np.stack([human, *twins, poor]),
    )
    given = {
        "level": "input",
        "coefficient": "pearson",
        "resamples": 499,
        "rng": 1,
        "beside": (),
        "workers": 1,
    }
    plain, within = compare(table, **given), compare(table, margin=0.1, **given)
    verdicts = {(row.metric, row.rival): row.verdict for row in within.tests}
    assert verdicts == {("one", "two"): "equivalent", ("one", "poor"): "better", ("two", "poor"): "better"}
    assert {row.verdict for row in plain.tests} == {"not separated", "better"}
    assert [row.pvalue for row in plain.tests] == [row.pvalue for row in within.tests]
    row = within.tests[0]
    assert -0.1 < row.equivalence_low < row.equivalence_high < 0.1
    assert row.pvalue_equivalence <= row.pvalue_equivalence_adjusted <= 0.05
    assert row.smallest_margin < 0.1
    assert "margin:0.1" in str(within.signature)
    undecided = compare(table, margin=1e-9, **given).tests[0]
    assert undecided.verdict == "undecided"
