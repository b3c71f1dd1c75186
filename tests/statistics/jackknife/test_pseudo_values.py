import functools

import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife.pseudo_values import (
    pair_pseudo_values,
    t_statistics,
)
from trueness.statistics.score_arrays import ScoreArrays


def scores(seed, shape=(3, 7, 9), missing=0.0):
    rng = np.random.default_rng(seed)
    x, z = rng.normal(size=shape), rng.normal(size=shape[1:])
    x += 0.7 * z
    x[rng.random(shape) < missing] = np.nan
    return x, z


@pytest.mark.parametrize("over", ["systems", "inputs"])
@pytest.mark.parametrize("level", ["system", "input", "global", "per_system"])
@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "gamma"])
def test_equals_the_definition(over, level, coefficient):
    x, z = scores(1)
    arrays = ScoreArrays.of(x, z)
    (found,) = pair_pseudo_values(arrays, [(0, 2), (1, 0)], over, [level], [coefficient])[level, coefficient]
    n = z.shape[over == "inputs"]

    @functools.cache
    def scaled(metric, without=-1):
        keep = np.arange(n)[np.arange(n) != without]
        there = (keep, slice(None)) if over == "systems" else (slice(None), keep)
        return z_scale(
            np.array(correlate(x[metric][there], z[there], level, coefficient).estimate), coefficient, n
        )

    for p, (a, b) in enumerate(found.pairs):
        for unit in range(n):
            expected = n * (scaled(a) - scaled(b)) - (n - 1) * (scaled(a, unit) - scaled(b, unit))
            assert found.values[unit, p] == pytest.approx(expected, abs=1e-9)


def test_clusters_are_units():
    x, z = scores(2)
    arrays = ScoreArrays.of(x, z, clusters=[0, 0, 1, 1, 2, 2, 3, 3, 4])
    (found,) = pair_pseudo_values(arrays, [(0, 1)], "inputs", ["input"], ["pearson"])["input", "pearson"]
    assert found.values.shape == (5, 1)


def test_systems_without_outputs_are_no_units():
    x, z = scores(3)
    plain = pair_pseudo_values(ScoreArrays.of(x, z), [(0, 1)], "systems", ["input"], ["pearson"])
    x = np.concatenate([x, np.full((3, 1, 9), np.nan)], axis=1)
    z = np.concatenate([z, np.zeros((1, 9))])
    more = pair_pseudo_values(ScoreArrays.of(x, z), [(0, 1)], "systems", ["input"], ["pearson"])
    key = ("input", "pearson")
    np.testing.assert_allclose(more[key][0].values, plain[key][0].values, atol=1e-12)


def test_pairs_with_other_cells_come_in_groups_of_their_own():
    x, z = scores(4)
    x[2, 0, 0] = np.nan
    groups = pair_pseudo_values(
        ScoreArrays.of(x, z), [(0, 1), (0, 2), (1, 2)], "systems", ["system"], ["pearson"]
    )["system", "pearson"]
    assert sorted(pair for group in groups for pair in group.pairs) == [(0, 1), (0, 2), (1, 2)]
    assert len(groups) == 2


def test_an_undefined_fold_leaves_the_pair_undefined():
    z = np.array([[1.0], [1], [1], [1], [2]])  # without the last system nothing varies
    x = np.random.default_rng(5).normal(size=(2, 5, 1))
    (found,) = pair_pseudo_values(ScoreArrays.of(x, z), [(0, 1)], "systems", ["system"], ["pearson"])[
        "system", "pearson"
    ]
    assert np.isnan(found.values).all()
    assert np.isfinite(found.observed).all()


def test_t_statistics():
    values = np.array([[1.0, 2.0], [3.0, 2.0], [5.0, 2.0]])
    found = t_statistics(values)
    assert found[0] == pytest.approx(3 / (2 / np.sqrt(3)))
    assert np.isnan(found[1])


def test_refusals():
    x, z = scores(6, (2, 3, 9))
    with pytest.raises(UnsupportedMethodError, match="at least 4 of them"):
        pair_pseudo_values(ScoreArrays.of(x, z), [(0, 1)], "systems", ["system"], ["pearson"])
    with pytest.raises(ArgumentError, match="over"):
        pair_pseudo_values(ScoreArrays.of(x, z), [(0, 1)], "both", ["system"], ["pearson"])


@pytest.mark.parametrize("level", ["system", "input", "global", "per_system"])
@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_clusters_of_systems_are_left_out_whole(level, coefficient):
    x, z = scores(7, (2, 9, 6))
    families = np.array([0, 2, 1, 1, 4, 0, 3, 3, 3])
    arrays = ScoreArrays.of(x, z, system_clusters=families)
    (found,) = pair_pseudo_values(arrays, [(0, 1)], "systems", [level], [coefficient])[level, coefficient]
    assert found.values.shape == (5, 1)

    def scaled(kept):
        first, second = (correlate(x[k][kept], z[kept], level, coefficient).estimate for k in (0, 1))
        one, other = z_scale(np.array([first, second]), coefficient, 9)  # nine systems, in five clusters
        return one - other

    for family in range(5):
        expected = 5 * scaled(families >= 0) - 4 * scaled(families != family)
        assert found.values[family, 0] == pytest.approx(expected, abs=1e-9)


def test_too_few_clusters_of_systems():
    x, z = scores(6, (2, 9, 9))
    arrays = ScoreArrays.of(x, z, system_clusters=[0, 0, 0, 1, 1, 1, 2, 2, 2])
    with pytest.raises(
        UnsupportedMethodError, match=r"each of the clusters of systems .* at least 4 of them"
    ):
        pair_pseudo_values(arrays, [(0, 1)], "systems", ["system"], ["pearson"])
    (found,) = pair_pseudo_values(arrays, [(0, 1)], "inputs", ["system"], ["pearson"])["system", "pearson"]
    assert found.values.shape == (9, 1)


def test_clusters_without_outputs_are_no_units():
    x, z = scores(3, (2, 6, 9))
    families = [0, 1, 1, 2, 3, 3]
    plain = pair_pseudo_values(
        ScoreArrays.of(x, z, system_clusters=families), [(0, 1)], "systems", ["input"], ["pearson"]
    )
    x = np.concatenate([x, np.full((2, 1, 9), np.nan)], axis=1)
    z = np.concatenate([z, np.zeros((1, 9))])
    more = pair_pseudo_values(
        ScoreArrays.of(x, z, system_clusters=[*families, 4]), [(0, 1)], "systems", ["input"], ["pearson"]
    )
    key = ("input", "pearson")
    np.testing.assert_allclose(more[key][0].values, plain[key][0].values, atol=1e-12)
