"""Gradient boosting of small regression trees."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any, ClassVar

import numpy as np

from trueness.learning.labelled import Labelled
from trueness.learning.learner import Learner, Scaled
from trueness.metrics.learned.predictors import Predictor, TreesPredictor
from trueness.statistics.array_types import FloatArray

MOST_TREES = 200
FOLDS = 3


@dataclasses.dataclass(frozen=True)
class Boosting(Learner):
    """Trees of depth 3, each fitted to what those before leave, on half of the outputs; their number is chosen."""

    name: ClassVar[str] = "boosting"
    words: ClassVar[str] = (
        "gradient boosting of regression trees, their number chosen by inner cross-validation"
    )
    source: ClassVar[str] = "Friedman (2002), Computational Statistics & Data Analysis 38, 367–378"
    modules: ClassVar[tuple[str, ...]] = ("sklearn",)
    slow: ClassVar[bool] = True

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit the number of trees whose held-out squared error is smallest."""
        errors = np.zeros(MOST_TREES)
        for train, test in outputs.folds(FOLDS, seed, 1):
            part = Scaled.of(outputs.rows(train))
            found = boosted(part.features, part.human, MOST_TREES, seed)
            scaled = part.scaling(outputs.features[test])
            for k, predicted in enumerate(found.staged_predict(scaled)):
                errors[k] += ((predicted - outputs.target[test]) ** 2).sum()
        whole = Scaled.of(outputs)
        fitted = boosted(whole.features, whole.human, int(np.argmin(errors)) + 1, seed)
        return TreesPredictor(means=whole.scaling.means, scales=whole.scaling.scales, **_nodes(fitted))


def boosted(features: FloatArray, human: FloatArray, trees: int, seed: int) -> Any:
    """Return scikit-learn's regressor, fitted.

    Parameters
    ----------
    features : array of shape (n, p)
    human : array of shape (n,)
    trees, seed : int
    """
    from sklearn.ensemble import GradientBoostingRegressor

    return GradientBoostingRegressor(
        n_estimators=trees,
        learning_rate=0.05,
        max_depth=3,
        subsample=0.5,
        max_features="sqrt",
        min_samples_leaf=5,
        random_state=seed % 2**32,
    ).fit(features, human)


def _nodes(fitted: Any) -> dict[str, Any]:
    """Return the nodes of all trees one after the other, and what they add to."""
    trees = [one.tree_ for one in fitted.estimators_[:, 0]]
    sizes = [tree.node_count for tree in trees]
    roots = np.array([0, *itertools.accumulate(sizes)][:-1], dtype=np.int64)

    def joined(name: str, *, places: bool = False) -> Any:
        return np.concatenate(
            [getattr(tree, name) + (root if places else 0) for tree, root in zip(trees, roots, strict=True)]
        )

    inner = np.concatenate([tree.children_left >= 0 for tree in trees])
    values = np.concatenate([tree.value[:, 0, 0] for tree in trees]) * fitted.learning_rate
    return {
        "roots": roots,
        "features": np.where(inner, joined("feature"), -1).astype(np.int64),
        "thresholds": np.where(inner, joined("threshold"), 0.0),
        "left": np.where(inner, joined("children_left", places=True), 0).astype(np.int64),
        "right": np.where(inner, joined("children_right", places=True), 0).astype(np.int64),
        "values": values,
        "intercept": np.asarray(float(fitted.init_.constant_.ravel()[0])),
    }
