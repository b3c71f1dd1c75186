"""Scores as ratings: held out, monotone, and no shrinking where ranks are aligned."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from trueness.errors import ArgumentError
from trueness.statistics.annotators.rating_scale import CALIBRATIONS, rating_scale

RNG = np.random.default_rng(2)
TRUTH = RNG.normal(size=(6, 40))
RATINGS = np.clip(np.round(3 + TRUTH + 0.7 * RNG.normal(size=(3, 6, 40))), 1, 5)
SCORES = np.exp(TRUTH + 0.5 * RNG.normal(size=TRUTH.shape))


@pytest.mark.parametrize("method", CALIBRATIONS)
def test_a_label_does_not_depend_on_the_ratings_of_its_fold(method):
    before = rating_scale(SCORES, RATINGS, method, rng=3)
    other = RATINGS.copy()
    other[:, :, before.folds == 4] = 1.0
    after = rating_scale(SCORES, other, method, rng=3)
    here = before.folds == 4
    assert np.array_equal(before.labels[:, here], after.labels[:, here])
    assert np.array_equal(before.constant[:, here], after.constant[:, here])
    assert not np.array_equal(before.constant[:, ~here], after.constant[:, ~here]) or method in (
        "quantile",
        "none",
    )


@pytest.mark.parametrize("method", ["quantile", "isotonic", "linear"])
def test_labels_never_fall_where_scores_rise(method):
    found = rating_scale(SCORES, RATINGS, method, rng=1)
    for k in range(10):
        here = found.folds == k
        order = np.argsort(SCORES[:, here], axis=None)
        assert np.all(np.diff(found.labels[:, here].ravel()[order]) >= -1e-12)


def test_ranks_keep_the_use_of_the_scale_and_regressions_shrink():
    labels = rating_scale(SCORES, RATINGS, "quantile", rng=1).labels
    assert set(np.unique(labels)) <= {1.0, 2, 3, 4, 5}
    shares = [[np.mean(values == k) for k in range(1, 6)] for values in (labels, RATINGS)]
    assert shares[0] == pytest.approx(shares[1], abs=0.03)
    noise = np.random.default_rng(9).normal(size=SCORES.shape)
    spread = {m: rating_scale(noise, RATINGS, m, rng=1).labels.std() for m in CALIBRATIONS[:3]}
    assert spread["quantile"] > 0.9 * RATINGS.std()
    assert max(spread["isotonic"], spread["linear"]) < 0.35 * RATINGS.std()


def test_only_the_order_of_scores_matters_to_ranks():
    one, other = (rating_scale(s, RATINGS, "quantile", rng=1).labels for s in (SCORES, np.log(SCORES)))
    assert np.array_equal(one, other)
    one, other = (rating_scale(s, RATINGS, "isotonic", rng=1).labels for s in (SCORES, 5 * SCORES - 2))
    assert one == pytest.approx(other)
    one, other = (rating_scale(s, RATINGS, "linear", rng=1).labels for s in (SCORES, 1e-4 * SCORES))
    assert one == pytest.approx(other)


def test_the_formulas_on_one_fold():
    found = rating_scale(SCORES, RATINGS, "linear", folds=2, rng=5)
    here, rest = found.folds == 0, found.folds == 1
    x, y = SCORES[:, rest].ravel(), RATINGS[:, :, rest].mean(axis=0).ravel()
    line = scipy.stats.linregress(x, y)
    assert found.labels[:, here] == pytest.approx(line.intercept + line.slope * SCORES[:, here])
    assert found.constant[:, here] == pytest.approx(np.full((6, here.sum()), RATINGS[:, :, rest].mean()))
    against = rating_scale(-SCORES, RATINGS, "linear", folds=2, rng=5)
    assert against.labels[:, here] == pytest.approx(np.full((6, here.sum()), y.mean()))
    ranks = rating_scale(SCORES, RATINGS, "quantile", folds=2, rng=5)
    score = SCORES[2, np.flatnonzero(here)[0]]
    share = np.mean(x < score)  # no ties with another fold
    pool = np.sort(RATINGS[:, :, rest].ravel())
    assert ranks.labels[2, np.flatnonzero(here)[0]] == pool[int(np.ceil(share * len(pool))) - 1]


def test_gaps_stay_gaps():
    scores, ratings = SCORES.copy(), RATINGS.copy()
    scores[0, :5] = np.nan
    ratings[:, 1, 3] = np.nan
    ratings[0, 2] = np.nan
    for method in CALIBRATIONS:
        found = rating_scale(scores, ratings, method, rng=1)
        assert np.array_equal(np.isnan(found.labels), np.isnan(scores))
        assert not np.isnan(found.constant).any()
    nobody = rating_scale(scores, np.full_like(ratings, np.nan), "quantile", rng=1)
    assert np.isnan(nobody.labels).all()
    assert np.isnan(nobody.constant).all()


def test_constant_scores_get_the_middle_rating():
    found = rating_scale(np.ones_like(SCORES), RATINGS, "quantile", rng=1)
    assert np.array_equal(found.labels, found.constant)
    for method in ("isotonic", "linear"):
        found = rating_scale(np.ones_like(SCORES), RATINGS, method, rng=1)
        assert found.labels == pytest.approx(found.constant)


def test_clusters_stay_together_and_seeds_matter():
    clusters = np.arange(40) // 4
    found = rating_scale(SCORES, RATINGS, folds=5, clusters=clusters, rng=1)
    assert all(len(set(found.folds[clusters == c])) == 1 for c in range(10))
    assert np.array_equal(
        found.labels, rating_scale(SCORES, RATINGS, folds=5, clusters=clusters, rng=1).labels
    )
    assert not np.array_equal(
        found.folds, rating_scale(SCORES, RATINGS, folds=5, clusters=clusters, rng=2).folds
    )


def test_errors():
    with pytest.raises(ArgumentError, match="Did you mean 'quantile'"):
        rating_scale(SCORES, RATINGS, "quantiles")
    with pytest.raises(ArgumentError, match="clash with `scores` of"):
        rating_scale(SCORES[:3], RATINGS)
    with pytest.raises(ArgumentError, match="must be finite"):
        rating_scale(np.where(SCORES > 1, np.inf, SCORES), RATINGS)
    with pytest.raises(ArgumentError, match="`folds`"):
        rating_scale(SCORES, RATINGS, folds=41)
