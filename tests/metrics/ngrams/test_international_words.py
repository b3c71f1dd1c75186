"""The words of the tokenizer intl are sacreBLEU's."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International

from trueness.metrics.ngrams.international_words import international_words

THEIRS = TokenizerV14International()


@given(st.text("ab1٣ ,.-$€+«»¿、Ⅳ\n", max_size=14))
def test_words_are_sacrebleus(text):
    assert " ".join(international_words(text)) == THEIRS(text.rstrip())


def test_every_character_is_of_the_kind_that_it_has_there():
    # both know Unicode 13, of which characters have kept their kinds since
    known = [chr(point) for point in range(0x3200) if unicodedata.category(chr(point)) not in ("Cn", "Cs")]
    for before, after in (("a", "b"), ("1", "2")):
        for character in known:
            text = before + character + after
            assert " ".join(international_words(text)) == THEIRS(text), (before, hex(ord(character)))


def test_signs_between_digits_and_after_the_last_one_stay():
    assert international_words("In 1,000.5 «days» of 1990.") == (
        "In",
        "1,000.5",
        "«",
        "days",
        "»",
        "of",
        "1990.",
    )
