"""Kappa with limits that hold after every label, however often one looks: of a judge, and of one minus another."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, check_integer, check_proportion
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.judging.label_agreement import label_measures
from trueness.statistics.sequential.label_draws import LabelDraws, Payoffs
from trueness.statistics.sequential.log_wealth import log_wealth

STEP = 0.01
"""How far values lie apart that are tried for a kappa; for a difference twice as far."""

CELLS = np.linspace(-1.0, 1.0, 21)
"""Between which values the second kappa is taken to lie, in turn, where a difference is tried: it is not known."""

ELSEWHERE = 0.2
"""The share of the money that is bet on the second kappa not lying between two such values."""


class KappaSequence(NamedTuple):
    """Limits that hold after every label.

    Attributes
    ----------
    after : array of shape (B,)
        After how many labels.
    low, high : arrays of shape (B,)
        In a share `confidence` of studies all of these intervals hold the truth; each side is missed in half of the
        others. Multiples of .01, of a difference of .02, and bars; -1 and 1 where nothing is known.
    estimate : float
        Of all labels, each weighted by the chance it had; NaN where undefined.
    """

    after: IntArray
    low: FloatArray
    high: FloatArray
    estimate: float


def kappa_sequence(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    n_labels: int = 2,
    weighted: bool = False,
    chances: ArrayLike | None = None,
    pool: ArrayLike | None = None,
    finite: bool = False,
    bars: Sequence[float] = (),
    confidence: float = 0.95,
) -> KappaSequence:
    """Return Cohen's kappa of a judge and people with limits that hold after every label.

    Kappa is above b where (1 - b) E - D has a mean above 0: D is how far people and judge are apart on an output, E how
    far people on one output are from the judge on another. Both are bounded, so that bets on (1 - b) E - D are fair or
    worse where kappa is b or less, whatever the shares of labels and the agreement are. What they win refuses b (see
    `log_wealth`): limits hold exactly, after few labels, and however often one looks and stops.

    Parameters
    ----------
    human : array of shape (n,) or (A, n)
        Numbers of labels, 0 to K - 1, in the order in which outputs were drawn; of several people NaN where one gave
        none.
    judge : array of shape (n,)
    n_labels : int
        K, at least 2.
    weighted : bool
        Whether distances of labels have quadratic weights (Cohen 1968).
    chances : array of shape (n,), optional
        With which chance an output was drawn that the judge labels like this one, given all draws before; NaN, or
        without it, the same for all outputs.
    pool : array of shape (N,), optional
        The judge's labels of all outputs that could be drawn.
    finite : bool
        Whether limits are of the outputs of the pool alone, however these depend on each other. Otherwise they are of
        other outputs like these, which have to be independent.
    bars : sequence of float
        Values that are tried besides multiples of .01.
    confidence : float
        Two-sided.

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    DataError
        If a value is no number of a label, or draws do not fit the pool.

    References
    ----------
    Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting, JRSS B 86. Shekhar et al.
    (2023), Risk-limiting financial audits via weighted sampling without replacement, UAI.
    """
    whole = None if pool is None else [pool]
    draws = label_draws(human, [judge], n_labels, chances, whole, weighted=weighted, finite=finite)
    check_proportion("confidence", confidence)
    found = sequence_of(draws.judge_payoffs(0), bars, confidence)
    return found._replace(estimate=kappa_estimate(draws, 0))


def kappa_difference_sequence(
    human: ArrayLike,
    first: ArrayLike,
    second: ArrayLike | None = None,
    *,
    n_labels: int = 2,
    weighted: bool = False,
    chances: ArrayLike | None = None,
    pool: Sequence[ArrayLike] | None = None,
    finite: bool = False,
    bars: Sequence[float] = (),
    confidence: float = 0.95,
) -> KappaSequence:
    """Return kappa of one judge minus that of another, or of people among themselves, after every label.

    As `kappa_sequence`, of the same labels: the second kappa is not known, and the least that bets have won over all
    that it may be refuses a difference. With the second kappa k the payoff (1 - k - d) E1 - D1 - (1 - k) E2 + D2 is
    linear in k, so that the logarithm of what a stake wins is concave, and least at an end of any range of k.

    Parameters
    ----------
    human : array of shape (n,) or (A, n)
    first : array of shape (n,)
    second : array of shape (n,), optional
        Another judge; without it two of the people, of outputs that two or more labelled.
    n_labels, weighted, chances, finite, bars, confidence
        As `kappa_sequence`; chances are of outputs that all judges label alike.
    pool : sequence of arrays of shape (N,), optional
        Labels of all outputs by each judge.

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    DataError
        If a value is no number of a label, draws do not fit the pool, or no output has labels of two people.
    """
    judges = [first] if second is None else [first, second]
    draws = label_draws(human, judges, n_labels, chances, pool, weighted=weighted, finite=finite)
    check_proportion("confidence", confidence)
    if second is not None:
        payoffs = draws.judge_payoffs(0), draws.judge_payoffs(1)
        estimate = kappa_estimate(draws, 0) - kappa_estimate(draws, 1)
    else:
        draws = labelled_by_several(draws)
        payoffs = draws.judge_payoffs(0, paired=True), draws.people_payoffs()
        estimate = kappa_estimate(draws, 0) - kappa_estimate(draws, None)
    return difference_of(*payoffs, bars, confidence)._replace(estimate=estimate)


def label_draws(
    human: ArrayLike,
    judges: Sequence[ArrayLike],
    n_labels: int,
    chances: ArrayLike | None,
    pool: Sequence[ArrayLike] | None,
    *,
    weighted: bool,
    finite: bool,
) -> LabelDraws:
    """Return checked draws from what a function of arrays is given."""
    size = check_integer("n_labels", n_labels, minimum=2)
    people = np.atleast_2d(given_numbers(human))
    said = np.stack([given_numbers(one) for one in judges])
    given = np.full(said.shape[1], np.nan) if chances is None else given_numbers(chances)
    if said.ndim != 2 or people.shape[1:] != said.shape[1:] or given.shape != said.shape[1:]:
        raise ArgumentError(
            f"labels of people, of judges and chances must be of the same outputs; they have the shapes "
            f"{people.shape}, {said.shape} and {given.shape}."
        )
    if not ((np.nan_to_num(given, nan=1.0) > 0) & (np.nan_to_num(given, nan=1.0) <= 1)).all():
        raise ArgumentError("`chances` must lie above 0, and be 1 at most.")
    whole = None if pool is None else np.stack([given_numbers(one) for one in pool])
    known = people[~np.isnan(people)]
    for values in (known, said, *([] if whole is None else [whole])):
        if not np.isin(values, np.arange(size)).all():
            raise DataError(f"labels must be numbers from 0 to {size - 1}, and judges silent on no output.")
    if np.isnan(people).all(axis=0).any():
        raise DataError("every output that was drawn must have a label by a person.")
    return LabelDraws(
        people=people,
        judges=said,
        chances=given,
        pool=whole,
        n_labels=size,
        quadratic=weighted,
        finite=finite,
    )


def labelled_by_several(draws: LabelDraws) -> LabelDraws:
    """Return the draws that two people or more labelled.

    Raises
    ------
    DataError
        If there is none, or, of these outputs alone, one that a single person labelled: what it is worth beside the
        others is then not known.
    """
    several = np.sum(~np.isnan(draws.people), axis=0) > 1
    if draws.finite and not several.all():
        raise DataError(
            "of a pool alone people can be compared only where two or more labelled every output drawn."
        )
    if not several.any():
        raise DataError("no output has labels of two people.")
    return draws.chosen(several)


def kappa_estimate(draws: LabelDraws, place: int | None) -> float:
    """Return kappa of a judge and people, without a judge of people among themselves, from all draws.

    Outputs that judges label alike have together the share that they have in the pool.
    """
    size = draws.n_labels
    if place is None:
        cells = draws.pairs_of_people()
    else:
        said = (draws.judges[place][:, None] == np.arange(size)).astype(np.float64)
        cells = draws.shares[:, :, None] * said[:, None, :]
    table = np.tensordot(draws.stratified, cells, axes=1).reshape(1, -1)
    measure = "weighted_kappa" if draws.quadratic else "kappa"
    return float(label_measures(table, 0)[measure][0]) if draws.n_drawn else math.nan


def sequence_of(payoffs: Payoffs, bars: Sequence[float], confidence: float) -> KappaSequence:
    """Return limits of kappa after each payoff; without an estimate."""
    values = _tried(STEP, bars)
    above, below = (_won(bet(payoffs, values[:, None])) for bet in (bet_above, bet_below))
    return _sequence(payoffs.after, values, above, below, confidence)


def bet_above(payoffs: Payoffs, value: FloatArray | float) -> tuple[FloatArray, FloatArray]:
    """Return what a bet that kappa is above a value pays, and how much it may lose."""
    excess = (1 - value) * payoffs.chance - payoffs.apart
    return excess, payoffs.most_apart - (1 - value) * payoffs.least_chance


def bet_below(payoffs: Payoffs, value: FloatArray | float) -> tuple[FloatArray, FloatArray]:
    """Return what a bet that kappa is below a value pays, and how much it may lose."""
    excess = (1 - value) * payoffs.chance - payoffs.apart
    return -excess, (1 - value) * payoffs.most_chance - payoffs.least_apart


def _won(bet: tuple[FloatArray, FloatArray]) -> FloatArray:
    return log_wealth(bet[0], bounds=bet[1])


def _with(won: FloatArray, elsewhere: FloatArray) -> FloatArray:
    """Return what two bets have won together, of which the second had a share `ELSEWHERE` of the money."""
    return np.logaddexp(math.log(1 - ELSEWHERE) + won, math.log(ELSEWHERE) + elsewhere)


def difference_of(first: Payoffs, second: Payoffs, bars: Sequence[float], confidence: float) -> KappaSequence:
    """Return limits of the first kappa minus the second after each payoff of the same draws; without an estimate."""
    values = _tried(2 * STEP, bars)
    delta = values[:, None]
    above = np.full((len(values), len(first.after)), np.inf)
    below = above.copy()
    for low, high in itertools.pairwise(CELLS):
        elsewhere = np.logaddexp(_won(bet_above(second, high)), _won(bet_below(second, low))) - math.log(2)
        ends = [excess_of(first, second, delta, kappa) for kappa in (low, high)]
        up, down = difference_bounds(first, second, delta, low, high)
        np.minimum(above, _with(log_wealth(*ends, bounds=up), elsewhere), out=above)
        np.minimum(below, _with(log_wealth(*(-end for end in ends), bounds=down), elsewhere), out=below)
    return _sequence(first.after, values, above, below, confidence)


def excess_of(first: Payoffs, second: Payoffs, delta: FloatArray | float, kappa: float) -> FloatArray:
    """Return what a bet pays that the first kappa minus the second, which is `kappa`, is above delta."""
    found: FloatArray = (1 - kappa - delta) * first.chance - first.apart
    return found - (1 - kappa) * second.chance + second.apart


def difference_bounds(
    first: Payoffs, second: Payoffs, delta: FloatArray | float, low: float, high: float
) -> tuple[FloatArray, FloatArray]:
    """Return how much bets may lose that a difference is above, and below, delta, with the second kappa between two."""
    over = np.maximum(0.0, high + delta - 1) * first.most_chance
    sure = np.maximum(0.0, 1 - high - delta) * first.least_chance
    up = first.most_apart + (1 - low) * second.most_chance + over - second.least_apart - sure
    over = np.maximum(0.0, 1 - low - delta) * first.most_chance
    down = second.most_apart + over - first.least_apart - (1 - high) * second.least_chance
    return up, down


def _tried(step: float, bars: Sequence[float]) -> FloatArray:
    """Return the values that are tried, from -1 to 1."""
    even = np.round(np.arange(-1, 1 + step / 2, step), 10)
    return np.unique(np.concatenate([even, [bar for bar in bars if -1 <= bar <= 1]]))


def _sequence(
    after: IntArray, values: FloatArray, above: FloatArray, below: FloatArray, confidence: float
) -> KappaSequence:
    """Return limits from what bets have won that the truth is above, or below, each value, shape (V, B).

    A value is refused for good once it was. The lower limit is the last of all values from the lowest on that were: a
    limit above the truth takes that the first value from the truth on was refused.
    """
    enough = math.log(2 / (1 - confidence))

    def refused(won: FloatArray) -> BoolArray:
        found: BoolArray = np.maximum.accumulate(won, axis=1) >= enough
        return found

    up = np.logical_and.accumulate(refused(above), axis=0).sum(axis=0)
    down = np.logical_and.accumulate(refused(below)[::-1], axis=0).sum(axis=0)
    low, high = values[np.maximum(up, 1) - 1], values[len(values) - np.maximum(down, 1)]
    return KappaSequence(after=after, low=low, high=high, estimate=math.nan)
