"""A sum of non-decreasing functions of single metrics, with weights that are not negative."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

import numpy as np

from trueness.learning.labelled import Labelled
from trueness.learning.learner import INNER_FOLDS, Learner, Scaled
from trueness.metrics.learned.predictors import Predictor, StepsPredictor
from trueness.statistics.judging.isotonic import isotonic
from trueness.statistics.ties import RELATIVE_TOLERANCE


@dataclasses.dataclass(frozen=True)
class IsotonicStacking(Learner):
    """Isotonic regression of people on every metric, and least squares on what these say of held-out outputs.

    So a metric's weight rests on outputs that its function has not seen: a function that follows noise gets little.
    """

    name: ClassVar[str] = "isotonic"
    words: ClassVar[str] = (
        "isotonic regression on every feature, stacked with non-negative weights fitted to held-out predictions"
    )
    source: ClassVar[str] = (
        "Wolpert (1992), Neural Networks 5, 241–259; Breiman (1996), Machine Learning 24, 49–64"
    )

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit the weights on inner folds, and the functions on all outputs."""
        from scipy.optimize import nnls

        held_out, known = [], []
        for train, test in outputs.folds(INNER_FOLDS, seed, 1):
            part = Scaled.of(outputs.rows(train))
            scaled = part.scaling(outputs.features[test])
            mean = part.human.mean()
            columns = [
                isotonic(part.features[:, k], part.human)(scaled[:, k]) - mean for k in range(scaled.shape[1])
            ]
            held_out.append(np.column_stack(columns))
            known.append(outputs.target[test] - mean)
        columns_of_all, target = np.concatenate(held_out), np.concatenate(known)
        # a feature that goes against people is a constant but for rounding, which no weight may blow up
        sizes = np.abs(columns_of_all).max(axis=0)
        flat = sizes <= RELATIVE_TOLERANCE * np.abs(target).max()
        weights, _ = nnls(np.where(flat, 0.0, columns_of_all), target)
        # a weight that is 0 but for rounding would break ties, by the order of features
        weights[weights * sizes <= RELATIVE_TOLERANCE * (weights * sizes).max()] = 0.0
        whole = Scaled.of(outputs)
        fits = [isotonic(whole.features[:, k], whole.human) for k in range(len(weights))]
        mean = float(whole.human.mean())
        starts = np.cumsum([0, *(len(one.at) for one in fits)])
        return StepsPredictor(
            means=whole.scaling.means,
            scales=whole.scaling.scales,
            starts=starts,
            knots=np.concatenate([one.at for one in fits]),
            heights=np.concatenate([one.fitted - mean for one in fits]),
            weights=np.where(np.isinf(whole.scaling.scales), 0.0, weights),
            intercept=np.asarray(mean),
        )
