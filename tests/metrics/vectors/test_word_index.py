"""Places of words by their hashes."""

from __future__ import annotations

from trueness.metrics.vectors.word_index import WordIndex


def test_places_come_in_the_order_of_the_file():
    index = WordIndex()
    for place, word in enumerate([b"a", b"b", b"a", b"c", b"a"]):
        index.add(word, place)
    assert len(index) == 5
    assert list(index.places(b"a")) == [0, 2, 4]
    assert list(index.places(b"c")) == [3]
    assert list(index.places(b"none")) == []


def test_nothing_is_found_in_an_empty_index():
    assert list(WordIndex().places(b"a")) == []
