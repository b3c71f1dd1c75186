"""The variance over people is found where there is one, and not where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.annotators.other_people import FEWEST_PEOPLE, other_people


def drawn(rng, people, inputs, between, within=1.0):
    """Return parts of the grand mean of values with an effect of people."""
    values = between * rng.normal(size=(people, 1)) + within * rng.normal(size=(people, inputs))
    who, unit = np.meshgrid(np.arange(people), np.arange(inputs), indexing="ij")
    return ((values - values.mean()) / values.size).ravel(), who.ravel(), unit.ravel()


def test_it_is_the_variance_of_a_mean_over_people():
    rng = np.random.default_rng(1)
    found = [other_people(*drawn(rng, 8, 50, 0.5)).variance for _ in range(400)]
    assert np.mean(found) == pytest.approx(0.5**2 / 8, rel=0.1)
    without = [other_people(*drawn(rng, 8, 50, 0.0)).variance for _ in range(400)]
    assert np.mean(without) < 0.5 * 1 / 400  # of noise, which inputs account for


def test_of_few_people_nothing_is_said():
    rng = np.random.default_rng(2)
    few = other_people(*drawn(rng, FEWEST_PEOPLE - 1, 20, 1.0))
    assert (few.variance, few.degrees, few.vary) == (0.0, 0.0, False)
    enough = other_people(*drawn(rng, FEWEST_PEOPLE, 20, 1.0))
    assert enough.vary
    assert 0 < enough.degrees <= FEWEST_PEOPLE - 1
    assert other_people(np.zeros(10), np.arange(10) // 2, np.arange(10)).degrees == 4


def test_degrees_are_fewer_where_one_person_says_most():
    parts = np.array([1.0, *np.full(9, -1 / 9)])
    assert other_people(parts, np.arange(10), np.zeros(10)).degrees < 3


def test_shapes_have_to_agree():
    with pytest.raises(ArgumentError, match="as long"):
        other_people([1.0, 2.0], [1], [1, 2])
