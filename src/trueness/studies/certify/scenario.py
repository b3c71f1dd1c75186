"""A kind of data to study methods on: what is true of it, how its scores look, and tables drawn from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np

from trueness.errors import UnsupportedMethodError, check_choice, check_integer
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.two_way_model import TwoWayModel
from trueness.studies.certify.quality_model import QualityModel, TableModel, families_of

SCORE_TYPES = ("normal", "likert", "skewed", "heavy_tailed", "observed")
"""``likert``: the human scores are whole numbers 1 to 5; ``skewed``: all scores are exp(.75 z); ``heavy_tailed``: all
effects are Student's t with 3 degrees of freedom; ``observed``: scores have the distributions of observed ones."""

HEAVY_TAILED_DEGREES = 3.0
SKEW = 0.75
LIKERT_LEVELS = 5

HUMAN = 0
"""Position of the human scorer in a scenario's model; the metrics follow."""


@dataclasses.dataclass(frozen=True, eq=False)
class Scenario:
    """Data with a known truth.

    Attributes
    ----------
    name : str
    n_systems, n_inputs : int
    model : TwoWayModel or QualityModel
        Of the human and then the metrics.
    scores : {'normal', 'likert', 'skewed', 'heavy_tailed', 'observed'}
    cluster_size : int
        Inputs per cluster; those of a cluster share half of the variance of their effects.
    null_levels : tuple of str
        Levels at which the two metrics agree equally well with the human.
    observed : tuple of arrays
        Sorted scores of each scorer, whose distributions drawn scores take on; for ``observed``.
    sought_levels : tuple of str, optional
        Levels at which there is a difference that somebody would look for; by default all that are not null.
    look : str
        What of the truth can be seen in a table (`truths.LOOKS`).
    told_families : int
        Systems per family that methods are told of; 1 if they are told of none.
    told_large_family : float
        Share of the systems, the first, that methods are told to be one family.
    pairs : tuple of (int, int)
        Metrics compared; p-values of several pairs are corrected together by Holm's procedure.
    population : str
        What the population is called that systems are drawn from; scenarios of one population differ in the number of
        systems alone. Empty: the scenario's name.

    Raises
    ------
    ArgumentError
        If a size is too small or the kind of scores is unknown.
    """

    name: str
    n_systems: int
    n_inputs: int
    model: TableModel
    scores: str = "normal"
    cluster_size: int = 1
    null_levels: tuple[str, ...] = ()
    observed: tuple[FloatArray, ...] = ()
    sought_levels: tuple[str, ...] | None = None
    look: str = ""
    told_families: int = 1
    pairs: tuple[tuple[int, int], ...] = ((0, 1),)
    population: str = ""
    told_large_family: float = 0.0

    def __post_init__(self) -> None:
        check_integer("n_systems", self.n_systems, minimum=2)
        check_integer("n_inputs", self.n_inputs, minimum=1)
        check_integer("cluster_size", self.cluster_size, minimum=1)
        check_integer("told_families", self.told_families, minimum=1)
        check_choice("scores", self.scores, SCORE_TYPES)

    @property
    def described(self) -> dict[str, Any]:
        """What rows say of a scenario."""
        return {
            "scenario": self.name,
            "n_systems": self.n_systems,
            "n_inputs": self.n_inputs,
            "scores": self.scores,
            "look": self.look,
        }

    @property
    def n_scores(self) -> int:
        """How many scores a table has."""
        return len(self.model.mean) * self.n_systems * self.n_inputs

    @property
    def has_population(self) -> bool:
        """Whether systems are drawn from one population, whose correlation an interval should hold."""
        return not (isinstance(self.model, QualityModel) and self.model.bad_systems)

    def sought(self, level: str) -> bool:
        """Return whether there is a difference at a level that somebody would look for."""
        return level not in self.null_levels and (self.sought_levels is None or level in self.sought_levels)

    def draw(self, rng: np.random.Generator) -> ScoreArrays:
        """Draw one table of scores."""
        clusters = None
        if self.cluster_size > 1:
            clusters = np.arange(self.n_inputs) // self.cluster_size
        (drawn,) = self.model.draw(
            self.n_systems,
            self.n_inputs,
            rng,
            clusters=clusters,
            degrees=HEAVY_TAILED_DEGREES if self.scores == "heavy_tailed" else None,
        )
        shown = self._shown(drawn)
        told: dict[str, Any] = {}
        if self.told_families > 1 or self.told_large_family:
            told["system_clusters"] = families_of(self.n_systems, self.told_families, self.told_large_family)
        return ScoreArrays.of(shown[1:], shown[HUMAN], clusters=clusters, **told)

    def _shown(self, drawn: FloatArray) -> FloatArray:
        """Return drawn scores as the kind of scores they are shown as."""
        model = self.model
        if self.scores in ("normal", "heavy_tailed"):
            return drawn
        spread = np.sqrt(model.variance)
        z = (drawn - model.mean[:, None, None]) / np.where(spread > 0, spread, 1.0)[:, None, None]
        if self.scores == "skewed":
            return np.asarray(np.exp(SKEW * z))
        if self.scores == "likert":
            middle = (LIKERT_LEVELS + 1) / 2
            drawn = drawn.copy()
            drawn[HUMAN] = np.clip(np.round(middle + z[HUMAN]), 1, LIKERT_LEVELS)
            return drawn
        from scipy.special import ndtr

        shares = ndtr(z)
        return np.stack(
            [
                values[np.minimum((share * len(values)).astype(np.intp), len(values) - 1)]
                for values, share in zip(self.observed, shares, strict=True)
            ]
        )


def metrics_of_quality(
    biases: tuple[float, float],
    noises: tuple[float, float] = (1.0, 1.0),
    *,
    quality: float = 0.5,
    difficulty: float = 1.0,
) -> TwoWayModel:
    """Return a human and two metrics that see the quality of systems and the difficulty of inputs.

    human = q + d + e and metric = .7 q + .5 d + b + e, where q is the quality of a system, d the difficulty of an
    input, b the metric's bias for a system, and e noise of each output.

    Parameters
    ----------
    biases : (float, float)
        Standard deviations of the biases.
    noises : (float, float)
        Standard deviations of the metrics' noise; the human's is 1.
    quality, difficulty : float
        Standard deviations of q and d.
    """
    sees_quality, sees_difficulty = np.array([1.0, 0.7, 0.7]), np.array([1.0, 0.5, 0.5])
    return TwoWayModel(
        np.zeros(3),
        quality**2 * np.outer(sees_quality, sees_quality) + np.diag(np.square([0.0, *biases])),
        difficulty**2 * np.outer(sees_difficulty, sees_difficulty),
        np.diag(np.square([1.0, *noises])),
    )


def noisier_rival(level: str, n_inputs: int, bias: float = 0.2, noise: float = 2.0) -> TwoWayModel:
    """Return a human and two metrics of unequal noise that agree equally well with it at one level.

    The first metric has a smaller bias and more noise than its rival. System means hold a bias and 1/M of the noise;
    at the input level both count in full.

    Parameters
    ----------
    level : {'system', 'input'}
    n_inputs : int
        M.
    bias, noise : float
        Standard deviations of the first metric's; the rival's noise is 1.

    Raises
    ------
    ArgumentError
        If the level is another one.
    """
    check_choice("level", level, ("system", "input"))
    share = n_inputs if level == "system" else 1
    rival = np.sqrt(bias**2 + (noise**2 - 1) / share)
    return metrics_of_quality((bias, float(rival)), (noise, 1.0))


def named_apart(scenarios: Iterable[Scenario]) -> tuple[Scenario, ...]:
    """Return scenarios if their names differ.

    Raises
    ------
    UnsupportedMethodError
        If two have one name.
    """
    given = tuple(scenarios)
    if len({scenario.name for scenario in given}) < len(given):
        raise UnsupportedMethodError("scenarios need names of their own: tables are drawn by them.")
    return given
