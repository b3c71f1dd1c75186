"""How many more labels it takes: against bets whose growth is known, and studies that went on."""

from __future__ import annotations

import math

import numpy as np

from trueness.statistics.sequential import labels_to_stop as module
from trueness.statistics.sequential.labels_to_stop import Bets, labels_to_stop, labels_until_bar
from trueness.statistics.sequential.log_wealth import log_wealth


def wins(payoff, now, more=1000):
    """Return after how many more of always the same payoff enough is won."""
    won = log_wealth(np.full(more, payoff), bounds=np.ones(more))
    return int(np.argmax(won >= math.log(40))) + 1 - now


def asked(*bets, per_payoff=1.0, seed=1):
    return labels_to_stop(bets, per_payoff=per_payoff, confidence=0.95, rng=np.random.default_rng(seed))


def test_payoffs_that_do_not_vary_take_what_they_take():
    always = Bets(np.full(10, 0.2), np.full(10, -0.2))
    assert wins(0.2, 10) > 10
    assert asked(always, per_payoff=2.0) == (2 * wins(0.2, 10),) * 2
    slower = Bets(np.full(10, 0.1), np.full(10, -0.1))
    assert asked(always, slower) == (wins(0.1, 10),) * 2
    missed = Bets(np.full(10, -0.3), np.full(10, 0.3))
    assert asked(slower, missed) == (wins(0.3, 10),) * 2
    assert asked(Bets(np.full(100, 0.2), np.full(100, -0.2))) == (0, 0)


def test_of_few_payoffs_nothing_is_foretold_and_at_a_bar_no_end():
    assert all(map(math.isnan, asked(Bets(np.ones(5), np.ones(5)))))
    even = np.tile([1.0, -1.0], 25)
    assert asked(Bets(even, -even))[1] == math.inf


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
        bets = Bets(payoffs[:now], -payoffs[:now])
        low, high = labels_to_stop([bets], per_payoff=1, confidence=0.95, rng=rng)
        inside += bool(low <= stops <= high)
    assert inside >= 75


def test_the_surer_the_numbers_are_to_be_the_farther_they_are_apart(monkeypatch):
    payoffs = np.random.default_rng(7).choice([-0.5, 0.0, 0.4], 40, p=[0.1, 0.5, 0.4])
    found = []
    for sure in (0.0, 0.4, 0.8):
        monkeypatch.setattr(module, "SURE_OF_NUMBER", sure)
        found.append(asked(Bets(payoffs, -payoffs)))
    (low, high), *wider = found
    assert low == high  # the median
    for inner, outer in zip(found, wider, strict=False):
        assert outer[0] < inner[0] <= inner[1] < outer[1] < math.inf


def test_limits_narrow_with_the_root_of_labels_until_a_bar_is_outside():
    for estimate, low, high, bar in ((0.1, -0.2, 0.3, -0.05), (0.1, -0.2, 0.3, 0.25)):
        whole = 100 + labels_until_bar(estimate, low, high, bar, 100)
        narrower = math.sqrt(100 / whole)
        ends = estimate + narrower * (low - estimate), estimate + narrower * (high - estimate)
        assert np.isclose(ends, bar).any()
        assert whole > 100
    assert labels_until_bar(0.1, 0.0, 0.2, -0.5, 100) == 0
    assert labels_until_bar(0.1, 0.0, 0.2, 0.1, 100) == math.inf
    assert math.isnan(labels_until_bar(math.nan, math.nan, math.nan, 0.1, 100))
