"""Coefficients over pairs under weights against data repeated explicitly, pairs of copies removed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.errors import UnsupportedMethodError
from trueness.parallel import Execution, executing
from trueness.statistics.agreement import correlation
from trueness.statistics.coefficient_facts import NAMES, coefficient_facts, coefficients_at
from trueness.statistics.engine.resample import OVER, Weights
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.level_names import LEVELS
from trueness.statistics.pairs import pair_levels
from trueness.statistics.pairs.held_out_calibration import cross_validated_accuracy
from trueness.statistics.pairs.pairwise_accuracy import pairwise_accuracy, pairwise_tau
from trueness.statistics.pairs.pairwise_differences_pearson import pairwise_differences_pearson
from trueness.statistics.pairs.relative_ranking import relative_ranking_tau
from trueness.statistics.pairs.score_gap_agreement import score_gap_bins
from trueness.statistics.pairs.soft_pairwise_accuracy import soft_pairwise_accuracy
from trueness.statistics.pairs.system_pairwise_accuracy import mean_scores, system_pairwise_accuracy
from trueness.statistics.pairs.tie_calibration import calibrate_ties
from trueness.statistics.pairs.tie_thresholds import tie_thresholds
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.resampled_levels import resampled_level
from trueness.statistics.score_arrays import ScoreArrays

PAIR_NAMES = (
    *(
        "acc_eq",
        "tau_eq",
        "pairwise_accuracy",
        "spa",
        "gap_tau",
        "gap_tau:high=0.5",
        "pdp",
        "darr:threshold=1",
    ),
    "gap_tau:low=0.2,high=0.8",
)
PLACES = [(level, name) for level in LEVELS for name in coefficients_at(level, PAIR_NAMES)]


def scores(seed, shape=(2, 5, 7), distinct=5, missing=0.15, **options):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, distinct, shape) / 10, rng.integers(0, 3, shape[1:]).astype(float)
    x[rng.random(shape) < missing] = np.nan
    z[rng.random(shape[1:]) < missing] = np.nan
    return ScoreArrays.of(x, z, **options)


def repeated(counts):
    """The units of a resample, each as often as it was drawn."""
    return np.repeat(np.arange(len(counts)), np.asarray(counts, dtype=int))


def outcome(a, b, c, d, epsilon):
    """Whether a pair is right; thresholds have slack for decimals, which lie on a lattice of a tenth."""
    sign = 0 if abs(a - b) <= epsilon + 1e-9 else np.sign(a - b)
    return sign == np.sign(c - d)


def accuracy(level, x, z, rows, columns, epsilon):
    """acc_eq of the repeated data: groups are listed copy by copy, pairs only of different outputs."""
    if level == "global":
        groups = [[(i, j) for i in rows for j in columns]]
    else:
        groups = [[(i, j) for i in rows] for j in columns]
        if level == "per_system":
            groups = [[(i, j) for j in columns] for i in rows]
    shares = []
    for group in groups:
        there = [cell for cell in group if not np.isnan(x[cell] + z[cell])]
        pairs = [(a, b) for a, b in itertools.combinations(there, 2) if a != b]
        if pairs:
            shares.append(np.mean([outcome(x[a], x[b], z[a], z[b], epsilon) for a, b in pairs]))
    return np.mean(shares) if shares else np.nan


def system_pairs(x, z, rows, columns):
    """Differences of the means of different systems of the repeated data, in units without rounding."""
    there = ~np.isnan(x + z)
    a, b = (
        np.array(
            [
                round(np.mean([matrix[i, j] for j in columns if there[i, j]] or [np.nan]), 12)
                for i in range(len(x))
            ]
        )
        for matrix in (x, z)
    )
    pairs = [(i, k) for i, k in itertools.combinations(rows, 2) if i != k and not np.isnan(a[i] + a[k])]
    return np.array([a[i] - a[k] for i, k in pairs]), np.array([b[i] - b[k] for i, k in pairs])


def tau_by_gap(dx, dz, low, high):
    if not len(dx):
        return np.nan
    gaps = np.sort(np.abs(dx))
    upper = gaps[int(np.ceil(high * len(gaps) - 1e-9)) - 1]
    lower = gaps[int(np.ceil(low * len(gaps) - 1e-9)) - 1] if low else 0.0
    inside = (np.abs(dx) >= lower - 1e-9) & (np.abs(dx) <= upper + 1e-9)
    sx, sz = (np.sign(np.where(np.abs(v) < 1e-9, 0, v))[inside] for v in (dx, dz))
    scale = np.sqrt(np.sum(sx != 0) * np.sum(sz != 0))
    return np.sum(sx * sz) / scale if scale else np.nan


def soft(x, z, rows, columns):
    from scipy.stats import norm

    there = ~np.isnan(x + z)
    systems = there.any(axis=1)
    complete = there[systems].all(axis=0)
    kept = [j for j in columns if complete[j]]
    pairs = [(i, k) for i, k in itertools.combinations(rows, 2) if i != k and systems[i] and systems[k]]
    if not pairs or not kept:
        return np.nan

    def pvalue(matrix, i, k):
        d = np.array([matrix[i, j] - matrix[k, j] for j in kept])
        return norm.sf(d.sum() / np.sqrt((d**2).sum())) if np.any(np.abs(d) > 1e-9) else 0.5

    return 1 - np.mean([abs(pvalue(x, i, k) - pvalue(z, i, k)) for i, k in pairs])


def by_repeating(level, name, x, z, rows, columns, epsilon):  # noqa: PLR0911 - one per coefficient
    base, _, _ = name.partition(":")
    if base in ("acc_eq", "tau_eq"):
        share = accuracy(level, x, z, rows, columns, epsilon)
        return share if base == "acc_eq" else 2 * share - 1
    if base == "spa":
        return soft(x, z, rows, columns)
    if base in ("pairwise_accuracy", "gap_tau"):
        dx, dz = system_pairs(x, z, rows, columns)
        if base == "gap_tau":
            return tau_by_gap(dx, dz, **coefficient_facts(name).options)
        near = [np.sign(np.where(np.abs(v) < 1e-9, 0, v)) for v in (dx, dz)]
        return np.mean(near[0] == near[1]) if len(dx) else np.nan
    repeated_x, repeated_z = x[np.ix_(rows, columns)], z[np.ix_(rows, columns)]
    if not repeated_x.size:
        return np.nan
    # copies of one system do not differ: in sums over differences they count nothing, and they are never clear
    if base == "pdp":
        return pairwise_differences_pearson(repeated_x, repeated_z)
    return relative_ranking_tau(repeated_x, repeated_z, threshold=1.0).tau


@pytest.mark.parametrize(("level", "name"), PLACES)
@given(seed=st.integers(0, 10**6), over=st.sampled_from(OVER), missing=st.sampled_from([0.0, 0.15]))
@settings(max_examples=15)
def test_weights_are_repetitions_without_pairs_of_copies(level, name, seed, over, missing):
    arrays = scores(seed, missing=missing)
    weights = bootstrap_plan(arrays, over, 3, seed).tile(0)
    for group in arrays.single_groups():
        found = resampled_level(arrays, group, level, over, (name,)).values(weights)[name]
        assert found.shape == (3, len(group.metrics))
        epsilons = tie_thresholds(arrays, group, level) if level != "system" else None
        for b, (place, metric) in itertools.product(range(3), enumerate(group.metrics)):
            rows, columns = (
                repeated(np.ones(size) if drawn is None else drawn[b])
                for drawn, size in ((weights.systems, 5), (weights.inputs, 7))
            )
            x = np.where(group.cells, arrays.metrics[metric], np.nan)
            z = np.where(group.cells, arrays.human, np.nan)
            epsilon = 0.0 if epsilons is None else epsilons[place, 0]
            expected = by_repeating(level, name, x, z, rows, columns, epsilon)
            assert found[b, place] == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("level", ["input", "global", "per_system"])
def test_estimates_of_accuracy_are_the_plain_functions(level):
    arrays = scores(3)
    (group, *_) = arrays.single_groups()
    found = level_correlations(arrays, group, Weights(None, None), level, ("acc_eq", "tau_eq"))
    x, z = arrays.metrics[group.metrics[0]], arrays.human
    epsilon = calibrate_ties(x, z, level).epsilon
    for name, plain in (("acc_eq", pairwise_accuracy), ("tau_eq", pairwise_tau)):
        expected = plain(x, z, level, epsilon=epsilon)
        assert found.values[name][0, 0] == pytest.approx(expected.estimate, abs=1e-12)


def test_estimates_over_systems_are_the_plain_functions():
    arrays = scores(5, shape=(1, 9, 40), distinct=50, missing=0.0)
    group = arrays.group((0,))
    names = ("pairwise_accuracy", "gap_tau:high=0.3", "gap_tau:low=0.3,high=0.5", "pdp", "darr:threshold=1")
    x, z = arrays.metrics[0], arrays.human
    found = {}
    for level in ("system", "input"):
        here = coefficients_at(level, names)
        found |= level_correlations(arrays, group, Weights(None, None), level, here).values
    bins = score_gap_bins(
        x, z, bins=len(mean_scores(x, z, means="all")[0]) * 4, minimum_pairs=1
    )  # one pair each
    place = {share: int(np.ceil(share * 36 - 1e-9)) - 1 for share in (0.3, 0.5)}
    expected = {
        "pairwise_accuracy": system_pairwise_accuracy(x, z).accuracy,
        "gap_tau:high=0.3": bins.tau[0, place[0.3]],
        "gap_tau:low=0.3,high=0.5": bins.tau[place[0.3] + 1, place[0.5]],
        "pdp": pairwise_differences_pearson(x, z),
        "darr:threshold=1": relative_ranking_tau(x, z, threshold=1.0).tau,
    }
    for name, value in expected.items():
        assert found[name][0, 0] == pytest.approx(value, abs=1e-12), name


@pytest.mark.parametrize(("n_inputs", "close"), [(30, 0.004), (200, 0.002)])
def test_soft_accuracy_from_moments_is_near_that_of_drawn_signs(n_inputs, close):
    # the signs' own error is about 1 / (2 sqrt(99,999)) for a pair, and averages over 36 pairs
    rng = np.random.default_rng(n_inputs)
    quality = rng.normal(size=(9, 1)) / 2
    z = np.round(quality + rng.normal(size=(9, n_inputs)))
    x = quality + rng.normal(size=(9, n_inputs))
    drawn = soft_pairwise_accuracy(x, z, ties="half", resamples=49_999, rng=1).estimate
    assert correlation.correlate(x, z, "system", "spa").estimate == pytest.approx(drawn, abs=close)


@pytest.mark.parametrize("calibration", ["held-out", "none", "0.2"])
def test_tie_calibrations(calibration):
    arrays = scores(8, shape=(1, 6, 20), missing=0.0, tie_calibration=calibration, fold_seed=4)
    x, z = arrays.metrics[0], arrays.human
    found = level_correlations(arrays, arrays.group((0,)), Weights(None, None), "input", ("acc_eq",))
    expected = (
        cross_validated_accuracy(x, z, rng=4).accuracy
        if calibration == "held-out"
        else pairwise_accuracy(x, z, epsilon={"none": 0.0, "0.2": 0.2}[calibration]).estimate
    )
    assert found.values["acc_eq"][0, 0] == pytest.approx(expected, abs=1e-12)


def test_inputs_without_pairs_are_counted():
    x, z = np.array([[1.0, 1, np.nan], [2, np.nan, np.nan]]), np.array([[1.0, 1, np.nan], [2, 1, np.nan]])
    arrays = ScoreArrays.of(x, z)
    found = level_correlations(arrays, arrays.group((0,)), Weights(None, None), "input", ("acc_eq",))
    # the third input has no output at all, and nothing to lack
    assert (found.values["acc_eq"][0, 0], found.n_undefined["acc_eq"][0, 0]) == (1.0, 1.0)


@pytest.mark.parametrize("over", OVER)
def test_workers_and_chunks_do_not_change_a_bit(over):
    arrays = scores(11, shape=(3, 6, 9))
    groups = arrays.single_groups()
    plan = bootstrap_plan(arrays, over, 1100, 5)
    one, other = (
        executing(Execution(workers=workers, chunk=chunk))(bootstrap)(
            arrays,
            groups,
            plan,
            LEVELS,
            PAIR_NAMES,
        )
        for workers, chunk in ((1, None), (2, 1))
    )
    assert {key for part in one for key in part.values} == set(PLACES)
    for first, second in zip(one, other, strict=True):
        for key, values in first.values.items():
            assert np.array_equal(values, second.values[key], equal_nan=True), key


def test_memory_does_not_change_a_bit():
    arrays = scores(12, shape=(2, 6, 9))
    weights = bootstrap_plan(arrays, "both", 300, 1).tile(0)
    found = []
    for memory in (2**29, 1):
        with executing(Execution(memory=memory)):
            for group in arrays.single_groups():
                for level in LEVELS:
                    part = pair_levels.pair_levels(arrays, group, level, coefficients_at(level, PAIR_NAMES))
                    found.append(part.values(weights))
    half = len(found) // 2
    for one, other in zip(found[:half], found[half:], strict=True):
        assert one.keys() == other.keys()
        for name, values in one.items():
            assert np.array_equal(values, other[name], equal_nan=True), name


def test_leaving_out_is_a_weight_of_zero():
    arrays = scores(14, shape=(2, 6, 9), missing=0.0)
    group = arrays.group((0, 1))
    plan = bootstrap_plan(arrays, "both", 1, 0)
    for level, name in PLACES:
        systems, inputs = jackknife(arrays, group, plan, (level,), (name,))[level, name]
        epsilon = 0.0 if level == "system" else tie_thresholds(arrays, group, level)[1, 0]
        rows, columns = np.arange(6), np.arange(9)
        x, z = arrays.metrics[1], arrays.human
        expected = by_repeating(level, name, x, z, rows[1:], columns, epsilon)
        assert systems[0, 1] == pytest.approx(expected, abs=1e-9)
        expected = by_repeating(level, name, x, z, rows, columns[:-1], epsilon)
        assert inputs[-1, 1] == pytest.approx(expected, abs=1e-9)


def test_a_level_without_the_coefficient_is_refused():
    arrays = scores(1)
    (group, *_) = arrays.single_groups()
    for level, name in itertools.product(LEVELS, PAIR_NAMES):
        if (level, name) not in PLACES:
            with pytest.raises(UnsupportedMethodError, match="exists at other levels"):
                level_correlations(arrays, group, Weights(None, None), level, (name,))


def test_every_coefficient_over_pairs_is_tried_here():
    bases = {name.partition(":")[0] for name in PAIR_NAMES}
    # that with unlimited inputs has a file of its own
    assert bases == {name for name in NAMES if coefficient_facts(name).pairs} - {"unlimited_pearson"}
