"""Whether one or two systems carry a correlation, or the difference of two.

A value without one system, and without every two, is compared with how far values move where nothing is wrong: in
samples from a bivariate normal distribution. On Fisher's scale one system moves Pearson's r by (a^2 - b^2) / (2n - 2)
to first order, a and b independent and standard normal, whatever the correlation; so one table of quantiles, by the
number of systems, serves all. It was simulated (`QUANTILES`; `tests/statistics/test_influence.py` repeats a part).
A mean over inputs moves less than one column where inputs differ, and as much where they are alike: the same quantiles
then are an upper limit. Rank coefficients move by more the nearer they are to 1; theirs are the largest over
correlations from .5 to .95. A difference of two Fisher values is first divided by the square root of 2 - 2c, c the
covariance of Dunn and Clark.

References
----------
Cook and Weisberg (1982), Residuals and influence in regression; Devlin, Gnanadesikan and Kettenring (1975), Robust
estimation and outlier detection with correlation coefficients, Biometrika 62, for the influence function.
"""

from __future__ import annotations

import bisect
import math
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.jackknife.left_out_sets import LeftOut

TAILS = (0.05, 0.01, 0.001)
FEWEST = 6
"""Of fewer systems nothing is unusual: without two of five, three are left."""

Tails = tuple[float, float]
"""Without one system, and without two."""

Quantiles = dict[int, tuple[tuple[float, float, float], tuple[float, float, float]]]

QUANTILES: dict[str, Quantiles] = {
    "pearson": {
        6: ((6.6, 9.3, 12.3), (10.7, 14.1, 18.4)),
        8: ((5.7, 7.8, 10.6), (8.6, 11.0, 14.4)),
        10: ((5.5, 7.4, 10.2), (8.2, 10.4, 13.7)),
        14: ((5.4, 7.3, 9.9), (8.1, 10.3, 13.1)),
        20: ((5.4, 7.1, 9.5), (8.2, 10.2, 12.9)),
        40: ((5.9, 7.4, 9.7), (9.1, 11.0, 13.6)),
        100: ((6.5, 8.1, 10.2), (10.4, 12.4, 14.6)),
    },
    "spearman": {
        6: ((6.7, 8.4, 9.9), (8.6, 10.1, 10.4)),
        8: ((6.1, 8.3, 11.6), (9.4, 11.8, 14.0)),
        10: ((7.5, 9.6, 11.8), (10.2, 12.3, 16.2)),
        14: ((7.6, 10.9, 14.3), (12.3, 15.1, 18.5)),
        20: ((7.4, 10.0, 13.4), (12.1, 15.3, 22.6)),
        40: ((7.0, 9.0, 14.1), (11.6, 13.4, 20.9)),
    },
    "kendall": {
        6: ((6.0, 8.1, 8.9), (8.3, 8.8, 9.3)),
        8: ((8.0, 9.5, 11.6), (10.0, 11.2, 12.8)),
        10: ((10.0, 11.9, 13.3), (11.9, 13.7, 15.6)),
        14: ((5.2, 9.5, 14.1), (11.0, 17.3, 20.9)),
        20: ((4.0, 5.2, 7.3), (7.1, 9.5, 14.6)),
        40: ((3.4, 3.9, 4.4), (5.9, 6.9, 7.5)),
    },
    "difference": {
        6: ((8.9, 15.4, 26.8), (24.9, 46.3, 76.0)),
        8: ((6.2, 9.4, 14.4), (12.2, 19.5, 29.4)),
        10: ((6.1, 8.6, 12.6), (9.6, 13.7, 20.9)),
        14: ((5.7, 7.3, 10.7), (8.5, 10.6, 13.9)),
        20: ((5.6, 7.3, 10.3), (8.7, 10.6, 13.3)),
        40: ((6.1, 8.2, 11.1), (9.6, 11.0, 15.0)),
    },
}
"""By coefficient and number n of systems: the upper .05, .01 and .001 quantiles of the largest movement on Fisher's
scale, times n - 1 without one system and times n - 2 without two."""

MATTERS = 0.1
"""A correlation that moves by less is not worth a word, however unusual that is."""


class Influential(NamedTuple):
    """A value that is unusually different without one or two systems.

    Attributes
    ----------
    estimate, without : float
        With all systems and without these.
    systems : tuple of int
        One, or two if none alone does it.
    moved, usual : float
        How far that is on Fisher's scale (of differences: in standard deviations), and what is usual.
    """

    estimate: float
    without: float
    systems: tuple[int, ...]
    moved: float
    usual: float


def usual_movement(kind: str, n_systems: int, n_left_out: int, tail: float) -> float:
    """Return what the largest movement exceeds with this probability where scores are normal.

    Parameters
    ----------
    kind : {'pearson', 'spearman', 'kendall', 'difference'}
    n_systems : int
        Infinite is returned below `FEWEST`. Between the sizes of the table, and beyond, quantiles are linear in log n.
    n_left_out : {1, 2}
    tail : float
        In (0, .05]; between and beyond the tails of the table quantiles are linear in its logarithm, as those of an
        exponential tail are.

    Examples
    --------
    >>> round(usual_movement("pearson", 14, 1, 0.05), 2)
    0.42
    """
    if n_systems < FEWEST:
        return math.inf
    table = QUANTILES[kind]
    sizes = sorted(table)
    at = min(max(bisect.bisect_left(sizes, n_systems) - 1, 0), len(sizes) - 2)
    low, high = sizes[at], sizes[at + 1]
    weight = math.log(n_systems / low) / math.log(high / low)
    first, second = (np.array(table[size][n_left_out - 1]) for size in (low, high))
    quantiles = first + weight * (second - first)
    logs = np.log(TAILS)
    part = 0 if tail > TAILS[1] else 1
    slope = (quantiles[part + 1] - quantiles[part]) / (logs[part + 1] - logs[part])
    return float(quantiles[part] + slope * (math.log(min(tail, TAILS[0])) - logs[part])) / (
        n_systems - n_left_out
    )


def influential_systems(
    left: LeftOut, metric: int, coefficient: str, n_systems: int, tail: Tails
) -> tuple[Influential, ...]:
    """Return what a correlation falls to and what it rises to without one or two systems, where that is unusual.

    Parameters
    ----------
    left : LeftOut
    metric : int
    coefficient : {'pearson', 'spearman', 'kendall'}
    n_systems : int
        With scores.
    tail : (float, float)
        How often scores that are normal may be called unusual without one system, and without two.

    Returns
    -------
    tuple of Influential
        At most two, a fall first; each moves the correlation by `MATTERS` or more. One system is named rather than two.
    """
    whole = float(left.whole[metric])
    if math.isnan(whole):
        return ()
    values = left.values[metric]
    moves = _fisher(values, n_systems, coefficient) - _fisher(np.array(whole), n_systems, coefficient)
    large = np.abs(values - whole) >= MATTERS
    sides = [np.where(large, sign * moves, -math.inf) for sign in (-1, 1)]
    if all(_unusual(left, side, coefficient, n_systems, tail) is None for side in sides):
        return ()
    found = []
    for side in sides:
        # once one way is unusual by so strict a measure, the other is told of by the loosest
        best = _unusual(left, side, coefficient, n_systems, (TAILS[0], TAILS[0]))
        if best is not None:
            at, usual = best
            found.append(
                Influential(
                    estimate=whole,
                    without=float(values[at]),
                    systems=_names(left, at),
                    moved=float(side[at]),
                    usual=usual,
                )
            )
    return tuple(found)


def turned_difference(
    left: LeftOut, metric: int, rival: int, between: float, n_systems: int, tail: Tails
) -> Influential | None:
    """Return what the difference of two metrics' Pearson's r turns into without one or two systems, if it turns round.

    Parameters
    ----------
    left : LeftOut
        Of Pearson's r.
    metric, rival : int
    between : float
        The correlation of the two metrics.
    n_systems : int
    tail : (float, float)
        As in `influential_systems`.

    Returns
    -------
    Influential or None
        None if the sign stays, or if two normal metrics would move as much. One system is named rather than two.
    """
    a, b = float(left.whole[metric]), float(left.whole[rival])
    whole = a - b
    if math.isnan(whole) or whole == 0:
        return None
    differences = left.values[metric] - left.values[rival]
    turned = differences * whole < 0
    scale = _scale(a, b, between)
    if math.isnan(scale) or not turned.any():
        return None
    z = _fisher(left.values[[metric, rival]], n_systems, "pearson")
    moves = np.abs(z[0] - z[1] - (math.atanh(a) - math.atanh(b))) / scale
    best = _unusual(left, np.where(turned, moves, -math.inf), "difference", n_systems, tail)
    if best is None:
        return None
    at, usual = best
    return Influential(
        estimate=whole,
        without=float(differences[at]),
        systems=_names(left, at),
        moved=float(moves[at]),
        usual=usual,
    )


def _unusual(
    left: LeftOut, moves: FloatArray, kind: str, n_systems: int, tail: Tails
) -> tuple[int, float] | None:
    """Return the set that moves most, of single systems if one of them is unusual, and what is usual."""
    alone = left.sets[:, 1] < 0
    known = np.where(np.isnan(moves), -math.inf, moves)
    for size, these in ((1, alone), (2, ~alone)):
        here = np.where(these, known, -math.inf)
        usual = usual_movement(kind, n_systems, size, tail[size - 1])
        if len(here) and here.max() > usual:
            return int(here.argmax()), usual
    return None


def _names(left: LeftOut, at: int) -> tuple[int, ...]:
    return tuple(int(system) for system in left.sets[at] if system >= 0)


def _fisher(values: FloatArray, n_systems: int, coefficient: str) -> FloatArray:
    """Return values on Fisher's scale; a rank coefficient of 1 is taken for the next below (1 - 1 / n^2)."""
    most = 1 - 1e-6 if coefficient == "pearson" else 1 - 1 / n_systems**2
    return np.asarray(np.arctanh(np.clip(values, -most, most)))


def _scale(a: float, b: float, between: float) -> float:
    """Return the square root of 2 - 2c (Dunn and Clark 1969); NaN where the three are no correlations of one sample."""
    free = (1 - a * a) * (1 - b * b)
    if not free > 0:
        return math.nan
    rest = 1 - a * a - b * b
    covariance = (between * rest - a * b * (rest - between**2) / 2) / free
    return math.sqrt(2 - 2 * covariance) if covariance < 1 else math.nan
