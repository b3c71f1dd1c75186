"""What may be said of others where all units of a mean are alike, so that no variance is known."""

from __future__ import annotations

import numpy as np

from trueness.statistics.certain import Certain, student_pvalue, student_reach


def alike_units(
    value: float,
    lowest: float,
    highest: float,
    units: int,
    confidence: float,
    *,
    null: float = 0.0,
    freedom: float | None = None,
) -> Certain:
    """Return a mean with how far it may be off although all its units are alike, and a two-sided test of the null.

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
    freedom = units - 1 if freedom is None else freedom
    if not freedom > 0:
        return Certain.unknown(value)
    square = student_reach(freedom, confidence) ** 2
    others = square / (units + square)
    away, reach = abs(value - null), value - lowest if null < value else highest - value
    statistic = np.sqrt(units * away / (reach - away)) if away < reach else np.inf
    return Certain(
        value,
        value - others * (value - lowest),
        value + others * (highest - value),
        pvalue=1.0 if not away else student_pvalue(float(statistic), freedom),
    )
