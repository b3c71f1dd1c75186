"""Equal to sacreBLEU's tokenizer 13a on texts of every kind."""

from __future__ import annotations

import pytest
import sacrebleu
from hypothesis import example, given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from trueness.metrics.ngrams.mteval_words import SACREBLEU, mteval_words

# what rules meet, densely, and any other character
PIECES = st.sampled_from(
    [*".,-05aé $'/%\n\t\u00a0\u2028\x1c", "<skipped>", "-\n", "&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;"]
)
TEXTS = st.one_of(st.lists(PIECES | st.characters(), max_size=12).map("".join), st.text(max_size=20))


@given(TEXTS)
@example("a..5,.-7.-.")
@example("\ud800 &amp;quot; 5.\n")
def test_equals_sacrebleu(text):
    assert mteval_words(text) == tuple(Tokenizer13a()(text.rstrip()).split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's 3.5, i.e. $5-6.", ("It's", "3.5", ",", "i", ".", "e", ".", "$", "5", "-", "6", ".")),
        ("well-\nknown", ("wellknown",)),
        ("a..5", ("a", ".", ".5")),
        ("", ()),
    ],
)
def test_worked_by_hand(text, words):
    assert mteval_words(text) == words


def test_the_version_named_is_the_one_compared_with():
    assert sacrebleu.__version__ == SACREBLEU
