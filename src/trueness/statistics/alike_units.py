"""What may be said of others where all units of a mean are alike, so that no variance is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class AlikeUnits(NamedTuple):
    """Limits of the mean of others, and a test.

    Attributes
    ----------
    low, high : float
    pvalue : float
        Two-sided, of the mean being the null; NaN, as the limits, with fewer than two units.
    """

    low: float
    high: float
    pvalue: float


def alike_units(
    value: float,
    lowest: float,
    highest: float,
    units: int,
    confidence: float,
    *,
    null: float = 0.0,
    freedom: float | None = None,
) -> AlikeUnits:
    """Return how far a mean may be off although all its units are alike.

    Of n units that are alike at most t² / (n + t²) of all others differ (Wilson 1927, where all or none count), and the
    mean is as far off as these could take it.

    Parameters
    ----------
    value, lowest, highest : float
        Of the units, and what another could have.
    units : int
    confidence : float
    null : float
        The value that is tested.
    freedom : float, optional
        Degrees of freedom; by default units - 1. Without any there is no interval.
    """
    from scipy.special import stdtr, stdtrit

    freedom = units - 1 if freedom is None else freedom
    if not freedom > 0:
        return AlikeUnits(np.nan, np.nan, np.nan)
    square = float(stdtrit(freedom, (1 + confidence) / 2)) ** 2
    others = square / (units + square)
    away, reach = abs(value - null), value - lowest if null < value else highest - value
    statistic = np.sqrt(units * away / (reach - away)) if away < reach else np.inf
    return AlikeUnits(
        value - others * (value - lowest),
        value + others * (highest - value),
        1.0 if not away else float(2 * stdtr(freedom, -statistic)),
    )
