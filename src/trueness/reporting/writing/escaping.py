"""Names that users chose, made harmless in LaTeX, Markdown, CSV and scripts; nothing is lost silently."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "[": "{[}",  # after the \\ that ends a row, a bare bracket would open a length
    "]": "{]}",
    "`": r"\textasciigrave{}",
    "*": "{*}",  # so would a star after \\
    "\u2013": "\0",  # `visible` leaves no other
    "\u2212": "$-$",
    "α": r"$\alpha$",
    "ρ": r"$\rho$",
    "τ": r"$\tau$",
    "γ": r"$\gamma$",
    "↓": r"$\downarrow$",
}

_MARKDOWN = re.compile(r"[\\`*_{}\[\]()<>#+!|~$^&:@]|(?i:(?<=www)\.)")
"""Punctuation that Markdown and its extensions read; colon, at-sign and www. would make links."""

_JOINERS = "\u200c\u200d"
"""Invisible, but part of how Persian and Indic words are spelt."""

_FORMULA_START = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a cell for a formula (the full-width forms are caught by normalising)."""


def visible(text: str) -> str:
    r"""Return the text with line breaks and tabs as spaces and other invisible characters as ``\uXXXX``.

    Control characters, surrogates and marks that turn the direction of writing can disguise a name.
    """
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if character in "\t\n\r\v\f\x85\u2028\u2029":
        return " "
    if character in _JOINERS or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co"):
        return character
    return f"\\u{ord(character):04x}"


def breakable(text: str) -> list[str]:
    """Return the text in pieces between which a line may break: after punctuation, within endless words."""
    return [
        piece for part in re.split(r"(?<=[_/.:\\-])", visible(text)) for piece in re.findall(r".{1,24}", part)
    ]


def latex(text: str) -> str:
    """Return the text as LaTeX shows it literally, in text mode with the T1 encoding and `textcomp`."""
    shown = "".join(_LATEX.get(character, character) for character in visible(text))
    return re.sub(r"(?<=[-'])(?=[-'])", "{}", shown).replace("\0", "--")  # two in a row would become one sign


def markdown(text: str) -> str:
    """Return the text as a Markdown table shows it literally.

    ``<``, ``>`` and ``&`` become entities, which every dialect reads; other signs get a backslash.
    """
    entities = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", ":": "&#58;", "@": "&#64;"}
    return _MARKDOWN.sub(lambda found: entities.get(found[0], f"\\{found[0]}"), visible(text))


def csv_text(text: str) -> str:
    """Return the text with an apostrophe in front where a spreadsheet would take it for a formula."""
    start = unicodedata.normalize("NFKC", text.lstrip(" \n\x00")[:1])
    return f"'{text}" if text.startswith(_FORMULA_START) or start in _FORMULA_START else text


def script_json(value: Any) -> str:
    """Return a value as JSON that can stand inside an HTML script element.

    ``<``, ``>``, ``&`` and the line separators U+2028 and U+2029 are written as escapes, so that no text ends
    the element or opens a comment.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text)
