"""Texts as arrays: sentences, stop words before stems, limits."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.metrics.rouge.encode import TokenArrays, encode_texts, limited_exact
from trueness.metrics.rouge.line_words import exact_words, modern_words


def read(tokens: TokenArrays, words):
    """The words of every sentence of every text."""
    sentences = [
        [words[number] for number in tokens.ids[a:b]]
        for a, b in zip(tokens.sentences[:-1], tokens.sentences[1:], strict=True)
    ]
    return [sentences[a:b] for a, b in zip(tokens.texts[:-1], tokens.texts[1:], strict=True)]


@pytest.mark.parametrize(("mode", "cut"), [("exact", exact_words), ("modern", modern_words)])
def test_words_of_sentences(mode, cut):
    texts = ["The cats' mat.\n\nÉté 3.5\n...", "", "the mat"]
    encoded = encode_texts(texts, mode)
    expected = [[words for line in text.split("\n") if (words := cut(line))] for text in texts]
    assert read(encoded.counted, encoded.vocabulary.words) == expected
    assert encoded.in_sentences is encoded.counted
    assert encoded.counted.lengths.tolist() == [sum(map(len, text)) for text in expected]
    assert encoded.counted.longest_sentences.tolist() == [max(map(len, text), default=0) for text in expected]


def test_stop_words_go_before_stems_are_taken():
    encoded = encode_texts(["having beings\nthe others", "being"], "exact")
    plain, _ = encoded.configured(stem=False, stop=False)
    stopped, _ = encoded.configured(stem=False, stop=True)
    stemmed, _ = encoded.configured(stem=True, stop=False)
    both, _ = encoded.configured(stem=True, stop=True)
    words, stems = encoded.vocabulary.words, encoded.vocabulary.stems
    assert read(plain, words) == [[["having", "beings"], ["the", "others"]], [["being"]]]
    assert read(stopped, words) == [[["beings"], []], [[]]]
    assert read(stemmed, stems) == [[["have", "be"], ["the", "other"]], [["be"]]]
    assert read(both, stems) == [[["be"], []], [[]]]


def test_kept_tokens_stay_in_their_sentences():
    encoded = encode_texts(["a b\nc", "d e f"])
    kept = encoded.counted.keep(np.array([False, True, False, True, False, True]))
    assert read(kept, encoded.vocabulary.words) == [[["b"], []], [["d", "f"]]]


def test_limit_of_bytes_reads_twice_in_exact_mode_only():
    text = "one two three\nfour five six\nseven"
    encoded = encode_texts([text], "exact", bytes=20)
    counted, in_sentences = (
        [exact_words(line) for line in lines] for lines in limited_exact(text.split("\n"), None, 20)
    )
    assert counted != in_sentences
    assert read(encoded.counted, encoded.vocabulary.words) == [counted]
    assert read(encoded.in_sentences, encoded.vocabulary.words) == [in_sentences]
    stemmed = encoded.configured(stem=True, stop=False)
    assert [len(tokens.ids) for tokens in stemmed] == [sum(map(len, counted)), sum(map(len, in_sentences))]
    modern = encode_texts([text], "modern", bytes=20)
    assert modern.in_sentences is modern.counted


def test_limit_of_words_and_other_sentences():
    encoded = encode_texts(["one two <t> three four </t>"], sentences="marks", words=3)
    assert read(encoded.counted, encoded.vocabulary.words) == [[["one", "two"], ["three"]]]


def test_segmenter_is_asked_for_runs_without_blanks():
    encoded = encode_texts(["我爱北京 now"], segmenter=lambda run: [run[:2], run[2:]])
    assert read(encoded.counted, encoded.vocabulary.words) == [[["我爱", "北京", "now"]]]


def test_each_word_has_one_number():
    encoded = encode_texts(["b a b", "a c"])
    assert encoded.counted.ids.tolist() == [0, 1, 0, 1, 2]
    assert encoded.counted.ids.dtype == np.int32


def test_no_texts():
    encoded = encode_texts([])
    assert encoded.counted.starts.tolist() == [0]
    assert encoded.counted.longest_sentences.shape == (0,)
