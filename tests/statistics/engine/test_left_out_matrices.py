"""Coefficients without one unit, and without two: those of scipy on what is left."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.engine import left_out_matrices as module
from trueness.statistics.engine.left_out_columns import COEFFICIENTS, left_out_columns
from trueness.statistics.engine.left_out_matrices import left_out_coefficients, left_out_matrices

PEERS = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def scores_of(n_values, n_entries=12, n_columns=4, n_metrics=2, seed=None):
    """Return scores with ties if values are few, some of them missing, with units of one and of several entries."""
    rng = np.random.default_rng(n_values if seed is None else seed)
    x = rng.integers(0, n_values, (n_metrics, n_entries, n_columns)).astype(float)
    z = rng.integers(0, n_values, (n_entries, n_columns)).astype(float)
    present = rng.random((n_entries, n_columns)) < 0.8
    present[:, 0] = True
    present[4:, 1:2] = False  # nearly nothing there
    return x, z, present


def peer(name, x, z):
    if len(x) < 3 or len(set(x)) < 2 or len(set(z)) < 2:
        return np.nan
    return PEERS[name](x, z).statistic


def grouped(n_units, n_entries=12):
    return np.arange(n_entries) if n_units == n_entries else np.arange(n_entries) * 5 % n_units


@pytest.mark.parametrize("n_values", [2, 5, 1000])
@pytest.mark.parametrize("n_units", [5, 12])
def test_values_are_those_of_what_is_left(n_values, n_units):
    x, z, present = scores_of(n_values)
    units = grouped(n_units)
    singly, found = (
        left_out_matrices(x, z, present, units, n_units, COEFFICIENTS, two=two) for two in (False, True)
    )

    @functools.cache
    def left(name, k, c, without):
        kept = present[:, c] & ~np.isin(units, list(without))
        return peer(name, x[k, kept, c], z[kept, c])

    for name, k in itertools.product(COEFFICIENTS, range(len(x))):
        whole = [left(name, k, c, frozenset()) for c in range(4)]
        one = [[left(name, k, c, frozenset([unit])) for unit in range(n_units)] for c in range(4)]
        for way in (singly, found):
            np.testing.assert_allclose(way[name].whole[k], whole, rtol=0, atol=1e-12)
            np.testing.assert_allclose(way[name].one[k], one, rtol=0, atol=1e-12)
        assert singly[name].two.size == 0
        expected = found[name].two[k].copy()
        np.testing.assert_allclose(expected, expected.T, rtol=0, atol=1e-12)
        for first, second in itertools.combinations(range(n_units), 2):
            if n_units > 5 and (first + second) % 3:
                continue  # every third pair of many: each unit is in several
            values = [left(name, k, c, frozenset([first, second])) for c in range(4)]
            known = [value for value in values if not np.isnan(value)]
            expected[first, second] = expected[second, first] = np.mean(known) if known else np.nan
        np.testing.assert_allclose(found[name].two[k], expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_one_coefficient_alone_is_the_same(name):
    x, z, present = scores_of(5)
    together = left_out_matrices(x, z, present, grouped(5), 5, COEFFICIENTS, two=True)[name]
    alone = left_out_matrices(x, z, present, grouped(5), 5, (name,), two=True)[name]
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_array_equal(one, other)


def test_blocks_change_nothing(monkeypatch):
    x, z, present = scores_of(5, n_columns=9)
    whole = left_out_matrices(x, z, present, grouped(12), 12, COEFFICIENTS, two=True)
    monkeypatch.setattr(module, "BLOCK", 1)
    for name, found in left_out_matrices(x, z, present, grouped(12), 12, COEFFICIENTS, two=True).items():
        for one, other in zip(found, whole[name], strict=True):
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-15)


def test_rank_coefficients_ignore_how_scores_are_spread():
    x, z, present = scores_of(1000)
    for name in ("spearman", "kendall"):
        plain, turned = (
            left_out_matrices(one, z, present, grouped(12), 12, (name,), two=True)[name]
            for one in (x, np.exp(x / 100))
        )
        for one, other in zip(plain, turned, strict=True):
            np.testing.assert_array_equal(one, other)


def test_digits_survive_scores_far_from_zero_and_one_entry_far_from_the_others():
    x, z, present = scores_of(1000, n_columns=1)
    x[0, 3] += 1e7  # what is left without it is a billionth of all squares
    found = left_out_matrices(x + 1e4, z, present, grouped(12), 12, ("pearson",), two=True)["pearson"]
    kept = np.arange(12) != 3
    assert found.one[0, 0, 3] == pytest.approx(peer("pearson", x[0, kept, 0], z[kept, 0]), abs=1e-6)
    kept &= np.arange(12) != 7
    assert found.two[0, 3, 7] == pytest.approx(peer("pearson", x[0, kept, 0], z[kept, 0]), abs=1e-6)


def test_what_is_constant_without_a_unit_has_no_coefficient():
    x = np.full((1, 6, 1), 0.1)
    x[0, 2] = 0.7
    z = np.arange(6.0)[:, None]
    found = left_out_matrices(x, z, np.ones((6, 1), bool), np.arange(6), 6, COEFFICIENTS, two=True)
    for name in COEFFICIENTS:
        assert np.isnan(found[name].one[0, 0]).tolist() == [unit == 2 for unit in range(6)]
        assert np.isnan(found[name].two[0, 2, [0, 1, 3, 4, 5]]).all()
        assert not np.isnan(found[name].two[0, 0, 1])


def test_a_perfect_agreement_stays_perfect():
    x = np.arange(9.0)[None, :, None] ** 3
    z, present = np.arange(9.0)[:, None], np.ones((9, 1), bool)
    found = left_out_matrices(x, z, present, np.arange(9), 9, ("spearman", "kendall"))
    np.testing.assert_allclose(found["spearman"].one, 1, rtol=0, atol=1e-15)
    np.testing.assert_allclose(found["kendall"].one, 1, rtol=0, atol=1e-15)


@pytest.mark.parametrize("n_units", [5, 12])
def test_compiled_walks_find_the_same(monkeypatch, n_units):
    x, z, present = scores_of(5)
    given = (x, z, present, grouped(n_units), n_units)
    by_hand = left_out_coefficients(*given, COEFFICIENTS, two=("kendall",))
    monkeypatch.setattr(module, "COMPILED_FROM", 0)
    compiled = left_out_coefficients(*given, COEFFICIENTS, two=("kendall",))
    walks = left_out_columns(*given, COEFFICIENTS)
    for name in COEFFICIENTS:
        if name == "pearson":  # which takes no walks
            np.testing.assert_array_equal(compiled[name].one, by_hand[name].one)
        np.testing.assert_allclose(
            compiled[name].one, walks[name], rtol=0, atol=1e-12 if name == "pearson" else 0
        )
        for one, other in zip(by_hand[name], compiled[name], strict=True):
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-12)
        assert (compiled[name].two.size > 0) == (name == "kendall")


@pytest.mark.parametrize("name", ["spearman", "kendall"])
def test_a_unit_of_most_entries_leaves_the_others_as_they_are_and_warns_of_nothing(name):
    rng = np.random.default_rng(8)
    x, z, present = rng.normal(size=(1, 12, 1)), rng.normal(size=(12, 1)), np.ones((12, 1), dtype=bool)
    units = np.maximum(np.arange(12) - 6, 0)  # the first has seven of twelve
    found = left_out_matrices(x, z, present, units, 6, (name,), two=True)[name].two[0]
    for i, j in itertools.combinations(range(6), 2):
        kept = ~np.isin(units, [i, j])
        assert found[i, j] == pytest.approx(peer(name, x[0, kept, 0], z[kept, 0]))
