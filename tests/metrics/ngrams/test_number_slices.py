"""Against a dict of Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.ngrams.number_slices import _SPREAD, _make_keys, number_slices, room_for_bytes


def numbered(words):
    encoded = [word.encode() if isinstance(word, str) else word for word in words]
    return number_slices(*laid_out(encoded))


def laid_out(words):
    whole = b"".join(words)
    ends = np.cumsum([0, *map(len, words)])
    eights = room_for_bytes(len(whole))
    eights.view(np.uint8)[: len(whole)] = np.frombuffer(whole, dtype=np.uint8)
    return eights, np.column_stack([ends[:-1], ends[1:]])


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


def test_long_words_with_one_hash_are_told_apart():
    # whatever 8 bytes a word of 16 begins with, its other 8 can make its hash that of another word
    def state(begin):
        key = 16 * int(_SPREAD) % 2**64 ^ int.from_bytes(begin, "little")
        return (key ^ key >> 29) * int(_SPREAD) % 2**64

    begins = [bytes([65 + number]) * 8 for number in range(40)]
    words = [begin + (state(begin) ^ 2**63 - 1).to_bytes(8, "little") for begin in begins]
    several = [*words, b"in between", *words[::-1]]
    found = numbered(several)
    known: dict[bytes, int] = {}
    assert found.ids.tolist() == [known.setdefault(word, len(known)) for word in several]
    keys = np.empty(len(several), dtype=np.uint64)
    eights, bounds = laid_out(several)
    _make_keys(eights, bounds, keys, np.empty(len(several), dtype=np.int64))
    assert len({*keys.tolist()}) == 2  # so that they did have one


def test_words_of_zeros_are_told_apart_by_their_length():
    words = [b"\0" * length for length in range(1, 300)]
    assert numbered(words * 2).ids.tolist() == [*range(299)] * 2
