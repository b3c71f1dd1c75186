"""Fisher's scale and back."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.fisher_scale import (
    difference_of_distance,
    inverse_z_scale,
    middle_of_difference,
    slope_of_inverse,
    z_scale,
)


def test_z_scale():
    assert z_scale(np.array([0.5]), "pearson", 9)[0] == pytest.approx(np.arctanh(0.5))
    assert z_scale(np.array([1.0]), "kendall", 9)[0] == pytest.approx(np.arctanh(0.9))
    assert z_scale(np.array([0.3]), "gamma", 9)[0] == 0.3
    one, nearly = z_scale(np.array([1.0, 1 - 1e-15]), "pearson", 9)  # 1 but for rounding
    assert one == nearly == pytest.approx(14.16, abs=0.01)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "gamma"])
def test_inverse_z_scale(coefficient):
    r = np.array([-0.9, 0.0, 0.4])
    np.testing.assert_allclose(inverse_z_scale(z_scale(r, coefficient, 7), coefficient, 7), r)


def test_no_correlation_lies_beyond_one():
    # tanh(5) (n + 1) / n is above 1
    assert inverse_z_scale(np.array([5.0, -5.0]), "kendall", 6).tolist() == [1, -1]


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
@pytest.mark.parametrize("pair", [(0.9, 0.2), (-0.7, 0.4), (0.3, 0.3), (0.99, 0.98)])
def test_differences_are_those_of_the_coefficients(coefficient, pair):
    one, other = (z_scale(np.array([value]), coefficient, 6) for value in pair)
    found = difference_of_distance(one - other, (one + other) / 2, coefficient, 6)
    np.testing.assert_allclose(found, pair[0] - pair[1], atol=1e-14)


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_what_lies_apart_on_the_scale_differs_however_far_out(coefficient):
    """Sides cut at 1 would differ by nothing, and an interval would hold a zero that its test rejects."""
    distances, middles = np.array([0.5, -0.5, 400.0]), np.array([30.0, -30.0, 0.0])
    found = difference_of_distance(distances, middles, coefficient, 6)
    assert found[0] > 0
    assert found[1] == -found[0]
    assert found[2] == pytest.approx(2 if coefficient == "pearson" else 2 * 7 / 6)


@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "auc"])
def test_a_middle_is_that_of_which_the_difference_comes_back(coefficient):
    rng = np.random.default_rng(3)
    distances, middles = rng.normal(0, 3, 500), np.abs(rng.normal(0, 3, 500))
    differences = difference_of_distance(distances, middles, coefficient, 9)
    assert np.all(np.sign(differences) == np.sign(distances))
    found = middle_of_difference(distances, differences, coefficient, 9)
    assert found == pytest.approx(middles, abs=1e-6)
    farther = middle_of_difference(distances, 0.9 * differences, coefficient, 9)
    assert np.all(farther > found)
    most = difference_of_distance(distances, 0.0 * middles, coefficient, 9)
    assert np.all(np.isneginf(middle_of_difference(distances, 1.001 * most, coefficient, 9)))
    assert np.all(np.isneginf(middle_of_difference(-distances, differences, coefficient, 9)))
    assert middle_of_difference(np.array([0.0]), np.array([0.0]), coefficient, 9) == np.inf
    assert middle_of_difference(np.array([900.0]), np.array([0.5]), coefficient, 9) > 440


@pytest.mark.parametrize("n", [1, 5, 10_000])
def test_estimates_beyond_one_have_a_finite_place_and_come_back_cut(n):
    name = "unlimited_pearson"
    r = np.array([-3.0, -1.2, -1.0, -0.4, 0.0, 0.4, 0.9995, 1.0, 1.2, 3.0])
    z = z_scale(r, name, n)
    assert np.isfinite(z).all()
    assert (np.diff(z) > 0).all()
    assert inverse_z_scale(z, name, n) == pytest.approx(np.clip(r, -1, 1), abs=1e-12)
    # as Fisher's of a correlation that noise makes smaller
    assert z[5] == pytest.approx(np.arctanh(0.4 * n / (n + 1)))
    found = difference_of_distance(z[5:6] - z[3:4], (z[5:6] + z[3:4]) / 2, name, n)
    assert found == pytest.approx(0.8)


@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "auc", "gamma"])
def test_the_slope_is_that_of_the_way_back(coefficient):
    """By differences of neighbours on the scale."""
    values, step = np.array([0.55, 0.6, 0.8, 0.9]), 1e-6
    places = z_scale(values, coefficient, 9)
    ends = [inverse_z_scale(places + side * step, coefficient, 9) for side in (-1, 1)]
    assert slope_of_inverse(values, coefficient, 9) == pytest.approx(
        (ends[1] - ends[0]) / (2 * step), rel=1e-6
    )
