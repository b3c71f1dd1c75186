"""Rows from findings given by hand: both orders, families, verdicts."""

from __future__ import annotations

import pytest

from trueness.methods.differences import PairFinding
from trueness.statistics.interval import Interval
from trueness.studies.compare.pair_tests import pair_test_rows
from trueness.studies.compare.settings import Settings

KEY = ("system", "pearson")
NAMES = ("a", "b", "c")
PAIRS = [(0, 1), (0, 2), (1, 2)]
NAN = float("nan")

# the two estimates of a pair; p-values greater, less and two-sided
POINTS = {(0, 1): (0.9, 0.5), (0, 2): (0.9, 0.2), (1, 2): (0.5, 0.2)}
PVALUES = {(0, 1): (0.01, 0.99, 0.02), (0, 2): (0.02, 0.98, 0.04), (1, 2): (0.4, 0.6, 0.8)}


def rows_of(pairs=PAIRS, pvalues=PVALUES, **given):
    found = {(KEY, pair): PairFinding(1.5, *pvalues[pair], undefined=2, resamples=99) for pair in pvalues}
    intervals = dict.fromkeys(found, Interval(-0.1, 0.7))
    points = {(KEY, pair): point for pair, point in POINTS.items()}
    return pair_test_rows(
        NAMES, pairs, "permutation", "systems", Settings(**given), KEY, points, found, intervals
    )


def test_two_sided_rows_are_one_per_pair():
    rows = rows_of(correction="holm")
    assert [(row.metric, row.rival) for row in rows] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [row.pvalue for row in rows] == [0.02, 0.04, 0.8]
    # Holm: 3 x .02, then 2 x .04, then .8
    assert [row.pvalue_adjusted for row in rows] == pytest.approx([0.06, 0.08, 0.8])
    assert [row.significant for row in rows] == [True, True, False]
    assert not any(row.significant_adjusted for row in rows)
    assert {row.verdict for row in rows} == {"not separated"}
    assert {(row.level, row.coefficient, row.test, row.over) for row in rows} == {
        (*KEY, "permutation", "systems")
    }
    first = rows[0]
    assert (first.estimate, first.estimate_metric, first.estimate_rival) == (pytest.approx(0.4), 0.9, 0.5)
    assert (first.statistic, first.low, first.high) == (1.5, -0.1, 0.7)
    assert (first.n_undefined_resamples, first.resamples, first.family_size) == (2, 99, 3)


def test_a_turned_row_is_the_same_finding_the_other_way_round():
    rows = rows_of(alternative="greater", correction="none")
    assert [(row.metric, row.rival) for row in rows][3:] == [("b", "a"), ("c", "a"), ("c", "b")]
    back = rows[3]
    assert (back.estimate, back.estimate_metric, back.estimate_rival) == (pytest.approx(-0.4), 0.5, 0.9)
    assert (back.pvalue, back.pvalue_greater, back.pvalue_less) == (0.99, 0.99, 0.01)
    assert (back.statistic, back.low, back.high) == (-1.5, -0.7, 0.1)
    assert [row.verdict for row in rows] == ["better", "better", *["not separated"] * 4]
    less = rows_of(alternative="less", correction="none")
    assert [row.verdict for row in less] == [*["not separated"] * 3, "worse", "worse", "not separated"]


@pytest.mark.parametrize(
    ("family", "sizes", "adjusted"),
    [
        ("all", [6] * 6, [0.06, 0.12, 1, 1, 1, 1]),
        ("pairs", [3] * 6, [0.03, 0.06, 1, 1, 1, 1]),  # the smaller of each pair: .01, .02, .4
        ("per_metric", [2] * 6, [0.02, 0.04, 0.8, 1, 1, 1]),  # a: .01, .02; b: .4, .99; c: .98, .6
    ],
)
def test_families_under_bonferroni(family, sizes, adjusted):
    rows = rows_of(alternative="greater", family=family, correction="bonferroni")
    assert [row.family_size for row in rows] == sizes
    assert [row.pvalue_adjusted for row in rows] == pytest.approx(adjusted)


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ({}, 3),
        ({"alternative": "greater"}, 6),
        ({"baseline": "c"}, 2),
        ({"baseline": "c", "alternative": "less"}, 2),
        ({"baseline": "c", "alternative": "less", "family": "baseline"}, 2),
        ({"family": "pairs"}, 3),
        ({"family": "per_metric"}, 2),
    ],
)
def test_families_hold_what_decision_0006_says(given, size):
    pairs = [(0, 2), (1, 2)] if "baseline" in given else PAIRS
    pvalues = {pair: PVALUES[pair] for pair in pairs}
    rows = rows_of(pairs=pairs, pvalues=pvalues, correction="bonferroni", **given)
    assert {row.family_size for row in rows} == {size}
    assert [row.pvalue_adjusted for row in rows] == pytest.approx([min(1, size * row.pvalue) for row in rows])
    undefined = rows_of(pairs=pairs, pvalues=pvalues | {(0, 2): (NAN, NAN, NAN)}, **given)
    if given.get("family") != "per_metric":
        lost = 2 if given == {"alternative": "greater"} else 1
        assert {row.family_size for row in undefined} == {size - lost}


def test_a_family_per_metric_has_both_orders_of_two_sided_tests():
    rows = rows_of(family="per_metric", correction="bonferroni")
    assert len(rows) == 6
    assert [row.pvalue_adjusted for row in rows] == pytest.approx([0.04, 0.08, 1, 0.04, 0.08, 1])
    assert [row.verdict for row in rows] == [
        "better",
        *["not separated"] * 2,
        "worse",
        *["not separated"] * 2,
    ]


def test_undefined_findings_are_no_part_of_the_family():
    rows = rows_of(pvalues={**PVALUES, (0, 2): (NAN, NAN, NAN)}, correction="bonferroni")
    assert [row.family_size for row in rows] == [2, 2, 2]
    assert [row.verdict for row in rows] == ["better", "undefined", "not separated"]
    assert rows[0].pvalue_adjusted == pytest.approx(0.04)


def test_pairs_without_a_finding_have_no_rows():
    rows = rows_of(pvalues={(1, 2): PVALUES[1, 2]})
    assert [(row.metric, row.rival, row.family_size) for row in rows] == [("b", "c", 1)]
    assert rows_of(pvalues={}) == []
    assert rows_of(pairs=[]) == []


def test_against_a_baseline_one_order_only():
    rows = rows_of([(0, 1)], baseline="b", family="baseline", alternative="greater")
    assert [(row.metric, row.rival, row.verdict) for row in rows] == [("a", "b", "better")]
