"""What bets against a hypothesis have won, by which it may be refused whenever one looks."""

from __future__ import annotations

import functools
import math

import numpy as np

from trueness.statistics.array_types import FloatArray

STAKES = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95)
"""Shares of what a bet may risk, each with an equal part of the money: no stake fits near and far truths alike."""

LEAST_BOUND = 0.001
"""A payoff that cannot be negative may be bet on without limit; this is one."""


def log_wealth(*payoffs: FloatArray, bounds: FloatArray) -> FloatArray:
    """Return the logarithm of what 1 has become after each of a series of bets.

    Where no payoff has a positive mean given those before, wealth is a supermartingale that starts at 1: whenever one
    looks, and however often, it reaches 1 / α with a chance of α at most (Ville 1939). So wealth of 1 / α refuses the
    hypothesis. A stake f bets f / bound on every payoff; wealth is the mean over `STAKES`.

    Parameters
    ----------
    *payoffs : arrays of shape (..., B)
        In the order in which they came. Of several the least is returned that stakes have won with these, or with any
        payoffs on the line between two of them: the logarithm of what a stake wins is concave in the payoffs.
    bounds : array of shape (..., B)
        No payoff is below minus its bound, which was known before it came.

    Returns
    -------
    array of shape (..., B)

    References
    ----------
    Ville (1939), Étude critique de la notion de collectif. Waudby-Smith and Ramdas (2024), Estimating means of bounded
    random variables by betting, JRSS B 86.
    """
    units = [one / np.maximum(bounds, LEAST_BOUND) for one in payoffs]
    total = np.full(units[0].shape, -np.inf)
    for stake in STAKES:
        won = functools.reduce(np.minimum, (np.cumsum(np.log1p(stake * unit), axis=-1) for unit in units))
        np.logaddexp(total, won, out=total)
    found: FloatArray = total - math.log(len(STAKES))
    return found
