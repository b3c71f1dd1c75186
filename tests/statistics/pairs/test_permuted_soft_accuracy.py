"""Soft pairwise accuracy after swaps: where there is nothing to swap, and equal metrics."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.agreement.significance import permutation_test
from trueness.statistics.engine.resample import SWAPS, PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.permuted_soft_accuracy import PermutedSoftAccuracy
from trueness.statistics.pairs.soft_pairwise_accuracy_test import soft_pairwise_accuracy_test
from trueness.statistics.score_arrays import ScoreArrays


@pytest.mark.parametrize("swap", SWAPS)
def test_without_complete_inputs_it_is_undefined(swap):
    x = np.ones((2, 2, 2))
    x[:, 0, 0] = x[:, 1, 1] = np.nan
    arrays = ScoreArrays.of(x, np.ones((2, 2)))
    plan = PermutationPlan.choose(swap, 2, 2, 4, 1)
    part = PermutedSoftAccuracy(arrays, arrays.group((0, 1)), np.array([[0, 1]]), swap)
    for side in part.under(TileCoins(plan, 0)):
        assert side["spa"].shape == (plan.resamples, 1)
        assert np.isnan(side["spa"]).all()


@pytest.mark.parametrize("swap", ["systems", "inputs", "cells"])
def test_decides_as_the_test_that_draws_signs(swap):
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(8, 1))
    z = quality + rng.normal(size=(8, 40))
    x, y = quality + rng.normal(size=(8, 40)), rng.normal(size=(8, 40)) - quality / 3
    moments = permutation_test(x, y, z, "system", "spa", swap=swap, resamples=499, rng=1)
    drawn = soft_pairwise_accuracy_test(x, y, z, swap=swap, ties="half", resamples=499, signs=499, rng=1)
    assert moments.estimate == pytest.approx(drawn.estimate, abs=0.02)
    assert moments.pvalue == pytest.approx(drawn.pvalue, abs=0.02)


def test_blocks_do_not_change_the_values(monkeypatch):
    rng = np.random.default_rng(6)
    arrays = ScoreArrays.of(rng.normal(size=(3, 6, 10)), rng.normal(size=(6, 10)))
    group, pairs = arrays.group((0, 1, 2)), np.array([[0, 1], [1, 2]])
    for swap in ("inputs", "cells"):
        coins = TileCoins(PermutationPlan.choose(swap, 6, 10, 50, 1), 0)
        part = PermutedSoftAccuracy(arrays, group, pairs, swap)
        whole = part.under(coins)
        with monkeypatch.context() as patch:
            patch.setattr("trueness.statistics.pairs.permuted_soft_accuracy.BLOCK", 1)
            blocks = part.under(coins)
        for one, other in zip(whole, blocks, strict=True):
            np.testing.assert_allclose(one["spa"], other["spa"], atol=1e-13)
