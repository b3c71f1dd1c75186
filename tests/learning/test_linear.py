"""Weighted sums against closed forms and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.linear_model import Lasso as SklearnLasso
from sklearn.linear_model import RidgeCV

from trueness.learning.learner import INNER_FOLDS, Scaled
from trueness.learning.linear import PENALTIES, BestSingle, Lasso, Mean, NonNegative, Ridge


def truth(x):
    return 3 + x @ np.array([1.0, 0.5, 0.0, 0.0, -0.5, 0.0])


def test_the_penalty_of_ridge_is_the_one_whose_held_out_predictions_agree_best(making):
    outputs = making(truth, noise=3.0, n_inputs=8)
    agreements = []
    for penalty in PENALTIES:
        found = []
        for train, test in outputs.folds(INNER_FOLDS, 4, 1):
            part = Scaled.of(outputs.rows(train))
            x, y = part.features, part.human
            weights = np.linalg.solve(x.T @ x + penalty * np.eye(6), x.T @ (y - y.mean()))
            predicted = part.scaling(outputs.features[test]) @ weights
            found.append(spearmanr(predicted, outputs.target[test]).statistic)
        agreements.append(np.mean(found))
    best = PENALTIES[int(np.argmax(agreements))]
    assert PENALTIES[0] < best < PENALTIES[-1]
    whole = Scaled.of(outputs)
    expected = RidgeCV(alphas=[best]).fit(whole.features, whole.human)
    found = Ridge().fit(outputs, 4)
    assert found.weights == pytest.approx(expected.coef_)
    assert found.predict(outputs.features) == pytest.approx(expected.predict(whole.features))


def test_lasso_is_scikit_learns_with_the_penalty_whose_held_out_predictions_agree_best(making):
    outputs = making(truth, noise=3.0)
    whole = Scaled.of(outputs)
    largest = np.abs(whole.features.T @ (whole.human - whole.human.mean())).max() / len(whole.human)
    penalties = largest * np.logspace(0, -2, 25)
    agreements = np.zeros(len(penalties))
    for train, test in outputs.folds(INNER_FOLDS, 4, 1):
        part = Scaled.of(outputs.rows(train))
        for k, penalty in enumerate(penalties[1:], 1):
            fitted = SklearnLasso(alpha=penalty, tol=1e-8).fit(part.features, part.human)
            predicted = fitted.predict(part.scaling(outputs.features[test]))
            if np.ptp(predicted) > 0:
                agreements[k] += spearmanr(predicted, outputs.target[test]).statistic
    expected = SklearnLasso(alpha=penalties[int(np.argmax(agreements))], tol=1e-8).fit(
        whole.features, whole.human
    )
    assert 0 < np.argmax(agreements) < len(penalties) - 1
    assert Lasso().fit(outputs, 4).weights == pytest.approx(expected.coef_, abs=0.01)


def test_weights_that_are_not_negative(making):
    found = NonNegative().fit(making(truth), 0).weights
    assert (found >= 0).all()
    assert found[4] == 0
    assert found[0] == pytest.approx(1.0, abs=0.1)


def test_the_mean_weighs_all_alike_and_the_best_single_is_one(making):
    outputs = making(truth)
    weights = Mean().fit(outputs, 0).weights
    assert weights == pytest.approx(np.full(6, weights[0]))
    single = BestSingle().fit(outputs, 0)
    assert np.flatnonzero(single.weights).tolist() == [0]
    assert outputs.agreement(single.predict(outputs.features)[:, None])[0] == pytest.approx(
        outputs.agreement(outputs.features).max()
    )


@pytest.mark.parametrize("learner", [Ridge(), Lasso(), NonNegative(), Mean(), BestSingle()])
def test_missing_and_constant_features_are_no_obstacle(making, learner):
    outputs = making(truth, missing=0.3)
    outputs.features[:, 5] = 2.0
    found = learner.fit(outputs, 0)
    assert np.isfinite(found.predict(outputs.features[~np.isnan(outputs.features[:, :5]).all(axis=1)])).all()
