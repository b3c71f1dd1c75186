"""Equal to the words of the functions that cut line by line."""

from __future__ import annotations

import itertools
import string

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueness.metrics.rouge import encode
from trueness.metrics.rouge.cut_words import cut_words
from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.line_words import exact_words, google_words, modern_words

SIGNS = st.sampled_from("aBz19 _.,:;'-\n\u2019\u00e9\u0131\u0130\u212a\u0e01\u200b")
TEXTS = st.lists(st.text(SIGNS | st.characters(), max_size=14), max_size=4)


def spelled(found):
    spelled = found.words()
    words = [spelled[number] for number in found.ids]
    return [words[a:b] for a, b in zip(found.sentences[:-1], found.sentences[1:], strict=True)]


@given(TEXTS)
@example(
    [
        "a_b__c_",
        "_a._b",
        "it's 3.5,1;2'3 a:b a.b. a.1 1.a 1:2 a;b a,b",
        "A__",
        "a_'b",
        "É.b_9",
        "_" * 9,
        "a_",
        "a_\n_b",
        "é\n\n.\n'a__'b\x00c",
    ]
)
def test_words_equal_those_of_each_mode(texts):
    for mode, cut in (("modern", modern_words), ("google", google_words), ("exact", exact_words)):
        found = cut_words(texts, mode)
        of_texts = [[words for line in text.split("\n") if (words := cut(line))] for text in texts]
        assert spelled(found) == [words for of_text in of_texts for words in of_text]
        assert np.diff(found.texts).tolist() == [*map(len, of_texts)]


@given(st.lists(st.text(SIGNS, min_size=40, max_size=200), max_size=3), st.integers(0, 130))
def test_words_and_lines_go_on_from_one_block_of_bytes_to_the_next(texts, length):
    # a word of up to three blocks, and after it another, a line, or a text
    texts = ["a" * length, f"{'b' * length}_c\nd", *texts, f"{'e' * length}\n\n'f"]
    for mode, cut in (("modern", modern_words), ("google", google_words), ("exact", exact_words)):
        found = cut_words(texts, mode)
        of_texts = [[words for line in text.split("\n") if (words := cut(line))] for text in texts]
        assert spelled(found) == [words for of_text in of_texts for words in of_text]
        assert np.diff(found.texts).tolist() == [*map(len, of_texts)]


def test_only_two_letters_have_a_lower_case_that_begins_in_ascii():
    # so that `cut_words` need not lower-case other texts
    ascii_letters = frozenset(string.printable)
    others = map(chr, range(128, 0x110000))
    found = [k for k in others if (low := k.lower()) != k and not ascii_letters.isdisjoint(low)]
    assert found == ["\u0130", "\u212a"]


@given(texts=TEXTS)
@example(texts=["\u0e01\u0e02 ab\n\nab", "", "Don't_ do"])
def test_texts_are_encoded_alike_with_and_without_compiled_loops(texts):
    for mode, segmenter in itertools.product(("exact", "modern", "google"), (None, list)):
        check_encoded_alike(texts, mode, segmenter)


def check_encoded_alike(texts, mode, segmenter):
    found = []
    for most in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(encode, "MOST_PLAIN", most)
            patch.setattr("trueness.metrics.plain_work._done", {})
            found.append(encode_texts(texts, mode, segmenter=segmenter))
    compiled, plain = found
    assert compiled.vocabulary.words == plain.vocabulary.words
    assert compiled.vocabulary.size == plain.vocabulary.size == len(plain.vocabulary.words)
    for field in ("ids", "sentences", "texts"):
        one, other = getattr(compiled.counted, field), getattr(plain.counted, field)
        assert one.tolist() == other.tolist()
        assert one.dtype == other.dtype
    assert compiled.configured(stem=True, stop=True)[0].ids.tolist() == (
        plain.configured(stem=True, stop=True)[0].ids.tolist()
    )
