"""Data like a pilot's: systems are drawn from the pilot's own, so that outliers among them come again."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.two_way_model import TwoWayModel
from trueness.studies.simulation.scenario import Scenario

SMOOTHING = 0.25
"""A system drawn twice is not the same one: a normal effect of this standard deviation, relative to the systems', is
mixed in."""


@dataclasses.dataclass(frozen=True)
class PilotScenario(Scenario):
    """A scenario whose systems are drawn from those of a pilot.

    Attributes
    ----------
    systems : array of shape (V, S)
        Effects of the pilot's systems, uncorrelated and of variance 1 (see `standard_effects`).
    exchanged : bool
        Whether the two metrics' effects change places for each system with probability 1/2, so that what tells one from
        the other is the model alone.
    """

    model: TwoWayModel
    systems: FloatArray = dataclasses.field(default_factory=lambda: np.zeros((0, 0)))
    exchanged: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.systems.ndim != 2 or len(self.systems) != len(self.model.mean) or not self.systems.size:
            raise ArgumentError("`systems` must hold effects of every scorer for the pilot's systems.")

    def draw(self, rng: np.random.Generator) -> ScoreArrays:
        """Draw one table of scores."""
        rest = dataclasses.replace(self.model, systems=np.zeros_like(self.model.systems))
        (drawn,) = rest.draw(self.n_systems, self.n_inputs, rng)
        chosen = self.systems[:, rng.integers(self.systems.shape[1], size=self.n_systems)]
        if self.exchanged:
            swapped = rng.random(self.n_systems) < 0.5
            chosen = np.where(swapped, chosen[[0, 2, 1]], chosen)
        smooth = chosen + SMOOTHING * rng.standard_normal(chosen.shape)
        effects = _root(self.model.systems) @ smooth / np.sqrt(1 + SMOOTHING**2)
        shown = self._shown(np.asarray(drawn + effects[:, :, None]))
        return ScoreArrays.of(shown[1:], shown[0])


def standard_effects(scores: FloatArray) -> FloatArray:
    """Return the effects of systems on V scorers, made uncorrelated and of variance 1.

    Effects are the systems' mean deviations from the inputs' means; the symmetric root of their covariance takes the
    correlations out, so that as little of each as possible changes.

    Parameters
    ----------
    scores : array of shape (V, N, M)
        NaN where missing; outputs that every scorer has are used.

    Returns
    -------
    array of shape (V, S)
        Of the S systems that have outputs.
    """
    cells = np.asarray(np.isfinite(scores).all(axis=0))
    number = cells.sum(axis=0)
    kept = np.where(cells, scores, 0.0)
    deviations = np.where(cells, kept - (kept.sum(axis=1) / np.maximum(number, 1))[:, None, :], 0.0)
    there = cells.any(axis=1)
    effects = deviations.sum(axis=2)[:, there] / cells.sum(axis=1)[there]
    effects = effects - effects.mean(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh(effects @ effects.T / effects.shape[1])
    inverse = np.where(values > 1e-9 * values.max(initial=0.0), 1 / np.sqrt(np.maximum(values, 1e-300)), 0.0)
    return np.asarray((vectors * inverse) @ vectors.T @ effects)


def _root(matrix: FloatArray) -> FloatArray:
    values, vectors = np.linalg.eigh(matrix)
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T)
