"""A two-way random effects model of several scorers: what systems, inputs and single outputs add to their scores.

The score of scorer v for system i and input j is mean_v + S_iv + I_jv + E_ijv, where the effects of systems, of inputs
and of single outputs are independent of each other, and each is correlated between scorers. It is what differences
between scores can tell, and enough to draw tables like those at hand.
"""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_integer
from trueness.statistics.array_types import BoolArray, FloatArray


@dataclasses.dataclass(frozen=True)
class TwoWayModel:
    """Means and covariances of V scorers.

    Attributes
    ----------
    mean : array of shape (V,)
    systems, inputs, outputs : arrays of shape (V, V)
        Covariances between scorers of the effects of systems, of inputs, and of single outputs; positive semidefinite.

    Raises
    ------
    ArgumentError
        If shapes do not agree, or a matrix is no covariance matrix.
    """

    mean: FloatArray
    systems: FloatArray
    inputs: FloatArray
    outputs: FloatArray

    def __post_init__(self) -> None:
        n = len(self.mean)
        for name in ("systems", "inputs", "outputs"):
            matrix = getattr(self, name)
            if matrix.shape != (n, n) or not np.allclose(matrix, matrix.T):
                raise ArgumentError(f"`{name}` must be a symmetric matrix of shape ({n}, {n}).")
            if np.linalg.eigvalsh(matrix)[0] < -1e-9 * max(1.0, float(np.abs(matrix).max())):
                raise ArgumentError(f"`{name}` must be positive semidefinite.")

    @property
    def variance(self) -> FloatArray:
        """Variances of the scores of all scorers."""
        return np.asarray(np.diag(self.systems) + np.diag(self.inputs) + np.diag(self.outputs))

    def of(self, scorers: ArrayLike) -> TwoWayModel:
        """Return the model of some scorers, by position."""
        chosen = np.asarray(scorers, dtype=np.intp)
        square = np.ix_(chosen, chosen)
        return TwoWayModel(self.mean[chosen], self.systems[square], self.inputs[square], self.outputs[square])

    def exchangeable(self, first: int, second: int) -> TwoWayModel:
        """Return the model in which two scorers are alike: the average of this one and this one with both swapped.

        Whatever agreement with a third scorer is measured by, the two then agree with it equally well.
        """
        order = np.arange(len(self.mean))
        order[[first, second]] = second, first
        swapped = self.of(order)
        return TwoWayModel(
            (self.mean + swapped.mean) / 2,
            (self.systems + swapped.systems) / 2,
            (self.inputs + swapped.inputs) / 2,
            (self.outputs + swapped.outputs) / 2,
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

        Returns
        -------
        array of shape (tables, V, N, M)

        Raises
        ------
        ArgumentError
            If a size is not positive, or `degrees` not more than 2.
        """
        for name, size in (("n_systems", n_systems), ("n_inputs", n_inputs), ("tables", tables)):
            check_integer(name, size, minimum=1)
        if degrees is not None and not degrees > 2:
            raise ArgumentError(
                f"`degrees` must be more than 2, or the variance is infinite; not {degrees!r}."
            )

        def effects(matrix: FloatArray, units: int) -> FloatArray:
            """Return effects of shape (tables, V, units)."""
            normal = np.matmul(_root(matrix), rng.standard_normal((tables, len(matrix), units)))
            if degrees is None:
                return np.asarray(normal)
            scale = rng.chisquare(degrees, (tables, 1, units)) / (degrees - 2)
            return np.asarray(normal / np.sqrt(scale))

        inputs = effects(self.inputs, n_inputs)
        if clusters is not None:
            numbers, member = np.unique(np.asarray(clusters), return_inverse=True)
            if member.shape != (n_inputs,):
                raise ArgumentError(f"`clusters` must hold {n_inputs} labels.")
            inputs = (inputs + effects(self.inputs, len(numbers))[:, :, member]) / np.sqrt(2)
        outputs = effects(self.outputs, n_systems * n_inputs)
        return np.asarray(
            self.mean[:, None, None]
            + effects(self.systems, n_systems)[:, :, :, None]
            + inputs[:, :, None, :]
            + outputs.reshape(tables, len(self.mean), n_systems, n_inputs)
        )


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
    """

    model: TwoWayModel
    n_cells: int
    clipped: float


def fit_two_way_model(scores: ArrayLike) -> FittedModel:
    """Fit the model by moments of differences between scores.

    Half the mean product of differences between two outputs is, for outputs for the same input, what systems and
    single outputs add; for outputs of the same system, what inputs and single outputs add; for outputs that share
    neither, all three. For complete tables that is the analysis of variance; missing outputs need no treatment. Takes
    O(V² N M).

    Parameters
    ----------
    scores : array of shape (V, N, M)
        NaN where missing; outputs that every scorer has are used.

    Raises
    ------
    ArgumentError
        If the scores have not three dimensions, or no two systems share an input and no two inputs a system.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 3:
        raise ArgumentError(f"`scores` must have the shape (scorers, systems, inputs), not {values.shape}.")
    cells: BoolArray = np.asarray(np.isfinite(values).all(axis=0))
    n_cells = int(cells.sum())
    if n_cells < 1:
        raise ArgumentError("no output has the scores of every scorer; there is nothing to fit.")
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
    return FittedModel(TwoWayModel(mean, *(part for part, _ in parts)), n_cells, clipped)


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


def _root(matrix: FloatArray) -> FloatArray:
    values, vectors = np.linalg.eigh(matrix)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))
