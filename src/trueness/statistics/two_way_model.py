"""A two-way random effects model of several scorers: what systems, inputs and single outputs add to their scores.

The score of scorer v for system i and input j is mean_v + S_iv + I_jv + E_ijv, where the effects of systems, of inputs
and of single outputs are independent of each other, and each is correlated between scorers. It is what differences
between scores can tell.

What single outputs add need not be independent noise. E_ijv is the sum over K dimensions of p_ik W_kjv, and of noise:
p_ik is the position of a system, correlated with the systems' effects, and W_kjv the weight that a scorer gives to the
dimension for an input. A slope of a scorer that varies over inputs is such a weight, of a position along the systems'
effects. And the covariances of noise between scorers may differ from input to input.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_integer
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.input_interactions import input_interactions
from trueness.statistics.system_effects import standard_effects, symmetric_root


@dataclasses.dataclass(frozen=True, eq=False)
class TwoWayModel:
    """Means and covariances of V scorers.

    Attributes
    ----------
    mean : array of shape (V,)
    systems, inputs, outputs : arrays of shape (V, V)
        Covariances between scorers of the effects of systems, of inputs, and of single outputs; positive semidefinite.
    weights : array of shape (K, V, V), optional
        Covariances between scorers of inputs' weights of each dimension; they are part of `outputs`, none by default.
    alignment : array of shape (K, V), optional
        Correlations of systems' positions on the dimensions, which have variance 1 and are uncorrelated, with their
        effects, made uncorrelated by the inverse symmetric root of `systems`; 0 by default.
    input_degrees : float
        The noise of an input has a covariance of its own, Wishart of so many degrees of freedom (the nearest whole
        number) about the mean; at least 1, infinite where all inputs have the same.

    Raises
    ------
    ArgumentError
        If shapes do not agree, a matrix is no covariance matrix, weights vary more than single outputs, or the degrees
        are fewer than 1.
    """

    mean: FloatArray
    systems: FloatArray
    inputs: FloatArray
    outputs: FloatArray
    weights: FloatArray | None = None
    alignment: FloatArray | None = None
    input_degrees: float = math.inf

    def __post_init__(self) -> None:
        n = len(self.mean)
        _check_covariances(
            [(f"`{name}`", getattr(self, name)) for name in ("systems", "inputs", "outputs")], n
        )
        if not self.input_degrees >= 1:
            raise ArgumentError(f"`input_degrees` must be at least 1; it is {self.input_degrees!r}.")
        weights, alignment = self.of_inputs, self.aligned
        if weights.shape[1:] != (n, n) or alignment.shape != (len(weights), n):
            raise ArgumentError("`weights` and `alignment` must have the shapes (K, V, V) and (K, V).")
        if len(weights):
            each = [("each of `weights`", one) for one in weights]
            _check_covariances([*each, ("`outputs` less the sum of `weights`", self.noise)], n)
            if np.linalg.norm(alignment, 2) > 1 + 1e-9:
                raise ArgumentError("`alignment` holds impossible correlations: singular values above 1.")

    @property
    def of_inputs(self) -> FloatArray:
        """Covariances of inputs' weights, shape (K, V, V); K may be 0."""
        n = len(self.mean)
        return np.zeros((0, n, n)) if self.weights is None else self.weights

    @property
    def aligned(self) -> FloatArray:
        """Correlations of positions with uncorrelated effects of systems, shape (K, V)."""
        return np.zeros((len(self.of_inputs), len(self.mean))) if self.alignment is None else self.alignment

    @property
    def noise(self) -> FloatArray:
        """Covariances of what single outputs add beside dimensions."""
        return np.asarray(self.outputs - self.of_inputs.sum(axis=0))

    @property
    def _joint(self) -> FloatArray:
        """Covariances of effects and positions of systems."""
        across = self.aligned @ symmetric_root(self.systems)
        return np.block([[self.systems, across.T], [across, np.eye(len(across))]])

    @functools.cached_property
    def _roots(self) -> dict[str, _Root]:
        """What gives normal numbers the covariances of effects: the same for every table."""
        return {
            "inputs": _Root.of(self.inputs),
            "noise": _Root.of(self.noise),
            "joint": _Root.of(self._joint),
        }

    @property
    def variance(self) -> FloatArray:
        """Variances of the scores of all scorers."""
        return np.asarray(np.diag(self.systems) + np.diag(self.inputs) + np.diag(self.outputs))

    def of(self, scorers: ArrayLike) -> TwoWayModel:
        """Return the model of some scorers, by position."""
        chosen = np.asarray(scorers, dtype=np.intp)
        square = np.ix_(chosen, chosen)
        return TwoWayModel(
            mean=self.mean[chosen],
            systems=self.systems[square],
            inputs=self.inputs[square],
            outputs=self.outputs[square],
            weights=self.of_inputs[:, chosen][:, :, chosen],
            alignment=self._turned(np.eye(len(self.mean))[chosen]),
            input_degrees=self.input_degrees,
        )

    def scaled(self, factors: ArrayLike) -> TwoWayModel:
        """Return the model of scores of mean 0 that are so many times as large.

        Parameters
        ----------
        factors : array of shape (V,)
        """
        by = np.asarray(factors, dtype=np.float64)
        square = np.outer(by, by)
        return TwoWayModel(
            mean=np.zeros(len(self.mean)),
            systems=self.systems * square,
            inputs=self.inputs * square,
            outputs=self.outputs * square,
            weights=self.of_inputs * square,
            alignment=self._turned(np.diag(by)),
            input_degrees=self.input_degrees,
        )

    def transformed(self, by: FloatArray) -> TwoWayModel:
        """Return the model of other scorers, whose scores are weighted sums of those of these.

        Parameters
        ----------
        by : array of shape (V, V)
            A row of weights for each of the other scorers.
        """

        def turned(covariance: FloatArray) -> FloatArray:
            found = by @ covariance @ by.T
            return np.asarray((found + np.swapaxes(found, -1, -2)) / 2)

        return TwoWayModel(
            mean=by @ self.mean,
            systems=turned(self.systems),
            inputs=turned(self.inputs),
            outputs=turned(self.outputs),
            weights=turned(self.of_inputs),
            alignment=self._turned(by),
            input_degrees=self.input_degrees,
        )

    def _turned(self, by: FloatArray) -> FloatArray:
        """Return `alignment` with the effects that a matrix of shape (other V, V) makes of these."""
        if not len(self.of_inputs):
            return np.zeros((0, len(by)))
        across = self.aligned @ symmetric_root(self.systems) @ by.T
        root = symmetric_root(by @ self.systems @ by.T)
        return np.asarray(across @ np.linalg.pinv(root, rcond=1e-6, hermitian=True))

    def exchangeable(self, first: int, second: int) -> TwoWayModel:
        """Return the model in which two scorers are alike: the average of this one and this one with both swapped.

        Whatever agreement with a third scorer is measured by, the two then agree with it equally well.
        """
        order = np.arange(len(self.mean))
        order[[first, second]] = second, first
        swapped = self.of(order)
        return TwoWayModel(
            mean=(self.mean + swapped.mean) / 2,
            systems=(self.systems + swapped.systems) / 2,
            inputs=(self.inputs + swapped.inputs) / 2,
            outputs=(self.outputs + swapped.outputs) / 2,
            weights=(self.of_inputs + swapped.of_inputs) / 2,
            alignment=(self.aligned + swapped.aligned) / 2,
            input_degrees=self.input_degrees,
        )

    def draw(
        self,
        n_systems: int,
        n_inputs: int,
        rng: np.random.Generator,
        *,
        tables: int = 1,
        clusters: ArrayLike | None = None,
        degrees: float | None = None,
        effects: FloatArray | None = None,
    ) -> FloatArray:
        """Draw tables of scores.

        Parameters
        ----------
        n_systems, n_inputs : int
        rng : numpy.random.Generator
        tables : int
        clusters : array of shape (M,), optional
            Inputs of a cluster share half of the variance of their effects.
        degrees : float, optional
            Effects are Student's t of so many degrees of freedom, more than 2, of the same variance, in place of
            normal ones.
        effects : array of shape (tables, V + K, N), optional
            Effects of the systems on V scorers and positions on K dimensions, in place of drawn ones.

        Returns
        -------
        array of shape (tables, V, N, M)

        Raises
        ------
        ArgumentError
            If a size is not positive, `degrees` not more than 2, or a shape another one.
        """
        check_drawn(n_systems, n_inputs, tables, degrees)
        effect = _Effects(rng, tables, degrees)
        n_scorers = len(self.mean)
        roots = self._roots
        inputs = effect.drawn(roots["inputs"], n_inputs)
        if clusters is not None:
            n_clusters, member = cluster_members(clusters, n_inputs)
            inputs = (inputs + effect.drawn(roots["inputs"], n_clusters)[:, :, member]) / np.sqrt(2)
        outputs = effect.noise(roots["noise"], n_systems, n_inputs, self.input_degrees)
        if effects is None:
            effects = effect.drawn(roots["joint"], n_systems)
        elif effects.shape != (tables, roots["joint"].size, n_systems):
            raise ArgumentError(
                f"`effects` must have the shape ({tables}, {roots['joint'].size}, {n_systems}); its "
                f"shape is {effects.shape}."
            )
        for position, weights in zip(np.moveaxis(effects[:, n_scorers:], 1, 0), self.of_inputs, strict=True):
            outputs += position[:, None, :, None] * effect.drawn(_Root.of(weights), n_inputs)[:, :, None, :]
        scores = self.mean[:, None, None] + effects[:, :n_scorers, :, None] + inputs[:, :, None, :]
        scores += outputs
        return np.asarray(scores)


@dataclasses.dataclass(frozen=True)
class FittedModel:
    """A model fitted to scores.

    Attributes
    ----------
    model : TwoWayModel
    n_cells : int
        Outputs that every scorer has, which are what it was fitted to.
    clipped : float
        Largest share of a component's variance that had to be set to zero or added because the estimate was no
        covariance matrix.
    positions : array of shape (K, N)
        Of systems, on dimensions that inputs weigh; 0 for systems without outputs.
    """

    model: TwoWayModel
    n_cells: int
    clipped: float
    positions: FloatArray


def fit_two_way_model(scores: ArrayLike, *, interactions: bool = False) -> FittedModel:
    """Fit the model by moments of differences between scores.

    Half the mean product of differences between two outputs is, for outputs for the same input, what systems and
    single outputs add; for outputs of the same system, what inputs and single outputs add; for outputs that share
    neither, all three. For complete tables that is the analysis of variance; missing outputs need no treatment. Takes
    O(V² N M).

    Parameters
    ----------
    scores : array of shape (V, N, M)
        NaN where missing; outputs that every scorer has are used.
    interactions : bool
        Tell, too, which part of what single outputs add are dimensions that inputs weigh, and whether the noise of
        inputs differs (see `input_interactions`). That takes some hundred times as long.

    Raises
    ------
    ArgumentError
        If the scores have not three dimensions, or no two systems share an input and no two inputs a system.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 3:
        raise ArgumentError(
            f"`scores` must have the shape (scorers, systems, inputs); its shape is {values.shape}."
        )
    cells: BoolArray = np.asarray(np.isfinite(values).all(axis=0))
    n_cells = int(cells.sum())
    if n_cells < 1:
        raise ArgumentError("every output lacks the score of some scorer; a fit needs outputs that have all.")
    mean = values[:, cells].mean(axis=1)
    centred = np.where(cells, values - mean[:, None, None], 0.0)
    whole = np.einsum("vij,wij->vw", centred, centred)
    same_input = _half_squares(centred, cells, axis=1)
    same_system = _half_squares(centred, cells, axis=2)
    sums = centred.sum(axis=(1, 2))
    of_all = n_cells * whole - np.outer(sums, sums)
    pairs = n_cells**2 - n_cells
    others = pairs - same_input[1] - same_system[1]
    if min(same_input[1], same_system[1], others) <= 0:
        raise ArgumentError(
            "variances need two systems with outputs for the same input, two inputs of the same system, and outputs "
            "that share neither."
        )
    one, two = same_input[0] / same_input[1], same_system[0] / same_system[1]
    three = (of_all - same_input[0] - same_system[0]) / others
    parts = [_nearest_covariance(matrix) for matrix in (three - two, three - one, one + two - three)]
    total = np.trace(sum(part for part, _ in parts))
    clipped = max(float(lost / total) if total > 0 else 0.0 for _, lost in parts)
    systems, inputs, outputs = (part for part, _ in parts)
    model = TwoWayModel(mean, systems, inputs, outputs)
    if not interactions:
        return FittedModel(model, n_cells, clipped, np.zeros((0, values.shape[1])))
    # on one scale, so that a scorer of large numbers does not decide alone
    spread = np.sqrt(np.maximum(np.diag(model.outputs), 0.0))
    inverse = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 0)
    found = input_interactions(
        centred * inverse[:, None, None], cells, model.outputs * np.outer(inverse, inverse)
    )
    effects = standard_effects(values, found.positions)
    own, positions = effects[: len(mean)], effects[len(mean) :]
    model = dataclasses.replace(
        model,
        weights=found.weights * np.outer(spread, spread),
        alignment=positions @ own.T / own.shape[1],
        input_degrees=found.degrees,
    )
    return FittedModel(model, n_cells, clipped, found.positions)


def _half_squares(centred: FloatArray, cells: BoolArray, axis: int) -> tuple[FloatArray, float]:
    """Return half the sum of products of differences over ordered pairs that share a line, and their number.

    With n outputs in a line, that sum is n times the sum of products less the product of the sums.
    """
    counts = cells.sum(axis=axis - 1).astype(np.float64)
    sums = centred.sum(axis=axis)
    weighted = centred * np.expand_dims(counts, axis - 1)[None]
    products = np.einsum("vij,wij->vw", weighted, centred) - np.einsum("vl,wl->vw", sums, sums)
    return np.asarray(products), float(np.sum(counts**2 - counts))


def _nearest_covariance(matrix: FloatArray) -> tuple[FloatArray, float]:
    """Return the nearest positive semidefinite matrix, and the variance that was set to zero."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    kept = np.maximum(values, 0.0)
    return np.asarray((vectors * kept) @ vectors.T), float(np.sum(kept - values))


@dataclasses.dataclass(frozen=True)
class _Effects:
    """Draws effects for several tables: normal, or Student's t of some degrees of freedom."""

    rng: np.random.Generator
    tables: int
    degrees: float | None

    def drawn(self, root: _Root, units: int) -> FloatArray:
        """Return effects of a covariance, given by a root of it, shape (tables, V, units)."""
        return self._tailed(self._normal(root, units), (self.tables, 1, units))

    def noise(self, root: _Root, n_systems: int, n_inputs: int, input_degrees: float) -> FloatArray:
        """Return noise of a mean covariance, shape (tables, V, N, M); an input's own one is Wishart."""
        shape = (self.tables, root.size, n_systems, n_inputs)
        if math.isinf(input_degrees):
            return self.drawn(root, n_systems * n_inputs).reshape(shape)
        # the sum of d products of normal vectors, over d, is Wishart; normal mixtures of them have it for covariance
        count = max(1, round(input_degrees))
        vectors = self._normal(root, n_inputs * count).reshape(self.tables, root.size, n_inputs, count)
        mixed = self.rng.standard_normal((self.tables, n_inputs, n_systems, count)) / np.sqrt(count)
        mixed = self._tailed(mixed, (self.tables, n_inputs, n_systems, 1))
        return np.asarray(np.einsum("tvjd,tjid->tvij", vectors, mixed, optimize=True))

    def _normal(self, root: _Root, units: int) -> FloatArray:
        return root.times(self.rng.standard_normal((self.tables, root.size, units)))

    def _tailed(self, normal: FloatArray, shape: tuple[int, ...]) -> FloatArray:
        if self.degrees is None:
            return normal
        scale = self.rng.chisquare(self.degrees, shape) / (self.degrees - 2)
        return np.asarray(normal / np.sqrt(scale))


def check_drawn(n_systems: int, n_inputs: int, tables: int, degrees: float | None) -> None:
    """Check what tables are drawn with.

    Raises
    ------
    ArgumentError
        If a size is not positive, or `degrees` not more than 2.
    """
    for name, size in (("n_systems", n_systems), ("n_inputs", n_inputs), ("tables", tables)):
        check_integer(name, size, minimum=1)
    if degrees is not None and not degrees > 2:
        raise ArgumentError(f"`degrees` must be more than 2, or the variance is infinite; it is {degrees!r}.")


def cluster_members(clusters: ArrayLike, n_inputs: int) -> tuple[int, IntArray]:
    """Return how many clusters there are, and the number of the one that every input is in.

    Raises
    ------
    ArgumentError
        If there is not one label per input.
    """
    numbers, member = np.unique(np.asarray(clusters), return_inverse=True)
    if member.shape != (n_inputs,):
        raise ArgumentError(f"`clusters` must hold {n_inputs} labels.")
    return len(numbers), np.asarray(member, dtype=np.intp)


def _check_covariances(named: Sequence[tuple[str, FloatArray]], n: int) -> None:
    symmetric = [matrix.shape == (n, n) for _, matrix in named]
    if n and all(symmetric):
        matrices = np.stack([matrix for _, matrix in named])
        turned = matrices.transpose(0, 2, 1)
        near = np.abs(matrices - turned) <= 1e-8 + 1e-5 * np.abs(
            turned
        )  # as `numpy.allclose`, of all at once
        symmetric = np.all(near, axis=(1, 2)).tolist()
    for (name, _), same in zip(named, symmetric, strict=True):
        if not same:
            raise ArgumentError(f"{name} must be a symmetric matrix of shape ({n}, {n}).")
    if not n:
        return
    bounds = -1e-9 * np.maximum(1.0, np.abs(matrices).max(axis=(1, 2)))
    for (name, _), short in zip(named, np.linalg.eigvalsh(matrices)[:, 0] < bounds, strict=True):
        if short:
            raise ArgumentError(f"{name} must be positive semidefinite.")


@dataclasses.dataclass(frozen=True)
class _Root:
    """A matrix whose product with its transpose is a covariance."""

    matrix: FloatArray  # (V, V)
    single: IntArray | None  # (V,): where the only number of each row stands, if none has two

    @classmethod
    def of(cls, covariance: FloatArray) -> _Root:
        """Return the root along the axes of a covariance."""
        values, vectors = np.linalg.eigh(covariance)
        matrix = vectors * np.sqrt(np.maximum(values, 0.0))
        alone = np.count_nonzero(matrix, axis=1).max(initial=0) <= 1
        return cls(matrix, np.argmax(matrix != 0, axis=1) if alone else None)

    @property
    def size(self) -> int:
        """V."""
        return len(self.matrix)

    def times(self, normal: FloatArray) -> FloatArray:
        """Return the product with arrays of shape (tables, V, units)."""
        if self.single is None:
            return np.asarray(np.matmul(self.matrix, normal))
        scale = self.matrix[np.arange(self.size), self.single]
        return np.asarray(normal[:, self.single] * scale[:, None])
