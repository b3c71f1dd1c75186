"""Correlations without systems, without inputs and without both: those computed anew on what is left."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.coefficient_facts import coefficients_at
from trueness.statistics.engine.resample import Weights
from trueness.statistics.jackknife import two_way_replicates as module
from trueness.statistics.jackknife.left_out_units import HALVES, LeftOutUnits
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays

N, M, K = 7, 9, 2
RANKS = ("spearman", "kendall")
NAMES = ("pearson", *RANKS, "tau_c", "gamma", "acc_eq", "pairwise_accuracy", "spa", "pdp")
PLACES = [
    (level, name)
    for level in ("system", "input", "global", "per_system")
    for name in coefficients_at(level, NAMES)
]
GROUPS = {
    "single": {},
    "inputs": {"clusters": np.arange(M) // 2},
    "systems": {"system_clusters": np.arange(N) // 2},
    "both": {"clusters": np.arange(M) % 4, "system_clusters": np.arange(N) % 4},
}


def arrays_of(*, decimals=1, missing=0.1, seed=0, quality=0.0, **given):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(K, N, M)).round(decimals) + quality * np.arange(N)[:, None]
    z = (x.mean(axis=0) + rng.normal(size=(N, M))).round(decimals)
    x[:, rng.random((N, M)) < missing] = np.nan
    z[rng.random((N, M)) < missing / 2] = np.nan
    return ScoreArrays.of(x, z, **given)


class Anew:
    """Correlations of what is left after some units."""

    def __init__(self, arrays, group, level, name):
        self.asked = arrays, group, level, name
        self.systems = np.arange(N) if arrays.system_clusters is None else arrays.system_clusters
        self.inputs = np.arange(M) if arrays.clusters is None else arrays.clusters
        self.n_systems, self.n_inputs = self.systems.max() + 1, self.inputs.max() + 1

    def without(self, systems=(), inputs=()):
        return self.without_each([(systems, inputs)])[0]

    def without_each(self, units):
        """Return what is left after each of several pairs of systems and inputs, shape (B, K)."""
        arrays, group, level, name = self.asked
        kept = [
            np.array([np.where(np.isin(all_of, one[side]), 0.0, 1.0) for one in units])
            for side, all_of in enumerate((self.systems, self.inputs))
        ]
        return level_correlations(arrays, group, Weights(*kept), level, (name,)).values[name]


def same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)


def replicates_of(arrays, level, name):
    group = arrays.group(range(K))
    return two_way_replicates(arrays, group, level, (name,))[name], Anew(arrays, group, level, name)


@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize(("level", "name"), PLACES)
def test_values_are_those_computed_anew(level, name, groups):
    replicates, anew = replicates_of(arrays_of(**GROUPS[groups]), level, name)
    assert (replicates.n_systems, replicates.n_inputs) == (anew.n_systems, anew.n_inputs)
    same(replicates.whole, anew.without())
    same(replicates.systems, anew.without_each([([i], []) for i in range(anew.n_systems)]))
    if replicates.two.size:
        assert name in RANKS
        first, second = np.triu_indices(anew.n_systems, 1)
        pairs = [(pair, []) for pair in zip(first, second, strict=True)]
        same(replicates.two, anew.without_each(pairs))
    if level == "system" and name in RANKS:
        return  # of halves: see below
    same(replicates.inputs, anew.without_each([([], [j]) for j in range(anew.n_inputs)]))
    blocks = np.concatenate(list(replicates.both()), axis=1)
    if level == "global":
        return  # without one output alone: see below
    cells = [([i], [j]) for i, j in itertools.product(range(anew.n_systems), range(anew.n_inputs))]
    same(blocks.reshape(len(cells), -1), anew.without_each(cells))


@pytest.mark.parametrize("groups", GROUPS)
def test_values_with_unlimited_inputs_are_those_computed_anew_which_are_cut(groups):
    replicates, anew = replicates_of(arrays_of(quality=0.5, **GROUPS[groups]), "system", "unlimited_pearson")
    blocks = np.concatenate(list(replicates.both()), axis=1)
    units = range(anew.n_systems), range(anew.n_inputs)
    cells = [([i], [j]) for i, j in itertools.product(*units)]
    for found, left in (
        (replicates.whole[None], [([], [])]),
        (replicates.systems, [([i], []) for i in units[0]]),
        (replicates.inputs, [([], [j]) for j in units[1]]),
        (blocks.reshape(len(cells), -1), cells),
    ):
        assert not np.isnan(found).any()
        same(np.clip(found, -1, 1), anew.without_each(left))
    # few inputs: quality is some times what noise is, and that is what the scale depends on
    assert 1 < replicates.entries < 30


def test_with_unlimited_inputs_many_inputs_are_left_out_in_groups(monkeypatch):
    monkeypatch.setattr(module, "MOST_ANEW", 4 * (N + 1))
    replicates, anew = replicates_of(arrays_of(quality=0.5), "system", "unlimited_pearson")
    assert replicates.n_inputs == len(replicates.inputs) == 4
    left = [([], list(range(j, M, 4))) for j in range(4)]
    same(np.clip(replicates.inputs, -1, 1), anew.without_each(left))


@pytest.mark.parametrize(("level", "name"), [(level, name) for level, name in PLACES if name in RANKS])
def test_pairs_of_systems_are_left_out_of_rank_coefficients_where_inputs_are_no_entries(level, name):
    replicates, _ = replicates_of(arrays_of(), level, name)
    assert (replicates.two.size > 0) == (level in ("system", "input"))


@pytest.mark.parametrize("name", RANKS)
@pytest.mark.parametrize("groups", GROUPS)
def test_halves_of_the_inputs_take_the_place_of_single_ones(name, groups):
    arrays = arrays_of(missing=0.05, **GROUPS[groups])
    replicates, anew = replicates_of(arrays, "system", name)
    assert replicates.inputs.shape == (HALVES, K)
    group = arrays.group(range(K))
    weights, factors = LeftOutUnits.of(arrays, group).in_halves(M)
    assert factors == (replicates.input_factor, replicates.noise_factor)
    # every second half is what the one before leaves over, and clusters stay whole
    assert (weights[::2] ^ weights[1::2]).all()
    for unit in range(anew.n_inputs):
        assert (weights[:, anew.inputs == unit] == weights[:, anew.inputs == unit][:, :1]).all()
    blocks = np.concatenate(list(replicates.both()), axis=1)
    for half in range(0, HALVES, 17):
        left = np.flatnonzero([not weights[half, anew.inputs == unit].any() for unit in range(anew.n_inputs)])
        same(replicates.inputs[half], anew.without(inputs=left))
        for i in range(anew.n_systems):
            same(blocks[i, half], anew.without([i], left))


@pytest.mark.parametrize("name", ["pearson", "kendall"])
def test_at_the_level_of_all_outputs_a_cell_is_left_out_for_both(name):
    arrays = arrays_of(missing=0)
    replicates, _ = replicates_of(arrays, "global", name)
    blocks = np.concatenate(list(replicates.both()), axis=1)
    for i, j in ((0, 0), (3, 5), (6, 8)):
        x, z = arrays.metrics.copy(), arrays.human.copy()
        z[i, j] = np.nan
        fewer = ScoreArrays.of(x, z)
        same(blocks[i, j], Anew(fewer, fewer.group(range(K)), "global", name).without())


def test_medians_are_taken_from_halves_for_they_jump():
    arrays = arrays_of(missing=0, aggregate="median")
    replicates, anew = replicates_of(arrays, "system", "pearson")
    assert replicates.inputs.shape == (HALVES, K)
    same(replicates.systems, [anew.without([i]) for i in range(N)])


@pytest.mark.parametrize("level", ["system", "input", "global"])
@pytest.mark.parametrize("name", ["pearson", "kendall", "gamma"])
def test_one_input_leaves_nothing_of_inputs(level, name):
    z = np.random.default_rng(1).normal(size=(N, 1))
    arrays = ScoreArrays.of(z[None] + np.random.default_rng(2).normal(size=(K, N, 1)), z)
    replicates = two_way_replicates(arrays, arrays.group(range(K)), level, (name,))[name]
    assert replicates.inputs.shape == (0, K)
    assert sum(block.shape[1] for block in replicates.both()) == 0
    assert np.isfinite(replicates.systems).all()


@pytest.mark.parametrize("level", ["system", "input", "global", "per_system"])
def test_systems_and_inputs_without_outputs_are_no_units(level):
    arrays = arrays_of()
    x, z = (np.full((*shape, N + 2, M + 3), np.nan) for shape in ((K,), ()))
    x[:, 1:-1, 3:], z[1:-1, 3:] = arrays.metrics, arrays.human
    wider = ScoreArrays.of(x, z)
    plain, padded = (
        two_way_replicates(one, one.group(range(K)), level, ("pearson", "kendall")) for one in (arrays, wider)
    )
    for name, replicates in plain.items():
        other = padded[name]
        assert (other.entries, other.n_systems, other.n_inputs) == (replicates.entries, N, M)
        same(other.systems, replicates.systems)
        same(other.inputs, replicates.inputs)
        same(np.concatenate(list(other.both()), 1), np.concatenate(list(replicates.both()), 1))


@pytest.mark.parametrize("level", ["system", "input", "per_system"])
def test_blocks_change_nothing(monkeypatch, level):
    arrays = arrays_of()
    names = ("pearson", "kendall")
    whole = {name: replicates_of(arrays, level, name)[0] for name in names}
    monkeypatch.setattr(module, "BLOCK", 20)
    for name in names:
        replicates, _ = replicates_of(arrays, level, name)
        same(replicates.inputs, whole[name].inputs)
        same(np.concatenate(list(replicates.both()), 1), np.concatenate(list(whole[name].both()), 1))


def test_many_inputs_are_left_out_in_groups_where_all_is_computed_anew(monkeypatch):
    monkeypatch.setattr(module, "MOST_ANEW", 4 * (N + 1))
    arrays = arrays_of(missing=0)
    replicates, anew = replicates_of(arrays, "system", "gamma")
    assert replicates.n_inputs == 4
    assert replicates.input_factor == 3 / 4
    for group in range(4):
        same(replicates.inputs[group], anew.without(inputs=np.arange(group, M, 4)))


def test_pairs_are_not_left_out_of_many_systems(monkeypatch):
    monkeypatch.setattr(module, "MOST_PAIRED", N - 1)
    assert replicates_of(arrays_of(), "input", "kendall")[0].two.size == 0


@pytest.mark.parametrize("name", ["pearson", "kendall"])
def test_an_input_with_one_output_says_no_more_than_that_output(name):
    """Where every system has inputs of its own, inputs add nothing to what outputs say already."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(6, 120))
    x = z + rng.normal(size=(K, 6, 120))
    z[np.arange(120) % 6 != np.arange(6)[:, None]] = np.nan
    arrays = ScoreArrays.of(x, z)
    replicates = two_way_replicates(arrays, arrays.group(range(K)), "global", (name,))[name]
    grid = np.concatenate(list(replicates.both()), axis=1)
    grid = grid - grid.mean(axis=0)
    grid -= grid.mean(axis=1, keepdims=True)
    of_outputs = replicates.noise_factor * np.square(grid).sum(axis=(0, 1))
    of_inputs = replicates.input_factor * np.square(replicates.inputs - replicates.inputs.mean(axis=0)).sum(
        axis=0
    )
    np.testing.assert_allclose(of_outputs, of_inputs, rtol=0.05)


def test_where_all_is_computed_anew_no_more_inputs_are_left_out_than_there_is_room_for():
    arrays = arrays_of(missing=0)
    units = LeftOutUnits.of(arrays, arrays.group(range(K)))
    for most, width in ((5 * (N + 1), 5), (5 * (N + 1) - 1, 4), (1, 2), (100 * (N + 1), M)):
        assert module._left_out_together(arrays, units, most)[1].tolist() == [j % width for j in range(M)]


def test_at_the_level_of_all_outputs_the_noise_of_a_mean_is_known():
    """Were the coefficient a mean of outputs, its variance by what is neither of systems nor of inputs."""
    arrays = arrays_of(missing=0)
    replicates, _ = replicates_of(arrays, "global", "pearson")
    scores = np.random.default_rng(3).normal(size=(N, M))
    left = (scores.sum() - scores) / (N * M - 1)
    of_scores, of_left = (
        np.square(one - one.mean(axis=0) - one.mean(axis=1, keepdims=True) + one.mean()).sum()
        for one in (scores, left)
    )
    expected = of_scores / ((N - 1) * (M - 1)) / (N * M)
    assert replicates.noise_factor * of_left == pytest.approx(expected)
