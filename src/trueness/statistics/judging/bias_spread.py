"""Whether a judge is as generous to one system as to another: a test of equal biases, and what they differ by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.judging.cluster_totals import renumbered
from trueness.statistics.judging.two_way_totals import crossed_totals

FEWEST_CLUSTERS = 2
"""Inputs that a system needs: of one nothing shows how much its bias is known."""


class BiasSpread(NamedTuple):
    """How biases of systems differ.

    Attributes
    ----------
    biases : array of shape (N,)
        Mean error of each system, in the order of their numbers.
    spread : float
        Standard deviation of biases over systems, without what noise of inputs and outputs adds; 0 or more, NaN of
        fewer than two systems with `FEWEST_CLUSTERS` inputs.
    pvalue : float
        Of all biases being equal; NaN where nothing varies.
    statistic : float
        F.
    degrees, rest : float
        Degrees of freedom.
    """

    biases: FloatArray
    spread: float
    pvalue: float
    statistic: float
    degrees: float
    rest: float


def bias_spread(errors: ArrayLike, systems: ArrayLike, clusters: ArrayLike) -> BiasSpread:
    """Test whether mean errors of systems are equal, where outputs of an input, or of a cluster of inputs, are related.

    With b the N biases, S their covariance estimated over clusters and M the matrix that centres, the statistic is
    F = b'Mb / tr(MS), whose distribution under equal biases is that of a quadratic form; it is approximated by F with
    tr(MS)^2 / tr(MSMS) degrees of freedom (Box 1954; Brunner, Dette and Munk 1997), and with as many for tr(MS) as
    Satterthwaite's formula gives of what clusters contribute to it. Of a complete table that is the analysis of
    variance of repeated measures with the correction of Greenhouse and Geisser (1959); it takes any number of systems
    and of inputs, related as they may be, and unequal noise.

    Parameters
    ----------
    errors : array of shape (n,)
        Judge minus people; outputs with NaN are left out.
    systems, clusters : arrays of shape (n,)
        A label per output.

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    values = np.asarray(errors, dtype=np.float64)
    rows, columns = np.asarray(systems), np.asarray(clusters)
    if not values.shape == rows.shape == columns.shape or values.ndim != 1:
        raise ArgumentError(
            "`errors`, `systems` and `clusters` must be vectors of one length; they have shapes "
            f"{values.shape}, {rows.shape} and {columns.shape}."
        )
    known = ~np.isnan(values)
    values, numbers = values[known], renumbered(columns[known])
    totals = crossed_totals(
        np.stack([np.ones_like(values), values], axis=1),
        renumbered(rows[known]),
        numbers,
    )
    n, m = totals.n_systems, totals.n_inputs
    sizes, sums = totals.by_system.T
    with np.errstate(invalid="ignore", divide="ignore"):
        biases = sums / sizes
    parts = np.zeros((m, n))
    apart = totals.values[:, 1] - biases[totals.systems] * totals.values[:, 0]
    parts[totals.inputs, totals.systems] = apart / sizes[totals.systems]
    there = np.bincount(totals.systems, minlength=n)
    told = there >= FEWEST_CLUSTERS
    unknown = BiasSpread(
        biases=biases, spread=np.nan, pvalue=np.nan, statistic=np.nan, degrees=np.nan, rest=np.nan
    )
    if told.sum() < 2:
        return unknown
    parts = parts[:, told] * np.sqrt(there[told] / (there[told] - 1))
    parts = parts[np.any(parts != 0, axis=1)]
    b = biases[told] - biases[told].mean()
    centred = parts - parts.mean(axis=1, keepdims=True)
    covariance = centred.T @ centred
    trace = float(np.trace(covariance))
    of_biases = float(b @ b)
    if not trace > 1e-24 * max(1.0, float(np.abs(values).max()) ** 2):
        return unknown._replace(spread=float(np.sqrt(of_biases / (len(b) - 1))))
    degrees = trace**2 / float(np.sum(covariance**2))
    of_clusters = np.sum(centred**2, axis=1)
    count = len(of_clusters)
    degrees = _less_biased(degrees, count, len(b) - 1)
    varying = float(np.sum(np.square(of_clusters - of_clusters.mean()))) * count / max(1, count - 1)
    rest = degrees * max(1.0, count - 1.0)
    if varying > 0:
        rest = min(rest, 2 * trace**2 / varying)
    statistic = of_biases / trace
    spread = float(np.sqrt(max(0.0, of_biases - trace) / (len(b) - 1)))
    return BiasSpread(
        biases=biases,
        spread=spread,
        pvalue=_beyond(statistic, degrees, rest),
        statistic=statistic,
        degrees=degrees,
        rest=rest,
    )


def _less_biased(degrees: float, count: int, most: int) -> float:
    """Return degrees of freedom that few clusters make too few, after Huynh and Feldt (1976)."""
    left = count - 1 - degrees
    return float(min(most, max(degrees, (count * degrees - 2) / left))) if left > 0 else float(most)


def _beyond(statistic: float, degrees: float, rest: float) -> float:
    from scipy.special import fdtrc

    return float(fdtrc(degrees, rest, statistic))
