"""Which outputs to label next: by lot, but more often those of whose kind a label tells more."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.sequential.label_draws import MOST_WEIGHT, LabelDraws

PRIOR_DRAWS = 4.0
"""The spread of all draws counts as so many in every stratum, as its own labels are few."""

FIRST_SPREAD = 0.25
"""The variance of a draw before there are labels; the same everywhere, so that only shares matter."""


class NextDraws(NamedTuple):
    """Outputs to label, in the order in which they were drawn.

    Attributes
    ----------
    places : array of shape (n,)
        In the pool; fewer than asked where a kind of outputs is used up.
    chances : array of shape (n,)
        With which chance, given all draws before, one was drawn that judges label like this one.
    """

    places: IntArray
    chances: FloatArray


def next_draws(
    draws: LabelDraws, left: IntArray, n_draws: int, value: float, rng: np.random.Generator
) -> NextDraws:
    """Draw the next outputs to label from those of a pool that are left.

    Strata are what judges say of an output. A stratum is drawn with a chance that is the mean of its share and of its
    share times the spread of its draws, in proportion (Neyman 1934): rare mistakes are found sooner, and no output
    weighs more than `MOST_WEIGHT` (Hesterberg 1995, Technometrics 37). Within a stratum every output has the same
    chance. Of other outputs drawing ends where one stratum is used up: nothing of its kind would be drawn any more.

    Parameters
    ----------
    draws : LabelDraws
        So far, with their pool.
    left : array of shape (L,)
        Which outputs of the pool may be drawn.
    n_draws : int
    value : float
        Of kappa, for which spreads are computed: a bar, or the estimate.
    rng : numpy.random.Generator
    """
    pool = draws.strata[1]
    size = int(pool.max(initial=0)) + 1
    spreads = stratum_spreads(draws, value, size)
    fixed = np.bincount(pool, minlength=size) / max(len(pool), 1)
    waiting = [rng.permutation(left[pool[left] == stratum]).tolist() for stratum in range(size)]
    places: list[int] = []
    chances: list[float] = []
    while len(places) < n_draws:
        counts = np.array([len(some) for some in waiting], dtype=np.float64)
        if not counts.sum() or (not draws.finite and (counts[fixed > 0] == 0).any()):
            break
        chance = stratum_chances(counts / counts.sum() if draws.finite else fixed, spreads)
        stratum = int(rng.choice(size, p=chance))
        places.append(waiting[stratum].pop())
        chances.append(float(chance[stratum]))
    return NextDraws(np.array(places, dtype=np.intp), np.array(chances))


def stratum_chances(shares: FloatArray, spreads: FloatArray) -> FloatArray:
    """Return with which chance each stratum is drawn, shape (S,).

    Parameters
    ----------
    shares : array of shape (S,)
        Of all outputs; they sum to 1.
    spreads : array of shape (S,)
        Standard deviations.
    """
    best = shares * spreads
    total = best.sum()
    if not total > 0:
        return shares
    found: FloatArray = shares / MOST_WEIGHT + (1 - 1 / MOST_WEIGHT) * best / total
    found /= found.sum()
    return found


def stratum_spreads(draws: LabelDraws, value: float, size: int) -> FloatArray:
    """Return the spread of what draws of each stratum tell of kappa at a value, of every judge together, shape (S,)."""
    drawn, _ = draws.strata
    total = np.zeros(size)
    for place in range(len(draws.judges)):
        apart, _ = draws.with_judge(place)
        told = (1 - value) * draws.shares @ (draws.distances @ draws.pool_shares(place)) - apart
        mean = np.bincount(drawn, told, size) / np.maximum(np.bincount(drawn, minlength=size), 1)
        squares = np.square(told - mean[drawn])
        prior = float(squares.mean()) if len(told) > size and squares.any() else FIRST_SPREAD
        counts = np.bincount(drawn, minlength=size)
        total += (np.bincount(drawn, squares, size) + PRIOR_DRAWS * prior) / (counts + PRIOR_DRAWS)
    spreads: FloatArray = np.sqrt(total)
    return spreads
