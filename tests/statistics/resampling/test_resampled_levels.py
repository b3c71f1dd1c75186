"""Levels ready for resamples against levels computed from scratch for the same resamples."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from trueness.parallel import Execution, executing
from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine.resample import OVER
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling import resampled_levels
from trueness.statistics.resampling.bootstrap import bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


def scores(seed, shape, distinct, missing, **options):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, distinct, shape) / 7, rng.integers(1, distinct + 1, shape[1:]) / 3
    x[rng.random(shape) < missing] = np.nan
    z[rng.random(shape[1:]) < missing] = np.nan
    return ScoreArrays.of(x, z, **options)


@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 3), st.integers(2, 6), st.integers(1, 6)),
    distinct=st.sampled_from([1, 2, 4, 1000]),
    missing=st.sampled_from([0.0, 0.2]),
    over=st.sampled_from(OVER),
    means=st.sampled_from(["judged", "all"]),
    aggregate=st.sampled_from(["mean", "median"]),
    clustered=st.booleans(),
)
def test_equals_levels_from_scratch(seed, shape, distinct, missing, over, means, aggregate, clustered):
    clusters = np.arange(shape[2]) // 2 if clustered else None
    # one input, or cluster of them, is not resampled
    assume(over != "inputs" or shape[2] > (2 if clustered else 1))
    arrays = scores(seed, shape, distinct, missing, means=means, aggregate=aggregate, clusters=clusters)
    weights = bootstrap_plan(arrays, over, 20, seed).tile(0)
    for group in arrays.single_groups():
        for level in LEVELS:
            ready = resampled_levels.resampled_level(arrays, group, level, over, COEFFICIENTS)
            found = ready.values(weights)
            expected = level_correlations(arrays, group, weights, level, COEFFICIENTS).values
            for name in COEFFICIENTS:
                np.testing.assert_allclose(
                    found[name],
                    np.broadcast_to(expected[name], found[name].shape),
                    atol=1e-9,
                    err_msg=f"{level} {name}",
                )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("over", OVER)
def test_memory_and_workers_do_not_change_a_bit(monkeypatch, level, over):
    arrays = scores(3, (2, 6, 9), 5, 0.1)
    weights = bootstrap_plan(arrays, over, 300, 1).tile(0)
    (group, *_) = arrays.single_groups()

    def values(workers):
        with executing(Execution(workers=workers)):
            ready = resampled_levels.resampled_level(arrays, group, level, over, COEFFICIENTS)
        return ready.values(weights)

    plain = values(1)
    for name, value in values(16).items():
        np.testing.assert_array_equal(value, plain[name])
    monkeypatch.setattr(resampled_levels, "memory_budget", lambda: 1000)
    fixed = over == {"input": "inputs", "per_system": "systems"}.get(level)
    few, many = values(1), values(16)
    for name in COEFFICIENTS:
        np.testing.assert_array_equal(few[name], many[name])
        # matrix products behind correlations that no resample changes may round differently
        np.testing.assert_allclose(few[name], plain[name], rtol=0, atol=1e-14 if fixed else 0)
