"""What learning leaves behind: features in, a score out, made of arrays alone and computed by a few lines of NumPy.

A predictor is kept as its arrays, so that reading one runs no code of a file and needs none of the libraries that
fitted it.
"""

from __future__ import annotations

import abc
import dataclasses
import itertools
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError
from trueness.metrics.metric import FloatArray

Array = NDArray[Any]


@dataclasses.dataclass(frozen=True)
class Scaling:
    """How features are brought to one scale, as known from the outputs that were learned from.

    Attributes
    ----------
    means : array of shape (p,)
        What a missing feature is taken for; 0 where none was known.
    scales : array of shape (p,)
        Standard deviations; infinite for a feature that was constant, or never known: it then says nothing.
    """

    means: FloatArray
    scales: FloatArray

    @classmethod
    def of(cls, features: FloatArray) -> Self:
        """Return that of features, shape (n, p), NaN where missing."""
        known = ~np.isnan(features)
        count = known.sum(axis=0)
        filled = np.where(known, features, 0.0)
        # in units of a power of two, which loses nothing: squares of numbers beyond 1e154 are infinite
        largest = np.abs(filled).max(axis=0, initial=0.0)
        units = np.where(largest > 1e150, np.exp2(np.floor(np.log2(np.maximum(largest, 1.0)))), 1.0)
        filled = filled / units
        means = filled.sum(axis=0) / np.maximum(count, 1)
        squares = np.where(known, (filled - means) ** 2, 0.0).sum(axis=0)
        scales = np.sqrt(squares / np.maximum(count, 1))
        flat = scales <= 1e-12 * np.maximum(1.0 / units, np.abs(means))
        return cls(means * units, np.where(flat, np.inf, scales * units))

    def __call__(self, features: FloatArray) -> FloatArray:
        """Return features with mean 0 and standard deviation 1; 0 for one that is missing or says nothing."""
        scaled = (features - self.means) / self.scales
        return np.where(np.isnan(scaled), 0.0, scaled)


@dataclasses.dataclass(frozen=True)
class Predictor(abc.ABC):
    """A fitted predictor; its fields are its arrays.

    Attributes
    ----------
    means, scales : arrays of shape (p,)
        See `Scaling`.
    """

    FORM: ClassVar[str]
    WHOLE: ClassVar[tuple[str, ...]] = ()
    """The arrays that hold whole numbers."""

    means: FloatArray
    scales: FloatArray

    def predict(self, features: FloatArray) -> FloatArray:
        """Return scores, shape (n,), from features of shape (n, p), NaN where missing.

        The score of an output of which no feature is known is NaN.

        Raises
        ------
        DataError
            If a score is beyond the numbers.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            found = self._predict(Scaling(self.means, self.scales)(features))
        unknown = np.isnan(features).all(axis=1)
        if not np.isfinite(found[~unknown]).all():
            raise DataError(
                "features are so large, or so far from those that were learned from, that predictions "
                "overflow. Look for outliers (trueness check)."
            )
        return np.where(unknown, np.nan, found)

    @abc.abstractmethod
    def _predict(self, scaled: FloatArray) -> FloatArray:
        """Return scores from scaled features."""

    def arrays(self) -> dict[str, Array]:
        """Return what it is made of, by name."""
        return {field.name: np.asarray(getattr(self, field.name)) for field in dataclasses.fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Array]) -> Self:
        """Build it from what `arrays` gave.

        Raises
        ------
        DataError
            If an array is missing, or holds values that are no numbers or do not fit the others.
        """
        names = [field.name for field in dataclasses.fields(cls)]
        if sorted(names) != sorted(arrays):
            raise DataError(
                f"a predictor of the form '{cls.FORM}' is made of {', '.join(names)}; given are "
                f"{', '.join(sorted(arrays)) or 'none'}."
            )
        whole = {name: name in cls.WHOLE for name in names}
        for name in names:
            if arrays[name].dtype.kind not in ("iu" if whole[name] else "iuf"):
                raise DataError(
                    f"'{name}' holds {arrays[name].dtype}, no {'whole' if whole[name] else 'real'} numbers."
                )
        found = cls(**{name: _widened(arrays[name], whole=whole[name]) for name in names})
        width = found.means.shape
        if found.means.ndim != 1 or found.scales.shape != width or not (found.scales > 0).all():
            raise DataError("means and scales of features disagree.")
        for name in names:
            if name != "scales" and not np.isfinite(arrays[name]).all():
                raise DataError(f"'{name}' must hold finite numbers.")
        found._check()
        return found

    @abc.abstractmethod
    def _check(self) -> None:
        """Raise a `DataError` where the arrays do not fit each other."""


def _widened(values: Array, *, whole: bool) -> Array:
    """Return numbers in the precision that is computed in; single precision stays."""
    if whole:
        return values.astype(np.int64)
    return values if values.dtype in (np.float32, np.float64) else values.astype(np.float64)


@dataclasses.dataclass(frozen=True)
class LinearPredictor(Predictor):
    """A weighted sum.

    Attributes
    ----------
    weights : array of shape (p,)
        Of scaled features.
    intercept : array of shape ()
    """

    FORM: ClassVar[str] = "linear"

    weights: FloatArray
    intercept: FloatArray

    def _predict(self, scaled: FloatArray) -> FloatArray:
        return np.asarray(scaled @ self.weights + self.intercept.item())

    def _check(self) -> None:
        if self.weights.shape != self.means.shape or self.intercept.size != 1:
            raise DataError("the weights and the features disagree.")


@dataclasses.dataclass(frozen=True)
class StepsPredictor(Predictor):
    """A weighted sum of non-decreasing functions, one of each feature: linear between knots, constant beyond.

    Attributes
    ----------
    starts : array of int, shape (p + 1,)
        The knots of feature k are those from ``starts[k]`` on, before ``starts[k + 1]``.
    knots, heights : arrays of shape (K,)
        Of scaled features.
    weights : array of shape (p,)
    intercept : array of shape ()
    """

    FORM: ClassVar[str] = "steps"
    WHOLE: ClassVar[tuple[str, ...]] = ("starts",)

    starts: NDArray[np.int64]
    knots: FloatArray
    heights: FloatArray
    weights: FloatArray
    intercept: FloatArray

    def _predict(self, scaled: FloatArray) -> FloatArray:
        found = np.full(len(scaled), self.intercept.item())
        for k in np.flatnonzero(self.weights).tolist():
            part = slice(int(self.starts[k]), int(self.starts[k + 1]))
            found += self.weights[k] * np.interp(scaled[:, k], self.knots[part], self.heights[part])
        return found

    def _check(self) -> None:
        width = len(self.means)
        fits = self.starts.shape == (width + 1,) and self.weights.shape == (width,)
        fits = fits and self.knots.shape == self.heights.shape == (int(self.starts[-1]),)
        if not fits or self.intercept.size != 1 or self.starts[0] != 0 or (np.diff(self.starts) < 1).any():
            raise DataError("the knots and the features disagree.")


@dataclasses.dataclass(frozen=True)
class TreesPredictor(Predictor):
    """A sum of regression trees on scaled features in single precision, as scikit-learn compares them.

    Attributes
    ----------
    roots : array of int, shape (T,)
        Where each tree begins among all J nodes.
    features : array of int, shape (J,)
        What a node looks at; −1 in a leaf.
    thresholds : array of shape (J,)
        Up to it the way goes left.
    left, right : arrays of int, shape (J,)
    values : array of shape (J,)
        What a leaf adds.
    intercept : array of shape ()
    """

    FORM: ClassVar[str] = "trees"
    WHOLE: ClassVar[tuple[str, ...]] = ("roots", "features", "left", "right")

    roots: NDArray[np.int64]
    features: NDArray[np.int64]
    thresholds: FloatArray
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    values: FloatArray
    intercept: FloatArray

    def _predict(self, scaled: FloatArray) -> FloatArray:
        single = scaled.astype(np.float32)
        found = np.full(len(single), self.intercept.item())
        rows = np.arange(len(single))
        for root in self.roots.tolist():
            node = np.full(len(single), root)
            while (inner := self.features[node] >= 0).any():
                goes_left = single[rows, np.maximum(self.features[node], 0)] <= self.thresholds[node]
                node = np.where(inner, np.where(goes_left, self.left[node], self.right[node]), node)
            found += self.values[node]
        return found

    def _check(self) -> None:
        size = len(self.features)
        inner = self.features >= 0
        parts = (self.features, self.thresholds, self.left, self.right, self.values)
        fits = self.roots.ndim == 1 and all(part.shape == (size,) for part in parts)
        fits = fits and self.intercept.size == 1 and bool((self.features < len(self.means)).all())
        fits = fits and bool(((self.roots >= 0) & (self.roots < size)).all())
        here = np.arange(size)[inner]
        for side in (self.left, self.right) if fits else ():
            # children come after their parents, so that every way ends
            fits = fits and bool(((side[inner] > here) & (side[inner] < size)).all())
        if not fits:
            raise DataError("the nodes must be trees on these features.")


@dataclasses.dataclass(frozen=True)
class NetworkPredictor(Predictor):
    """A feed-forward network with rectified linear units, in single precision.

    Attributes
    ----------
    sizes : array of int, shape (L + 1,)
        Units of every layer, features first, one output last.
    weights : array of float32
        The matrices of the L layers one after the other, each of shape (units, units before).
    biases : array of float32
    offset, factor : arrays of shape ()
        The score is offset + factor · output.
    """

    FORM: ClassVar[str] = "network"
    WHOLE: ClassVar[tuple[str, ...]] = ("sizes",)

    sizes: NDArray[np.int64]
    weights: NDArray[np.float32]
    biases: NDArray[np.float32]
    offset: FloatArray
    factor: FloatArray

    def _predict(self, scaled: FloatArray) -> FloatArray:
        state = scaled.astype(np.float32)
        at_weight = at_bias = 0
        layers = list(zip(self.sizes[:-1].tolist(), self.sizes[1:].tolist(), strict=True))
        for place, (before, units) in enumerate(layers):
            matrix = self.weights[at_weight : at_weight + before * units].reshape(units, before)
            state = state @ matrix.T + self.biases[at_bias : at_bias + units]
            at_weight, at_bias = at_weight + before * units, at_bias + units
            if place < len(layers) - 1:
                state = np.maximum(state, np.float32(0))
        return self.offset.item() + self.factor.item() * state[:, 0].astype(np.float64)

    def _check(self) -> None:
        sizes = self.sizes
        fits = sizes.ndim == 1 and len(sizes) >= 2 and bool((sizes > 0).all())
        fits = fits and int(sizes[0]) == len(self.means) and int(sizes[-1]) == 1
        units: list[int] = sizes.ravel().tolist()  # whose products no wide integer has to hold
        fits = fits and self.weights.shape == (sum(a * b for a, b in itertools.pairwise(units)),)
        fits = fits and self.biases.shape == (sum(units[1:]),) and self.offset.size == self.factor.size == 1
        if not fits:
            raise DataError("the layers disagree.")


FORMS: dict[str, type[Predictor]] = {
    form.FORM: form for form in (LinearPredictor, StepsPredictor, TreesPredictor, NetworkPredictor)
}
"""The forms there are, by name."""
