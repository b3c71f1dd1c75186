"""Leave-one-out values: those of scores that really lack a system, an input or a cluster."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.parallel import Execution, executing
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.engine import resample
from trueness.statistics.engine.resample import Weights
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling.bootstrap import bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


def arrays_of(seed=0, shape=(3, 9, 12), **options):
    rng = np.random.default_rng(seed)
    metrics, human = rng.normal(size=shape), rng.integers(1, 6, shape[1:]) / 3
    metrics[1] = metrics[1].round(0)
    metrics[2, rng.random(shape[1:]) < 0.1] = np.nan
    human[rng.random(shape[1:]) < 0.05] = np.nan
    return ScoreArrays.of(metrics, human, **options)


@pytest.mark.parametrize("level", LEVELS)
def test_jackknife_equals_leaving_out_by_hand(level):
    arrays = arrays_of(clusters=[0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 4, 4])
    group = arrays.group((2,))
    x, z = (np.where(group.cells, matrix, np.nan) for matrix in (arrays.metrics[2], arrays.human))
    plan = bootstrap_plan(arrays, "both", 10, 1)
    systems, clusters = jackknife(arrays, group, plan, [level], ["kendall"])[level, "kendall"]
    assert systems.shape == (9, 1)
    assert clusters.shape == (5, 1)
    for i in range(9):
        kept = np.arange(9) != i
        assert systems[i, 0] == pytest.approx(
            correlate(x[kept], z[kept], level, "kendall").estimate, abs=1e-12
        )
    for c in range(5):
        kept = arrays.clusters != c
        expected = correlate(x[:, kept], z[:, kept], level, "kendall").estimate
        assert clusters[c, 0] == pytest.approx(expected, abs=1e-12)
    assert (
        len(
            jackknife(arrays, group, bootstrap_plan(arrays, "inputs", 10, 1), [level], ["kendall"])[
                level, "kendall"
            ]
        )
        == 1
    )


@pytest.mark.parametrize("level", LEVELS)
def test_a_few_units_at_a_time_are_left_out_as_all_at_once(level, monkeypatch):
    arrays = arrays_of()
    asked = (
        arrays,
        arrays.group((0, 1)),
        bootstrap_plan(arrays, "both", 10, 1),
        [level],
        ["kendall", "gamma"],
    )
    whole = jackknife(*asked)
    monkeypatch.setattr(resample, "BLOCK", 3 * arrays.n_inputs)  # three units
    for key, axes in jackknife(*asked).items():
        for few, every in zip(axes, whole[key], strict=True):
            np.testing.assert_allclose(few, every, atol=1e-12)


NAMES = ("pearson", "spearman", "kendall")


def recomputed(arrays, group, plan, level, names=NAMES):
    """The values from weights that are zero for what is left out, axis by axis."""
    axes = []
    if plan.over in ("systems", "both"):
        axes.append(Weights(1.0 - np.eye(plan.n_systems), None))
    if plan.over in ("inputs", "both"):
        units = np.arange(plan.n_inputs) if plan.clusters is None else plan.clusters
        axes.append(Weights(None, 1.0 - (units[None, :] == np.unique(units)[:, None])))
    found = [level_correlations(arrays, group, weights, level, names).values for weights in axes]
    return {
        name: [
            np.broadcast_to(values[name], (weights.size, len(group.metrics)))
            for values, weights in zip(found, axes, strict=True)
        ]
        for name in names
    }


def check(arrays, level, over="both", names=NAMES):
    plan = bootstrap_plan(arrays, over, 10, 1)
    for group in (*arrays.single_groups(), *(group for group, _ in arrays.pair_groups())):
        found = jackknife(arrays, group, plan, [level], names)
        for name, expected in recomputed(arrays, group, plan, level, names).items():
            assert len(found[level, name]) == len(expected)
            for one, other in zip(found[level, name], expected, strict=True):
                np.testing.assert_allclose(one, other, rtol=0, atol=1e-12, err_msg=f"{level} {name}")


SHAPES = [(3, 9, 12), (2, 2, 5), (2, 3, 4), (2, 4, 1), (1, 30, 3), (2, 12, 80)]


# every level and every shape with clusters and without
@pytest.mark.parametrize(
    ("level", "shape", "clustered"),
    [
        (level, shape, (k + n) % 2 == 0)
        for (k, level), (n, shape) in itertools.product(enumerate(LEVELS), enumerate(SHAPES))
    ],
)
def test_updates_equal_recomputation(level, shape, clustered):
    options = {"clusters": [7 * (k // 3) for k in range(shape[2])]} if clustered else {}
    check(arrays_of(1, (3, *shape[1:]), **options), level)


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(LEVELS),
    st.integers(2, 7),
    st.integers(1, 7),
    st.integers(1, 4),
)
def test_updates_equal_recomputation_on_few_values(seed, level, n_systems, n_inputs, n_values):
    """Few different values: ties everywhere, columns that are constant, or become so without one entry."""
    rng = np.random.default_rng(seed)
    metrics = rng.integers(0, n_values, (2, n_systems, n_inputs)) / rng.choice([1.0, 3.0, np.pi])
    human = rng.integers(0, n_values, (n_systems, n_inputs)).astype(float)
    metrics[rng.random(metrics.shape) < rng.choice([0.0, 0.2])] = np.nan
    human[rng.random(human.shape) < rng.choice([0.0, 0.2])] = np.nan
    clusters = rng.choice([3, 5, 9], n_inputs) if rng.random() < 0.5 else None
    means = "judged" if rng.random() < 0.7 else "all"
    check(ScoreArrays.of(metrics, human, clusters=clusters, means=means), level)


@pytest.mark.parametrize("aggregate", ["mean", "median"])
def test_medians_and_coefficients_without_updates(aggregate):
    for level in LEVELS:
        check(arrays_of(2, aggregate=aggregate), level, names=("kendall", "tau_c", "gamma", "spearman"))


def test_an_outlier_left_out():
    """What is left varies so little beside it that differences of sums would lose all digits."""
    rng = np.random.default_rng(0)
    metrics, human = rng.normal(size=(1, 8, 5)), rng.normal(size=(8, 5))
    metrics[0, 3] += 1e6
    arrays = ScoreArrays.of(metrics, human)
    plan = bootstrap_plan(arrays, "systems", 10, 1)
    for level in ("input", "system"):
        (values,) = jackknife(arrays, arrays.group((0,)), plan, [level], ["pearson"])[level, "pearson"]
        kept = np.arange(8) != 3
        assert values[3, 0] == pytest.approx(
            correlate(metrics[0, kept], human[kept], level, "pearson").estimate, abs=1e-9
        )


def test_a_small_budget_changes_no_number():
    arrays = arrays_of(3, (3, 6, 40))
    plan = bootstrap_plan(arrays, "both", 10, 1)
    found = jackknife(arrays, arrays.group((0, 1)), plan, LEVELS, NAMES)
    with executing(Execution(memory=10_000)):
        again = jackknife(arrays, arrays.group((0, 1)), plan, LEVELS, NAMES)
    for key, axes in found.items():
        for one, other in zip(axes, again[key], strict=True):
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-14)
