from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.engine.resample import BootstrapPlan, n_tiles
from trueness.statistics.equivalence.equivalence import equivalence_test

N, M, B = 7, 9, 300


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(4)
    z = np.round(rng.normal(size=(N, 1)) + rng.normal(size=(N, M)), 1)
    return z + rng.normal(size=z.shape), z + rng.normal(size=z.shape), z


def resampled(scores, level, coefficient, over):
    """Bootstrap by loops with SciPy's coefficients, from the counts that the plan draws."""
    run = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[coefficient]
    flat = [matrix.reshape(1, -1) for matrix in scores] if over == "outputs" else scores
    systems, inputs = flat[0].shape
    plan = BootstrapPlan("inputs" if over == "outputs" else over, systems, inputs, B, 5)
    found = []
    for tile in range(n_tiles(B)):
        weights = plan.tile(tile)
        for b in range(weights.size):
            i = (
                np.arange(systems)
                if weights.systems is None
                else np.repeat(np.arange(systems), weights.systems[b].astype(int))
            )
            j = (
                np.arange(inputs)
                if weights.inputs is None
                else np.repeat(np.arange(inputs), weights.inputs[b].astype(int))
            )
            x, y, z = (matrix[np.ix_(i, j)] for matrix in flat)
            if level == "system":
                # equal means that differ in the last bits tie
                x, y, z = (np.round(matrix.mean(axis=1), 11) for matrix in (x, y, z))
            x, y, z = x.ravel(), y.ravel(), z.ravel()
            if np.ptp(z) == 0 or np.ptp(x) == 0 or np.ptp(y) == 0:
                found.append(np.nan)
            else:
                found.append(run(x, z)[0] - run(y, z)[0])
    return np.array(found)


@pytest.mark.parametrize(
    ("level", "coefficient", "over"),
    [
        ("system", "pearson", "both"),
        ("system", "kendall", "systems"),
        ("system", "spearman", "inputs"),
        ("global", "kendall", "outputs"),
        ("global", "pearson", "inputs"),
    ],
)
def test_against_loops(scores, level, coefficient, over):
    found = equivalence_test(*scores, level, coefficient, low=-0.2, high=0.3, over=over, resamples=B, rng=5)
    wanted = resampled(scores, level, coefficient, over)
    defined = wanted[~np.isnan(wanted)]
    assert found.n_undefined_resamples == np.isnan(wanted).sum()
    assert found.pvalue_low == (1 + np.sum(defined <= -0.2 + 1e-11)) / (1 + len(defined))
    assert found.pvalue_high == (1 + np.sum(defined >= 0.3 - 1e-11)) / (1 + len(defined))
    np.testing.assert_allclose((found.low, found.high), np.quantile(defined, [0.05, 0.95]), atol=1e-10)
    assert found.smallest_margin == pytest.approx(
        max(
            np.sort(defined)[-1 - (len(defined) + 1) // 20 + 1],
            -np.sort(defined)[(len(defined) + 1) // 20 - 1],
        ),
        abs=1e-10,
    )


def test_a_metric_is_equivalent_to_itself_on_another_scale(scores):
    x, _, z = scores
    found = equivalence_test(x, 3 * x + 2, z, margin=1e-6, resamples=99, rng=1)
    assert (found.estimate, found.pvalue, found.smallest_margin) == pytest.approx((0, 0.01, 0), abs=1e-9)


def test_equally_good_metrics_become_equivalent_with_more_systems():
    rng = np.random.default_rng(6)
    widths = []
    for systems in (10, 200):
        z = rng.normal(size=(systems, 5))
        x, y = (z + 0.5 * rng.normal(size=z.shape) for _ in range(2))
        found = equivalence_test(x, y, z, margin=0.1, over="systems", resamples=999, rng=1)
        widths.append(found.high - found.low)
    assert widths[1] < widths[0]
    assert found.pvalue < 0.05


def test_the_same_seed_gives_the_same_test(scores):
    first, second, other = (
        equivalence_test(*scores, margin=0.1, resamples=200, rng=seed) for seed in (1, 1, 2)
    )
    assert first == second
    assert first != other


def test_what_is_refused(scores):
    with pytest.raises(ArgumentError, match="`over` must be one of"):
        equivalence_test(*scores, "system", margin=0.1, over="outputs")
    with pytest.raises(ArgumentError, match="margin"):
        equivalence_test(*scores)
    with pytest.raises(UnsupportedMethodError, match="clusters"):
        equivalence_test(*scores, "global", margin=0.1, over="outputs", clusters=[0] * M)


def test_a_constant_metric_is_undefined(scores):
    x, _, z = scores
    assert math.isnan(equivalence_test(x, np.ones_like(x), z, margin=0.1, resamples=50, rng=0).pvalue)
