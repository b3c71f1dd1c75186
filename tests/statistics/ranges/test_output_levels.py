"""Levels and bins of outputs, against numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.ranges.output_levels import NOWHERE, output_levels


def column(*metrics):
    """Return scores of one input, shape (K, N, 1)."""
    return np.array(metrics, dtype=np.float64)[:, :, None]


def test_levels_are_means_of_scores_from_0_to_1_and_bins_parts_of_their_range():
    # metric 1 from 0 to 10, metric 2 from 0 to 4: normalised (0, .5, 1, .2) and (0, 1, 1, .5)
    found = output_levels(column([0, 5, 10, 2], [0, 4, 4, 2]), bins=3)
    assert found.levels[:, 0].tolist() == pytest.approx([0, 0.75, 1, 0.35])
    assert found.bins[:, 0].tolist() == [0, 2, 2, 1]
    assert found.edges().tolist() == [pytest.approx([0, 1 / 3, 2 / 3, 1])]


def test_z_scores_have_mean_0_and_variance_1():
    found = output_levels(column([0, 5, 10, 2], [0, 4, 4, 2]), normalise="z")
    np.testing.assert_allclose(found.normalised.mean(axis=1), 0, atol=1e-12)
    np.testing.assert_allclose(found.normalised.var(axis=1), 1)


def test_a_level_on_an_edge_is_in_the_bin_above_whatever_rounding_does():
    scores = np.arange(10) / 9
    for bins in (2, 3, 4, 5, 9):
        found = output_levels(column(scores, scores * 3.7 + 0.1), bins=bins)
        assert found.bins[:, 0].tolist() == [min(bins - 1, k * bins // 9) for k in range(10)]


def test_bins_of_equal_count_keep_equal_levels_together():
    found = output_levels(column([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]), by="count")
    assert found.bins[:, 0].tolist() == [0, 0, 1, 1, 2, 2]
    tied = output_levels(column([1, 2, 2, 2, 2, 6], [1, 2, 2, 2, 2, 6]), by="count")
    assert tied.bins[:, 0].tolist() == [0, 1, 1, 1, 1, 2]


def test_outputs_without_all_scores_have_no_level_and_move_no_range():
    scores = column([0, 5, 10, 99], [0, 4, 4, np.nan])
    found = output_levels(scores)
    assert found.lacking[:, 0].tolist() == [False, False, False, True]
    assert found.bins[3, 0] == NOWHERE
    np.testing.assert_array_equal(found.levels[:3], output_levels(scores[:, :3]).levels)


def test_inputs_without_a_range_are_left_out_and_said():
    flat = np.stack([column([1, 2, 3], [2, 2, 2])[:, :, 0], column([1, 2, 3], [3, 2, 1])[:, :, 0]], axis=2)
    found = output_levels(flat)
    assert found.flat.tolist() == [[False, False], [True, False]]
    assert found.level.tolist() == [False, True]  # the two metrics cancel
    assert not found.usable.any()


def test_the_order_of_metrics_changes_no_bin():
    rng = np.random.default_rng(1)
    scores = np.round(rng.normal(size=(5, 40, 6)), 1)
    there, back = output_levels(scores, bins=4), output_levels(scores[::-1], bins=4)
    np.testing.assert_array_equal(there.bins, back.bins)


@pytest.mark.parametrize("wrong", [{"normalise": "ranks"}, {"by": "range"}])
def test_unknown_words_are_refused(wrong):
    with pytest.raises(ArgumentError, match=next(iter(wrong))):
        output_levels(np.zeros((2, 3, 1)), **wrong)
