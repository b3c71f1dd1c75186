from __future__ import annotations

import numpy as np

from trueness.metrics.ngrams.groups import group_rows
from trueness.metrics.ngrams.plain_shared_ngrams import plain_shared_ngrams


def test_worked_by_hand():
    # references "aab" and "abab" have a 2, b 2, aa 1, ab 2, ba 1 at most; "aaab" has a 3, b 1, aa 2, ab 1
    texts = ["aaab", "aab", "abab"]
    groups = group_rows(np.array([0]), np.array([1, 2]), np.array([2]))
    assert plain_shared_ngrams(texts, groups, 2).tolist() == [[3, 2]]


def test_entries_of_tuples_are_words():
    texts = [("a", "bc", "d"), ("a", "b", "cd"), ("x", "a", "bc")]
    groups = group_rows(np.array([0, 0]), np.array([1, 2]), np.array([1, 1]))
    assert plain_shared_ngrams(texts, groups, 3).tolist() == [[1, 0, 0], [2, 1, 0]]
