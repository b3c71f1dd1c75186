"""The networks of Miloulis et al.: a search for width and depth by overfitting, then for what holds them back."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from typing import Any, ClassVar

import numpy as np

from trueness.errors import DataError
from trueness.learning.labelled import Labelled
from trueness.learning.learner import Learner, Scaled
from trueness.learning.network_training import Design, Part, Trained, train
from trueness.metrics.learned.predictors import NetworkPredictor, Predictor
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import random_stream

DEPTHS, WIDTHS = (1, 2, 3, 4, 5), (128, 256, 512)
"""Of the networks that are overfitted; those of the paper are among them."""

DROPOUTS, PENALTIES = (0.0, 0.7), (1e-6, 1e-1)
"""From where to where they are drawn: shares uniformly, penalties by their logarithm."""

VALIDATION_FOLDS = 5

FIRST_RUNG, HALVED = 8, 2
"""After so many epochs, and after twice, four times as many, a draw goes on if it is in the better half of those that
came so far. It takes half of the epochs, and nearly always finds the network that is found without."""


@dataclasses.dataclass(frozen=True)
class Network(Learner):
    """A network for one human score, found as in the paper.

    First networks of every depth and width are overfitted: the one with the smallest training error is taken. Then
    dropout and the L2 penalty are drawn at random, `trials` times, with early stopping on a fifth of the outputs, split
    off as they are held out; the one with the smallest validation error is the result. Adam, rate .001. Draws that
    fall behind end early (successive halving, Jamieson and Talwalkar 2016).

    Attributes
    ----------
    trials : int
    overfitting, epochs : int
        Epochs of the first step, and at most of the second.
    depths, widths : tuple of int
    """

    name: ClassVar[str] = "network"
    words: ClassVar[str] = (
        "a feed-forward network, its depth and width found by overfitting, dropout and penalty by random search"
    )
    source: ClassVar[str] = "Miloulis, Malakasiotis, Pavlopoulos and Androutsopoulos, section 4"
    modules: ClassVar[tuple[str, ...]] = ("torch", "optuna")
    slow: ClassVar[bool] = True
    several: ClassVar[bool] = False

    trials: int = 12
    overfitting: int = 15
    epochs: int = 60
    depths: tuple[int, ...] = DEPTHS
    widths: tuple[int, ...] = WIDTHS

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Search, and return the best network."""
        whole = Scaled.of(outputs)
        human = outputs.human if self.several else outputs.human[:, :1]
        mean, spread = _mean_and_spread(human)
        targets = (human - mean) / spread
        fold = outputs.folds(VALIDATION_FOLDS, seed, 2)[0]
        parts = [Part(whole.features[rows], targets[rows]) for rows in (fold.train, fold.test)]
        found = self._search(parts[0], parts[1], seed)
        # of several targets the first is what is to be predicted
        layers = [*found.weights[:-1], found.weights[-1][:1]]
        return NetworkPredictor(
            whole.scaling.means,
            whole.scaling.scales,
            np.array([layers[0].shape[1], *(len(matrix) for matrix in layers)], dtype=np.int64),
            np.concatenate([matrix.ravel() for matrix in layers]),
            np.concatenate([*found.biases[:-1], found.biases[-1][:1]]),
            np.asarray(mean[0]),
            np.asarray(spread[0]),
        )

    def _search(self, part: Part, validation: Part, seed: int) -> Trained:
        depth, width = self._overfitted(part, seed)
        import optuna

        halving = optuna.pruners.SuccessiveHalvingPruner(min_resource=FIRST_RUNG, reduction_factor=HALVED)
        study = _study(seed, halving)
        tried: dict[int, Trained] = {}
        for _ in range(self.trials):
            trial = study.ask()
            design = Design(
                depth,
                width,
                trial.suggest_float("dropout", *DROPOUTS),
                trial.suggest_float("penalty", *PENALTIES, log=True),
            )
            own = int(random_stream(seed, 93, trial.number).integers(2**31))
            behind = functools.partial(_behind, trial)
            tried[trial.number] = train(design, part, validation, self.epochs, own, behind)
            study.tell(trial, tried[trial.number].validation)
        best: Trained = tried[study.best_trial.number]
        return best

    def _overfitted(self, part: Part, seed: int) -> tuple[int, int]:
        """Return depth and width of the network that overfits best."""
        study = _study(seed)
        for depth, width in itertools.product(self.depths, self.widths):
            study.enqueue_trial({"depth": depth, "width": width})
        for _ in range(len(self.depths) * len(self.widths)):
            trial = study.ask()
            design = Design(
                trial.suggest_categorical("depth", self.depths),
                trial.suggest_categorical("width", self.widths),
            )
            own = int(random_stream(seed, 92, trial.number).integers(2**31))
            study.tell(trial, train(design, part, None, self.overfitting, own).training)
        return study.best_params["depth"], study.best_params["width"]


@dataclasses.dataclass(frozen=True)
class MultiNetwork(Network):
    """A network for all human scores at once, chosen by how well it predicts one of them."""

    name: ClassVar[str] = "multi_network"
    words: ClassVar[str] = (
        "a feed-forward network for all human scores at once, found like that for one and chosen for the one predicted"
    )
    several: ClassVar[bool] = True


def _behind(trial: Any, epoch: int, loss: float) -> bool:
    """Return whether other draws were better after as many epochs."""
    trial.report(loss, epoch)
    return bool(trial.should_prune())


def _study(seed: int, pruner: Any = None) -> Any:
    """Return a search at random, in memory: what is finished is kept with the fit that it is part of."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.RandomSampler(seed=seed % 2**32)
    return optuna.create_study(direction="minimize", sampler=sampler, pruner=pruner)


def _mean_and_spread(human: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and standard deviation of every column; a column that is constant or unknown stays as it is."""
    known = ~np.isnan(human)
    if not known[:, 0].all():
        raise DataError("an output to learn from has no human score.")
    count = np.maximum(known.sum(axis=0), 1)
    mean = np.where(known, human, 0.0).sum(axis=0) / count
    spread = np.sqrt(np.where(known, (human - mean) ** 2, 0.0).sum(axis=0) / count)
    return mean, np.where(spread > 0, spread, 1.0)
