"""The luck of the best metric: against plain loops, and against a population in which it is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from trueness.errors import UnsupportedMethodError
from trueness.statistics.choosing.nested_choice import best_of, nested_choice
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.score_arrays import ScoreArrays


def scores(rng, *, metrics=6, systems=10, inputs=24, noise=3.0):
    quality = rng.normal(size=(systems, 1))
    human = quality + rng.normal(size=(systems, inputs))
    return quality + noise * rng.normal(size=(metrics, systems, inputs)), human


def test_halves_and_winners_are_those_of_plain_loops():
    x, z = scores(np.random.default_rng(1))
    arrays = ScoreArrays.of(x, z, aggregates={1: "median", 4: "median"})
    found = nested_choice(arrays, ("pearson", "kendall"), "inputs", splits=5, resamples=9, seed=3)
    order = random_stream(3, 12, 0).permuted(np.tile(np.arange(24), (5, 1)), axis=1)
    for name, of in (("pearson", pearsonr), ("kendall", kendalltau)):
        for b in range(5):
            sides = [order[b] < 12, order[b] >= 12]
            r = [
                [
                    of(
                        (np.median if k in (1, 4) else np.mean)(x[k][:, side], axis=1),
                        z[:, side].mean(axis=1),
                    )[0]
                    for k in range(6)
                ]
                for side in sides
            ]
            for half in range(2):
                best = int(np.argmax(r[half]))
                assert found[name].winners[b, half] == best
                assert found[name].chosen[b, half] == pytest.approx(r[half][best])
                assert found[name].elsewhere[b, half] == pytest.approx(r[1 - half][best])


def test_one_metric_alone_loses_nothing_on_average():
    x, z = scores(np.random.default_rng(3), metrics=1)
    found = nested_choice(ScoreArrays.of(x, z), ("pearson",), "inputs", splits=50, resamples=9, seed=1)[
        "pearson"
    ]
    drops = found.chosen - found.elsewhere
    assert drops.mean() == pytest.approx(0.0, abs=1e-12)  # what one half is above, the other is below
    assert set(found.resampled.tolist()) == {0}


@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
def test_what_is_split_and_that_clusters_stay_whole(over):
    x, z = scores(np.random.default_rng(6), systems=12)
    arrays = ScoreArrays.of(x, z, clusters=np.arange(24) // 4, system_clusters=np.arange(12) // 2)
    found = nested_choice(arrays, ("pearson",), over, splits=8, resamples=20, seed=2)["pearson"]
    assert found.chosen.shape == (8, 2)
    assert np.all(found.chosen >= -1)
    again = nested_choice(arrays, ("pearson",), over, splits=8, resamples=20, seed=2)["pearson"]
    np.testing.assert_array_equal(found.elsewhere, again.elsewhere)
    reach = len(np.unique(found.winners))
    assert reach >= 1


def test_too_few_units_are_refused_by_name():
    x, z = scores(np.random.default_rng(7), systems=5)
    with pytest.raises(UnsupportedMethodError, match=r"half of the systems.*needs 6 of them; there are 5"):
        nested_choice(ScoreArrays.of(x, z), ("pearson",), "both", splits=3, resamples=3, seed=1)
    clustered = ScoreArrays.of(x, z, clusters=np.arange(24) // 10)
    with pytest.raises(UnsupportedMethodError, match="there are 3"):
        nested_choice(clustered, ("pearson",), "inputs", splits=3, resamples=3, seed=1)


def test_a_metric_without_a_correlation_is_never_chosen():
    x, z = scores(np.random.default_rng(8), metrics=3)
    x[1] = 0.5
    found = nested_choice(ScoreArrays.of(x, z), ("pearson",), "inputs", splits=20, resamples=20, seed=1)[
        "pearson"
    ]
    assert 1 not in found.winners
    assert 1 not in found.resampled
    nothing = nested_choice(ScoreArrays.of(x[[1]], z), ("pearson",), "inputs", splits=4, resamples=4, seed=1)[
        "pearson"
    ]
    assert (nothing.winners == -1).all()
    assert np.isnan(nothing.chosen).all()


def test_of_several_that_are_best_the_first_is_taken():
    assert best_of(np.array([[0.2, 0.5, 0.5], [np.nan, np.nan, np.nan], [np.nan, -1.0, -2.0]])).tolist() == [
        1,
        -1,
        1,
    ]


def test_of_values_that_are_equal_but_for_rounding_the_first_is_the_best():
    assert best_of(np.array([[0.2, 0.3, 0.1 + 0.2], [0.1 + 0.2, 0.3, np.nan]])).tolist() == [1, 0]
