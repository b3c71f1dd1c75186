"""Equal ratings and AC1 of several annotators: published values, and those of two."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.annotators.equal_ratings import commonest_rating, equal_ratings, gwet_ac1_of_all
from trueness.statistics.annotators.gwet_ac1 import gwet_ac1
from trueness.statistics.annotators.krippendorff_alpha import RatedUnits

# Gwet, Handbook of Inter-Rater Reliability (2014), table 2.10: four raters, twelve units, five categories
GWET = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, np.nan, np.nan, np.nan],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, np.nan, 3],
        [np.nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, np.nan],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, np.nan],
    ]
)


def of_all(ratings):
    units = RatedUnits.of(ratings)
    ones = np.ones((1, len(units.place)))
    return float(equal_ratings(units, ones)[0]), float(gwet_ac1_of_all(units, ones)[0])


def test_published_values():
    # percent agreement .818 and AC1 .775, of the units that two rated (the book takes shares over all twelve)
    equal, ac1 = of_all(GWET)
    assert equal == pytest.approx(0.8182, abs=5e-5)
    assert ac1 == pytest.approx(0.775, abs=0.002)


@pytest.mark.parametrize("categories", [2, 3, 4])
def test_of_two_it_is_the_one_of_two(categories):
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, categories, (2, 40)).astype(float)
    equal, ac1 = of_all(np.stack([x, y]))
    assert equal == pytest.approx(np.mean(x == y))
    assert ac1 == pytest.approx(gwet_ac1(x, y).estimate)


def test_of_one_category_there_is_no_ac1():
    equal, ac1 = of_all(np.ones((3, 5)))
    assert equal == 1
    assert np.isnan(ac1)


def test_the_commonest_rating_and_the_outputs_with_another():
    assert commonest_rating(GWET) == (2.0, 13, 41, 9)
    nothing = commonest_rating(np.full((2, 3), np.nan))
    assert np.isnan(nothing.value)
    assert nothing[1:] == (0, 0, 0)
    ratings = np.full((2, 3, 4), 1.0)
    ratings[0, 0, 0] = ratings[1, 2, 3] = 2
    ratings[0, 2, 3] = np.nan  # rated once: nothing to compare
    assert commonest_rating(ratings) == (1.0, 21, 23, 1)
