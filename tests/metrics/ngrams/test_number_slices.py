"""Against a dict of Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.ngrams.code_points import code_points
from trueness.metrics.ngrams.number_slices import Slices, number_slices


@given(
    st.lists(
        st.text("ab\0é\U0001f600", max_size=3) | st.sampled_from(["a" * n for n in range(12)]), max_size=30
    )
)
def test_equal_words_have_equal_numbers_from_0_in_their_order(words):
    points = code_points(words)
    slices = Slices(points.starts[:-1].copy(), points.starts[1:].copy(), np.array([0, len(words)]))
    numbered = number_slices(points.values, slices)
    known: dict[str, int] = {}
    assert numbered.ids.tolist() == [known.setdefault(word, len(known)) for word in words]
    assert [words[place] for place in numbered.first] == list(known)
    assert [words.index(word) for word in known] == numbered.first.tolist()


def test_many_words_find_their_places():
    words = [str(number % 7000) for number in range(20_000)]
    points = code_points(words)
    numbered = number_slices(
        points.values, Slices(points.starts[:-1].copy(), points.starts[1:].copy(), points.starts)
    )
    np.testing.assert_array_equal(numbered.ids, np.arange(20_000) % 7000)
