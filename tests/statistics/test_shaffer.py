"""Shaffer's corrections by hand, against all partitions, and in their error."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.statistics.test_equal_pairs import partitions

from trueness.errors import ArgumentError
from trueness.statistics.corrections import adjust
from trueness.statistics.equal_pairs import EqualPairs
from trueness.statistics.shaffer import shaffer, step_down


def pairs_of(n):
    return list(itertools.combinations(range(n), 2))


@functools.cache
def possible_sets(pairs):
    """Return which pairs can be equal together, of every partition of the values."""
    n = 1 + max(max(pair) for pair in pairs)
    return [{pair for pair in pairs if any(set(pair) <= block for block in one)} for one in partitions(n)]


def by_enumeration(p, pairs, *, static):
    """Return the adjusted p-values by their definition, trying all partitions for what can be true."""
    possible = possible_sets(tuple(pairs))
    adjusted, rejected, largest = np.empty(len(p)), set(), 0.0
    for k in np.argsort(p, kind="stable"):
        if static:
            divisor = max(len(true) for true in possible if len(true) <= len(pairs) - len(rejected))
        else:
            divisor = max(len(true) for true in possible if not true & rejected)
        largest = max(largest, divisor * p[k])
        adjusted[k] = min(1.0, largest)
        rejected.add(pairs[k])
    return adjusted


def test_three_values_by_hand():
    # after one rejection one hypothesis at most is true, whichever it was
    for static in (True, False):
        np.testing.assert_allclose(
            shaffer([0.02, 0.01, 0.04], pairs_of(3), static=static), [0.03, 0.03, 0.04]
        )


def test_four_values_by_hand():
    # 6, 3, 3, 3, 2, 1 by the number of rejections; once 0-1 and 2-3 are false two at most are true,
    # 0-2 and 1-3 or 0-3 and 1-2; once 0-2 and 0-3 are false too one of the others
    p = [0.001, 0.03, 0.04, 0.05, 0.06, 0.002]  # 0-1, 0-2, 0-3, 1-2, 1-3, 2-3
    np.testing.assert_allclose(shaffer(p, pairs_of(4), static=True), [0.006, 0.09, 0.12, 0.12, 0.12, 0.006])
    np.testing.assert_allclose(shaffer(p, pairs_of(4)), [0.006, 0.06, 0.08, 0.08, 0.08, 0.006])


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("n", [3, 4, 5, 6, 7])
def test_agrees_with_all_partitions(n, static):
    rng = np.random.default_rng(n)
    pairs = pairs_of(n)
    for _ in range(4):
        p = rng.permutation(np.geomspace(1e-4, 0.9, len(pairs))) * rng.uniform(0.5, 1, len(pairs))
        found = shaffer(p, pairs, static=static)
        np.testing.assert_allclose(found, by_enumeration(p, pairs, static=static), rtol=1e-12)


def test_values_on_a_line_agree_with_all_partitions():
    # what metrics of different quality look like
    for seed in range(10):
        rng = np.random.default_rng(seed)
        quality = rng.normal(size=7)
        p = np.array(
            [2 * stats.norm.sf(abs(2.5 * (quality[a] - quality[b]) + rng.normal())) for a, b in pairs_of(7)]
        )
        np.testing.assert_allclose(
            shaffer(p, pairs_of(7)), by_enumeration(p, pairs_of(7), static=False), rtol=1e-12
        )


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(3, 12))
def test_lies_between_the_tests_alone_and_holm(seed, n):
    rng = np.random.default_rng(seed)
    p = rng.integers(0, 60, n * (n - 1) // 2) / 200  # ties and zeros
    p[rng.random(p.size) < 0.1] = np.nan
    sharp, static, holm = shaffer(p, pairs_of(n)), shaffer(p, pairs_of(n), static=True), adjust(p, "holm")
    known = ~np.isnan(p)
    np.testing.assert_array_equal(np.isnan(sharp), ~known)
    rounding = 1 + 1e-12
    assert (p[known] <= sharp[known]).all()
    assert (sharp[known] <= static[known] * rounding).all()
    assert (static[known] <= holm[known] * rounding).all()
    for value in np.unique(p[known]):
        assert np.unique(sharp[p == value]).size == 1


@pytest.mark.parametrize("static", [True, False])
def test_the_order_of_pairs_and_names_plays_no_part(static):
    rng = np.random.default_rng(3)
    pairs = pairs_of(9)
    p = rng.uniform(size=len(pairs)) ** 4
    expected = shaffer(p, pairs, static=static)
    names, order = rng.permutation(9), rng.permutation(len(pairs))
    renamed = [(int(names[pairs[k][1]]), int(names[pairs[k][0]])) for k in order]
    np.testing.assert_array_equal(shaffer(p[order], renamed, static=static), expected[order])


@pytest.mark.parametrize("static", [True, False])
def test_against_a_baseline_it_is_holm(static):
    p = [0.001, 0.3, 0.012, 0.013, 0.02]
    pairs = [(k, 5) for k in range(5)]
    np.testing.assert_allclose(shaffer(p, pairs, static=static), adjust(p, "holm"))


def test_an_undefined_test_is_no_member_but_its_hypothesis_may_be_true():
    p = np.array([0.01, 0.02, 0.03, np.nan, 0.04, 0.05])  # of four values; 1-2 is undefined
    found = shaffer(p, pairs_of(4))
    assert np.isnan(found[3])
    # five are tested; with 0-1 false three others may be true, with 0-2 and 0-3 false too 1-3 and 2-3
    np.testing.assert_allclose(found[[0, 1, 2, 4, 5]], [0.05, 0.06, 0.09, 0.09, 0.09])
    # a value without any test is none
    alone = shaffer(
        [0.01, 0.02, 0.03, np.nan, np.nan, np.nan], [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    )
    np.testing.assert_allclose(alone[:3], [0.03, 0.03, 0.03])


def test_holds_the_family_wise_error_where_holm_wastes_it():
    # five means in groups of 3 and 2: four true hypotheses of ten, the others far apart
    rng = np.random.default_rng(5)
    means, pairs = np.array([0.0, 0.0, 0.0, 20.0, 20.0]), pairs_of(5)
    first, second = np.array(pairs).T
    true = means[first] == means[second]
    errors = {"shaffer": 0, "holm": 0}
    tables = 800
    for _ in range(tables):
        values = means + rng.normal(size=5)
        p = 2 * stats.norm.sf(np.abs(values[first] - values[second]) / np.sqrt(2))
        errors["shaffer"] += bool((shaffer(p, pairs)[true] <= 0.05).any())
        errors["holm"] += bool((adjust(p, "holm")[true] <= 0.05).any())
    assert 0.03 < errors["shaffer"] / tables <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / tables)
    assert errors["holm"] <= errors["shaffer"]


def test_another_bound_can_be_smaller():
    p = [0.02, 0.01, 0.04]
    np.testing.assert_allclose(step_down(p, pairs_of(3), [1.0, 0.015, 0.03]), [0.02, 0.015, 0.03])


def test_large_families_stay_below_holm():
    rng = np.random.default_rng(8)
    quality = rng.normal(size=60)
    pairs = pairs_of(60)
    p = np.array([2 * stats.norm.sf(abs(2 * (quality[a] - quality[b]) + rng.normal())) for a, b in pairs])
    found, static, holm = shaffer(p, pairs), shaffer(p, pairs, static=True), adjust(p, "holm")
    assert (found <= static * (1 + 1e-12)).all()
    assert (static <= holm * (1 + 1e-12)).all()
    assert np.sum(found < 0.9 * holm) > 100  # of about 400 that Holm rejects


@pytest.mark.parametrize(
    ("p", "pairs", "message"),
    [
        ([0.1, 0.2], [(0, 1)], "one pair per p-value: 1 pairs"),
        ([0.1, 1.2], [(0, 1), (0, 2)], "between 0 and 1"),
        ([0.1, 0.2], [(0, 1), (1, 0)], r"it holds \(1, 0\) again. One-sided tests .* Holm's correction"),
        ([0.1], [(2, 2)], "two different values once"),
        ([[0.1]], [(0, 1)], "one pair per p-value"),
    ],
)
@pytest.mark.parametrize("static", [True, False])
def test_refuses_other_families(p, pairs, message, static):
    with pytest.raises(ArgumentError, match=message):
        shaffer(p, pairs, static=static)


def test_no_tests_at_all():
    assert shaffer([], []).shape == (0,)
    assert np.isnan(shaffer([np.nan], [(0, 1)])).all()


def test_nothing_is_prepared_for_a_search_that_has_ended(monkeypatch):
    """Of 1,000 values that took nine tenths of the time."""
    rng = np.random.default_rng(0)
    pairs = list(itertools.combinations(range(60), 2))
    values = rng.normal(size=60)
    pvalues = [min(1.0, abs(rng.normal()) * np.exp(-3 * abs(values[a] - values[b]))) for a, b in pairs]
    prepared: list[bool] = []
    at_least = EqualPairs.at_least
    monkeypatch.setattr(EqualPairs, "at_least", lambda self: prepared.append(self.searches) or at_least(self))
    monkeypatch.setattr(
        "trueness.statistics.shaffer.EqualPairs", lambda n_values: EqualPairs(n_values, most_nodes=200)
    )
    found = shaffer(pvalues, pairs)
    assert prepared
    assert all(prepared)
    assert np.all(found <= shaffer(pvalues, pairs, static=True))
