"""Which outputs are drawn next: how often each kind, by which chances, and when drawing ends."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.sequential.label_draws import LabelDraws
from trueness.statistics.sequential.next_draws import next_draws, stratum_chances, stratum_spreads

JUDGE = np.repeat([0.0, 1.0], [100, 900])


def labelled(human, places, chances, *, finite=False):
    return LabelDraws(
        people=np.array(human, dtype=float)[None],
        judges=JUDGE[None, places],
        chances=np.array(chances, dtype=float),
        pool=JUDGE[None],
        n_labels=2,
        quadratic=False,
        finite=finite,
    )


NOTHING = labelled([], [], [])


def test_without_labels_all_kinds_are_drawn_by_their_share():
    found = next_draws(NOTHING, np.arange(1000), 200, 0.6, np.random.default_rng(1))
    assert len(set(found.places.tolist())) == 200
    assert found.chances == pytest.approx(np.where(JUDGE[found.places] == 0, 0.1, 0.9))
    assert 5 <= np.sum(JUDGE[found.places] == 0) <= 36


def test_where_labels_differ_more_is_drawn_more_often_but_never_below_half_its_share():
    # of outputs that the judge calls 0 people call half 1, of the others they call all 1
    draws = labelled([0, 1, 0, 1, 0, 1, *[1] * 14], [*range(6), *range(100, 114)], [0.3] * 6 + [0.7] * 14)
    spreads = stratum_spreads(draws, 0.6, 2)
    assert spreads[0] > 2 * spreads[1]
    found = next_draws(draws, np.arange(200, 1000), 50, 0.6, np.random.default_rng(1))
    assert len(found.places) == 0  # none is left of one kind
    found = next_draws(draws, np.arange(6, 1000), 60, 0.6, np.random.default_rng(1))
    (rare,) = set(found.chances[JUDGE[found.places] == 0].tolist())
    assert rare > 0.15
    assert found.chances.min() >= 0.45 or rare < 0.5
    assert rare + min(set(found.chances.tolist()) - {rare}) == pytest.approx(1)


def test_of_these_outputs_alone_drawing_goes_on_to_the_last():
    draws = labelled([], [], [], finite=True)
    found = next_draws(draws, np.arange(90, 110), 50, 0.6, np.random.default_rng(1))
    assert sorted(found.places.tolist()) == list(range(90, 110))
    assert found.chances[-1] == 1
    assert found.chances[0] == pytest.approx(0.5)


def test_chances_are_half_by_share_and_half_by_spread():
    assert stratum_chances(np.array([0.1, 0.9]), np.array([3.0, 1.0])) == pytest.approx([0.175, 0.825])
    assert stratum_chances(np.array([0.1, 0.9]), np.zeros(2)) == pytest.approx([0.1, 0.9])


@pytest.mark.parametrize("value", [0.0, 0.25, 0.6])
def test_spreads_are_those_of_what_a_draw_tells_of_kappa_at_the_value(value):
    """Where the judge says 0 people say 0 as often as 1: it tells .9 (1 - value), or .1 (1 - value) - 1."""
    draws = labelled([0, 1, 0, 1, 0, 1, *[1] * 14], [*range(6), *range(100, 114)], [0.3] * 6 + [0.7] * 14)
    of_apart = stratum_spreads(draws, 1.0, 2)  # it tells 0, or -1
    assert stratum_spreads(draws, value, 2) == pytest.approx((1 + 0.8 * (1 - value)) * of_apart)
