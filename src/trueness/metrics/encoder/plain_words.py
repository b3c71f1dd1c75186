"""Sentences and words of a text as ESTIME and BLANC take them apart before a model's tokenizer does."""

from __future__ import annotations

import re
import unicodedata

from trueness.errors import check_choice, import_extra
from trueness.metrics.rouge.sentences import split_sentences

STOPS = "stops"
SENTENCE_WAYS = (STOPS, "newline", "split")
"""``stops``: a blank after a full stop, question or exclamation mark ends a sentence; others: see `split_sentences`."""

_AFTER_STOP = re.compile(r"(?<=[.!?])\s+")


def plain_sentences(text: str, how: str = STOPS) -> list[str]:
    """Return the sentences of a text in compatibility decomposition (NFKD), those without letters and signs left out.

    Parameters
    ----------
    text : str
    how : {'stops', 'newline', 'split'}

    Raises
    ------
    ArgumentError
        If `how` is none of these.
    MissingExtraError
        If it is 'split' and sentencex is not installed.
    """
    check_choice("sentences", how, SENTENCE_WAYS)
    whole = unicodedata.normalize("NFKD", text)
    found = _AFTER_STOP.split(whole) if how == STOPS else split_sentences(whole, how)
    return [sentence for sentence in found if sentence.strip()]


def plain_words(sentence: str) -> list[str]:
    """Return the words and signs of a sentence as NLTK's tokenizer (Treebank with later changes) has them.

    Raises
    ------
    MissingExtraError
        If NLTK is not installed.
    """
    module = import_extra("nltk.tokenize.destructive", extra="neural", feature="ESTIME")
    words: list[str] = module.NLTKWordTokenizer().tokenize(sentence)
    return words
