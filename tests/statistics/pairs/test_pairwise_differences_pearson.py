"""The closed form of Pearson's r over pairwise differences against the listed differences."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.coefficients import pearson
from trueness.statistics.pairs.output_groups import GROUPED_LEVELS
from trueness.statistics.pairs.pairwise_differences_pearson import pairwise_differences_pearson

NAN = float("nan")


def listed(x, z, level, weights=None):
    """Return the differences over all ordered pairs."""
    groups = {
        "input": list(zip(x.T, z.T, strict=True)),
        "per_system": list(zip(x, z, strict=True)),
        "global": [(x.ravel(), z.ravel())],
    }[level]
    found = []
    for g, (a, b) in enumerate(groups):
        present = ~np.isnan(a) & ~np.isnan(b)
        for i, k in itertools.permutations(np.flatnonzero(present), 2):
            found += [(a[i] - a[k], b[i] - b[k])] * (1 if weights is None else weights[g])
    return np.array(found).reshape(-1, 2).T


@given(
    cells=st.lists(
        st.tuples(*[st.one_of(st.integers(0, 5).map(float), st.just(NAN))] * 2), min_size=12, max_size=12
    ),
    level=st.sampled_from(GROUPED_LEVELS),
    denominator=st.sampled_from([1, 3, 7.3]),
    counts=st.lists(st.integers(0, 2), min_size=4, max_size=4),
)
def test_equals_pearson_of_the_listed_differences(cells, level, denominator, counts):
    x, z = np.array(cells).T.reshape(2, 4, 3)
    weights = None if level == "global" else counts[: {"input": 3, "per_system": 4}[level]]
    dx, dz = listed(x, z, level, weights)
    expected = NAN
    if np.any(dx) and np.any(dz):
        expected = float(np.corrcoef(dx, dz)[0, 1])
    found = pairwise_differences_pearson(x / denominator, z, level, weights=weights)
    assert found == pytest.approx(expected, nan_ok=True, abs=1e-12)


def test_worked_example():
    # input 1: x 1 2 4, z 1 2 3: S_xz 3·17 - 7·6 = 9, S_xx 3·21 - 49 = 14, S_zz 3·14 - 36 = 6
    # input 2: x 5 7 6, z 2 4 3: S_xz 3·56 - 18·9 = 6, S_xx 3·110 - 324 = 6, S_zz 3·29 - 81 = 6
    found = pairwise_differences_pearson([[1, 5], [2, 7], [4, 6]], [[1, 2], [2, 4], [3, 3]])
    assert found == 15 / np.sqrt(20 * 12)


def test_globally_it_is_pearsons_r():
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=(2, 5, 8))
    for one in (x, np.round(2 * x)):  # whole numbers beside others, too
        assert pairwise_differences_pearson(one, z, "global") == pytest.approx(
            pearson(one.ravel(), z.ravel())
        )


def test_levels_of_inputs_and_units_cancel():
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 5, 8))
    found = pairwise_differences_pearson(x, z)
    assert pairwise_differences_pearson(
        3 * x + 100 * rng.normal(size=8), z + rng.normal(size=8)
    ) == pytest.approx(found)
    assert pairwise_differences_pearson(-x, z) == pytest.approx(-found)
    rows = rng.permutation(5)
    assert pairwise_differences_pearson(x[rows], z[rows]) == pytest.approx(found)
    assert pairwise_differences_pearson(np.tile(x, 2), np.tile(z, 2)) == pytest.approx(found)


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_the_range_of_floats_is_no_limit(scale):
    rng = np.random.default_rng(2)
    x, z = rng.normal(size=(2, 5, 8))
    assert pairwise_differences_pearson(scale * x, z) == pytest.approx(pairwise_differences_pearson(x, z))


def test_itself_is_one():
    z = np.random.default_rng(3).integers(0, 9, (6, 7)).astype(float)
    assert pairwise_differences_pearson(z, z) == 1.0
    assert pairwise_differences_pearson(-z, z) == -1.0


def test_rounding_never_takes_it_beyond_one():
    rng = np.random.default_rng(4)
    for x in rng.normal(size=(200, 4, 2)):
        for factor in (0.7, -0.7):
            found = pairwise_differences_pearson(x, factor * x)
            assert abs(found) <= 1
            assert found == pytest.approx(np.sign(factor))


@pytest.mark.parametrize("x", [np.full((3, 2), 0.1), [[1, 2]] * 3, [[1, 2], [NAN, NAN], [NAN, NAN]]])
def test_without_differences_it_is_undefined(x):
    z = np.array([[1, 2], [2, 1], [3, 3]], dtype=float)
    assert np.isnan(pairwise_differences_pearson(x, z))
    assert np.isnan(pairwise_differences_pearson(z, x))


def test_inputs_of_weight_zero_do_not_count():
    x, z = np.array([[1, 7], [2, 5], [3, 6]]), np.array([[1, 1], [2, 2], [3, 9]])
    assert pairwise_differences_pearson(x, z, weights=[1, 0]) == 1.0
    assert np.isnan(pairwise_differences_pearson(x, z, weights=[0, 0]))


def test_arguments_are_checked():
    with pytest.raises(ArgumentError, match="level"):
        pairwise_differences_pearson([1, 2], [1, 2], "system")
    with pytest.raises(ArgumentError, match="`weights`"):
        pairwise_differences_pearson([1, 2], [1, 2], weights=[-1])
