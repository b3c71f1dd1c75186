"""Variance over choices: the analysis of variance where the design is balanced, and regressions where it is not."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.multiverse.main_effects import NOT_APPLICABLE, main_effects

SIZES = (3, 2, 4)
DESIGN = np.array(list(itertools.product(*(range(size) for size in SIZES)))).T


def regressed(values, factors):
    """Return the sum of squares that factors explain together, by least squares on dummies."""
    columns = [np.ones(len(values))]
    columns += [(codes == one).astype(float) for codes in factors for one in np.unique(codes)]
    x = np.stack(columns, axis=1)
    fitted = x @ np.linalg.lstsq(x, values, rcond=None)[0]
    return np.sum((fitted - values.mean()) ** 2)


def test_in_a_balanced_design_shares_are_sums_of_squares_between_values_and_add_up():
    values = np.random.default_rng(1).normal(size=DESIGN.shape[1])
    found = main_effects(values[None], list(DESIGN))
    total = np.sum((values - values.mean()) ** 2)
    between = []
    for codes, size in zip(DESIGN, SIZES, strict=True):
        means = [values[codes == one].mean() for one in range(size)]
        between.append(len(values) / size * np.sum((np.array(means) - values.mean()) ** 2))
    assert found.shares[0] == pytest.approx(np.array(between) / total)
    # what is left are the interactions of two and three choices, by inclusion and exclusion of cell means
    cells = values.reshape(SIZES)
    grand = cells.mean()
    pairs = 0.0
    for i, j in itertools.combinations(range(3), 2):
        (k,) = {0, 1, 2} - {i, j}
        both = cells.mean(axis=k)
        one, other = both.mean(axis=1, keepdims=True), both.mean(axis=0, keepdims=True)
        pairs += SIZES[k] * np.sum((both - one - other + grand) ** 2)
    a, b, c = (cells.mean(axis=axes, keepdims=True) for axes in ((1, 2), (0, 2), (0, 1)))
    ab, ac, bc = (cells.mean(axis=axis, keepdims=True) for axis in (2, 1, 0))
    triple = np.sum((cells - ab - ac - bc + a + b + c - grand) ** 2)
    assert found.interactions[0] == pytest.approx((pairs + triple) / total)


def test_effects_that_are_put_in_come_out():
    effects = [np.array([0.0, 3.0, 6.0]), np.array([-1.0, 1.0]), np.zeros(4)]
    values = sum(effect[codes] for effect, codes in zip(effects, DESIGN, strict=True))
    found = main_effects(values[None], list(DESIGN))
    assert found.shares[0] == pytest.approx([6 / 7, 1 / 7, 0])  # variances 6 and 1
    assert found.interactions[0] == pytest.approx(0, abs=1e-12)


def test_a_number_that_is_constant_but_for_rounding_has_no_shares():
    """What many sums have lost is more than one step of floating-point numbers."""
    values = np.stack([np.where(DESIGN[1] == 0, 0.3, other) for other in (0.1 + 0.2, 0.3 + 1e-12)])
    found = main_effects(values, list(DESIGN))
    assert np.isnan(found.shares).all()
    assert np.isnan(found.interactions).all()


def test_where_combinations_lack_it_is_the_mean_over_all_orders_of_bringing_choices_in():
    rng = np.random.default_rng(2)
    kept = rng.random(DESIGN.shape[1]) < 0.6
    values = rng.normal(size=(2, kept.sum()))
    factors = [codes[kept] for codes in DESIGN]
    found = main_effects(values, factors)
    for row, shares, rest in zip(values, found.shares, found.interactions, strict=True):
        total = np.sum((row - row.mean()) ** 2)
        expected = np.zeros(3)
        for order in itertools.permutations(range(3)):
            for place, k in enumerate(order):
                before = [factors[one] for one in order[:place]]
                expected[k] += (regressed(row, [*before, factors[k]]) - regressed(row, before)) / total
        assert shares == pytest.approx(expected / math.factorial(3))
        assert rest == pytest.approx(1 - regressed(row, factors) / total)
        assert shares.sum() + rest == pytest.approx(1)


def test_choices_that_always_go_together_share_equally():
    twice = np.repeat([0, 1], 5)
    found = main_effects(np.arange(10.0)[None], [twice, twice])
    assert found.shares[0, 0] == pytest.approx(found.shares[0, 1])
    assert found.shares[0].sum() == pytest.approx(125 / 165)  # 62.5 of 82.5


def test_a_choice_gets_no_credit_for_where_it_does_not_apply():
    level = np.array([0, 0, 0, 0, 1, 1])
    aggregate = np.array([0, 1, 0, 1, NOT_APPLICABLE, NOT_APPLICABLE])
    coefficient = np.array([0, 0, 1, 1, 0, 1])
    found = main_effects(
        np.array([[5.0, 5, 5, 5, 1, 1], [3, 1, 3, 1, 2, 2]]), [level, aggregate, coefficient]
    )
    assert found.shares[0] == pytest.approx([1, 0, 0])
    assert found.shares[1] == pytest.approx([0, 1, 0])


def test_a_number_that_does_not_vary_has_no_shares():
    found = main_effects(np.full((1, 6), 0.1), [np.arange(6) % 2])
    assert np.isnan(found.shares).all()
    assert np.isnan(found.interactions).all()
    assert main_effects(np.ones((2, 3)), []).shares.shape == (2, 0)


@pytest.mark.parametrize(
    ("values", "choices", "words"),
    [
        (np.ones((1, 3)), [np.zeros(2, int)], "one value per combination"),
        (np.array([[1.0, np.nan]]), [np.zeros(2, int)], "must be defined"),
    ],
)
def test_what_cannot_be_shared_out_is_refused(values, choices, words):
    with pytest.raises(ArgumentError, match=words):
        main_effects(values, choices)
