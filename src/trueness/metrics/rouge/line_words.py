"""The words of a line: in any language, between the word boundaries of Unicode, or as ROUGE-1.5.5 cuts them."""

from __future__ import annotations

import functools
import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from trueness.errors import DataError

Segmenter = Callable[[str], Sequence[str]]

# ASCII signs that join: the underscore everything, others two letters or two digits (WB6-7, WB11-12, WB13a-b).
_ASCII_WORD = re.compile(
    "[a-z0-9]++(?:(?:[:.'](?<=[a-z].)(?=[a-z])|[,;.'](?<=[0-9].)(?=[0-9])|_++)[a-z0-9]++)*+"
)
_MAY_JOIN = re.compile("[_:.,;'][A-Za-z0-9]")
# Soft hyphens, byte order marks, marks of direction: Word_Break=Format and Default_Ignorable_Code_Point.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001]"
)
# Signs that end words and stand in many texts that are ASCII otherwise.
_COMMON_SIGNS = re.compile("[\u00a0£©«®°»–—“”„•…€™]")


def modern_words(line: str, segmenter: Segmenter | None = None) -> list[str]:
    """Return the words of a line, in lower case and in Unicode's composed form (NFC).

    Words stand between the word boundaries of Unicode and hold a letter or a digit: ``don't``, ``3.5``, ``10,000``,
    ``u.s`` and ``हिन्दी`` are one word each, ``state-of-the-art`` is four. Scripts that write no blanks between words
    give characters, each with its marks: ideographs, kana and those of Thai, Lao, Khmer and Burmese. Four choices
    differ from the boundaries alone: a curly apostrophe is written ``'``; underscores at the edge of a word are no part
    of it (``_so_`` is ``so``); soft hyphens and marks of direction, which nobody sees, are left out; Katakana gives
    characters, as Hiragana does.

    Beyond these, only what differs in case or in how a letter is composed becomes equal: ``Maße`` stays apart from
    ``Masse``, ``é`` from ``e``, a full-width digit from an ASCII one.

    Parameters
    ----------
    line : str
        Any text.
    segmenter : callable, optional
        Takes a run of a script without blanks to its words, in place of its characters. Pieces without a letter or a
        digit are left out.

    Raises
    ------
    DataError
        If the segmenter gives something else than a list of texts.

    References
    ----------
    Unicode Standard Annex #29, Unicode Text Segmentation, section 4: word boundaries; Annex #15, normalization forms.
    """
    if not line.isascii():
        line = composed(line)
    if line.isascii():
        return _ascii_words(line)
    patterns = _patterns()
    found = patterns.word.findall(line) if segmenter is None else _segmented(line, segmenter)
    return [word for word in found if word[0].isalnum() or patterns.letter_or_digit.search(word)]


def composed(text: str) -> str:
    """Return a text in lower case and composed form, with blanks for common signs that end words.

    Its words are those of the text (see `modern_words`). Many texts that are not ASCII become so.
    """
    text = _INVISIBLE.sub("", text)  # before composing: one between two marks would keep them apart
    lower = unicodedata.normalize("NFC", text).lower()
    text = unicodedata.normalize("NFC", lower)  # lower case can decompose
    return _COMMON_SIGNS.sub(" ", text.replace("\u2019", "'"))


def _ascii_words(line: str) -> list[str]:
    """Return the words of a line of ASCII, without the tables of Unicode."""
    if _MAY_JOIN.search(line) is None:
        return exact_words(line)
    return _ASCII_WORD.findall(line.lower())


def _segmented(line: str, segmenter: Segmenter) -> Iterator[str]:
    for found in _patterns().word_or_run.finditer(line):
        if found["run"] is None:
            yield found[0]
        else:
            yield from filter(None, map(str.strip, _pieces(found["run"], segmenter)))


def _pieces(run: str, segmenter: Segmenter) -> list[str]:
    pieces: object = segmenter(run)
    if isinstance(pieces, (str, bytes)) or not isinstance(pieces, Iterable):
        raise DataError(f"the segmenter must give a list of words; it gave {pieces!r:.80} for {run!r:.80}.")
    listed = list(pieces)
    for piece in listed:
        if not isinstance(piece, str):
            raise DataError(
                f"the segmenter must give texts; it gave {piece!r:.80} among the words of {run!r:.80}."
            )
    return listed


class _Patterns:
    """The patterns that need the tables of Unicode."""

    def __init__(self) -> None:
        import regex

        # marks belong to what stands before them (WB4)
        mark = r"[\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}]"
        hebrew = r"\p{WB=Hebrew_Letter}"
        letter = r"[\p{WB=ALetter}\p{WB=Hebrew_Letter}]"
        spaced = r"[\p{WB=ALetter}\p{WB=Hebrew_Letter}\p{WB=Numeric}]"
        # WB5-7, with WB7b-c: a double quote joins Hebrew letters
        letters = rf"(?:{letter}++{mark}*+)++"
        joined = rf"(?:[\p{{WB=MidLetter}}\p{{WB=MidNumLet}}']{mark}*+|\"(?<={hebrew}{mark}*\"){mark}*+(?={hebrew}))"
        letters = rf"{letters}(?:{joined}{letters})*+"
        # WB8, WB11-12
        digits = rf"(?:\p{{WB=Numeric}}++{mark}*+)++"
        digits = rf"{digits}(?:[\p{{WB=MidNum}}\p{{WB=MidNumLet}}']{mark}*+{digits})*+"
        # WB9-10, WB13a-b, and WB7a: a single quote ends a Hebrew word
        connectors = rf"(?:\p{{WB=ExtendNumLet}}{mark}*+)*+"
        word = rf"(?:{letters}|{digits})(?:{connectors}(?:{letters}|{digits}))*+(?:'(?<={hebrew}{mark}*'){mark}*+)?+"
        # most words are letters and nothing else
        after = rf"(?!{mark}|[\p{{WB=MidLetter}}\p{{WB=MidNumLet}}\p{{WB=Numeric}}\p{{WB=ExtendNumLet}}'\"])"
        word = rf"{letter}++{after}|{word}"
        # scripts without blanks; Myanmar virama, Khmer coeng and Tai Tham sakot put the next consonant below this one
        character = rf"[\p{{L}}--{spaced}--{mark}]{mark}*+"
        stacked = rf"{character}(?:(?<=[\u1039\u17D2\u1A60]){character})*+"
        # superscripts, fractions, circled digits
        number = rf"[\p{{N}}--{spaced}]{mark}*+"
        self.word: Any = regex.compile(rf"{word}|{stacked}|{number}", regex.VERSION1)
        self.word_or_run: Any = regex.compile(rf"{word}|(?P<run>(?:{character})++)|{number}", regex.VERSION1)
        self.letter_or_digit: Any = regex.compile(rf"[[\p{{L}}\p{{N}}]--{mark}]", regex.VERSION1)


_patterns = functools.cache(_Patterns)  # compiled at first use

_BLANK = ord(" ")
_KEPT = (string.ascii_lowercase + string.digits).encode()
_LOWER_OR_BLANK = bytes(byte if byte in _KEPT else _BLANK for byte in bytes(range(256)).lower())
"""What each byte becomes: itself in lower case if it is a letter or a digit, a blank if not."""


def exact_words(line: str) -> list[str]:
    """Return the words of a line by the rule of ROUGE-1.5.5: runs of a-z and 0-9 once A-Z is lower-cased.

    Everything else separates, in whatever script: ``café`` is ``caf``, ``don't`` is ``don`` and ``t``, ``10,000`` is
    ``10`` and ``000``, and a text in Greek has no words. ROUGE sees bytes, so only A-Z has a lower case: U+0130 and
    U+212A, whose lower case is or begins with an ASCII letter, separate too.

    Parameters
    ----------
    line : str
        Any text.

    References
    ----------
    ROUGE-1.5.5 (Lin 2004), as observed: its own text preparation, without ``-m`` and ``-s``.
    """
    # a sign outside of ASCII becomes a question mark, which separates
    return line.encode("ascii", "replace").translate(_LOWER_OR_BLANK).decode("ascii").split()


def google_words(line: str) -> list[str]:
    """Return the words of a line as the package rouge-score cuts them: runs of a-z and 0-9 in lower case.

    As `exact_words`, but that lower case is Python's: of U+212A, the sign of Kelvin, it is ``k``, and that of U+0130
    begins with an ``i``.

    Parameters
    ----------
    line : str
        Any text.

    References
    ----------
    rouge-score 0.1.2, ``tokenize``.
    """
    return exact_words(line if line.isascii() else line.lower())
