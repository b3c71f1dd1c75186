"""Pairs with a metric's difference and whether people agree, by looking at each."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.worth import scored_pairs
from trueness.statistics.worth.scored_pairs import UnitCounts, output_pairs, system_pairs


@pytest.mark.parametrize("ties", ["exclude", "half"])
def test_pairs_of_outputs_are_those_of_every_input(ties):
    rng = np.random.default_rng(1)
    x, z = np.round(rng.normal(size=(2, 5, 6)), 1)
    z = np.round(z)
    x[0, 2], z[3, 4] = np.nan, np.nan
    found = output_pairs(x, z, human_ties=ties)
    gaps = found.gaps[found.gap].round(9)
    seen = set(zip(found.one, found.other, found.place, gaps, found.agreed, strict=True))
    expected, tied_people, tied_metric = set(), 0, 0
    for j in range(6):
        for i, k in itertools.combinations(range(5), 2):
            d, h = x[i, j] - x[k, j], z[i, j] - z[k, j]
            if np.isnan(d + h):
                continue
            tied_people += h == 0
            tied_metric += d == 0
            if d == 0 or (ties == "exclude" and h == 0):
                continue
            agreed = 0.5 if h == 0 else float((d > 0) == (h > 0))
            expected.add((i, k, j, abs(d).round(9), agreed))
    assert seen == expected
    assert (found.n_human_ties, found.n_metric_ties) == (tied_people, tied_metric)
    assert found.largest == pytest.approx(max(one[3] for one in expected))


def test_equal_means_of_systems_tie():
    x, z = np.array([0.1 + 0.2, 0.3, 1.0]), np.array([1.0, 2.0, 3.0])
    found = system_pairs(x, z)
    assert found.n_metric_ties == 1
    assert found.gaps == pytest.approx([0.7])
    assert found.agreed.tolist() == [1, 1]


@pytest.mark.parametrize("pairs", [system_pairs, lambda x, z: output_pairs(x[:, None], z[:, None])])
def test_equal_differences_tie_however_scores_are_written(pairs):
    x, z = np.array([0.0, 0.1, 0.2, 0.3]), np.array([1.0, 2.0, 3.0, 4.0])
    assert len(set(np.diff(x))) > 1  # rounded otherwise
    for found in (pairs(x, z), pairs(10 * x + 1, z)):
        assert len(found.gaps) == 3
        assert found.counts(np.ones(6))[0].tolist() == [3, 2, 1]


def test_without_pairs_the_largest_difference_is_none():
    found = system_pairs(np.array([1.0, 1.0]), np.array([1.0, 2.0]))
    assert (len(found.gap), found.largest, found.n_metric_ties) == (0, 0.0, 1)


def test_only_pairs_that_count_are_taken():
    separated = np.zeros((3, 3), dtype=bool)
    separated[0, 2] = separated[2, 0] = True
    found = system_pairs(np.arange(3.0), -np.arange(3.0), separated=separated)
    assert (found.one.tolist(), found.other.tolist(), found.agreed.tolist()) == ([0], [2], [0])


def test_many_differences_are_gathered_and_nothing_is_lost(monkeypatch):
    rng = np.random.default_rng(2)
    x, z = rng.normal(size=(2, 6, 40))
    whole = output_pairs(x, z)
    monkeypatch.setattr(scored_pairs, "MOST_GAPS", 20)
    found = output_pairs(x, z)
    assert len(found.gaps) == 20
    assert (np.diff(found.gaps) > 0).all()
    exact = whole.gaps[whole.gap]
    assert found.gaps[found.gap].sum() == pytest.approx(exact.sum())
    assert found.largest == exact.max()
    counts, agreed = found.counts(np.ones(len(found.gap)))
    assert counts.sum() == len(exact)
    assert agreed.sum() == whole.agreed.sum()
    # a group holds neighbours only
    assert all(exact[found.gap == g].max() < exact[found.gap == g + 1].min() for g in range(19))


def test_another_rule_for_ties_is_refused():
    with pytest.raises(ArgumentError, match="human_ties"):
        output_pairs(np.ones((2, 2)), np.ones((2, 2)), human_ties="wrong")


def test_pairs_are_counted_by_group_once_each():
    rng = np.random.default_rng(5)
    x, z = np.round(rng.normal(size=(2, 6, 7)), 1)
    pairs = output_pairs(x, np.round(z), human_ties="half")
    groups = np.array([0, 1, 1, 2, 3, 3])
    found = UnitCounts.of(pairs, (groups[pairs.one], groups[pairs.other]), 5)
    for group in range(5):
        there = (groups[pairs.one] == group) | (groups[pairs.other] == group)
        counts, agreed = pairs.counts(there.astype(float))
        np.testing.assert_array_equal(found.counts[group], counts)
        np.testing.assert_array_equal(found.agreed[group], agreed)
