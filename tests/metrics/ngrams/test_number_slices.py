"""Against a dict of Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.ngrams.number_slices import number_slices, room_for_bytes


def numbered(words):
    encoded = [word.encode() for word in words]
    whole = b"".join(encoded)
    ends = np.cumsum([0, *map(len, encoded)])
    eights = room_for_bytes(len(whole))
    eights.view(np.uint8)[: len(whole)] = np.frombuffer(whole, dtype=np.uint8)
    return number_slices(eights, np.column_stack([ends[:-1], ends[1:]]))


@given(
    st.lists(
        st.text("ab\0é\U0001f600", min_size=1, max_size=3)
        | st.builds(
            "".join, st.tuples(st.sampled_from(["a" * n for n in range(20)]), st.sampled_from("ab\0é"))
        ),
        max_size=30,
    )
)
def test_equal_words_have_equal_numbers_from_0_in_their_order(words):
    found = numbered(words)
    known: dict[str, int] = {}
    assert found.ids.tolist() == [known.setdefault(word, len(known)) for word in words]
    assert found.first.tolist() == [words.index(word) for word in known]


@pytest.mark.parametrize("long", ["", "a word of many letters "])
def test_many_words_find_their_places(long):
    found = numbered([f"{long}{number % 7000}" for number in range(20_000)])
    np.testing.assert_array_equal(found.ids, np.arange(20_000) % 7000)
    np.testing.assert_array_equal(found.first, np.arange(7000))
