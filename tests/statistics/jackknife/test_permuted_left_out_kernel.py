"""The kernel by itself: sums by their definition, whatever the size of tables."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.compiled import compiled
from trueness.statistics.jackknife.permuted_left_out_kernel import TABLES, fill_permuted_left_out


def filled(keep, ranks, human_ranks, tied, bits, lanes, wanted=(True, True, True)):
    """Return sums, counts and missing columns of a single column whose scores are its ranks."""
    n_systems, n_draws = keep.shape
    order = np.argsort(human_ranks, kind="stable")
    ordered = human_ranks[order]
    sums = np.zeros((3, 2, n_systems + 1, n_draws))
    counts = np.zeros((3, n_systems + 1), dtype=np.int32)
    missing = np.zeros((2, n_systems + 1, n_draws), dtype=np.int32)
    compiled(fill_permuted_left_out)(
        keep,
        ranks[None].astype(np.int32),
        ranks[None].astype(float),
        np.array([tied]),
        order[None].astype(np.int32),
        ordered[None].astype(np.int32),
        (ordered - ordered.mean())[None],
        np.array([n_systems], dtype=np.int32),
        np.array(wanted),
        1e-3,
        bits,
        lanes,
        sums,
        counts,
        missing,
    )
    return sums, counts, missing


def test_kendall_by_counting_pairs():
    rng = np.random.default_rng(1)
    n = 7
    ranks, human = rng.permutation(2 * n).reshape(2, n), rng.permutation(n)
    keep = rng.random((n, 4)) < 0.5
    sums, counts, missing = filled(keep, ranks, human, False, 3, 4, (False, False, True))
    assert (counts == [[0], [0], [1]]).all()
    assert not missing.any()
    assert not sums[:2].any()
    for b in range(4):
        for side in range(2):
            x = np.where(keep[:, b], ranks[side], ranks[1 - side])
            for out in range(n + 1):
                left = np.flatnonzero(np.arange(n) != out)
                signs = [np.sign((x[i] - x[k]) * (human[i] - human[k])) for i in left for k in left if i < k]
                assert sums[2, side, out, b] == pytest.approx(np.mean(signs), abs=1e-15)


@pytest.mark.parametrize("tied", [False, True])
def test_any_tables_and_lanes_give_the_same(tied):
    rng = np.random.default_rng(2)
    n = 2 * TABLES + 3  # with two systems to a table, more tables than stand together
    ranks = rng.integers(0, 4, (2, n)) if tied else rng.permutation(2 * n).reshape(2, n)
    human = rng.integers(0, 6, n)
    keep = rng.random((n, 20)) < 0.5
    expected = filled(keep, ranks, human, tied, 6, 20)
    for bits, lanes in ((1, 20), (2, 7), (3, 1), (8, 64)):
        for one, other in zip(filled(keep, ranks, human, tied, bits, lanes), expected, strict=True):
            np.testing.assert_array_equal(one, other)


def test_constant_columns_are_missing():
    ranks = np.array([[0, 0, 0, 0], [0, 0, 1, 0]])
    keep = np.array([[True, False], [True, False], [True, False], [True, False]])
    sums, counts, missing = filled(keep, ranks, np.arange(4), True, 2, 2)
    assert (counts == 1).all()
    # X' of the first arrangement is constant, Y' without the third system
    np.testing.assert_array_equal(missing[0, :, 0], [1, 1, 1, 1, 1])
    np.testing.assert_array_equal(missing[1, :, 0], [0, 0, 1, 0, 0])
    np.testing.assert_array_equal(missing[:, :, 1], missing[::-1, :, 0])
    assert not sums[:, 0, :, 0].any()
    assert not sums[:, 1, 2, 0].any()
