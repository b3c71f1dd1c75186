"""Which values tie, against exact fractions and plain loops."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.ties import (
    LARGEST_DENOMINATOR,
    TieGroups,
    common_denominator,
    common_offset,
    dense_ranks,
    exact_scores,
    tie_close,
)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6, 7, 12, 30, 59, 60])
def test_smallest_denominator_of_floats_is_that_of_the_fractions(k):
    values = np.array([[float(Fraction(m, k)) for m in (1, k + 1, 3 * k - 1)], [np.nan, 0.0, -2.0]])
    assert common_denominator(values) == k
    scores, found, offset = exact_scores(values)
    assert (found, offset) == (k, 0)
    np.testing.assert_array_equal(scores[0], [1, k + 1, 3 * k - 1])
    assert np.isnan(scores[1, 0])


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8), st.integers(1, LARGEST_DENOMINATOR))
def test_sums_of_lattice_scores_are_exact(numerators, k):
    values = np.array([m / k for m in numerators])
    scores, found, offset = exact_scores(values)
    assert found is not None
    exact_offset = Fraction(round(offset * k), k)
    assert Fraction(int(scores.sum()), found) == sum(Fraction(m, k) - exact_offset for m in numerators)


@pytest.mark.parametrize(
    "values",
    [[1 / 61, 0.5], [0.123, 0.9], [np.pi, 1.0], [-3.3333, 2.0], [1e-11, 0.1e-11 * np.e], [np.nan, np.nan]],
)
def test_other_scores_have_none_and_stay_as_they_are(values):
    given_values = np.array(values)
    scores, k, offset = exact_scores(given_values)
    assert (k, offset) == (None, 0)
    assert scores is given_values


@given(st.lists(st.floats(0.5, 1), min_size=1, max_size=9), st.sampled_from([1.0, -3.0, 1e-9, 2.0**60]))
def test_what_scores_have_in_common_is_subtracted_without_loss(numbers, size):
    values = np.array(numbers) * size
    offset = common_offset(values)
    assert offset in values
    for value, shifted in zip(values, values - offset, strict=True):
        assert Fraction(float(shifted)) == Fraction(float(value)) - Fraction(offset)


@pytest.mark.parametrize("values", [[1.0, 2.1], [-1.0, 1.0], [0.0, 1e9], [-1.0, -2.5], [np.nan]])
def test_scores_of_several_sizes_or_signs_have_nothing_in_common(values):
    assert common_offset(np.array(values)) == 0


def test_far_from_zero_what_was_rounded_is_on_a_lattice_and_what_was_not_is_not():
    rng = np.random.default_rng(4)
    whole = rng.integers(0, 30, 50)
    assert exact_scores(whole / 3 + 1e8).denominator == 3
    assert exact_scores(rng.normal(size=50) + 1e8).denominator is None
    assert exact_scores(whole / 3 + 1e13).denominator is None  # rounded to multiples of 1/512


def test_one_value_off_the_lattice_among_many_is_seen():
    values = np.tile([1.0, 2.0, 3.0], 1000)
    assert common_denominator(values) == 1
    values[1234] += 1e-3  # not among the values that are probed first
    assert common_denominator(values) is None


def test_tiny_scores_do_not_all_become_zero():
    values = np.array([1e-10, 2e-10, 3.7e-10])
    assert len(np.unique(exact_scores(values)[0])) == 3


def test_negative_zero_is_zero():
    scores = exact_scores(np.array([-0.0, 0.0, 1.0])).values
    assert not np.signbit(scores[:2]).any()


def test_close_values_tie_and_others_do_not():
    row = np.array([0.3, 0.1 + 0.2, 0.30000001, np.nan, -1.0, 0.3 - 4e-13])
    tied = tie_close(row)
    assert tied[0] == tied[1] == tied[5]
    assert tied[2] == row[2]
    assert np.isnan(tied[3])
    assert tied[4] == -1.0


def test_close_is_relative_to_the_largest_of_each_row():
    rows = np.array([[1e6, 1e6 + 1e-7, 0.0], [1.0, 1.0 + 1e-7, 0.0], [1e-20, 2e-20, 0.0]])
    assert [len(np.unique(row)) for row in tie_close(rows)] == [2, 3, 3]


def test_chains_of_close_values_are_one_group():
    row = 1.0 + np.arange(5) * 8e-13
    assert len(np.unique(tie_close(row))) == 1


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9))
def test_dense_ranks_equal_positions_among_the_distinct_values(values):
    ranks = dense_ranks(np.array(values, dtype=float))
    distinct = sorted(set(values))
    assert ranks.tolist() == [distinct.index(value) for value in values]


def test_missing_values_rank_after_all_others():
    ranks = dense_ranks(np.array([np.nan, 2.0, 1.0, np.nan, 2.0]))
    assert ranks[[1, 2, 4]].tolist() == [1, 0, 1]
    assert min(ranks[0], ranks[3]) > 1


@given(st.integers(0, 2**32 - 1))
def test_groups_are_those_a_loop_finds(seed):
    rng = np.random.default_rng(seed)
    ranks = rng.integers(0, 4, (3, 7))
    present = rng.random((3, 7)) < 0.8
    groups = TieGroups.of(ranks, present)
    expected = {
        (column, tuple(np.flatnonzero(present[column] & (ranks[column] == value)).tolist()))
        for column in range(3)
        for value in range(4)
    }
    found = [
        (int(column), tuple(np.flatnonzero(members).tolist()))
        for column, members in zip(groups.column, groups.members, strict=True)
    ]
    assert set(found) == {group for group in expected if len(group[1]) >= 2}
    assert len(found) == len(set(found))
    per_group = rng.integers(0, 9, (2, len(found))).astype(float)
    sums = [
        [sum(row[g] for g in range(len(found)) if found[g][0] == c) for c in range(3)] for row in per_group
    ]
    assert groups.by_column(per_group).tolist() == sums
    flags = per_group > 6
    anywhere = [
        [any(row[g] for g in range(len(found)) if found[g][0] == c) for c in range(3)] for row in flags
    ]
    assert groups.any_by_column(flags).tolist() == anywhere
