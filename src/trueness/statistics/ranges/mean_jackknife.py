"""How sure means over inputs are, of anything that is computed input by input: systems and inputs left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.jackknife.two_way_jackknife import Precision

Combine = Callable[[FloatArray], FloatArray]
"""Takes means, shape (..., V), and returns what is estimated from them, shape (..., W)."""


@dataclasses.dataclass(frozen=True)
class LeftOutMeans:
    """Means over inputs of V values, with and without systems and inputs.

    Attributes
    ----------
    whole : array of shape (V,)
        NaN where no input has a value.
    inputs : array of shape (M, V)
        Without each input.
    systems : array of shape (N, V) or None
        Without each system; None where nothing is said of other systems.
    both : array of shape (N, M, V) or None
        Without a system and an input.
    """

    whole: FloatArray
    inputs: FloatArray
    systems: FloatArray | None = None
    both: FloatArray | None = None

    @classmethod
    def of(cls, values: FloatArray, left_out: FloatArray | None = None) -> LeftOutMeans:
        """Return the means of values.

        Parameters
        ----------
        values : array of shape (V, M)
            Of each input, NaN where undefined.
        left_out : array of shape (N, V, M), optional
            The same without each system.
        """
        whole, inputs = _means(values)
        if left_out is None:
            return cls(whole, inputs)
        systems, both = _means(left_out)
        return cls(whole, inputs, systems, both)

    def estimates(self, combine: Combine) -> FloatArray:
        """Return what is estimated, shape (W,)."""
        return combine(self.whole)

    def precision(self, combine: Combine) -> Precision:
        """Return how sure estimates are: a variance from what is left out, Student's t for its degrees of freedom.

        With V_inp the jackknife's variance over inputs, V_sys that over systems and V_int that of their interaction,
        which both hold, the variance is V_sys + V_inp - V_int, and no less than either (Owen 2007; Cameron, Gelbach and
        Miller 2011). Without left-out systems it is V_inp. Undefined (NaN) with fewer than two inputs or systems, or
        where an estimate without one of them is.

        Parameters
        ----------
        combine : callable
            From means to what is estimated.
        """
        estimates, inputs = combine(self.whole), combine(self.inputs)
        n_inputs = len(inputs)
        by_input = _jackknife_variance(inputs)
        if self.systems is None or self.both is None:
            return Precision(estimates, by_input, np.full(estimates.shape, float(n_inputs - 1)))
        systems = combine(self.systems)
        n_systems = len(systems)
        by_system = _jackknife_variance(systems)
        apart = combine(self.both) - systems[:, None] - inputs[None, :]
        apart = apart - apart.mean(axis=0) - apart.mean(axis=1, keepdims=True) + apart.mean(axis=(0, 1))
        shared = (n_systems - 1) * (n_inputs - 1) / (n_systems * n_inputs) * (apart**2).sum(axis=(0, 1))
        rest = np.maximum(by_input - shared, 0.0)
        variances = np.maximum(by_system + rest, by_input)
        # Satterthwaite's, for a sum of two variances with N - 1 and M - 1 degrees of freedom
        with np.errstate(invalid="ignore", divide="ignore"):
            known_from = by_system**2 / (n_systems - 1) + (variances - by_system) ** 2 / (n_inputs - 1)
            degrees = variances**2 / known_from
        degrees = np.where(variances > 0, degrees, float(n_systems - 1))
        return Precision(estimates, variances, np.where(np.isnan(variances), np.nan, degrees))


def _means(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return means over inputs, shape (..., V), and without each input, shape (..., M, V)."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    sums, counts = filled.sum(axis=-1), known.sum(axis=-1).astype(np.float64)
    less = np.swapaxes(sums[..., None] - filled, -1, -2)
    left = np.swapaxes(counts[..., None] - known, -1, -2)
    return _ratio(sums, counts), _ratio(less, left)


def _ratio(sums: FloatArray, counts: FloatArray) -> FloatArray:
    return np.asarray(np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0))


def _jackknife_variance(left_out: FloatArray) -> FloatArray:
    size = len(left_out)
    if size < 2:
        return np.full(left_out.shape[1:], np.nan)
    return np.asarray((size - 1) / size * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
