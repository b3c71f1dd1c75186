"""How many more labels it likely takes until bets settle a question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.sequential.kappa_sequence import bet_above, bet_below, difference_bounds, excess_of
from trueness.statistics.sequential.label_draws import Payoffs
from trueness.statistics.sequential.log_wealth import LEAST_BOUND, log_wealth

TRUTHS = 200
"""So many truths that the labels may come from are drawn, each with one series of labels to come."""

FARTHEST, MOST_PAYOFFS = 20, 4000
"""Series go on for so many times the payoffs there are, and for no more than these."""

SURE_OF_NUMBER = 0.8
"""In so many of them the number lies between the two that are said."""

FEWEST_PAYOFFS = 10
"""Of fewer nothing is foretold."""


class Bets(NamedTuple):
    """Bets that a number is above its bar, and that it is below: payoffs in the unit of their bounds, shape (B,)."""

    above: FloatArray
    below: FloatArray


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
    return Bets(above, below)


def labels_to_stop(
    asked: Sequence[Bets], *, per_payoff: float, confidence: float, rng: np.random.Generator
) -> tuple[float, float]:
    """Return between which numbers of further labels all bars are likely shown to be met, or one to be missed.

    Truths that the labels may come from are drawn by the Bayesian bootstrap (Rubin 1981, Annals of Statistics 9), and
    from each a series of labels to come. The numbers are quantiles over these of how long it takes.

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
        Infinite where it takes longer than `FARTHEST` times the labels there are, or more than can be tried; both NaN
        of fewer than `FEWEST_PAYOFFS`.
    """
    n = len(asked[0].above)
    if n < FEWEST_PAYOFFS:
        return math.nan, math.nan
    shares = np.cumsum(rng.dirichlet(np.ones(n), TRUTHS), axis=1)
    lots = rng.random((TRUTHS, min(FARTHEST * n, MOST_PAYOFFS)))
    drawn = np.stack([np.searchsorted(some, lot) for some, lot in zip(shares, lots, strict=True)]).clip(
        max=n - 1
    )
    enough = math.log(2 / (1 - confidence))
    met = np.max([_needed(one.above, drawn, enough) for one in asked], axis=0)
    missed = np.min([_needed(one.below, drawn, enough) for one in asked], axis=0)
    needed = np.sort(np.minimum(met, missed)) * per_payoff
    outside = (1 - SURE_OF_NUMBER) / 2
    return float(needed[int(outside * TRUTHS)]), float(needed[int((1 - outside) * TRUTHS)])


def labels_until_bar(estimate: float, low: float, high: float, bar: float, n_labels: float) -> float:
    """Return how many more labels it takes until limits that narrow with the root of labels leave a bar outside.

    At the estimate, so that the truth may take far more. `labels_to_stop` takes the second of two kappas for known, and
    may foretell that it is settled where limits, which know neither, still have the bar between them.

    Parameters
    ----------
    estimate, low, high : float
        What has been found, and its limits, which have the bar between them.
    bar : float
    n_labels : float
        Behind them.

    Returns
    -------
    float
        Infinite where the estimate is at the bar; 0 where the bar is outside.

    Examples
    --------
    >>> round(labels_until_bar(0.1, -0.14, 0.22, -0.1, 300))
    132
    """
    reach = estimate - low if estimate > bar else high - estimate
    apart = abs(estimate - bar)
    if math.isnan(reach):
        return math.nan
    return max(0.0, n_labels * ((reach / apart) ** 2 - 1)) if apart > 0 else math.inf


def _needed(payoffs: FloatArray, drawn: IntArray, enough: float) -> FloatArray:
    """Return how many payoffs to come it takes until enough is won, shape (TRUTHS,)."""
    whole = np.concatenate([np.tile(payoffs, (len(drawn), 1)), payoffs[drawn]], axis=1)
    won = log_wealth(whole, bounds=np.ones_like(whole)) >= enough
    first = np.maximum(won.argmax(axis=1) + 1 - len(payoffs), 0)
    return np.where(won.any(axis=1), first, np.inf)
