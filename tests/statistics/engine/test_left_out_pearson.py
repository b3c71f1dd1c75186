"""Pearson's r without one unit: scipy's on what is left."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.engine import left_out_pearson as module
from trueness.statistics.engine.left_out_pearson import left_out_pearson, whole_pearson


def peer(x, z):
    if len(x) < 3 or len(set(x)) < 2 or len(set(z)) < 2:
        return np.nan
    return stats.pearsonr(x, z).statistic


def scores(n_values, n_entries=11, n_columns=6, *, missing):
    rng = np.random.default_rng(n_values)
    x = rng.integers(0, n_values, (2, n_entries, n_columns)).astype(float)
    z = rng.integers(0, n_values, (n_entries, n_columns)).astype(float)
    present = np.ones((n_entries, n_columns), bool)
    if missing:
        present = rng.random(present.shape) < 0.7
        present[3:, 1] = False
        present[:, 2] = False
    return x, z, present


@pytest.mark.parametrize("n_values", [2, 4, 1000])
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("n_units", [4, 11])
def test_what_is_left_has_the_coefficient_of_scipy(n_values, missing, n_units):
    x, z, present = scores(n_values, missing=missing)
    units = np.arange(11) * 3 % n_units
    found = left_out_pearson(x, z, present, units, n_units)
    for k in range(2):
        for c in range(6):
            there = present[:, c]
            expected = [peer(x[k, there, c], z[there, c])]
            for unit in range(n_units):
                kept = there & (units != unit)
                expected.append(peer(x[k, kept, c], z[kept, c]))
            values = [found.whole[k, c], *found.one[k, :, c]]
            np.testing.assert_allclose(values, expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(whole_pearson(x, z, present), found.whole)


def test_the_closed_form_keeps_its_digits_where_one_entry_is_far_from_all_others():
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 9, 1))
    x[4] = z[4] = 1e6
    found = left_out_pearson(x[None], z, None, np.arange(9), 9)
    kept = np.arange(9) != 4
    # of values about 1 beside one of a million, ten digits are left
    assert found.one[0, 4, 0] == pytest.approx(peer(x[kept, 0], z[kept, 0]), abs=1e-9)
    assert found.one[0, 0, 0] == pytest.approx(peer(x[1:, 0], z[1:, 0]), abs=1e-12)


def test_scores_far_from_zero_keep_their_digits():
    rng = np.random.default_rng(2)
    x, z = rng.normal(size=(2, 9, 4)) + 1e5
    found = left_out_pearson(x[None], z, None, np.arange(9), 9)
    for c in range(4):
        expected = [peer(np.delete(x[:, c], i), np.delete(z[:, c], i)) for i in range(9)]
        np.testing.assert_allclose(found.one[0, :, c], expected, rtol=0, atol=1e-10)


def test_what_does_not_vary_has_none():
    x = np.full((1, 6, 2), 0.1)
    x[0, 2, 0] = 0.7
    z = np.tile(np.arange(6.0)[:, None], 2)
    found = left_out_pearson(x, z, None, np.arange(6), 6)
    assert np.isnan(found.one[0, :, 0]).tolist() == [unit == 2 for unit in range(6)]
    assert np.isnan(found.one[0, :, 1]).all()
    assert np.isnan(found.whole[0]).tolist() == [False, True]


@pytest.mark.parametrize("n_entries", [0, 1, 2, 3])
def test_few_entries(n_entries):
    z = np.arange(float(n_entries))[:, None]
    found = left_out_pearson(z[None], z, None, np.arange(n_entries), n_entries)
    assert np.isnan(found.one).all()
    np.testing.assert_allclose(found.whole, [[1.0 if n_entries == 3 else np.nan]])


def test_blocks_change_nothing(monkeypatch):
    given = *scores(1000, missing=True), np.arange(11), 11
    whole = left_out_pearson(*given)
    monkeypatch.setattr(module, "BLOCK", 1)
    for one, other in zip(left_out_pearson(*given), whole, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-15)
