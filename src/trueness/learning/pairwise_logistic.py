"""Learning which of two outputs people prefer, in place of what they say of each."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

import numpy as np

from trueness.errors import DataError
from trueness.learning.labelled import Labelled
from trueness.learning.learner import Learner, Scaled
from trueness.metrics.learned.predictors import Predictor
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.resample import random_stream

MOST_PAIRS = 5000
FOLDS = 3
STRENGTHS = (1e-4, 1e-3, 1e-2, 1e-1)
"""Inverse penalties of the logistic regression."""


@dataclasses.dataclass(frozen=True)
class PairwiseLogistic(Learner):
    """Logistic regression on differences of two outputs' features: RankNet's loss with a weighted sum.

    At the input level pairs are of one input, as they are in what is measured; at others of any.
    """

    name: ClassVar[str] = "pairwise"
    words: ClassVar[str] = (
        "logistic regression on pairs of outputs, its penalty chosen by inner cross-validation"
    )
    source: ClassVar[str] = "Burges et al. (2005), ICML, 89–96"
    modules: ClassVar[tuple[str, ...]] = ("sklearn",)

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit with the penalty under which most held-out pairs are ordered as people order them."""
        right = np.zeros(len(STRENGTHS))
        for place, (train, test) in enumerate(outputs.folds(FOLDS, seed, 1)):
            part, held_out = Scaled.of(outputs.rows(train)), outputs.rows(test)
            pairs = _pairs(outputs.rows(train), seed, place)
            other = _pairs(held_out, seed, place)
            scaled = part.scaling(held_out.features)
            away = held_out.target[other[0]] - held_out.target[other[1]]
            for k, strength in enumerate(STRENGTHS):
                score = scaled @ _weights(part, pairs, strength)
                right[k] += np.mean((score[other[0]] - score[other[1]]) * away > 0)
        whole = Scaled.of(outputs)
        chosen = STRENGTHS[int(np.argmax(right))]
        return whole.on_human_scale(_weights(whole, _pairs(outputs, seed, FOLDS), chosen))


def _pairs(outputs: Labelled, seed: int, part: int) -> IntArray:
    """Return rows of two outputs that people tell apart, shape (2, n); at random if there are too many."""
    order = random_stream(seed, 83, part)
    size = len(outputs.target)
    first, second = (order.integers(size, size=8 * MOST_PAIRS) for _ in range(2))
    if outputs.level == "input":
        place = np.argsort(outputs.inputs, kind="stable")
        labels = outputs.inputs[place]
        start, stop = (
            np.searchsorted(labels, outputs.inputs[first], side=side) for side in ("left", "right")
        )
        second = place[start + (order.random(len(first)) * (stop - start)).astype(np.int64)]
    told = outputs.target[first] != outputs.target[second]
    found = np.stack([first[told], second[told]])[:, :MOST_PAIRS]
    if found.shape[1] == 0:
        raise DataError(
            "people tie all outputs that are compared, and only decided pairs can be learned from."
        )
    return found


def _weights(part: Scaled, pairs: IntArray, strength: float) -> FloatArray:
    from sklearn.linear_model import LogisticRegression

    first, second = pairs
    # every pair in an order of its own, so that both answers occur
    turned = np.where(np.arange(len(first)) % 2 == 0, 1.0, -1.0)
    differences = (part.features[first] - part.features[second]) * turned[:, None]
    better = (part.human[first] - part.human[second]) * turned > 0
    if better.all() or not better.any():
        differences[0], better[0] = -differences[0], not better[0]
    found = LogisticRegression(C=strength, fit_intercept=False, max_iter=200, tol=1e-3).fit(
        differences, better
    )
    weights: FloatArray = found.coef_[0]
    return weights
