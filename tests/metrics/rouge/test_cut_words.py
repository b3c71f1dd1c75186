"""Equal to the words of the functions that cut line by line."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueness.metrics.rouge import encode
from trueness.metrics.rouge.cut_words import cut_words
from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.line_words import exact_words, google_words, modern_words

SIGNS = st.sampled_from("aBz19 _.,:;'-\n\u2019\u00e9\u0131\u0130\u212a\u0e01\u200b")
LINES = st.lists(st.text(SIGNS | st.characters(), max_size=14), max_size=4)


def spelled(found):
    words = [found.words[number] for number in found.ids]
    return [words[a:b] for a, b in zip(found.sentences[:-1], found.sentences[1:], strict=True)]


@given(LINES)
@example(["a_b__c_", "_a._b", "it's 3.5,1;2'3 a:b a.b. a.1 1.a 1:2 a;b a,b", "A__", "a_'b", "É.b_9"])
def test_words_equal_those_of_each_mode(lines):
    assert spelled(cut_words(lines, joined=True, others=modern_words)) == [*map(modern_words, lines)]
    assert spelled(cut_words(lines, joined=False, others=google_words)) == [*map(google_words, lines)]
    assert spelled(cut_words(lines, joined=False, others=None)) == [*map(exact_words, lines)]


@pytest.mark.parametrize("mode", ["exact", "modern", "google"])
@pytest.mark.parametrize("segmenter", [None, list])
@given(texts=LINES)
@example(texts=["\u0e01\u0e02 ab\n\nab", "", "Don't_ do"])
def test_texts_are_encoded_alike_with_and_without_compiled_loops(mode, segmenter, texts):
    found = []
    for most in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(encode, "MOST_PLAIN", most)
            patch.setattr("trueness.metrics.plain_work._done", {})
            found.append(encode_texts(texts, mode, segmenter=segmenter))
    compiled, plain = found
    assert compiled.vocabulary == plain.vocabulary
    assert list(compiled.vocabulary) == list(plain.vocabulary)
    for field in ("ids", "sentences", "texts"):
        one, other = getattr(compiled.counted, field), getattr(plain.counted, field)
        assert one.tolist() == other.tolist()
        assert one.dtype == other.dtype
    assert compiled.configured(stem=True, stop=True)[0].ids.tolist() == (
        plain.configured(stem=True, stop=True)[0].ids.tolist()
    )
