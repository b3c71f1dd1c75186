"""Rounding to five decimals against printf and against exact decimals."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.metrics.rouge.combine import five_decimals


def exactly(value):
    return float(Decimal(value).quantize(Decimal("0.00001"), ROUND_HALF_EVEN))


@given(st.floats(0, 1))
def test_any_number(value):
    assert five_decimals(np.array([value])).tolist() == [exactly(value)]


@given(st.integers(0, 99_999), st.integers(-3, 3))
@settings(max_examples=200)
def test_numbers_beside_a_half(thousandth, steps):
    """The doubles nearest to 0.123455 and the like lie on either side of it, and so do their neighbours."""
    value = float(Decimal(2 * thousandth + 1) / 200_000)
    for _ in range(abs(steps)):
        value = math.nextafter(value, math.copysign(math.inf, steps))
    assert five_decimals(np.array([value])).tolist() == [exactly(value)]
    assert five_decimals(np.array([value])).tolist() == [float(f"{value:.5f}")]


def test_all_small_fractions():
    fractions = np.array([p / q for q in range(1, 400) for p in range(q + 1)])
    assert five_decimals(fractions).tolist() == [float(f"{value:.5f}") for value in fractions.tolist()]


def test_numpy_rounds_some_of_these_otherwise():
    """The reason why `numpy.round` will not do."""
    values = np.array([(2 * k + 1) / 200_000 for k in range(100_000)])
    assert (np.round(values, 5) != five_decimals(values)).any()


def test_undefined_stays_undefined():
    assert np.isnan(five_decimals(np.array([math.nan]))).all()
    assert five_decimals(np.array([])).shape == (0,)
