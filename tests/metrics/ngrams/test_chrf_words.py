"""The words of chrF++ are sacreBLEU's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from trueness.metrics.ngrams.chrf_words import chrf_words


@given(st.text("ab ,.(\n!é…", max_size=12))
def test_words_are_sacrebleus(text):
    assert [*chrf_words(text)] == CHRF(word_order=2)._remove_punctuation(text)


def test_one_sign_is_taken_off_a_word():
    assert chrf_words('(hi) "so, a . ...') == ("(hi", ")", '"so', ",", "a", ".", "..", ".")
