"""Opposite orders of two outputs, counted one by one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.ranges import pair_disagreement
from trueness.statistics.ranges.binned_taus import ScorePairs
from trueness.statistics.ranges.output_levels import output_levels
from trueness.statistics.ranges.pair_disagreement import disagreement_across, disagreement_within

PAIRS = ScorePairs.among(2)


def table(seed=1, systems=6, inputs=5):
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(size=(2, systems, inputs)) + rng.normal(size=(systems, inputs)), 1)
    return scores, output_levels(scores)


def counted(scores, places, cells, n_bins):
    """Return opposite and all pairs of outputs by bin."""
    opposed, among = np.zeros(n_bins), np.zeros(n_bins)
    for one, other in cells:
        k = min(int((places[one] + places[other]) / 2 * n_bins), n_bins - 1)
        signs = [np.sign(metric[one] - metric[other]) for metric in scores]
        opposed[k] += signs[0] * signs[1] < 0
        among[k] += 1
    return opposed, among


def test_within_an_input_every_pair_counts_once():
    scores, placed = table()
    levels = placed.levels
    places = (levels - levels.min(axis=0)) / (levels.max(axis=0) - levels.min(axis=0))
    cells = [((i, j), (k, j)) for j in range(5) for i, k in itertools.combinations(range(6), 2)]
    opposed, among = counted(scores, places, cells, 3)
    found = disagreement_within(scores, levels, 3, PAIRS)
    assert found.n_pairs.tolist() == [among.sum(), among[1:].sum(), *among[[2]], *among]
    np.testing.assert_allclose(found.shares.whole[3:], opposed / among)
    assert found.shares.whole[0] == pytest.approx(opposed.sum() / among.sum())
    # without an input it is what the others have
    without = disagreement_within(scores[:, :, 1:], levels[:, 1:], 3, PAIRS)
    np.testing.assert_allclose(found.shares.inputs[0], without.shares.whole)


def test_across_inputs_every_pair_of_outputs_of_two_inputs_counts_once():
    scores, placed = table(2)
    scaled = [(m - m.min()) / (m.max() - m.min()) for m in scores]
    together = np.mean(scaled, axis=0)
    places = (together - together.min()) / (together.max() - together.min())
    every = list(itertools.product(range(6), range(5)))
    cells = [pair for pair in itertools.combinations(every, 2) if pair[0][1] != pair[1][1]]
    opposed, among = counted(scores, places, cells, 2)
    found = disagreement_across(scores, placed.levels, 2, PAIRS, seed=1)
    assert not found.drawn
    np.testing.assert_allclose(found.shares.whole[2:], opposed / among)
    lacking = placed.levels.copy()
    lacking[:, 3] = np.nan
    # leaving an input out keeps the places of the others in the range of all
    kept = [pair for pair in cells if 3 not in (pair[0][1], pair[1][1])]
    opposed, among = counted(scores, places, kept, 2)
    np.testing.assert_allclose(found.shares.inputs[3, 2:], opposed / among)


def test_of_many_pairs_some_are_drawn(monkeypatch):
    scores, placed = table(3, systems=12, inputs=10)
    whole = disagreement_across(scores, placed.levels, 2, PAIRS, seed=1)
    monkeypatch.setattr(pair_disagreement, "MOST_PAIRS", 4000)
    drawn = disagreement_across(scores, placed.levels, 2, PAIRS, seed=1)
    assert drawn.drawn
    assert drawn.shares.whole[0] == pytest.approx(whole.shares.whole[0], abs=0.04)
    for most in (120 * 119 // 2, 120 * 119 // 2 - 1):  # as many as there are, and one less
        monkeypatch.setattr(pair_disagreement, "MOST_PAIRS", most)
        assert disagreement_across(scores, placed.levels, 2, PAIRS, seed=1).drawn == (most < 120 * 119 // 2)


def test_tied_outputs_are_in_no_opposite_orders_and_are_counted():
    scores = np.array([[1.0, 2, 2], [3, 1, 2]])[:, :, None]
    found = disagreement_within(scores, output_levels(scores).levels, 1, PAIRS)
    assert (found.n_pairs[0], found.n_tied[0, 0]) == (3, 1)
    assert found.shares.whole[0] == pytest.approx(2 / 3)
