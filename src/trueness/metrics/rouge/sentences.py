"""The sentences of a text, by its lines, by marks, or found by a splitter."""

from __future__ import annotations

import re
from typing import Any

from trueness.errors import check_choice, import_extra

_MARK = re.compile(r"</?t>")
_WAYS = ("newline", "marks", "split")


def split_sentences(text: str, how: str, language: str = "en") -> list[str]:
    """Return the sentences of a text.

    Parameters
    ----------
    text : str
        An output or a reference.
    how : {'newline', 'marks', 'split'}
        ``newline``: every line is a sentence, as ROUGE-1.5.5 reads files. Only a line feed ends a line; a carriage
        return before it stays and is a blank. Empty lines are left out, lines of blanks are kept.

        ``marks``: ``<t>`` and ``</t>`` separate, as in the preprocessed CNN/DailyMail texts in which every sentence
        stands between the two. What stands outside is a sentence, too, so a text without marks, or one whose last mark
        is missing, loses nothing. Sentences come without the blanks around them; empty ones are left out.

        ``split``: every line is split by the rules of sentencex, which knows the sentence ends of all scripts and the
        abbreviations of English. Sentences come without the blanks around them.
    language : str
        The language whose abbreviations ``split`` knows, by its code of two letters; English where it knows none.

    Raises
    ------
    ArgumentError
        If `how` is none of these.
    MissingExtraError
        If `how` is ``split`` and sentencex is not installed.
    """
    check_choice("sentences", how, _WAYS)
    if how == "newline":
        return [line for line in text.split("\n") if line]
    if how == "marks":
        pieces = _MARK.split(text)
    else:
        segment = _splitter().segment
        pieces = [sentence for line in _encodable(text).split("\n") for sentence in segment(language, line)]
    return [sentence for piece in pieces if (sentence := piece.strip())]


def splitter_signature() -> str:
    """Return the splitter behind ``split`` and its version, for the signatures of scores.

    Raises
    ------
    MissingExtraError
        If sentencex is not installed.
    """
    from importlib.metadata import version

    _splitter()
    return f"sentencex {version('sentencex')}"


def _splitter() -> Any:
    return import_extra("sentencex", extra="sentences", feature="splitting texts into sentences")


def _encodable(text: str) -> str:
    """Return a text in which U+FFFD, which is no word either, stands for halves of surrogate pairs."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
