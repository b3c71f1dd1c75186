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
from trueness.parallel.checkpoint import Steps
from trueness.parallel.fingerprint import fingerprint
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
            means=whole.scaling.means,
            scales=whole.scaling.scales,
            sizes=np.array([layers[0].shape[1], *(len(matrix) for matrix in layers)], dtype=np.int64),
            weights=np.concatenate([matrix.ravel() for matrix in layers]),
            biases=np.concatenate([*found.biases[:-1], found.biases[-1][:1]]),
            offset=np.asarray(mean[0]),
            factor=np.asarray(spread[0]),
        )

    def _search(self, part: Part, validation: Part, seed: int) -> Trained:
        steps = Steps(lambda: fingerprint("search of a network", self, part, validation, seed))
        depth, width = self._overfitted(part, seed, steps)
        import optuna

        halving = optuna.pruners.SuccessiveHalvingPruner(min_resource=FIRST_RUNG, reduction_factor=HALVED)
        study = _study(seed, halving)
        draws: list[_Draw] = []
        for _ in range(self.trials):
            trial = study.ask()
            design = Design(
                depth,
                width,
                trial.suggest_float("dropout", *DROPOUTS),
                trial.suggest_float("penalty", *PENALTIES, log=True),
            )
            own = int(random_stream(seed, 93, trial.number).integers(2**31))
            draws.append(
                _Draw(
                    trial=trial, design=design, part=part, validation=validation, epochs=self.epochs, seed=own
                )
            )
            study.tell(trial, draws[-1].loss(steps, self._overfits + trial.number))
        best: int = study.best_trial.number
        return draws[best].network()

    @property
    def _overfits(self) -> int:
        """How many networks are overfitted."""
        return len(self.depths) * len(self.widths)

    def _overfitted(self, part: Part, seed: int, steps: Steps) -> tuple[int, int]:
        """Return depth and width of the network that overfits best."""
        study = _study(seed)
        for depth, width in itertools.product(self.depths, self.widths):
            study.enqueue_trial({"depth": depth, "width": width})
        for _ in range(self._overfits):
            trial = study.ask()
            design = Design(
                trial.suggest_categorical("depth", self.depths),
                trial.suggest_categorical("width", self.widths),
            )
            own = int(random_stream(seed, 92, trial.number).integers(2**31))
            overfit = functools.partial(_training_loss, design, part, self.overfitting, own)
            study.tell(trial, steps.result(trial.number, overfit))
        return study.best_params["depth"], study.best_params["width"]


@dataclasses.dataclass
class _Draw:
    """A network of the search, trained in this run or in one that was interrupted: of that only its losses are kept.

    Attributes
    ----------
    trial : optuna.Trial
    design : Design
    part, validation : Part
    epochs, seed : int
    losses : list of float
        The smallest validation loss up to each epoch.
    trained : Trained or None
    """

    trial: Any
    design: Design
    part: Part
    validation: Part
    epochs: int
    seed: int
    losses: list[float] = dataclasses.field(default_factory=list)
    trained: Trained | None = None

    def loss(self, steps: Steps, number: int) -> float:
        """Return the smallest validation loss; the trial has been told of all up to it."""
        self.losses = steps.result(number, self._train)
        if self.trained is None:
            for epoch, loss in enumerate(self.losses, 1):
                self._is_behind(epoch, loss)
        return self.losses[-1]

    def network(self) -> Trained:
        """Return the network; one of an interrupted run is trained again, as long as it was."""
        if self.trained is not None:
            return self.trained
        return train(
            self.design,
            self.part,
            self.validation,
            self.epochs,
            self.seed,
            lambda epoch, _: epoch == len(self.losses),
        )

    def _train(self) -> list[float]:
        losses = []

        def behind(epoch: int, loss: float) -> bool:
            losses.append(loss)
            return self._is_behind(epoch, loss)

        self.trained = train(self.design, self.part, self.validation, self.epochs, self.seed, behind)
        return losses

    def _is_behind(self, epoch: int, loss: float) -> bool:
        """Return whether other draws were better after as many epochs."""
        self.trial.report(loss, epoch)
        return bool(self.trial.should_prune())


@dataclasses.dataclass(frozen=True)
class MultiNetwork(Network):
    """A network for all human scores at once, chosen by how well it predicts one of them."""

    name: ClassVar[str] = "multi_network"
    words: ClassVar[str] = (
        "a feed-forward network for all human scores at once, found like that for one and chosen for the one predicted"
    )
    several: ClassVar[bool] = True


def _training_loss(design: Design, part: Part, epochs: int, seed: int) -> float:
    return train(design, part, None, epochs, seed).training


def _study(seed: int, pruner: Any = None) -> Any:
    """Return a search at random, in memory.

    The losses that an interrupted run had found are told to it again, in their order: it then is what it was.
    """
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.RandomSampler(seed=seed % 2**32)
    return optuna.create_study(direction="minimize", sampler=sampler, pruner=pruner)


def _mean_and_spread(human: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and standard deviation of every column; a column that is constant or unknown stays as it is."""
    known = ~np.isnan(human)
    if not known[:, 0].all():
        raise DataError("an output to learn from lacks its human score.")
    count = np.maximum(known.sum(axis=0), 1)
    # by a power of two: squares of large scores stay numbers, and ordinary ones keep every bit
    _, power = np.frexp(np.where(known, np.abs(human), 0.0).max(axis=0))
    scaled = np.ldexp(human, -power)
    mean = np.where(known, scaled, 0.0).sum(axis=0) / count
    spread = np.sqrt(np.where(known, (scaled - mean) ** 2, 0.0).sum(axis=0) / count)
    return np.ldexp(mean, power), np.where(spread > 0, np.ldexp(spread, power), 1.0)
