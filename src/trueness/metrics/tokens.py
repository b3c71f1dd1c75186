"""Words and punctuation marks of a text, for metrics that compare an output with its source."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

WordT = TypeVar("WordT")

_ASCII = re.compile(r"[a-z0-9_]+|[^\sa-z0-9_]").findall


def tokens(text: str) -> list[str]:
    r"""Return the lower-cased words and punctuation marks of a text, in order.

    A word is a run of letters, digits, combining marks and ``_``; every other sign that is no blank stands for itself
    (``don't`` is three tokens), and so does each character of scripts that are written without blanks between words:
    Han, Hiragana, Katakana, Thai, Lao, Khmer and Myanmar. Before that the text is put into Unicode's composed form
    NFC, so that one letter is written in one way.

    Parameters
    ----------
    text : str
        Any text; NUL characters and lone surrogates are signs like others.
    """
    if text.isascii():
        return _ASCII(text.lower())
    return _any_script()(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower()))


def ngrams_of(words: Sequence[WordT], order: int) -> Iterator[tuple[WordT, ...]]:
    """Yield the n-grams of a text, `order` words each, in the order in which they come."""
    return zip(*(words[k:] for k in range(order)), strict=False)


@functools.cache
def _any_script() -> Callable[[str], list[str]]:
    import regex

    alone = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
    pattern = regex.compile(rf"{alone}\p{{M}}*|[[\p{{L}}\p{{N}}\p{{M}}_]--{alone}]+|\S", regex.VERSION1)
    # Python takes the separators U+001C to U+001F for blanks, Unicode does not
    return lambda text: [token for token in pattern.findall(text) if not token.isspace()]
