"""Masking: every word once, far from the next one, with room around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.estime.masking import Ends, Words, apart, masked_pieces

ENDS = Ends(1, 2, 3)


def words(lengths):
    """A text of words of so many tokens; token k has id 100 + k."""
    spans, place = [], 0
    for length in lengths:
        spans.append((place, place + length))
        place += length
    return Words(tuple(map(str, range(len(lengths)))), tuple(range(100, 100 + place)), tuple(spans))


def test_groups_of_the_program():
    # every eighth of twenty, then those between
    assert apart(range(20))[:2] == [[0, 8, 16], [1, 9, 17]]
    assert apart([0, 3, 9, 30]) == [[0, 9, 30], [3]]
    assert apart([]) == []


def test_a_short_text_is_one_piece_for_each_group():
    found = masked_pieces(words([1] * 10), ENDS, 512)
    assert len(found) == 8
    assert found[0].ids == (1, 3, 101, 102, 103, 104, 105, 106, 107, 3, 109, 2)
    assert found[0].places == ((0, 1), (8, 9))


def test_all_tokens_of_a_word_are_masked_and_the_first_is_asked():
    (first, *_) = masked_pieces(words([3, 1]), ENDS, 512)
    assert first.ids == (1, 3, 3, 3, 103, 2)
    assert first.places == ((0, 1),)


@given(st.lists(st.integers(0, 4) | st.just(70), max_size=120), st.integers(20, 600))
def test_each_word_is_asked_once_wherever_it_stands(lengths, limit):
    text = words(lengths)
    found = masked_pieces(text, ENDS, limit)
    asked = sorted(place for piece in found for place, _ in piece.places)
    assert asked == [start for start, stop in text.spans if stop > start]
    for piece in found:
        assert len(piece.ids) <= limit
        assert (piece.ids[0], piece.ids[-1]) == (1, 2)
        for place, at in piece.places:
            assert piece.ids[at] == 3, place


def test_a_long_text_is_read_in_pieces_with_margins():
    found = masked_pieces(words([1] * 1000), ENDS, 512)
    for piece in found:
        assert len(piece.ids) <= 452
        for place, at in piece.places:
            assert at > 50 or place < 450
