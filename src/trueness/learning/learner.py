"""What a learner is: outputs that people judged in, a predictor out."""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from trueness.learning.labelled import Labelled
from trueness.metrics.learned.predictors import LinearPredictor, Predictor, Scaling
from trueness.statistics.array_types import FloatArray

INNER_FOLDS = 5
"""Folds within the outputs that are learned from, in which a learner makes its choices."""


@dataclasses.dataclass(frozen=True)
class Learner(abc.ABC):
    """A way to learn; its fields are what may be set.

    Attributes
    ----------
    name : str
    words : str
        What it does, as a part of a sentence.
    source : str
        Where it comes from; empty where it needs no citation.
    modules : tuple of str
        What has to be installed, all of the extra `learn`.
    slow : bool
        Whether a fit takes more than about a second.
    """

    name: ClassVar[str]
    words: ClassVar[str]
    source: ClassVar[str] = ""
    modules: ClassVar[tuple[str, ...]] = ()
    slow: ClassVar[bool] = False

    @abc.abstractmethod
    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Learn from outputs, all of which have a human score.

        What is chosen, such as a penalty, is chosen on folds within these outputs, split as they themselves were.

        Parameters
        ----------
        outputs : Labelled
        seed : int

        Raises
        ------
        DataError
            If a loss is no number, or the outputs cannot be split.
        """


class Scaled(NamedTuple):
    """Outputs on one scale.

    Attributes
    ----------
    scaling : Scaling
    features : array of shape (n, p)
        With mean 0 and standard deviation 1, 0 where missing.
    human : array of shape (n,)
    """

    scaling: Scaling
    features: FloatArray
    human: FloatArray

    @classmethod
    def of(cls, outputs: Labelled) -> Scaled:
        """Bring features to one scale, by these outputs alone."""
        scaling = Scaling.of(outputs.features)
        return cls(scaling, scaling(outputs.features), outputs.target)

    def linear(self, weights: FloatArray, intercept: float | None = None) -> LinearPredictor:
        """Return the predictor with these weights; without an intercept that with the human's mean.

        Features that say nothing get no weight.
        """
        weights = np.where(np.isinf(self.scaling.scales), 0.0, weights)
        shift = float(self.human.mean()) if intercept is None else intercept
        return LinearPredictor(*_arrays(self.scaling), weights, np.asarray(shift))

    def on_human_scale(self, weights: FloatArray) -> LinearPredictor:
        """Return the predictor with weights brought to the human's scale by one factor, never a negative one.

        The factor is that of the least-squares line without its sign: features are known to be better where larger,
        and what goes against people must not be turned round.
        """
        weights = np.where(np.isinf(self.scaling.scales), 0.0, weights)
        combined = self.features @ weights
        middle = float(combined.mean())
        around = combined - middle
        square = float(around @ around)
        factor = abs(float(around @ (self.human - self.human.mean()))) / square if square > 0 else 0.0
        return self.linear(weights * factor, float(self.human.mean()) - factor * middle)


def most_agreeing(agreements: Sequence[FloatArray]) -> int:
    """Return the choice whose held-out predictions agree best with people, the mean over folds; the first of equals.

    A penalty with the smallest squared error is often one that orders outputs worse: what is measured is chosen by.

    Parameters
    ----------
    agreements : sequence of array of shape (choices,)
        For each fold. Where a correlation is undefined, since all predictions are equal, it counts as none.
    """
    return int(np.argmax(np.mean([np.nan_to_num(one, nan=0.0) for one in agreements], axis=0)))


def _arrays(scaling: Scaling) -> tuple[FloatArray, FloatArray]:
    return scaling.means, scaling.scales
