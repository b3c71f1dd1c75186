"""Weighted sums of metrics: ridge, lasso, non-negative weights, the plain mean, the best single one."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from trueness.learning.labelled import Labelled
from trueness.learning.learner import INNER_FOLDS, Learner, Scaled, most_agreeing
from trueness.metrics.learned.predictors import Predictor
from trueness.statistics.array_types import FloatArray

PENALTIES = tuple(float(value) for value in np.logspace(-1, 5, 25))
"""Of ridge, as multiples of one output: scikit-learn's ``alpha`` on scaled features."""


DESCENT = {"tol": 1e-2, "max_iter": 20_000}
"""How far lasso's coordinate descent goes: among a hundred metrics that are nearly alike it is slow."""


@dataclasses.dataclass(frozen=True)
class Ridge(Learner):
    """Least squares with a penalty on squared weights, chosen by cross-validation."""

    name: ClassVar[str] = "ridge"
    words: ClassVar[str] = "ridge regression on all features, its penalty chosen by inner cross-validation"
    source: ClassVar[str] = "Hoerl and Kennard (1970), Technometrics 12, 55–67"

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit with the penalty whose held-out predictions agree best with people."""
        agreements = []
        for train, test in outputs.folds(INNER_FOLDS, seed, 1):
            part = Scaled.of(outputs.rows(train))
            weights, intercepts = _ridge(part, PENALTIES)
            predicted = part.scaling(outputs.features[test]) @ weights + intercepts
            agreements.append(outputs.rows(test).agreement(predicted))
        whole = Scaled.of(outputs)
        penalty = PENALTIES[most_agreeing(agreements)]
        weights, intercepts = _ridge(whole, (penalty,))
        return whole.linear(weights[:, 0], float(intercepts[0]))


def _ridge(outputs: Scaled, penalties: Sequence[float]) -> tuple[FloatArray, FloatArray]:
    """Return weights, shape (p, penalties), and intercepts by one decomposition, the intercept without penalty.

    scikit-learn's are the same, but it checks its arguments for longer than such a fit takes.
    """
    middle, mean = outputs.features.mean(axis=0), outputs.human.mean()
    left, sizes, right = np.linalg.svd(outputs.features - middle, full_matrices=False)
    shrunk = sizes[:, None] / (np.square(sizes)[:, None] + np.array(penalties))
    weights = right.T @ (shrunk * (left.T @ (outputs.human - mean))[:, None])
    return weights, mean - middle @ weights


@dataclasses.dataclass(frozen=True)
class Lasso(Learner):
    """Least squares with a penalty on absolute weights, so that many are zero."""

    name: ClassVar[str] = "lasso"
    words: ClassVar[str] = "lasso regression, its penalty chosen by inner cross-validation"
    source: ClassVar[str] = "Tibshirani (1996), JRSS B 58, 267–288"
    modules: ClassVar[tuple[str, ...]] = ("sklearn",)

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit with the penalty whose held-out predictions agree best, from the largest useful one downwards."""
        from sklearn.linear_model import lasso_path

        whole = Scaled.of(outputs)
        around = whole.human - whole.human.mean()
        largest = float(np.abs(whole.features.T @ around).max()) / len(around)
        penalties = largest * np.logspace(0, -2, 25)
        agreements = []
        for train, test in outputs.folds(INNER_FOLDS, seed, 1):
            part = Scaled.of(outputs.rows(train))
            mean = part.human.mean()
            _, weights, _ = lasso_path(part.features, part.human - mean, alphas=penalties, **DESCENT)
            predicted = part.scaling(outputs.features[test]) @ weights + mean
            agreements.append(outputs.rows(test).agreement(predicted))
        best = most_agreeing(agreements)
        _, weights, _ = lasso_path(whole.features, around, alphas=penalties[: best + 1], **DESCENT)
        return whole.linear(weights[:, -1])


@dataclasses.dataclass(frozen=True)
class NonNegative(Learner):
    """Least squares with weights that are not negative."""

    name: ClassVar[str] = "nonnegative"
    words: ClassVar[str] = "least squares with weights that are not negative"
    source: ClassVar[str] = "Lawson and Hanson (1974), Solving Least Squares Problems"

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit; nothing is chosen."""
        from scipy.optimize import nnls

        del seed
        whole = Scaled.of(outputs)
        weights, _ = nnls(whole.features, whole.human - whole.human.mean())
        return whole.linear(weights)


@dataclasses.dataclass(frozen=True)
class Mean(Learner):
    """The mean of standardised metrics; of people only the scale is learned."""

    name: ClassVar[str] = "mean"
    words: ClassVar[str] = "the mean of standardised features"

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit the scale."""
        del seed
        whole = Scaled.of(outputs)
        return whole.on_human_scale(np.full(whole.features.shape[1], 1 / whole.features.shape[1]))


@dataclasses.dataclass(frozen=True)
class BestSingle(Learner):
    """The feature that agrees best on the outputs that are learned from."""

    name: ClassVar[str] = "best_single"
    words: ClassVar[str] = "the single metric that agrees best on the part that is learned from"

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Choose by the coefficient and at the level of the study."""
        del seed
        whole = Scaled.of(outputs)
        agreement = outputs.agreement(outputs.features)
        known = np.where(np.isnan(agreement), -np.inf, agreement)
        weights = np.zeros(len(known))
        weights[int(np.argmax(known))] = 1.0
        return whole.on_human_scale(weights)
