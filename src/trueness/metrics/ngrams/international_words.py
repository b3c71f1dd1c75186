"""The words of a text as ``mteval-v14`` and sacreBLEU (``tok:intl``) cut them, by what Unicode says of characters."""

from __future__ import annotations

import functools
import re
import sys
import unicodedata


def international_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, case kept.

    Punctuation of all scripts is a word of its own, but for signs between two digits and for those that end a text
    after a digit; so is every symbol. Blanks at the end of the text are left out before.

    References
    ----------
    NIST mteval-v14; Post 2018 (sacreBLEU, tokenizer intl).
    """
    line = text.rstrip()
    for pattern, replacement in _rules():
        line = pattern.sub(replacement, line)
    return tuple(line.split())


@functools.cache
def _rules() -> tuple[tuple[re.Pattern[str], str], ...]:
    number, punctuation, symbol = (_characters(kind) for kind in "NPS")
    return (
        (re.compile(f"([^{number}])([{punctuation}])"), r"\1 \2 "),
        (re.compile(f"([{punctuation}])([^{number}])"), r" \1 \2"),
        (re.compile(f"([{symbol}])"), r" \1 "),
    )


def _characters(kind: str) -> str:
    """Return the characters of a general category of Unicode as ranges of a regular expression."""
    found = [point for point in range(sys.maxunicode + 1) if unicodedata.category(chr(point))[0] == kind]
    members = set(found)
    first = [point for point in found if point - 1 not in members]
    last = [point for point in found if point + 1 not in members]
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in zip(first, last, strict=True))
