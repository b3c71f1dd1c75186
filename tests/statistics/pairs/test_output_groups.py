"""Groups of outputs against loops over all pairs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.pairs import output_groups
from trueness.statistics.pairs.output_groups import (
    GROUPED_LEVELS,
    OutputGroups,
    _count_beyond,
    check_grouped_level,
    check_matrices,
)


def groups_by_loop(x, z, level):
    """Return each group's outputs as lists of (x, z)."""
    n, m = x.shape
    cells = {
        "input": [[(i, j) for i in range(n)] for j in range(m)],
        "per_system": [[(i, j) for j in range(m)] for i in range(n)],
        "global": [[(i, j) for i in range(n) for j in range(m)]],
    }[level]
    return [[(x[c], z[c]) for c in group if not np.isnan(x[c] + z[c])] for group in cells]


def order_by_loop(x, z, level, counted):
    """Count how human scores compare where `counted` says so of the metric's difference."""
    result = []
    for group in groups_by_loop(x, z, level):
        tally = {1: 0, -1: 0, 0: 0}
        for one, other in itertools.combinations(group, 2):
            low, high = sorted((one, other), key=lambda pair: pair[0])
            if counted(high[0] - low[0]):
                tally[int(np.sign(high[1] - low[1]))] += 1
        result.append((tally[1], tally[-1], tally[0]))
    return [list(column) for column in zip(*result, strict=True)]


@st.composite
def matrices(draw):
    n, m = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    score = st.one_of(st.integers(0, 4).map(float), st.just(float("nan")))
    return tuple(
        np.array(draw(st.lists(score, min_size=n * m, max_size=n * m))).reshape(n, m) for _ in range(2)
    )


@given(data=matrices(), level=st.sampled_from(GROUPED_LEVELS), threshold=st.integers(0, 4))
def test_counts_equal_the_loop(data, level, threshold):
    groups = OutputGroups.of(*data, level)
    beyond = groups.count(groups.first_beyond(threshold, 0.0))
    assert [part.tolist() for part in beyond] == order_by_loop(*data, level, lambda d: d > threshold)
    reaching = groups.count(groups.first_reaching(max(threshold, 1), 0.0))
    assert [part.tolist() for part in reaching] == order_by_loop(
        *data, level, lambda d: d >= max(threshold, 1)
    )
    loops = groups_by_loop(*data, level)
    assert groups.sizes.tolist() == [len(group) for group in loops]
    assert groups.human_ties.tolist() == [
        sum(one[1] == other[1] for one, other in itertools.combinations(group, 2)) for group in loops
    ]


@given(data=matrices(), level=st.sampled_from(GROUPED_LEVELS), threshold=st.integers(0, 4))
def test_source_of_the_kernel_counts_the_same_uncompiled(data, level, threshold):
    groups = OutputGroups.of(*data, level)
    first = groups.first_beyond(threshold, 0.0)
    counts = np.zeros((3, groups.n_groups), dtype=np.int64)
    _count_beyond(groups.z, first, groups.starts, int(groups.z.max(initial=0)) + 1, *counts)
    assert np.array_equal(counts, np.stack(groups.count(first)))


def test_many_pairs_are_counted_compiled(monkeypatch):
    rng = np.random.default_rng(8)
    x, z = rng.normal(size=(30, 40)), rng.integers(0, 5, (30, 40)).astype(float)
    groups = OutputGroups.of(x, z, "global")
    first = groups.first_beyond(0.3, 0.0)
    listed = groups.count(first)
    monkeypatch.setattr(output_groups, "PAIR_BLOCK", 1000)
    compiled = groups.count(first)
    assert np.array_equal(np.stack(listed), np.stack(compiled))
    blocks = [len(p) for p, _ in groups.pairs(first, groups.ends)]
    assert len(blocks) > 100
    assert max(blocks) <= 1000 + 1200
    assert sum(blocks) == int(np.sum(groups.ends - first))


def test_entries_know_their_cell():
    x = np.array([[3.0, np.nan], [1.0, 2.0]])
    groups = OutputGroups.of(x, np.ones((2, 2)), "input")
    assert groups.x.tolist() == [1, 3, 2]
    assert groups.row.tolist() == [1, 0, 1]
    assert groups.column.tolist() == [0, 0, 1]
    assert groups.n_pairs.tolist() == [1, 0]


def test_human_scores_tie_as_whole_numbers():
    groups = OutputGroups.of(np.array([[1.0], [2.0], [3.0]]), np.array([[0.3], [0.1 + 0.2], [0.5]]), "input")
    assert groups.human_ties.tolist() == [1]


def test_a_vector_is_one_column():
    x, z = check_matrices([1, 2, 3], [4, 5, 6])
    assert x.shape == z.shape == (3, 1)


@pytest.mark.parametrize(
    ("x", "z", "message"),
    [
        ([1, 2], [1, 2, 3], "one shape"),
        (np.ones((1, 2, 3)), np.ones((1, 2, 3)), "one shape"),
        ([1, np.inf], [1, 2], "must be finite"),
        ([1, 2], [1, -np.inf], "must be finite"),
    ],
)
def test_matrices_are_checked(x, z, message):
    with pytest.raises(ArgumentError, match=message):
        check_matrices(x, z)


def test_levels_are_checked():
    assert check_grouped_level("summary") == "input"
    with pytest.raises(ArgumentError, match="level"):
        check_grouped_level("system")
