"""What bets win: fair ones nothing on average, however long one waits; against all series of a short game."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from trueness.statistics.sequential.log_wealth import STAKES, log_wealth


def all_series(length, payoffs):
    """Return every series of payoffs."""
    return np.array(list(itertools.product(payoffs, repeat=length)), dtype=float)


def test_fair_bets_win_nothing_on_average_and_enough_in_a_share_alpha_at_most():
    # payoffs -1, 0 and 1/2 with chances 1/4, 1/4, 1/2 have the mean 0
    series = all_series(9, (-1.0, 0.0, 0.5))
    chances = np.prod(np.select([series < 0, series == 0], [0.25, 0.25], 0.5), axis=1)
    won = np.exp(log_wealth(series, bounds=np.ones(9)))
    assert chances @ won == pytest.approx(np.ones(9))
    for alpha in (0.5, 0.2, 0.1):
        reached = (won >= 1 / alpha).any(axis=1)
        assert 0 < chances @ reached <= alpha


def test_a_stake_is_a_share_of_what_a_payoff_may_lose():
    won = np.exp(log_wealth(np.array([0.3, -2.0]), bounds=np.array([2.0, 2.0])))
    stakes = np.array(STAKES)
    assert won == pytest.approx([np.mean(1 + stakes * 0.15), np.mean((1 + stakes * 0.15) * (1 - stakes))])


def test_of_several_hypotheses_it_is_no_more_than_of_any_between():
    rng = np.random.default_rng(1)
    one, other = rng.uniform(-1, 1, (2, 40))
    least = log_wealth(one, other, bounds=np.ones(40))
    for share in np.linspace(0, 1, 11):
        assert (least <= log_wealth(share * one + (1 - share) * other, bounds=np.ones(40)) + 1e-12).all()
    assert least[0] == pytest.approx(math.log(1 + np.mean(STAKES) * min(one[0], other[0])))
