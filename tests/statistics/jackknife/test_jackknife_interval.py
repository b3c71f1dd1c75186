import numpy as np
import pytest
import scipy.stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.jackknife.pseudo_values import pseudo_values
from trueness.statistics.score_arrays import ScoreArrays

KEY = ("system", "pearson")


def arrays_of(seed, n=10, m=20):
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 0.5, (n, 1))
    human, metric = (quality + rng.normal(0, 1, (n, m)) for _ in range(2))
    return ScoreArrays.of(metric, human)


def test_by_hand():
    arrays = arrays_of(1)
    group = arrays.group((0,))
    values = pseudo_values(arrays, group, "systems", [KEY[0]], [KEY[1]])[KEY].values[:, 0]
    (found,) = jackknife_interval(arrays, group, [KEY[0]], [KEY[1]])[KEY]
    half = 2.2621571627 * values.std(ddof=1) / np.sqrt(10)  # t(9) at .975, from tables
    assert found.low == pytest.approx(np.tanh(values.mean() - half))
    assert found.high == pytest.approx(np.tanh(values.mean() + half))
    (wider,) = jackknife_interval(arrays, group, [KEY[0]], [KEY[1]], new_systems=5)[KEY]
    assert np.arctanh(wider.high) - np.arctanh(wider.low) == pytest.approx(2 * half * np.sqrt(3))


def test_prediction_intervals_hold_new_correlations():
    """Cover the correlation of other systems on other inputs about as often as they say."""
    covered = 0
    for seed in range(400):
        arrays, new = arrays_of(seed), arrays_of(10_000 + seed, n=16)
        (found,) = jackknife_interval(arrays, arrays.group((0,)), [KEY[0]], [KEY[1]], new_systems=16)[KEY]
        r = np.corrcoef(new.metrics[0].mean(axis=1), new.human.mean(axis=1))[0, 1]
        covered += found.low <= r <= found.high
    assert 0.92 <= covered / 400 <= 0.99


def test_refusals():
    arrays = arrays_of(2)
    with pytest.raises(ArgumentError, match="new_systems"):
        jackknife_interval(arrays, arrays.group((0,)), ["system"], ["pearson"], new_systems=0)
    clustered = ScoreArrays.of(arrays.metrics, arrays.human, system_clusters=np.arange(10) // 2)
    with pytest.raises(UnsupportedMethodError, match="predictions for systems in clusters"):
        jackknife_interval(clustered, arrays.group((0,)), ["system"], ["pearson"], new_systems=3)


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_clusters_of_systems_are_the_units(coefficient):
    arrays, families = arrays_of(3, n=12), np.arange(12) // 2
    clustered = ScoreArrays.of(arrays.metrics, arrays.human, system_clusters=families)
    (found,) = jackknife_interval(clustered, clustered.group((0,)), ["system"], [coefficient])[
        "system", coefficient
    ]

    def scaled(kept):
        x, z = arrays.metrics[0][kept].mean(axis=1), arrays.human[kept].mean(axis=1)
        if coefficient == "pearson":
            return np.arctanh(np.corrcoef(x, z)[0, 1])
        return np.arctanh(scipy.stats.kendalltau(x, z).statistic * 12 / 13)

    values = np.array([6 * scaled(families >= 0) - 5 * scaled(families != f) for f in range(6)])
    half = 2.5705818356 * values.std(ddof=1) / np.sqrt(6)  # t(5) at .975, from tables
    limits = np.tanh(values.mean() + np.array([-half, half])) * (1 if coefficient == "pearson" else 13 / 12)
    assert (found.low, found.high) == pytest.approx(tuple(limits))
