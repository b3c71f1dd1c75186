"""Words of texts without blanks are sacreBLEU's, and what fits a text is told by its script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from trueness.metrics.ngrams.unspaced_words import character_words, chinese_words, unlike_blanks

TEXTS = [
    "今天天气很好，we go 3.5 times.",
    "北京在2008年举办了奥运会。",
    "全角ＡＢＣ，１２３！",
    "Plain text, with 1,000 signs - and don't.",
    "東京は日本の首都です。",
    "  ",
    "\u2010\u2014…“quoted”",
    "a\u3000b",
    "\U00020000\U0002f800 rare",
]


@pytest.mark.parametrize("text", TEXTS)
def test_words_are_those_of_sacrebleu(text):
    assert list(chinese_words(text)) == TokenizerZh()(text).split()
    assert list(character_words(text)) == TokenizerChar()(text).split()


@given(st.text(st.sampled_from("今天好，。a1.,-&; \u3000カ한\u2010\u2602ＡΩ"), max_size=20))
def test_any_mixture_is_cut_as_sacrebleu_cuts_it(text):
    assert list(chinese_words(text)) == TokenizerZh()(text).split()


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("今天天气很好。", "zh"),
        ("東京は日本の首都です。", "ja"),
        ("กรุงเทพมหานครเป็นเมืองหลวง", "other"),
        ("서울은 韓國의 수도이다.", "ko"),
        ("Москва — столица России.", None),
        ("The word 今天 means today.", None),
        ("Plain.", None),
        ("3 %", None),
    ],
)
def test_what_fits_is_told_by_the_script(text, fitting):
    assert unlike_blanks([text, "another"]) == fitting
    assert unlike_blanks(["今天天气很好。", text]) == (fitting or "zh")


def test_sacrebleu_has_words_of_their_own_for_the_same_languages():
    assert {"zh", "ja", "ko"} == BLEU._TOKENIZER_MAP.keys()
