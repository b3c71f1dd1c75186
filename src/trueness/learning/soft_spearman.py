"""A weighted sum whose ranks agree with people's: Spearman's rho made smooth, so that a gradient can follow it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from trueness.errors import DataError
from trueness.learning.labelled import Labelled
from trueness.learning.learner import Learner, Scaled
from trueness.metrics.learned.predictors import Predictor
from trueness.parallel.leaving import leaving
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import random_stream

TEMPERATURE = 0.1
"""Of soft ranks, in standard deviations of the score."""

STEPS, MOST_OUTPUTS, RATE = 60, 256, 0.03
PENALTIES = (1e-3, 1e-2, 1e-1)
FOLDS = 3


@dataclasses.dataclass(frozen=True)
class SoftSpearman(Learner):
    """Gradient ascent on Pearson's r between people's ranks and soft ranks of a weighted sum, with an L2 penalty.

    The soft rank of an output is the sum over all others of the logistic function of how far it is ahead, in units of a
    temperature (Qin, Liu and Li 2010; Taylor et al. 2008). A step is on 256 outputs drawn at random.
    """

    name: ClassVar[str] = "soft_spearman"
    words: ClassVar[str] = (
        "a weighted sum that maximises a smooth Spearman's rho, its penalty chosen on inner folds"
    )
    source: ClassVar[str] = "Qin, Liu and Li (2010), Information Retrieval 13, 375–397"
    modules: ClassVar[tuple[str, ...]] = ("torch",)
    slow: ClassVar[bool] = True

    def fit(self, outputs: Labelled, seed: int) -> Predictor:
        """Fit with the penalty whose held-out correlation of ranks is highest."""
        agreement = np.zeros(len(PENALTIES))
        for train, test in outputs.folds(FOLDS, seed, 1):
            part, held_out = Scaled.of(outputs.rows(train)), outputs.rows(test)
            scaled = part.scaling(held_out.features)
            columns = [scaled @ _weights(part, penalty, seed) for penalty in PENALTIES]
            agreement += np.nan_to_num(held_out.agreement(np.stack(columns, axis=1)))
        whole = Scaled.of(outputs)
        return whole.on_human_scale(_weights(whole, PENALTIES[int(np.argmax(agreement))], seed))


def _weights(part: Scaled, penalty: float, seed: int) -> FloatArray:
    with leaving() as check_end:
        return _climbed(part, penalty, random_stream(seed, 94), check_end)


def _climbed(
    part: Scaled, penalty: float, drawn: np.random.Generator, check_end: Callable[[], None]
) -> FloatArray:
    import torch

    x = torch.from_numpy(part.features.astype(np.float32))
    with np.errstate(over="ignore"):  # the loss is then no number
        human = torch.from_numpy(part.human.astype(np.float32))
    weights = torch.full((x.shape[1],), 1 / x.shape[1], requires_grad=True)
    adam = torch.optim.Adam([weights], lr=RATE)
    for step in range(STEPS):
        check_end()
        rows = torch.from_numpy(drawn.permutation(len(x))[:MOST_OUTPUTS])
        score = x[rows] @ weights
        soft = _soft_ranks(score / (score.std() + 1e-6))
        with torch.no_grad():
            hard = _soft_ranks(1e6 * human[rows])
        loss = penalty * (weights**2).sum() - _pearson(soft, hard)
        if not bool(torch.isfinite(loss)):
            raise DataError(
                f"the loss overflowed after {step} steps: features or human scores are too large, or too "
                "far apart. Look for outliers (trueness check)."
            )
        adam.zero_grad()
        loss.backward()
        adam.step()
    found: FloatArray = weights.detach().numpy().astype(np.float64)
    return found


def _soft_ranks(score: Any) -> Any:
    import torch

    return torch.sigmoid((score[:, None] - score[None, :]) / TEMPERATURE).sum(dim=1)


def _pearson(x: Any, z: Any) -> Any:
    x, z = x - x.mean(), z - z.mean()
    return (x * z).sum() / ((x**2).sum() * (z**2).sum()).clamp_min(1e-12).sqrt()
