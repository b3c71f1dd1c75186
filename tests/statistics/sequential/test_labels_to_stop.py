"""How many more labels it takes: against bets whose growth is known, and studies that went on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.statistics.sequential.labels_to_stop import Bets, labels_to_stop
from trueness.statistics.sequential.log_wealth import STAKES, log_wealth


def test_payoffs_that_do_not_vary_take_what_their_growth_takes():
    always = Bets(np.full(40, 0.5), np.full(40, -0.5), 1.0, -2.0)
    takes = (math.log(40) - 1) / math.log(1 + 0.5 * max(STAKES))
    found = labels_to_stop([always], per_payoff=2.0, confidence=0.95, rng=np.random.default_rng(1))
    assert found == pytest.approx((2 * takes, 2 * takes))
    later = always._replace(won_above=0.0)
    both = labels_to_stop([always, later], per_payoff=1.0, confidence=0.95, rng=np.random.default_rng(1))
    assert both == pytest.approx((takes * math.log(40) / (math.log(40) - 1),) * 2)
    sooner = Bets(np.full(40, -0.5), np.full(40, 0.5), 0.0, 2.0)
    missed = labels_to_stop([always, sooner], per_payoff=1.0, confidence=0.95, rng=np.random.default_rng(1))
    assert missed[1] < takes


def test_of_few_payoffs_nothing_is_foretold_and_at_a_bar_no_end():
    few = Bets(np.ones(5), np.ones(5), 0.0, 0.0)
    assert all(
        map(math.isnan, labels_to_stop([few], per_payoff=1, confidence=0.95, rng=np.random.default_rng(1)))
    )
    rng = np.random.default_rng(1)
    even = np.tile([1.0, -1.0], 50)
    assert labels_to_stop([Bets(even, -even, 0.0, 0.0)], per_payoff=1, confidence=0.95, rng=rng)[1] > 1000


def test_studies_that_go_on_stop_about_as_foretold():
    enough, inside = math.log(40), 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        payoffs = rng.choice([-1.0, 0.0, 0.4], 3000, p=[0.1, 0.5, 0.4])
        won = log_wealth(payoffs, bounds=np.ones(3000))
        now = 60
        if won[:now].max() >= enough:
            inside += 1
            continue
        stops = int(np.argmax(won >= enough)) + 1 - now if (won >= enough).any() else 10**9
        bets = Bets(payoffs[:now], -payoffs[:now], float(won[:now].max()), 0.0)
        low, high = labels_to_stop([bets], per_payoff=1, confidence=0.95, rng=rng)
        inside += bool(low / 2 <= stops <= high)
    assert inside >= 70
