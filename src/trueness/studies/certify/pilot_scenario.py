"""Data like a pilot's: systems are drawn from the pilot's own, so that outliers among them come again."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_effects import symmetric_root
from trueness.statistics.two_way_model import TwoWayModel
from trueness.studies.certify.scenario import Scenario

SMOOTHING = 0.25
"""A system drawn twice is not the same one: a normal effect of this standard deviation, relative to the systems', is
mixed in."""


@dataclasses.dataclass(frozen=True)
class PilotScenario(Scenario):
    """A scenario whose systems are drawn from those of a pilot.

    Attributes
    ----------
    systems : array of shape (V + K, S)
        Effects of the pilot's systems, uncorrelated and of variance 1, and their positions on the model's K dimensions
        (see `standard_effects`).
    exchanged : bool
        Whether the two metrics' effects change places for each system with probability 1/2, so that what tells one from
        the other is the model alone.
    """

    model: TwoWayModel
    systems: FloatArray = dataclasses.field(default_factory=lambda: np.zeros((0, 0)))
    exchanged: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        rows = len(self.model.mean) + len(self.model.of_inputs)
        if self.systems.ndim != 2 or len(self.systems) != rows or not self.systems.size:
            raise ArgumentError(
                "`systems` must hold effects of every scorer, and positions on every dimension of the model, for the "
                "pilot's systems."
            )

    def draw(self, rng: np.random.Generator) -> ScoreArrays:
        """Draw one table of scores."""
        chosen = self.systems[:, rng.integers(self.systems.shape[1], size=self.n_systems)]
        n_scorers = len(self.model.mean)
        if self.exchanged:
            swapped = rng.random(self.n_systems) < 0.5
            others = [0, 2, 1, *range(n_scorers, len(chosen))]
            chosen = np.where(swapped, chosen[others], chosen)
        smooth = chosen + SMOOTHING * rng.standard_normal(chosen.shape)
        effects = smooth / np.sqrt(1 + SMOOTHING**2)
        effects[:n_scorers] = symmetric_root(self.model.systems) @ effects[:n_scorers]
        (drawn,) = self.model.draw(self.n_systems, self.n_inputs, rng, effects=effects[None])
        shown = self._shown(drawn)
        return ScoreArrays.of(shown[1:], shown[0])
