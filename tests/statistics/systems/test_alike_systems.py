"""Versions of one system are seen, and independent systems are not taken for such."""

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.systems import alike_systems as module
from trueness.statistics.systems.alike_systems import alike_systems


def scores(rng, systems=12, inputs=30, scorers=3):
    own = rng.normal(size=(systems, inputs)) + rng.normal(size=(systems, 1)) + rng.normal(size=(1, inputs))
    return own + 0.5 * rng.normal(size=(scorers, systems, inputs))


def test_two_versions_of_one_system_are_a_pair_and_their_correlation_is_that_of_numpy():
    rng = np.random.default_rng(1)
    given = scores(rng)
    given[:, 7] = given[:, 2] + 0.3 * rng.normal(size=given[:, 2].shape)
    (found,) = alike_systems(given)
    assert found[:2] == (2, 7)
    rest = given - given.mean(axis=1, keepdims=True)
    each = [np.corrcoef(one[2], one[7])[0, 1] for one in rest]
    assert found[2] == pytest.approx(np.mean(each))


def test_independent_systems_are_hardly_ever_taken_for_versions():
    found = [alike_systems(scores(np.random.default_rng(seed), inputs=12)) for seed in range(60)]
    assert sum(map(bool, found)) <= 3


def test_missing_scores_and_few_inputs():
    rng = np.random.default_rng(2)
    given = scores(rng)
    given[:, 7] = given[:, 2]
    gaps = given.copy()
    gaps[:, 7, ::3] = np.nan
    assert [one[:2] for one in alike_systems(gaps)] == [(2, 7)]
    assert alike_systems(given[:, :, :9]) == []
    assert alike_systems(given[:, :2]) == []
    assert alike_systems(np.ones((1, 5, 20))) == []


@pytest.mark.parametrize("block", [1, 10**6])
def test_the_quick_look_passes_over_no_pair_that_counts(monkeypatch, block):
    """Against every pair looked at by itself, with gaps, and a scorer that gives some systems one score."""
    monkeypatch.setattr(module, "BLOCK", block)
    rng = np.random.default_rng(3)
    given = np.repeat(scores(rng, systems=7), 2, axis=1) + 0.7 * rng.normal(size=(3, 14, 30))
    given[rng.random(given.shape) < 0.1] = np.nan
    given[1, 3:6] = 2.0
    found = alike_systems(given)
    assert 0 < len(found) < 91
    monkeypatch.setattr(module, "_perhaps_alike", lambda rest: itertools.combinations(range(14), 2))
    assert alike_systems(given) == found


def test_a_pair_whose_digits_the_quick_look_loses_is_looked_at_though_it_looks_alike():
    """Where both have a score they are far from their means, and hardly vary."""
    rng = np.random.default_rng(4)
    given = rng.normal(size=(1, 12, 30))
    given[0, 7] = given[0, 2] + 0.3 * rng.normal(size=30)
    given[0, [2, 7], :20] += 1e5
    given[0, [4, 5], :20] -= 1e5
    given[0, 2, 25:] = given[0, 7, 20:25] = np.nan
    assert (2, 7) in [one[:2] for one in alike_systems(given)]


def test_refusals():
    with pytest.raises(ArgumentError, match="the shape"):
        alike_systems(np.ones((3, 4)))
