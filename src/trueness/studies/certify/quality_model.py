"""Scorers that see the quality of systems, and what comes between: the truths that a two-way model cannot say.

The score of scorer v for system i and input j is the quality of the system as v sees it for this input, the input's
difficulty, v's bias for the system, and noise. Each part may depart from the plain case: sensitivity and noise vary
over inputs, quality has several dimensions, systems come in families or lie far off, scores stop at a ceiling, metrics
share what is wrong with them, people judge some outputs only, or on a scale of five steps.
"""

from __future__ import annotations

import dataclasses
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.two_way_model import check_drawn, cluster_members

SHAPES = ("normal", "bimodal", "heavy_tailed", "skewed")
"""Distributions of quality, all of variance 1: normal; two groups 2 standard deviations apart on either side; Student's
t with 2.5 degrees of freedom; lognormal with sigma 1."""

TAIL_DEGREES = 2.5
GROUPS_APART = 0.9
"""Groups of systems lie at plus and minus so many standard deviations."""
SKEWED_SIGMA = 1.0
METRICS_SEE_DIFFICULTY = 0.5
LOWEST, HIGHEST = 1, 5
"""Of a rating."""


def families_of(n_systems: int, family_size: int = 1, large_family: float = 0.0) -> IntArray:
    """Return the family of every system, from 0.

    Parameters
    ----------
    n_systems : int
    family_size : int
        Systems per family.
    large_family : float
        Share of the systems, the first, that are one family beside the others.

    Examples
    --------
    >>> families_of(8, 2, large_family=0.5).tolist()
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    large = round(large_family * n_systems)
    others = np.arange(n_systems - large) // family_size + (large > 0)
    return np.concatenate([np.zeros(large, dtype=np.intp), others])


class TableModel(Protocol):
    """What draws scores of a human and metrics: a `TwoWayModel` or a `QualityModel`."""

    @property
    def mean(self) -> FloatArray:
        """Means of the V scorers, the human's first."""

    @property
    def variance(self) -> FloatArray:
        """Variances of their scores."""

    def draw(
        self,
        n_systems: int,
        n_inputs: int,
        rng: np.random.Generator,
        *,
        tables: int = 1,
        clusters: ArrayLike | None = None,
        degrees: float | None = None,
    ) -> FloatArray:
        """Draw tables of scores, shape (tables, V, N, M), NaN where missing."""


@dataclasses.dataclass(frozen=True)
class QualityModel:
    """A human and K metrics that see the quality of systems.

    Attributes
    ----------
    sees : tuple of float
        How much each metric sees of quality; the human sees 1.
    biases, noises : tuples of float
        Standard deviations of each metric's bias for a system, and of its noise.
    quality, difficulty, human_noise : float
        Standard deviations.
    shared : float
        Share of the variance of biases and noise that all metrics have in common.
    slope_spread : float
        Standard deviation over inputs of how much a metric sees, relative to `sees`.
    weight_spread : float
        Standard deviation over inputs of the weights that every scorer gives to each dimension of quality.
    directions : tuple of two tuples of float
        Mean weights of the dimensions of quality, the human's and the metrics'; of length 1 each.
    noise_spread_inputs, noise_spread_systems : float
        Standard deviations of the logarithm of each scorer's noise over inputs and over systems; its mean variance
        stays.
    family_size : int
        Systems per family.
    large_family : float
        Share of the systems, the first, that are one family.
    family_share : float
        Share of the variance of quality and biases that a family has in common.
    shape : {'normal', 'bimodal', 'heavy_tailed', 'skewed'}
        Of quality; see `SHAPES`.
    bad_systems : int
        So many systems are bad.
    bad_share : float
        Probability of any other system to be bad.
    bad_distance : float
        How far bad systems lie below others, in standard deviations of quality.
    bad_biases : float
        How many times as large the metrics' biases for the first `bad_systems` are.
    ceiling, human_ceiling : float or None
        Quality above so many of its standard deviations looks the same to metrics, and to the human.
    judged : float
        Smallest share of inputs for which a system is judged; shares rise evenly from system to system up to 1.
    annotators : int
        Human scores are means of so many ratings from 1 to 5; 0: they are numbers.

    Raises
    ------
    ArgumentError
        If lengths differ, or a share is out of range.
    """

    sees: tuple[float, ...] = (0.7, 0.7)
    biases: tuple[float, ...] = (0.2, 0.2)
    noises: tuple[float, ...] = (1.0, 1.0)
    quality: float = 0.5
    difficulty: float = 1.0
    human_noise: float = 1.0
    shared: float = 0.0
    slope_spread: float = 0.0
    weight_spread: float = 0.0
    directions: tuple[tuple[float, ...], tuple[float, ...]] = ((1.0,), (1.0,))
    noise_spread_inputs: float = 0.0
    noise_spread_systems: float = 0.0
    family_size: int = 1
    large_family: float = 0.0
    family_share: float = 0.8
    shape: str = "normal"
    bad_systems: int = 0
    bad_share: float = 0.0
    bad_distance: float = 6.0
    bad_biases: float = 1.0
    ceiling: float | None = None
    human_ceiling: float | None = None
    judged: float = 1.0
    annotators: int = 0

    def __post_init__(self) -> None:
        if not len(self.sees) == len(self.biases) == len(self.noises) >= 1:
            raise ArgumentError("`sees`, `biases` and `noises` must hold one number per metric.")
        if len({len(one) for one in self.directions}) != 1:
            raise ArgumentError("`directions` must hold weights of the same dimensions.")
        for name in ("shared", "family_share", "large_family", "bad_share", "judged"):
            if not 0 <= getattr(self, name) <= 1:
                raise ArgumentError(f"`{name}` must be from 0 to 1; it is {getattr(self, name)!r}.")
        check_integer("family_size", self.family_size, minimum=1)
        check_integer("bad_systems", self.bad_systems, minimum=0)
        check_integer("annotators", self.annotators, minimum=0)
        check_choice("shape", self.shape, SHAPES)

    @property
    def mean(self) -> FloatArray:
        """Means of all scorers where no system is bad."""
        return np.zeros(1 + len(self.sees))

    @property
    def variance(self) -> FloatArray:
        """Variances of all scorers, without bad systems and ceilings."""
        human, metrics = (np.sum(np.square(one)) for one in self.directions)
        dimensions = len(self.directions[0])
        seen = np.array([human, *(metrics + self.slope_spread**2 for _ in self.sees)])
        seen = (seen + dimensions * self.weight_spread**2) * np.square(self._sees)
        parts = (
            seen * self.quality**2,
            np.square(self._sees_difficulty) * self.difficulty**2,
            np.square((0.0, *self.biases)),
            np.square((self.human_noise, *self.noises)),
        )
        return np.asarray(sum(parts), dtype=np.float64)

    @property
    def exchangeable(self) -> bool:
        """Whether all metrics are alike, so that they agree with the human equally well by any measure."""
        return len(set(zip(self.sees, self.biases, self.noises, strict=True))) == 1

    @property
    def _in_families(self) -> bool:
        return self.family_size > 1 or self.large_family > 0

    @property
    def _sees(self) -> FloatArray:
        return np.array((1.0, *self.sees))

    @property
    def _sees_difficulty(self) -> FloatArray:
        return np.array((1.0, *(METRICS_SEE_DIFFICULTY for _ in self.sees)))

    def draw(
        self,
        n_systems: int,
        n_inputs: int,
        rng: np.random.Generator,
        *,
        tables: int = 1,
        clusters: ArrayLike | None = None,
        degrees: float | None = None,
    ) -> FloatArray:
        """Draw tables of scores.

        Parameters
        ----------
        n_systems, n_inputs : int
        rng : numpy.random.Generator
        tables : int
        clusters : array of shape (M,), optional
            Inputs of a cluster share half of the variance of their difficulty.
        degrees : float, optional
            Biases, difficulty and noise are Student's t of so many degrees of freedom, more than 2, of the same
            variance, in place of normal ones.

        Returns
        -------
        array of shape (tables, 1 + K, N, M)
            NaN where the human did not judge.

        Raises
        ------
        ArgumentError
            If a size is not positive, or `degrees` not more than 2.
        """
        check_drawn(n_systems, n_inputs, tables, degrees)
        effects = _Effects(rng, degrees)
        families = families_of(n_systems, self.family_size, self.large_family)
        scores = self._noise(effects, tables, n_systems, n_inputs)
        scores += self._seen(rng, tables, families, n_inputs)
        scores[:, 1:] += self._biases(effects, tables, families)[:, :, :, None]
        hard = effects.drawn((tables, 1, 1, n_inputs))
        if clusters is not None:
            n_clusters, member = cluster_members(clusters, n_inputs)
            hard = (hard + effects.drawn((tables, 1, 1, n_clusters))[..., member]) / np.sqrt(2)
        scores += self.difficulty * self._sees_difficulty[:, None, None] * hard
        if self.annotators:
            scores[:, 0] = self._rated(rng, scores[:, 0])
        if self.judged < 1:
            scores[:, 0][self._unjudged(rng, tables, n_systems, n_inputs)] = np.nan
        return scores

    def _qualities(self, rng: np.random.Generator, tables: int, families: IntArray) -> FloatArray:
        """Return the quality of systems, shape (tables, dimensions, N)."""
        shape = (tables, len(self.directions[0]))
        values = _shaped(rng, (*shape, len(families)), self.shape)
        if self._in_families:
            common = _shaped(rng, (*shape, int(families.max()) + 1), self.shape)[:, :, families]
            values = np.sqrt(self.family_share) * common + np.sqrt(1 - self.family_share) * values
        if self.bad_systems or self.bad_share:
            bad = rng.random((tables, 1, len(families))) < self.bad_share
            bad[:, :, : self.bad_systems] = True
            values = values - self.bad_distance * bad
        return np.asarray(values)

    def _seen(self, rng: np.random.Generator, tables: int, families: IntArray, n_inputs: int) -> FloatArray:
        """Return the quality that each scorer sees, shape (tables, 1 + K, N, M) or with a last axis of 1."""
        quality = self._qualities(rng, tables, families)
        n_scorers, dimensions = len(self._sees), quality.shape[1]
        ceilings = [self.human_ceiling, *(self.ceiling for _ in self.sees)]
        seen = np.stack(
            [quality if top is None else np.minimum(quality, top) for top in ceilings], axis=1
        )  # (tables, 1 + K, dimensions, N)
        human, metrics = self.directions
        weights = np.array([human, *(metrics for _ in self.sees)])[:, :, None]
        if self.weight_spread:
            own = rng.standard_normal((tables, n_scorers, dimensions, n_inputs))
            weights = weights + self.weight_spread * own
        if self.slope_spread:
            slopes = np.ones((tables, n_scorers, 1, n_inputs))
            drawn = rng.standard_normal((tables, n_scorers - 1, 1, n_inputs))
            slopes[:, 1:] += self.slope_spread * drawn
            weights = weights * slopes
        weights = self.quality * self._sees[:, None, None] * weights
        return np.asarray(np.matmul(np.swapaxes(seen, 2, 3), weights))

    def _biases(self, effects: _Effects, tables: int, families: IntArray) -> FloatArray:
        """Return the metrics' biases, shape (tables, K, N)."""
        values = effects.together((tables, len(self.biases), len(families)), self.shared)
        if self._in_families:
            number = int(families.max()) + 1
            common = effects.together((tables, len(self.biases), number), self.shared)[:, :, families]
            values = np.sqrt(self.family_share) * common + np.sqrt(1 - self.family_share) * values
        values[:, :, : self.bad_systems] *= self.bad_biases
        return np.asarray(np.array(self.biases)[:, None] * values)

    def _noise(self, effects: _Effects, tables: int, n_systems: int, n_inputs: int) -> FloatArray:
        """Return the noise of all scorers, shape (tables, 1 + K, N, M)."""
        n_scorers, rng = len(self._sees), effects.rng
        if self.shared:
            of_metrics = effects.together((tables, n_scorers - 1, n_systems, n_inputs), self.shared)
            noise = np.concatenate([effects.drawn((tables, 1, n_systems, n_inputs)), of_metrics], axis=1)
        else:
            noise = effects.drawn((tables, n_scorers, n_systems, n_inputs))
        noise *= np.array((self.human_noise, *self.noises))[:, None, None]
        for spread, shape in (
            (self.noise_spread_systems, (tables, n_scorers, n_systems, 1)),
            (self.noise_spread_inputs, (tables, n_scorers, 1, n_inputs)),
        ):
            if spread:  # E exp(2 s z) = exp(2 s^2): the mean variance stays
                noise *= np.exp(spread * rng.standard_normal(shape) - spread**2)
        return noise

    def _rated(self, rng: np.random.Generator, scores: FloatArray) -> FloatArray:
        """Return means of ratings: each annotator's noise is as large as what they rate varies."""
        z = scores / np.sqrt(self.variance[0])
        middle = (LOWEST + HIGHEST) / 2
        total = np.zeros(scores.shape)
        for _ in range(self.annotators):
            total += np.clip(np.round(middle + z + rng.standard_normal(z.shape)), LOWEST, HIGHEST)
        return total / self.annotators

    def _unjudged(self, rng: np.random.Generator, tables: int, n_systems: int, n_inputs: int) -> FloatArray:
        """Return which outputs nobody judged, shape (tables, N, M): of each system as many as its share says."""
        shares = np.linspace(self.judged, 1.0, n_systems)
        kept = np.maximum(2, np.round(shares * n_inputs))
        order = np.argsort(np.argsort(rng.random((tables, n_systems, n_inputs)), axis=2), axis=2)
        return np.asarray(order >= kept[:, None])


@dataclasses.dataclass(frozen=True)
class _Effects:
    """Effects of variance 1: normal, or Student's t of some degrees of freedom."""

    rng: np.random.Generator
    degrees: float | None

    def drawn(self, shape: tuple[int, ...]) -> FloatArray:
        """Return independent effects."""
        if self.degrees is None:
            return self.rng.standard_normal(shape)
        return np.asarray(
            self.rng.standard_t(self.degrees, shape) * np.sqrt((self.degrees - 2) / self.degrees)
        )

    def together(self, shape: tuple[int, ...], shared: float) -> FloatArray:
        """Return effects that share so much of their variance along the second axis."""
        values = self.drawn(shape)
        if not shared:
            return values
        common = self.drawn((shape[0], 1, *shape[2:]))
        return np.asarray(np.sqrt(1 - shared) * values + np.sqrt(shared) * common)


def _shaped(rng: np.random.Generator, shape: tuple[int, ...], name: str) -> FloatArray:
    """Return numbers of mean 0 and variance 1 of a distribution of `SHAPES`."""
    if name == "heavy_tailed":
        return np.asarray(rng.standard_t(TAIL_DEGREES, shape) * np.sqrt((TAIL_DEGREES - 2) / TAIL_DEGREES))
    values = rng.standard_normal(shape)
    if name == "skewed":
        moment = np.exp(SKEWED_SIGMA**2)
        return np.asarray((np.exp(SKEWED_SIGMA * values) - np.sqrt(moment)) / np.sqrt(moment * (moment - 1)))
    if name == "bimodal":
        sides = np.where(rng.random(shape) < 0.5, -GROUPS_APART, GROUPS_APART)
        return np.asarray(sides + np.sqrt(1 - GROUPS_APART**2) * values)
    return values
