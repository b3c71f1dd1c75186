"""Arguments that say something about the same outputs, one number each."""

from __future__ import annotations

from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, series
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers


def equal_vectors(**given: ArrayLike) -> list[FloatArray]:
    """Return arguments as vectors, if they are vectors of one length.

    Parameters
    ----------
    given : array_like
        Two or more, by their names in messages.

    Raises
    ------
    ArgumentError
        If one is no vector, or has another length.
    """
    arrays = [given_numbers(values) for values in given.values()]
    if arrays[0].ndim != 1 or any(values.shape != arrays[0].shape for values in arrays):
        names, shapes = [f"`{name}`" for name in given], [str(values.shape) for values in arrays]
        raise ArgumentError(f"{series(names)} must be vectors of one length; they have {series(shapes)}.")
    return arrays
