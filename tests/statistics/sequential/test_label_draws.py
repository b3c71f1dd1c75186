"""What draws say of all outputs: unbiased over every order in which a small pool can be drawn."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import DataError
from trueness.statistics.sequential.label_draws import LabelDraws, earlier_alike, label_distances

PEOPLE = np.array([[0, 1, 2, 2, 1.0], [0, 2, 2, 1, 1.0]])
JUDGE = np.array([[0, 0, 2, 2, 2.0]])


def drawn(order, chances=None, *, finite=True, quadratic=True, pool=JUDGE):
    given = np.full(len(order), np.nan) if chances is None else np.array(chances)
    some = list(order)
    return LabelDraws(
        people=PEOPLE[:, some],
        judges=JUDGE[:, some],
        chances=given,
        pool=pool,
        n_labels=3,
        quadratic=quadratic,
        finite=finite,
    )


def whole(distances):
    """Return how far judge and people are apart in the pool, and by chance, and the same of two people."""
    apart = np.mean([distances[int(h), int(j)] for row in PEOPLE for h, j in zip(row, JUDGE[0], strict=True)])
    chance = np.mean([distances[int(h), int(j)] for h in PEOPLE.ravel() for j in JUDGE[0]])
    among = np.mean([distances[int(a), int(b)] for a, b in zip(*PEOPLE, strict=True)])
    by_chance = np.mean([distances[int(a), int(b)] for a in PEOPLE.ravel() for b in PEOPLE.ravel()])
    return apart, chance, among, by_chance


def orders(length):
    """Yield every order of draws from the pool, its chance, and the chance of each stratum drawn.

    The judge's label 0 is drawn with .6 while there is one, the other with .4.
    """
    for order in itertools.permutations(range(5), length):
        left, total, chances = [0, 1, 2, 3, 4], 1.0, []
        for place in order:
            kinds = {JUDGE[0, one] for one in left}
            chance = (0.6 if JUDGE[0, place] == 0 else 0.4) if len(kinds) > 1 else 1.0
            total *= chance / sum(JUDGE[0, one] == JUDGE[0, place] for one in left)
            chances.append(chance)
            left.remove(place)
        yield order, total, chances


@pytest.mark.parametrize("quadratic", [True, False])
@pytest.mark.parametrize("lot", [True, False])
def test_of_these_outputs_every_draw_tells_of_the_whole_pool(quadratic, lot):
    apart, chance, among, by_chance = whole(label_distances(3, quadratic=quadratic))
    found, people = np.zeros((2, 4)), np.zeros((2, 2))
    n_orders = 120
    for order, weight, chances in orders(4):
        draws = drawn(order, None if lot else chances, quadratic=quadratic)
        one, two = draws.judge_payoffs(0), draws.people_payoffs()
        share = 1 / n_orders if lot else weight
        found += share * np.array([one.apart, one.chance])
        people += share * np.array([two.apart, two.chance])
        for payoffs in (one, two):
            assert (payoffs.least_apart - 1e-12 <= payoffs.apart).all()
            assert (payoffs.apart <= payoffs.most_apart + 1e-12).all()
            assert (payoffs.least_chance - 1e-12 <= payoffs.chance).all()
            assert (payoffs.chance <= payoffs.most_chance + 1e-12).all()
    assert found[0] == pytest.approx(np.full(4, apart))
    assert found[1] == pytest.approx(np.full(4, chance))
    assert people[0] == pytest.approx(np.full(2, among))
    assert people[1] == pytest.approx(np.full(2, by_chance))


def test_of_other_outputs_the_first_draws_do_as_well():
    # with replacement, as other outputs are drawn from a kind that does not run out
    apart, chance, among, by_chance = whole(label_distances(3, quadratic=False))
    found = np.zeros(4)
    for order in itertools.product(range(5), repeat=2):
        chances = [0.6 if JUDGE[0, place] == 0 else 0.4 for place in order]
        weight = np.prod([c / (2 if JUDGE[0, p] == 0 else 3) for c, p in zip(chances, order, strict=True)])
        pool = np.tile(JUDGE, 10)
        draws = drawn(order, chances, finite=False, quadratic=False, pool=pool)
        alone, pair = draws.judge_payoffs(0), draws.people_payoffs()
        assert draws.judge_payoffs(0, paired=True).after.tolist() == [2]
        found += weight * np.array([alone.apart.mean(), alone.chance.mean(), pair.apart[0], pair.chance[0]])
    assert found == pytest.approx([apart, chance, among, by_chance])


def test_without_a_pool_two_draws_say_what_chance_would_be():
    apart, chance, *_ = whole(label_distances(3, quadratic=True))
    found = np.zeros(2)
    for order in itertools.product(range(5), repeat=2):
        payoffs = drawn(order, finite=False, pool=None).judge_payoffs(0)
        assert payoffs.after.tolist() == [2]
        found += np.array([payoffs.apart[0], payoffs.chance[0]]) / 25
    assert found == pytest.approx([apart, chance])


def test_what_is_drawn_has_to_be_in_the_pool_and_to_weigh_little():
    with pytest.raises(DataError, match="need the judges' labels of all"):
        drawn([0, 1], [0.5, 0.5], pool=None, finite=False)
    with pytest.raises(DataError, match="outputs of the file are missing"):
        drawn([0, 1], [0.5, 0.5], pool=JUDGE[:, 2:])
    with pytest.raises(DataError, match="more than 2 times"):
        drawn([0], [0.1])
    assert earlier_alike(np.array([3, 1, 3, 3, 1])).tolist() == [0, 0, 1, 2, 1]


def test_outputs_that_judges_label_alike_have_their_share_of_the_pool():
    assert drawn([0, 1, 2], [0.6, 0.6, 0.4]).stratified.tolist() == [1.0, 1.0, 3.0]
    assert drawn([0, 2]).stratified.tolist() == [2.0, 3.0]
    assert drawn([0, 2], finite=False, pool=None).stratified.tolist() == [1.0, 1.0]
