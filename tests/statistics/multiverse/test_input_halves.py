"""Random halves of inputs."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.multiverse.input_halves import input_halves


def test_halves_come_in_pairs_that_hold_everything_once():
    found = input_halves(9, 3, seed=1)
    assert found.sum(axis=1).tolist() == [4, 5, 4, 5, 4, 5]
    assert (found[::2] ^ found[1::2]).all()


def test_two_units_are_one_in_each_half():
    assert input_halves(2, 5, seed=1).sum(axis=1).tolist() == [1] * 10


def test_a_seed_gives_the_same_halves_however_many_there_are():
    assert np.array_equal(input_halves(20, 1, seed=7), input_halves(20, 4, seed=7)[:2])
    assert not np.array_equal(input_halves(20, 1, seed=7), input_halves(20, 1, seed=8))


def test_every_unit_is_as_likely_in_the_first_half():
    shares = input_halves(6, 4000, seed=2)[::2].mean(axis=0)
    assert np.abs(shares - 0.5).max() < 4 * np.sqrt(0.25 / 4000)


@pytest.mark.parametrize(("units", "splits"), [(1, 1), (4, -1)])
def test_what_cannot_be_halved_is_refused(units, splits):
    with pytest.raises(ArgumentError):
        input_halves(units, splits, seed=1)
