"""The luck of the best metric: against plain loops, and against a population in which it is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from trueness.errors import UnsupportedMethodError
from trueness.statistics.choosing.nested_choice import best_of, best_shares, nested_choice
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.score_arrays import ScoreArrays


def scores(rng, *, metrics=6, systems=10, inputs=24, noise=3.0):
    quality = rng.normal(size=(systems, 1))
    human = quality + rng.normal(size=(systems, inputs))
    return quality + noise * rng.normal(size=(metrics, systems, inputs)), human


def test_halves_and_winners_are_those_of_plain_loops():
    x, z = scores(np.random.default_rng(1), systems=6)
    arrays = ScoreArrays.of(x, z, aggregates={1: "median", 4: "median"})
    found = nested_choice(arrays, ("pearson", "kendall"), "inputs", splits=5, resamples=9, seed=3)
    order = random_stream(3, 12, 0).permuted(np.tile(np.arange(24), (5, 1)), axis=1)
    n_tied = 0
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
                largest = max(r[half])
                best = [k for k in range(6) if r[half][k] == pytest.approx(largest)]
                n_tied += len(best) > 1
                assert found[name].chosen[b, half] == pytest.approx(largest)
                there = np.mean([r[1 - half][k] for k in best])
                assert found[name].elsewhere[b, half] == pytest.approx(there)
    assert n_tied


def test_one_metric_alone_loses_nothing_on_average():
    x, z = scores(np.random.default_rng(3), metrics=1)
    found = nested_choice(ScoreArrays.of(x, z), ("pearson",), "inputs", splits=50, resamples=9, seed=1)[
        "pearson"
    ]
    drops = found.chosen - found.elsewhere
    assert drops.mean() == pytest.approx(0.0, abs=1e-12)  # what one half is above, the other is below
    assert found.shares.tolist() == [1.0]


@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
def test_what_is_split_and_that_clusters_stay_whole(over):
    x, z = scores(np.random.default_rng(6), systems=12)
    arrays = ScoreArrays.of(x, z, clusters=np.arange(24) // 4, system_clusters=np.arange(12) // 2)
    found = nested_choice(arrays, ("pearson",), over, splits=8, resamples=20, seed=2)["pearson"]
    assert found.chosen.shape == (8, 2)
    assert np.all(found.chosen >= -1)
    again = nested_choice(arrays, ("pearson",), over, splits=8, resamples=20, seed=2)["pearson"]
    np.testing.assert_array_equal(found.elsewhere, again.elsewhere)
    assert found.shares.sum() == pytest.approx(1.0)


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
    assert found.shares[1] == 0
    assert found.shares.sum() == pytest.approx(1.0)
    assert not np.isnan(found.elsewhere).any()
    nothing = nested_choice(ScoreArrays.of(x[[1]], z), ("pearson",), "inputs", splits=4, resamples=4, seed=1)[
        "pearson"
    ]
    assert nothing.shares.tolist() == [0.0]
    assert np.isnan(nothing.chosen).all()
    assert np.isnan(nothing.elsewhere).all()


def test_several_that_are_best_share_what_the_order_of_metrics_would_decide():
    x, z = scores(np.random.default_rng(9), metrics=4, systems=6, inputs=8, noise=0.5)
    asked = {"splits": 30, "resamples": 60, "seed": 2}
    found = nested_choice(ScoreArrays.of(x, z), ("kendall",), "inputs", **asked)["kendall"]
    turned = nested_choice(ScoreArrays.of(x[::-1], z), ("kendall",), "inputs", **asked)["kendall"]
    np.testing.assert_allclose(found.shares, turned.shares[::-1])
    np.testing.assert_allclose(found.elsewhere, turned.elsewhere)
    assert np.any(found.shares * 60 % 1 > 0.01)  # some were shared


def test_shares_are_those_of_the_best():
    found = best_shares(np.array([[0.1, 0.5, 0.5], [np.nan, 0.1, 0.3], [np.nan] * 3, [0.3, 0.1 + 0.2, -1]]))
    np.testing.assert_array_equal(found, [[0, 0.5, 0.5], [0, 0, 1], [0, 0, 0], [0.5, 0.5, 0]])


def test_of_several_that_are_best_the_first_is_taken():
    assert best_of(np.array([[0.2, 0.5, 0.5], [np.nan, np.nan, np.nan], [np.nan, -1.0, -2.0]])).tolist() == [
        1,
        -1,
        1,
    ]


def test_of_values_that_are_equal_but_for_rounding_the_first_is_the_best():
    assert best_of(np.array([[0.2, 0.3, 0.1 + 0.2], [0.1 + 0.2, 0.3, np.nan]])).tolist() == [1, 0]
