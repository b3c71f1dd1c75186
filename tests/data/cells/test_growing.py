"""An array that grows piece by piece is the pieces joined, and what was handed out stays as it was."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.cells.growing import Growing


@pytest.mark.parametrize("sizes", [[], [0], [3], [1, 0, 5, 40, 2], [100] * 30])
def test_the_whole_is_the_pieces(sizes):
    pieces = [np.random.default_rng(k).normal(size=size) for k, size in enumerate(sizes)]
    growing = Growing(np.float64)
    for piece in pieces:
        growing.add(piece)
    np.testing.assert_array_equal(growing.whole(), np.concatenate([np.empty(0), *pieces]))
    assert growing.whole() is growing.whole()


def test_what_was_handed_out_stays():
    growing = Growing(np.int64)
    growing.add(np.arange(3))
    before = growing.whole()
    for _ in range(10):
        growing.add(np.arange(1_000))
    assert before.tolist() == [0, 1, 2]
    assert len(growing.whole()) == 10_003


def test_what_was_taken_is_gone():
    growing = Growing(np.int64)
    growing.add(np.arange(3))
    assert growing.taken().tolist() == [0, 1, 2]
    growing.add(np.arange(2))
    assert growing.taken().tolist() == [0, 1]
    assert growing.taken().dtype == np.int64
