"""Weighted sums against closed forms and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LassoCV, RidgeCV

from trueness.learning.learner import INNER_FOLDS, Scaled
from trueness.learning.linear import PENALTIES, BestSingle, Lasso, Mean, NonNegative, Ridge


def truth(x):
    return 3 + x @ np.array([1.0, 0.5, 0.0, 0.0, -0.5, 0.0])


def test_the_penalty_of_ridge_is_the_one_that_each_fold_scaled_by_itself_would_choose(making):
    outputs = making(truth, noise=3.0, n_inputs=8)
    errors = []
    for penalty in PENALTIES:
        squares = 0.0
        for train, test in outputs.folds(INNER_FOLDS, 4, 1):
            part = Scaled.of(outputs.rows(train))
            x, y = part.features, part.human
            weights = np.linalg.solve(x.T @ x + penalty * np.eye(6), x.T @ (y - y.mean()))
            squares += (
                (part.scaling(outputs.features[test]) @ weights + y.mean() - outputs.target[test]) ** 2
            ).sum()
        errors.append(squares)
    best = PENALTIES[int(np.argmin(errors))]
    whole = Scaled.of(outputs)
    expected = RidgeCV(alphas=[best]).fit(whole.features, whole.human)
    found = Ridge().fit(outputs, 4)
    assert found.weights == pytest.approx(expected.coef_)
    assert found.predict(outputs.features) == pytest.approx(expected.predict(whole.features))


def test_lasso_is_scikit_learns_on_the_same_folds(making):
    outputs = making(truth, noise=1.0)
    whole = Scaled.of(outputs)
    folds = [(one.train, one.test) for one in outputs.folds(INNER_FOLDS, 4, 1)]
    largest = np.abs(whole.features.T @ (whole.human - whole.human.mean())).max() / len(whole.human)
    expected = LassoCV(alphas=largest * np.logspace(0, -2, 25), cv=folds).fit(whole.features, whole.human)
    # folds are scaled by themselves here, by all outputs there: nearly the same
    assert Lasso().fit(outputs, 4).weights == pytest.approx(expected.coef_, abs=0.03)


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
