"""The pair of limits that every interval of this package is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Interval(NamedTuple):
    """A confidence interval.

    Attributes
    ----------
    low, high : float or ndarray
        The limits, in the unit of what is estimated; arrays where the arguments were arrays. NaN where the
        interval is undefined.
    """

    low: float | NDArray[np.float64]
    high: float | NDArray[np.float64]
