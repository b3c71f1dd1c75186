"""AC1 against its definition and the skewed table that motivated it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.annotators.gwet_ac1 import gwet_ac1, resampled_ac1
from trueness.statistics.annotators.kappa import kappa

PAIRS = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=12)


@given(pairs=PAIRS)
def test_the_definition(pairs):
    x, y = zip(*pairs, strict=True)
    values = sorted({*x, *y})
    share = {v: (x.count(v) + y.count(v)) / (2 * len(pairs)) for v in values}
    equal = sum(a == b for a, b in pairs) / len(pairs)
    if len(values) > 1:
        chance = sum(p * (1 - p) for p in share.values()) / (len(values) - 1)
        assert gwet_ac1(x, y).estimate == pytest.approx((equal - chance) / (1 - chance), abs=1e-12)
    else:
        assert np.isnan(gwet_ac1(x, y).estimate)


def test_nearly_everything_in_one_category():
    # 118 of 125 agree on one category, 5 and 2 disagree: kappa is about zero, AC1 is not (worked by hand)
    x = np.repeat([1, 1, 2, 2], [118, 5, 2, 0])
    y = np.repeat([1, 2, 1, 2], [118, 5, 2, 0])
    share = (123 + 120) / 250
    chance = 2 * share * (1 - share)
    assert gwet_ac1(x, y).estimate == pytest.approx((118 / 125 - chance) / (1 - chance))
    assert gwet_ac1(x, y).estimate > 0.94
    assert kappa(x, y).estimate < 0


@given(pairs=PAIRS, data=st.data())
def test_a_weight_is_a_copy_of_the_unit(pairs, data):
    x, y = np.array(pairs, dtype=float).T
    counts = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(x), max_size=len(x))))
    scale = np.array([1.0, 2, 3, 4])
    expected = gwet_ac1(np.repeat(x, counts), np.repeat(y, counts), scale).estimate
    found = resampled_ac1(x, y, scale, counts[None].astype(float))[0]
    assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_unused_categories_count_and_unknown_ones_are_refused():
    x, y = [1, 1, 2], [1, 2, 2]
    assert gwet_ac1(x, y, [1, 2, 3]).estimate > gwet_ac1(x, y).estimate
    assert gwet_ac1([1, np.nan], [1, 2], [1, 2]).n_units == 1
    with pytest.raises(ArgumentError, match="lacks the rating 2"):
        gwet_ac1(x, y, [1, 3])
