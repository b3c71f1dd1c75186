"""Agreement of every pair at once: as of each pair by itself."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.annotators.agreement_jackknife import agreement_jackknife
from trueness.statistics.annotators.gwet_ac1 import resampled_ac1
from trueness.statistics.annotators.kappa import resampled_kappa
from trueness.statistics.annotators.pair_agreement import pair_agreement

RNG = np.random.default_rng(6)


def rated(people: int, systems: int, inputs: int, share: float = 1.0) -> np.ndarray:
    """Return ratings from 1 to 4 by people who see the same outputs, of each a share."""
    true = RNG.normal(size=(1, systems, inputs))
    ratings = np.clip(np.rint(2.5 + true + RNG.normal(size=(people, systems, inputs)) * 0.7), 1, 4)
    return np.where(RNG.random(ratings.shape) < share, ratings, np.nan)


def every(people: int) -> np.ndarray:
    return np.array(list(itertools.combinations(range(people), 2)))


def alone(ratings: np.ndarray, a: int, b: int, **options) -> tuple[np.ndarray, ...]:
    """Return estimates and limits of one pair from vectors of weights."""
    categories = np.unique(ratings[~np.isnan(ratings)])

    def measure_of(flat):
        both = ~np.isnan(flat).any(axis=0)
        x, y = flat[:, both]

        def measured(weights):
            mine = weights[:, both]
            return np.stack(
                [
                    resampled_kappa(x, y, mine, "none"),
                    resampled_kappa(x, y, mine, "quadratic"),
                    resampled_ac1(x, y, categories, mine),
                ]
            )

        return measured

    pair = ratings[[a, b]]
    point = measure_of(pair.reshape(2, -1))(np.ones((1, pair[0].size)))[:, 0]
    return point, *agreement_jackknife(pair, measure_of, people=False, **options)


@pytest.mark.parametrize("share", [1.0, 0.6, 0.25])
@pytest.mark.parametrize("over", ["both", "systems", "inputs"])
@pytest.mark.parametrize("clustered", [False, True])
def test_every_pair_is_as_by_itself(share, over, clustered):
    ratings = rated(5, 4, 9, share)
    options = {"over": over, "confidence": 0.9}
    if clustered:
        options |= {"clusters": np.arange(9) // 2, "system_clusters": np.array([0, 1, 1, 2])}
    found = pair_agreement(ratings, every(5), **options)
    assert np.isfinite(found.low).any()
    for place, (a, b) in enumerate(every(5)):
        for mine, theirs in zip(found, alone(ratings, a, b, **options), strict=True):
            np.testing.assert_allclose(mine[:, place], theirs, rtol=1e-9, atol=1e-9)


def test_one_system_alone_and_people_without_common_outputs():
    ratings = rated(4, 1, 30)
    ratings[0, :, :15], ratings[1, :, 15:] = np.nan, np.nan
    found = pair_agreement(ratings, every(4))
    assert np.isnan(found.estimates[:, 0]).all()
    assert np.isnan(found.low[:, 0]).all()
    for place, (a, b) in enumerate(every(4)[1:], start=1):
        for mine, theirs in zip(found, alone(ratings, a, b), strict=True):
            np.testing.assert_allclose(mine[:, place], theirs, rtol=1e-9)


def test_equal_ratings_leave_room_for_some_that_are_not():
    ratings = np.repeat(rated(1, 3, 8), 2, axis=0)
    found = pair_agreement(ratings, every(2))
    np.testing.assert_array_equal(found.estimates, 1.0)
    assert (found.low < 1).all()
    np.testing.assert_array_equal(found.high, 1.0)


def test_blocks_of_pairs_change_nothing(monkeypatch):
    ratings = rated(6, 3, 7, 0.7)
    whole = pair_agreement(ratings, every(6))
    monkeypatch.setattr("trueness.statistics.annotators.pair_agreement.HELD", 500)
    for mine, theirs in zip(pair_agreement(ratings, every(6)), whole, strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_what_varies_is_named():
    with pytest.raises(ArgumentError, match="over"):
        pair_agreement(rated(2, 2, 3), every(2), over="cells")


def test_of_outputs_that_one_person_each_rated_there_is_nothing_to_compute():
    """A table of a thousand different ratings would have a million categories."""
    ratings = np.full((3, 1, 1_500), np.nan)
    ratings[np.arange(1_500) % 3, 0, np.arange(1_500)] = np.arange(1_500)
    found = pair_agreement(ratings, np.array([[0, 1], [0, 2], [1, 2]]))
    assert [np.isnan(side).all() and side.shape == (3, 3) for side in found] == [True] * 3
