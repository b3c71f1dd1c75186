"""Roots in brackets: closed forms, and that rows do not disturb each other."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.judging.bracketed_roots import illinois_roots, newton_roots

POWERS = np.array([1.0, 2, 3, 9, 0.2])
"""x to these is sought where it is 2: nearly straight, bent both ways."""


def test_illinois_finds_powers_in_rising_and_falling_functions():
    for sign in (1.0, -1.0):
        found = illinois_roots(
            lambda x, rows, sign=sign: sign * (x ** POWERS[rows] - 2),
            np.full(5, 0.5),
            np.full(5, 40.0),
            1e-13,
        )
        assert found == pytest.approx(2 ** (1 / POWERS), rel=1e-12)


def test_newton_finds_powers():
    def value(x, rows):
        power = POWERS[rows]
        return 2 - x**power, x + (2 - x**power) / (power * x ** (power - 1))

    found = newton_roots(value, (np.full(5, 1e-3), np.full(5, 40.0)), np.ones(5), 1e-13)
    assert found == pytest.approx(2 ** (1 / POWERS), rel=1e-12)


@pytest.mark.parametrize("power", [0.505, 0.5])
def test_newtons_steps_that_jump_to_and_fro_are_halved(power):
    """Near the root of |x|^.505 a step leads to the other side, just as far away, and of |x|^.5 for ever."""
    root = 0.3

    def value(x, _):
        at = -np.sign(x - root) * np.abs(x - root) ** power
        return at, x - (x - root) / power

    found = newton_roots(value, (np.array([-60.0]), np.array([60.0])), np.array([20.0]), 1e-14)
    assert found[0] == pytest.approx(root, abs=1e-12)


def test_a_row_among_others_is_as_alone_and_one_that_is_nan_ends():
    asked = []

    def value(x, rows):
        asked.append(len(rows))
        return np.where(rows == 1, np.nan, x ** np.array([2.0, 1, 7])[rows] - 2)

    ends = np.full(3, 0.5), np.full(3, 40.0)
    found = illinois_roots(value, *ends, 1e-13)
    assert found[[0, 2]] == pytest.approx(2 ** (1 / np.array([2, 7])))
    assert sorted(set(asked)) == [1, 2, 3]
    alone = illinois_roots(lambda x, _: value(x, np.array([2])), ends[0][:1], ends[1][:1], 1e-13)
    assert alone[0] == found[2]


@pytest.mark.parametrize("power", [9, 20, 60])
def test_a_halving_now_and_then_is_fast_where_functions_are_bent_most(power):
    asked = []

    def value(x, rows):
        asked.append(len(rows))
        return x**power - 2

    assert illinois_roots(value, np.array([0.5]), np.array([40.0]), 1e-13) == pytest.approx(2 ** (1 / power))
    assert len(asked) <= 45


def test_newtons_steps_that_leave_the_bracket_are_halved_also_over_zero():
    """Far from the root of an arc tangent a step leads much farther away; one of the places is 0 itself."""
    asked = []

    def value(x, _):
        asked.extend(x.tolist())
        away = x - 0.3
        return -np.arctan(away), x - np.arctan(away) * (1 + away**2)

    found = newton_roots(value, (np.array([-60.0]), np.array([60.0])), np.array([20.0]), 1e-13)
    assert found[0] == pytest.approx(0.3, abs=1e-12)
    assert 0.0 in asked
    assert len(asked) <= 8
    assert min(asked) >= -60
