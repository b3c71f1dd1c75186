"""What a metric gives as an array of numbers, or refused: NumPy makes numbers of nearly anything."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError

_NO_NUMBERS = (str, bytes, bytearray, complex, np.complexfloating, np.datetime64, np.timedelta64)


def score_array(found: Any, name: str, what: str = "scores") -> NDArray[np.float64]:
    """Return scores as an array of floating-point numbers.

    A masked score is missing, and so is None: both are NaN. Truth values are 1 and 0. Complex numbers, which would lose
    their imaginary part, text and dates are refused, as is whatever no number can be made of or is too large for one.

    Parameters
    ----------
    found : array_like
        What a metric gave: of real numbers of any type, with or without a mask, or of objects that are such numbers.
    name : str
        What the metric is called.
    what : str
        What it is, for the message.

    Returns
    -------
    array of float
        Of the same shape.

    Raises
    ------
    DataError
        If they are no real numbers.
    """
    mask = None
    try:
        if isinstance(found, list | tuple) and any(one is np.ma.masked for one in found):
            hidden = [one is np.ma.masked for one in found]
            given = [0 if masked else one for one, masked in zip(found, hidden, strict=True)]
            found = np.ma.masked_array(given, mask=hidden)
        if np.ma.is_masked(found):
            mask, found = np.ma.getmaskarray(found), np.ma.filled(found, 0)
        plain = np.asarray(found)
        if plain.dtype.kind == "O":
            wrong = next((one for one in plain.flat if isinstance(one, _NO_NUMBERS)), None)
            problem = "" if wrong is None else f"{wrong!r:.60} is among them"
        else:
            problem = "" if plain.dtype.kind in "buif" else f"they are of type {plain.dtype}"
        if not problem:
            with np.errstate(over="ignore"):  # infinite scores are refused, too
                values = np.array(found, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"metric '{name}' must give {what} as an array of numbers ({error}).") from error
    if problem:
        raise DataError(f"metric '{name}' must give {what} as an array of numbers ({problem}).")
    if mask is not None:
        values[mask] = np.nan
    return values
