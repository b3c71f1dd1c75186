"""What the width of a range leads to expect: against all permutations, and truths where only width is at work."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau

from trueness.statistics.ranges.binned_taus import ScorePairs, binned_taus
from trueness.statistics.ranges.output_levels import output_levels
from trueness.statistics.ranges.permuted_residuals import ResidualPermutations, permuted_taus


def permuted(scores, bins, permutations=400, seed=1, *, shared=False):
    """Return levels, observed correlations, and what permutations give."""
    placed = output_levels(scores, bins=bins)
    drawn = ResidualPermutations(permutations, seed, shared)
    pairs = ScorePairs.among(len(scores))
    observed = binned_taus(placed.normalised, placed.bins, bins, pairs).taus
    inputs = range(scores.shape[2])
    found = permuted_taus(placed.normalised, placed.levels, placed.bins, pairs, observed, drawn, inputs)
    return placed, observed, found


def test_it_is_the_mean_over_all_permutations_of_the_residuals():
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(3, 5, 1)) + rng.normal(size=(5, 1))
    placed, _, found = permuted(scores, 2, permutations=20_000)
    level = placed.levels[:, 0] - placed.levels[:, 0].mean()
    design = np.stack([np.ones(5), level], axis=1)
    hat = design @ np.linalg.pinv(design)
    given = placed.normalised[:, :, 0]
    fitted, residuals, rest = given @ hat, given @ (np.eye(5) - hat), np.eye(5) - hat
    # of four dimensions about the mean three are left: residuals stay as large as they were
    taus = [
        kendalltau(*(fitted + np.sqrt(4 / 3) * residuals[:, order] @ rest)[[0, 2]])[0]
        for order in map(list, itertools.permutations(range(5)))
    ]
    assert found.expected[0, 1, 0] == pytest.approx(np.mean(taus), abs=0.01)


@pytest.mark.parametrize("shared", [True, False])
def test_every_order_of_those_present_is_as_likely_as_another(shared):
    drawn = ResidualPermutations(60_000, 3, shared)
    present = np.array([True, False, True, True])
    orders, counts = np.unique(drawn.of(0, present, 60_000), axis=0, return_counts=True)
    assert len(orders) == 6
    np.testing.assert_allclose(counts / 60_000, 1 / 6, atol=0.006)


def test_shared_permutations_are_of_systems_and_others_of_each_input():
    present, every = np.arange(9) != 4, np.ones(9, dtype=bool)
    shared, apart = (ResidualPermutations(50, 3, kind) for kind in (True, False))
    np.testing.assert_array_equal(shared.of(2, every, 50), shared.of(7, every, 50))
    assert (apart.of(2, every, 50) != apart.of(7, every, 50)).any()
    # a system that an input lacks changes the order of one other only
    renamed = np.delete(shared.of(2, every, 50), 4, axis=1)
    renamed = np.where(renamed > 4, renamed - 1, renamed)
    assert ((renamed != shared.of(2, present, 50)).sum(axis=1) <= 1).all()


@pytest.mark.compiled
@pytest.mark.parametrize("bins", [2, 3])
def test_where_only_width_is_at_work_it_is_what_is_observed_on_average(bins):
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(30, 400)) + 0.8 * rng.normal(size=(3, 30, 400))
    _, observed, found = permuted(scores, bins, permutations=60)
    difference = (observed - found.expected).mean(axis=1)
    mean = np.nanmean(difference, axis=1)
    error = np.nanstd(difference, axis=1) / 20
    assert (np.abs(mean[1:]) < 3.5 * error[1:]).all()
    # and the fall is there: the top bin has much less agreement than all outputs
    assert np.nanmean(found.expected[bins - 1]) < 0.7 * np.nanmean(found.expected[0])


def test_metrics_that_give_the_same_scores_are_expected_to_agree_everywhere():
    rng = np.random.default_rng(6)
    one = rng.normal(size=(1, 12, 3))
    _, _, found = permuted(np.concatenate([one, 2 * one + 1]), 3)
    assert np.nanmin(found.expected) == 1.0


def test_nothing_is_expected_where_nothing_is_observed_and_numbers_are_repeatable():
    rng = np.random.default_rng(7)
    scores = rng.normal(size=(2, 12, 3))
    scores[:, 2:, 1] = np.nan
    _, observed, found = permuted(scores, 3)
    np.testing.assert_array_equal(np.isnan(observed), np.isnan(found.expected))
    np.testing.assert_array_equal(found.sums, permuted(scores, 3)[2].sums)


@pytest.mark.parametrize("shared", [True, False])
def test_means_of_single_permutations_average_to_what_is_expected(shared):
    rng = np.random.default_rng(8)
    _, _, found = permuted(rng.normal(size=(3, 15, 6)), 2, shared=shared)
    np.testing.assert_allclose(
        (found.sums / found.counts).mean(axis=0), np.nanmean(found.expected, axis=2), atol=1e-9
    )


def test_many_outputs_need_few_permutations():
    drawn = ResidualPermutations(400, 1, shared=False)
    assert drawn.n_for(24, 7) == 400
    assert drawn.n_for(2000, 6) == 20


def test_copies_stay_tied_and_do_not_lower_what_is_expected():
    rng = np.random.default_rng(9)
    scores = rng.normal(size=(3, 10, 40)) + rng.normal(size=(10, 40))
    # pairs of copies: tau-b among all outputs is nearly that among the originals
    copied = np.concatenate([scores, scores[:, :3]], axis=1)
    _, observed, found = permuted(copied, 2, permutations=200)
    _, plain, alone = permuted(scores, 2, permutations=200)
    moved = np.nanmean(observed[0]) - np.nanmean(plain[0])
    assert np.nanmean(found.expected[0]) - np.nanmean(alone.expected[0]) == pytest.approx(moved, abs=0.02)
