"""Scores from counts, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.corpus_formulas import N_STATISTICS, meteor_score


def counts(words, function, content_matches, function_matches, chunks):
    """Put counts in order; pairs are (output, reference), matches are one triple by stage for both."""
    return np.array([*words, *function, *content_matches * 2, *function_matches * 2, chunks], dtype=float)


@pytest.mark.parametrize(
    ("sums", "score"),
    [
        # everything matches in one piece
        (counts((4, 4), (1, 1), (3, 0, 0), (1, 0, 0), 1), 1),
        # the same in two pieces: 1 - 0.6 (2/4)^0.2
        (counts((4, 4), (1, 1), (3, 0, 0), (1, 0, 0), 2), 1 - 0.6 * 0.5**0.2),
        # all by stem, one piece, no penalty: 0.6; by synonym 0.8
        (counts((2, 2), (0, 0), (0, 2, 0), (0, 0, 0), 1), 0.6),
        (counts((2, 2), (0, 0), (0, 0, 2), (0, 0, 0), 1), 0.8),
        # "the cat", "the dog": P = R = 0.25 / (0.75 + 0.25), one match in one chunk, penalty 0.6
        (counts((2, 2), (1, 1), (0, 0, 0), (1, 0, 0), 1), 0.25 * 0.4),
        # 1 of 2 content words, 1 of 4: P = 1/2, R = 1/4, F = 1 / (0.15 / P + 0.85 / R)
        (counts((2, 4), (0, 0), (1, 0, 0), (0, 0, 0), 1), 1 / (0.15 * 2 + 0.85 * 4) * 0.4),
        # no match, no words
        (counts((3, 3), (1, 0), (0, 0, 0), (0, 0, 0), 0), 0),
        (counts((0, 3), (0, 0), (0, 0, 0), (0, 0, 0), 0), 0),
        (counts((0, 0), (0, 0), (0, 0, 0), (0, 0, 0), 0), 0),
    ],
)
def test_worked_by_hand(sums, score):
    assert sums.shape == (N_STATISTICS,)
    assert meteor_score(sums) == pytest.approx(score, rel=1e-14, abs=0)


def test_any_shape():
    one = counts((4, 4), (1, 1), (3, 0, 0), (1, 0, 0), 2)
    np.testing.assert_array_equal(
        meteor_score(np.stack([one, one]).reshape(1, 2, -1)), [[meteor_score(one)] * 2]
    )
    assert meteor_score(np.empty((0, N_STATISTICS))).shape == (0,)


def test_more_pieces_are_worse():
    scores = [float(meteor_score(counts((9, 9), (0, 0), (6, 0, 0), (0, 0, 0), k))) for k in range(1, 7)]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 6
