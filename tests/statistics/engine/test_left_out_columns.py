"""Coefficients without some entries: those of scipy on what is left."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.engine.left_out_columns import COEFFICIENTS, left_out_columns

PEERS = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


@pytest.mark.filterwarnings("ignore::scipy.stats.ConstantInputWarning")
@pytest.mark.parametrize("n_values", [2, 5, 1000])
@pytest.mark.parametrize("n_units", [3, 40])
def test_values_are_those_of_what_is_left(n_values, n_units):
    rng = np.random.default_rng(n_values)
    n_metrics, n_entries, n_columns = 2, 40, 4
    x = rng.integers(0, n_values, (n_metrics, n_entries, n_columns)).astype(float)
    z = rng.integers(0, n_values, (n_entries, n_columns)).astype(float)
    present = rng.random((n_entries, n_columns)) < 0.8
    present[:, 0] = True
    present[3:, 1] = False  # nearly nothing there
    units = np.arange(n_entries) if n_units == n_entries else rng.integers(0, n_units, n_entries)
    found = left_out_columns(x, z, present, units, n_units + 1, COEFFICIENTS)
    for k in range(n_metrics):
        for c in range(n_columns):
            for unit in {
                *range(0, n_units + 1, 3 if n_units > 3 else 1),
                n_units,
            }:  # the last one has no entry
                kept = present[:, c] & (units != unit)
                for name, peer in PEERS.items():
                    value = found[name][k, c, unit]
                    if kept.sum() < 3:
                        assert np.isnan(value)
                    else:
                        expected = peer(x[k, kept, c], z[kept, c]).statistic
                        np.testing.assert_allclose(value, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", PEERS)
def test_one_coefficient_alone_is_as_among_all(name):
    rng = np.random.default_rng(3)
    x, z = rng.integers(0, 5, (2, 12, 3)).astype(float), rng.integers(0, 5, (12, 3)).astype(float)
    given = x, z, np.ones((12, 3), bool), np.arange(12), 12
    alone = left_out_columns(*given, [name])
    assert set(alone) == {name}
    np.testing.assert_array_equal(alone[name], left_out_columns(*given, COEFFICIENTS)[name])


def test_a_perfect_agreement_stays_perfect():
    x = np.arange(9.0)[None, :, None] ** 3
    found = left_out_columns(x, np.arange(9.0)[:, None], np.ones((9, 1), bool), np.arange(9), 9, COEFFICIENTS)
    assert (found["spearman"] == 1).all()
    assert (found["kendall"] == 1).all()


def test_no_entries():
    nothing = left_out_columns(
        np.ones((2, 0, 1)), np.ones((0, 1)), np.ones((0, 1), bool), np.arange(0), 3, ["kendall"]
    )
    assert np.isnan(nothing["kendall"]).all()
    assert nothing["kendall"].shape == (2, 1, 3)


def test_metrics_in_parts_are_as_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(12)
    x, z = rng.integers(0, 5, (7, 30, 4)).astype(float), rng.normal(size=(30, 4))
    given = (x, z, rng.random(z.shape) < 0.9, np.arange(30) // 2, 15, COEFFICIENTS)
    whole = left_out_columns(*given)
    monkeypatch.setattr("trueness.statistics.engine.left_out_columns.BLOCK", 65)  # two metrics of one column
    for name, values in left_out_columns(*given).items():
        np.testing.assert_array_equal(values, whole[name])
