"""Words are those of sacreBLEU's Tercom tokenizer with normalisation and Asian support."""

from __future__ import annotations

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from trueness.metrics.ter import Ter
from trueness.metrics.ter_words import asian_words

LETTERS = st.one_of(
    st.sampled_from(
        [
            *"aZ09 .,-'s&lt;&quot;/(){}\n\t",
            "\u6211",
            "\u4eca",
            "\u3002",
            "\u30a2",
            "\u3042",
            "\uff01",
            "\ufe35",
        ]
    ),
    st.characters(min_codepoint=0x2E00, max_codepoint=0xFFFF, exclude_categories=["Cs"]),
)


@given(st.text(LETTERS, max_size=30))
def test_words_are_those_of_sacrebleu(text):
    theirs = TercomTokenizer(normalized=True, asian_support=True)
    assert asian_words(text) == theirs(text.rstrip()).split()


ROWS = (
    (
        "\u6211\u4eec\u4eca\u5929\u53bb\u516c\u56ed\u6563\u6b65",
        "\u6211\u4eec\u4eca\u5929\u53bb\u516c\u56ed\u8dd1\u6b65",
    ),
    (
        "\u6771\u4eac\u306f\u65e5\u672c\u306e\u9996\u90fd\u3067\u3059\u3002",
        "\u6771\u4eac\u306f\u65e5\u672c\u306e\u9996\u90fd\u3067\u3042\u308b\u3002",
    ),
    ("It's 3.5, or so.", "It is 3.5 -- or so!"),
)


@pytest.mark.parametrize(("output", "reference"), ROWS)
def test_scores_are_those_of_sacrebleu(output, reference):
    theirs = sacrebleu.sentence_ter(output, [reference], normalized=True, asian_support=True)
    assert Ter(asian=True).score([output], [[reference]], [None])[0] == pytest.approx(theirs.score, rel=1e-14)
