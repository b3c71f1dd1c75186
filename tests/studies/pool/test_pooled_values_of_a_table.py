"""Quotients of one table: metrics and pairs, on the data, in resamples and without single units."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.pairs.system_pairwise_accuracy import system_pairwise_accuracy
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.pooled_values import quotients, table_values

NAN = np.nan
SETTINGS = Settings(coefficients=("pearson", "kendall", "pairwise_accuracy"), resamples=40, seed=5)


@pytest.fixture
def arrays():
    rng = np.random.default_rng(4)
    human = rng.normal(size=(6, 5))
    metrics = human + rng.normal(size=(3, 6, 5))
    metrics[2, 0, 1] = NAN
    return ScoreArrays.of(metrics, human)


def singles(arrays):
    return [(group, [(k,) for k in group.metrics]) for group in arrays.single_groups()]


def test_values_are_correlations_and_shares(arrays):
    found = table_values(arrays, singles(arrays), SETTINGS, over=None)
    assert list(found) == list(SETTINGS.keys)
    for key, values in found.items():
        assert (values.samples, values.folds) == (None, ())
        assert values.sample_values is None
        for k, estimate in enumerate(values.estimates[0]):
            x, z = arrays.metrics[k], arrays.human
            if key == ACCURACY_KEY:
                assert (estimate, values.totals[k]) == (system_pairwise_accuracy(x, z).accuracy, 15)
            else:
                assert estimate == pytest.approx(correlate(x, z, *key).estimate, abs=1e-12)
                assert values.totals[k] == 1


def test_pairs_are_compared_on_the_cells_of_both(arrays):
    columns = arrays.pair_groups([(0, 1), (0, 2)])
    found = table_values(arrays, columns, SETTINGS, over="systems", bca=True)
    order = [pair for _, members in columns for pair in members]
    for key, values in found.items():
        for c, (a, b) in enumerate(order):
            x, y, z = (
                np.where(np.isnan(arrays.metrics[[a, b]]).any(axis=0), NAN, one)
                for one in (arrays.metrics[a], arrays.metrics[b], arrays.human)
            )
            if key == ACCURACY_KEY:
                sides = [system_pairwise_accuracy(one, z).accuracy for one in (x, y)]
            else:
                sides = [correlate(one, z, *key).estimate for one in (x, y)]
            assert values.estimates[:, c] == pytest.approx(sides, abs=1e-12)
            assert values.numerators[c] == values.sides[0, c] - values.sides[1, c]
            (fold,) = values.fold_values
            for i in range(6):
                kept = [k for k in range(6) if k != i]
                if key == ACCURACY_KEY:
                    left = [system_pairwise_accuracy(one[kept], z[kept]).accuracy for one in (x, y)]
                else:
                    left = [correlate(one[kept], z[kept], *key).estimate for one in (x, y)]
                assert fold[i, c] == pytest.approx(left[0] - left[1], abs=1e-10)
        assert values.sample_values.shape == (40, 2)


def test_the_same_seed_gives_metrics_and_pairs_the_same_resamples(arrays):
    alone = table_values(arrays, singles(arrays), SETTINGS, over="both")
    columns = arrays.pair_groups([(0, 1)])
    together = table_values(arrays, columns, SETTINGS, over="both")
    for key, values in together.items():
        own = alone[key].sample_values
        np.testing.assert_allclose(values.sample_values[:, 0], own[:, 0] - own[:, 1], atol=1e-12)


def test_pairs_of_single_metrics_are_those_of_their_group(arrays):
    whole = ScoreArrays.of(arrays.metrics[:2], arrays.human)
    alone = table_values(whole, singles(whole), SETTINGS, over="both", bca=True)
    together = table_values(whole, whole.pair_groups([(1, 0)]), SETTINGS, over="both", bca=True)
    for key, expected in together.items():
        made = alone[key].of_pairs(np.array([1]), np.array([0]))
        for name in ("sides", "totals", "samples", "sample_values", "estimates", "numerators"):
            np.testing.assert_array_equal(getattr(made, name), getattr(expected, name))
        for own, other in zip(made.fold_values, expected.fold_values, strict=True):
            np.testing.assert_array_equal(own, other)


def test_an_undefined_value_has_no_total():
    arrays = ScoreArrays.of(
        np.array([[[1.0], [1.0], [1.0]], [[1.0], [2.0], [3.0]]]), np.array([[1.0], [2.0], [4.0]])
    )
    settings = Settings(levels=("system",), coefficients=("pearson", "pairwise_accuracy"))
    found = table_values(arrays, singles(arrays), settings, over=None)
    np.testing.assert_array_equal(found["system", "pearson"].totals, [NAN, 1])
    np.testing.assert_array_equal(found[ACCURACY_KEY].totals, [3, 3])
    np.testing.assert_array_equal(found[ACCURACY_KEY].estimates[0], [0, 1])


def test_quotients_are_undefined_without_a_total():
    np.testing.assert_array_equal(
        quotients(np.array([[1.0, 1, NAN, 1]]), np.array([2.0, 0, 1, NAN])), [[0.5, NAN, NAN, NAN]]
    )
