"""How many more labels it likely takes until bets settle a question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.sequential.kappa_sequence import bet_above, bet_below, difference_bounds, excess_of
from trueness.statistics.sequential.label_draws import Payoffs
from trueness.statistics.sequential.log_wealth import LEAST_BOUND, STAKES, log_wealth

TRUTHS = 200
"""So many truths that the labels may come from are drawn."""

SURE_OF_NUMBER = 0.8
"""In so many of them the number lies between the two that are said."""

FEWEST_PAYOFFS = 10
"""Of fewer nothing is foretold."""


class Bets(NamedTuple):
    """Bets that a number is above its bar, and that it is below.

    Attributes
    ----------
    above, below : arrays of shape (B,)
        Payoffs in the unit of their bounds.
    won_above, won_below : float
        The most that has been won, as a logarithm.
    """

    above: FloatArray
    below: FloatArray
    won_above: float
    won_below: float


def bets_on_kappa(payoffs: Payoffs, bar: float) -> Bets:
    """Return bets that kappa is above a bar, and below it."""
    return _bets(bet_above(payoffs, bar), bet_below(payoffs, bar))


def bets_on_difference(first: Payoffs, second: Payoffs, bar: float, kappa: float) -> Bets:
    """Return bets that one kappa minus another is above a bar, and below it, as if the second were known."""
    excess = excess_of(first, second, bar, kappa)
    up, down = difference_bounds(first, second, bar, kappa, kappa)
    return _bets((excess, up), (-excess, down))


def _bets(up: tuple[FloatArray, FloatArray], down: tuple[FloatArray, FloatArray]) -> Bets:
    above, below = (payoffs / np.maximum(bounds, LEAST_BOUND) for payoffs, bounds in (up, down))
    won = [float(log_wealth(unit, bounds=np.ones_like(unit)).max(initial=0.0)) for unit in (above, below)]
    return Bets(above, below, *won)


def labels_to_stop(
    asked: Sequence[Bets], *, per_payoff: float, confidence: float, rng: np.random.Generator
) -> tuple[float, float]:
    """Return between which numbers of further labels all bars are likely shown to be met, or one to be missed.

    Truths that the labels may come from are drawn by the Bayesian bootstrap (Rubin 1981, Annals of Statistics 9). In
    each the best stake's wealth grows at its mean logarithm (Kelly 1956); the numbers are quantiles over truths.

    Parameters
    ----------
    asked : sequence of Bets
        All of the same draws.
    per_payoff : float
        Labels that a payoff takes.
    confidence : float
        Of the limits that settle it, two-sided.
    rng : numpy.random.Generator

    Returns
    -------
    (float, float)
        The second infinite where the truth may be at a bar; both NaN of fewer than `FEWEST_PAYOFFS`.
    """
    n = len(asked[0].above)
    if n < FEWEST_PAYOFFS:
        return math.nan, math.nan
    truths = rng.dirichlet(np.ones(n), TRUTHS)
    enough = math.log(2 / (1 - confidence))
    met = np.max([_needed(one.above, truths, enough - one.won_above) for one in asked], axis=0)
    missed = np.min([_needed(one.below, truths, enough - one.won_below) for one in asked], axis=0)
    outside = (1 - SURE_OF_NUMBER) / 2
    needed = np.sort(np.minimum(met, missed)) * per_payoff
    return float(needed[int(outside * TRUTHS)]), float(needed[int((1 - outside) * TRUTHS)])


def _needed(payoffs: FloatArray, truths: FloatArray, missing: float) -> FloatArray:
    """Return how many payoffs it takes in each truth to win what is missing, shape (TRUTHS,)."""
    growth = np.max([truths @ np.log1p(stake * payoffs) for stake in STAKES], axis=0)
    with np.errstate(divide="ignore"):
        return np.where(
            growth > 0, max(missing, 0.0) / np.maximum(growth, 1e-300), np.inf if missing > 0 else 0.0
        )
