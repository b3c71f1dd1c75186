"""Which systems lack more scores than others."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.systems.missing_unevenly import missing_unevenly


def lacking(*counts, m=60, rng=None):
    scores = np.zeros((len(counts), m))
    for row, count in zip(scores, counts, strict=True):
        row[np.arange(count) if rng is None else rng.permutation(m)[:count]] = np.nan
    return scores


def test_numbers_that_differ_by_more_than_chance():
    assert missing_unevenly(lacking(14, 0, 1, 0)).tolist() == [14, 0, 1, 0]
    assert missing_unevenly(lacking(4, 0, 1, 0)) is None
    assert missing_unevenly(lacking(0, 0, 0)) is None
    assert missing_unevenly(lacking(9)) is None


def test_inputs_that_nobody_has_do_not_count():
    scores = lacking(14, 0, 1, 0)
    more = np.concatenate([scores, np.full((4, 30), np.nan)], axis=1)
    assert missing_unevenly(more).tolist() == missing_unevenly(scores).tolist()


def test_q_is_that_of_cochran():
    # of six inputs the systems lack 5, 3 and 1 scores, and Q = 2 (3 (25 + 9 + 1) - 81) / (3 * 9 - 15) = 4
    missing = np.array([[1, 1, 1, 1, 1, 0], [0, 0, 1, 1, 0, 1], [0, 0, 0, 0, 1, 0]], dtype=bool)
    scores = np.where(missing, np.nan, 0.0)
    assert missing_unevenly(np.tile(scores, 3)) is None  # Q = 12 of two degrees of freedom, p = .0025
    assert missing_unevenly(np.tile(scores, 4)) is not None  # Q = 16, p = .0003


def test_missing_by_lot_is_seldom_called_uneven():
    rng = np.random.default_rng(8)
    called = [missing_unevenly(lacking(*rng.binomial(60, 0.2, 6), rng=rng)) is not None for _ in range(400)]
    assert np.mean(called) < 0.01


def test_no_matrix():
    with pytest.raises(ArgumentError, match="shape"):
        missing_unevenly(np.zeros(3))
