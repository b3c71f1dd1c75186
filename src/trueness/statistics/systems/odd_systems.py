"""Systems whose scores are far more skewed than those of others, so that swaps of outputs err.

A permutation test takes the differences between two equal systems for symmetric. Two systems whose scores are skewed
alike bear it, whatever the skewness; one that is skewed beside others does not, the less the more it also varies. How
far p-values are off then goes with skewness / sqrt(n) of the differences, as the first term of an Edgeworth expansion
of their mean has it (Hall 1992, section 2.6).

Two or twelve equal systems and 20 to 400 inputs, 300 tables each; .05 is promised of wrongly finding that one of them
is worse than another. Where its scores are lognormal and vary three times as much as the others', it was found in .03
to .15, and it was called odd in .07 to .18 of tables with 20 inputs, .41 to .65 with 50, .81 to .95 with 100 or 400. Of
systems that are all normal, lognormal or heavy-tailed none of twelve was called odd, and of two one in .02 at most;
where one is lognormal and varies as the others do, in .10 at most (found worse in .05 to .10).

Where all are skewed the same way, those more that vary more, none may be odd beside most others: of six equal systems
with exponential scores whose spreads go from .3 to 2, and 40 inputs, a given one was found worse in .14 of 200 tables.
Such tables show in the direction that the skewness of all differences has (`skewed_by_spread`): in .93 of these, .99 or
more with 12 systems and 100 inputs, and .03 at most where spreads are alike, or scores symmetric or grades.
"""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.systems.swapped_tail import unit_differences
from trueness.statistics.systems.system_pairs import SystemPairs

CLEARLY = 2.5
"""Standard errors from which differences are clearly not symmetric: skewness may be that of a few outputs."""

STRONGLY = 0.1
"""Skewness / sqrt(n) of differences from which swaps err enough to say so."""


CLEARLY_TOGETHER = 1.8
"""Times 1 / sqrt(N - 1): how clear it is on average over pairs of N systems that skewness goes with spread."""

STRONGLY_TOGETHER = 0.06
"""Skewness / sqrt(n) of differences, on average, from which swaps err enough to say so."""

FEWEST_TOGETHER = 3
"""Of two systems one is odd."""


def odd_systems(pairs: SystemPairs) -> BoolArray:
    """Return which systems are odd: their differences from most others are skewed, clearly and strongly; shape (N,).

    Of the n differences d of a pair that are not 0, which are all that swaps see, two numbers: skewness / sqrt(n); and
    how clear it is, sum h / sqrt(sum h^2) with h = sign(d) - d sum |d| / sum d^2, which swaps leave as it is but for
    its sign and which says nothing of the mean to first order. A system is odd where the medians of both over its
    rivals have one direction and reach `STRONGLY` and `CLEARLY`. Of two systems one is, whose own scores are more
    skewed.

    Parameters
    ----------
    pairs : SystemPairs
        Of clusters, sums over each are what is swapped.

    References
    ----------
    Hall (1992), The bootstrap and Edgeworth expansion.
    """
    size = len(pairs.scores)
    clear, strong = _of_pairs(pairs)
    clearly, strongly = _over_rivals(clear, pairs), _over_rivals(strong, pairs)
    found = (np.abs(clearly) >= CLEARLY) & (np.abs(strongly) >= STRONGLY) & (clearly * strongly > 0)
    if size == 2 and found.all():
        own = np.abs(_skewness(np.where(pairs.present, pairs.scores, 0.0), pairs.present))
        found[int(np.argmin(own))] = False
    return np.asarray(found, dtype=bool)


def skewed_by_spread(pairs: SystemPairs) -> bool:
    """Return whether systems whose scores vary more are skewed more, all in one direction.

    Both numbers of `odd_systems` are averaged over pairs, each with the sign of the difference whose first system has
    the larger median deviation from its median. That spread knows little of the few outputs that make skewness.

    Parameters
    ----------
    pairs : SystemPairs
        Of clusters, sums over each are what is swapped.
    """
    n = len(pairs.scores)
    if n < FEWEST_TOGETHER or pairs.n_pairs == 0:
        return False
    clear, strong = _of_pairs(pairs)
    larger = np.sign(np.subtract(*_spreads(pairs)[np.stack([pairs.first, pairs.second])]))
    seen = max(1, int(np.count_nonzero(clear)))
    clearly, strongly = float(larger @ clear) / seen, float(larger @ strong) / seen
    least = CLEARLY_TOGETHER / np.sqrt(n - 1)
    return bool(abs(clearly) >= least and abs(strongly) >= STRONGLY_TOGETHER and clearly * strongly > 0)


def _spreads(pairs: SystemPairs) -> FloatArray:
    """Return the median deviation of the scores of every system from their median; 0 of a system without one."""
    spreads = np.zeros(len(pairs.scores))
    for i, (row, there) in enumerate(zip(pairs.scores, pairs.present, strict=True)):
        if there.any():
            spreads[i] = np.median(np.abs(row[there] - np.median(row[there])))
    return spreads


def _of_pairs(pairs: SystemPairs) -> FloatArray:
    """Return how clearly and how strongly the differences of every pair are skewed, shape (2, P)."""
    found = np.zeros((2, pairs.n_pairs))
    for part in pairs.parts(12 * pairs.n_inputs, 16):
        found[:, part] = _asymmetry(unit_differences(pairs, part)[0])
    return found


def _asymmetry(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how clearly and how strongly each row of differences, of shape (p, U), is skewed, in its direction.

    Both are 0 where nothing is to be seen: fewer than three are not 0, or all are as large, so that swaps are exact.
    """
    there = differences != 0
    units = there.sum(axis=1)
    largest = np.max(np.abs(differences), axis=1, initial=0.0)
    d = differences / np.where(units > 0, largest, 1.0)[:, None]  # its squares neither overflow nor vanish
    squares = np.square(d).sum(axis=1)
    apart = np.sign(d) - d * (np.abs(d).sum(axis=1) / np.where(units > 0, squares, 1.0))[:, None]
    error = np.sqrt(np.square(apart).sum(axis=1))
    seen = (units >= 3) & (error >= 1e-9)
    clear = -apart.sum(axis=1) / np.where(seen, error, 1.0)
    strong = _skewness(d, there) / np.sqrt(np.maximum(units, 1))
    return np.where(seen, clear, 0.0), np.where(seen, strong, 0.0)


def _skewness(values: FloatArray, there: BoolArray) -> FloatArray:
    """Return the skewness of the values of each row that are there; 0 where they are equal, or none is."""
    count = np.maximum(there.sum(axis=1), 1)
    apart = np.where(there, values - (np.where(there, values, 0.0).sum(axis=1) / count)[:, None], 0.0)
    spread = np.sqrt(np.square(apart).sum(axis=1) / count)
    most, least = (
        extreme(np.where(there, values, nothing), axis=1, initial=nothing)
        for extreme, nothing in ((np.max, -np.inf), (np.min, np.inf))
    )
    varies = most > least
    standard = apart / np.where(varies, spread, 1.0)[:, None]
    return np.where(varies, (standard**3).sum(axis=1) / count, 0.0)


def _over_rivals(values: FloatArray, pairs: SystemPairs) -> FloatArray:
    """Return the median over every system's rivals, of numbers of pairs that change sign with their order.

    Of two in the middle it is the one nearer to 0: of three systems one that is odd makes no other odd.
    """
    found = np.zeros(len(pairs.scores))
    systems, both = np.concatenate([pairs.first, pairs.second]), np.concatenate([values, -values])
    order = np.lexsort((both, systems))
    starts = np.cumsum(np.bincount(systems, minlength=len(found)))[:-1]
    for i, row in enumerate(np.split(both[order], starts)):
        if len(row):
            middle = row[[(len(row) - 1) // 2, len(row) // 2]]
            found[i] = min(middle, key=abs) if middle.prod() > 0 else 0.0
    return found
