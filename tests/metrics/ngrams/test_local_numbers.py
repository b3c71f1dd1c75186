from __future__ import annotations

import numpy as np

from trueness.metrics.ngrams.local_numbers import count_words, forget_words, number_words, renumber


def test_words_of_one_text_are_numbered_from_1_and_forgotten(in_python):
    ids = np.array([7, 3, 7, 9, 3, 5], dtype=np.int32)
    local = np.zeros(10, dtype=np.int32)
    highest = in_python(number_words)(ids, 0, 3, local, 0)
    assert (highest, local[7], local[3], local[9]) == (2, 1, 2, 0)
    assert in_python(number_words)(ids, 1, 4, local, highest) == 3
    written = np.empty(6, dtype=np.int32)
    in_python(renumber)(ids, 0, 6, local, written)
    assert written.tolist() == [1, 2, 1, 3, 2, 0]
    count = np.full(5, 9, dtype=np.int32)
    in_python(count_words)(ids, 0, 6, local, 3, count)
    assert count.tolist() == [1, 2, 2, 1, 9]
    in_python(forget_words)(ids, 0, 4, local)
    assert not local.any()
