"""Names that users chose, made harmless in LaTeX, Markdown, typst, CSV and scripts; nothing is lost silently."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
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
    "↓": r"$\downarrow$",
    "→": r"$\rightarrow$",
    "∞": r"$\infty$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "√": r"$\surd$",
    **{
        letter: rf"$\{unicodedata.name(letter).rpartition(' ')[2].lower()}$"
        for letter in "αβγδεζηθικμνξπρστφχψω"
    },
    "λ": r"$\lambda$",  # whose name in Unicode is another
}

_LATEX_BY_NUMBER = {ord(character): shown for character, shown in _LATEX.items()}

_MARKDOWN = re.compile(r"[\\`*_{}\[\]()<>#+!|~$^&:@]|(?i:(?<=www)\.)")
"""Punctuation that Markdown and its extensions read; colon, at-sign and www. would make links."""

_TYPST = re.compile(r"[\\`*_{}\[\]()<>#+=/~$^@'\"-]|(?<=\d)\.(?= )|(?<=http):|(?<=https):")
"""Signs of typst's markup: emphasis, headings, lists, references, comments, shorthands of dashes and quotes, links."""

_JOINERS = "\u200c\u200d"
"""Invisible, but part of how Persian and Indic words are spelt."""

_FORMULA_START = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What makes a spreadsheet take a cell for a formula (the full-width forms are caught by normalising)."""

_CSV_QUOTED = re.compile('[",\\x00-\\x1f\\x85\u2028\u2029]')
"""What a field of CSV must be quoted for: whatever some program takes for the end of a field or of a line."""


def visible(text: str) -> str:
    r"""Return the text with line breaks and tabs as spaces and other invisible characters as ``\uXXXX``.

    Control characters, surrogates and marks that turn the direction of writing can disguise a name.
    """
    if text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if character in "\t\n\r\v\f\x85\u2028\u2029":
        return " "
    if character in _JOINERS or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co"):
        return character
    return f"\\u{ord(character):04x}"


WHOLE, SHORT = 28, 12
"""Up to this length a name stays on one line on a wide page; and on a narrow one."""


def unbroken(length: int) -> str:
    """Return of which classes a column is whose longest text has so many letters: ``whole``, ``short``."""
    return f"whole{' short' * (length <= SHORT)}" if length <= WHOLE else ""


_BREAKS = re.compile(r"(?<=[_/:\\-])|(?<=\.)(?<!\d\.)|(?<=\.)(?!\d)")


def breakable(text: str) -> list[str]:
    """Return the text in pieces between which a line may break: after punctuation outside numbers, in endless words."""
    return [piece for part in _BREAKS.split(visible(text)) for piece in re.findall(r".{1,24}", part)]


def latex(text: str) -> str:
    """Return the text as LaTeX shows it literally, in text mode with the T1 encoding and `textcomp`."""
    shown = visible(text).translate(_LATEX_BY_NUMBER)
    return re.sub(r"(?<=[-'])(?=[-'])", "{}", shown).replace("\0", "--")  # two in a row would become one sign


def markdown(text: str) -> str:
    """Return the text as a Markdown table shows it literally.

    ``<``, ``>`` and ``&`` become entities, which every dialect reads; other signs get a backslash.
    """
    entities = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", ":": "&#58;", "@": "&#64;"}
    return _MARKDOWN.sub(lambda found: entities.get(found[0], f"\\{found[0]}"), visible(text))


def typst(text: str) -> str:
    """Return the text as typst shows it literally in a block of content.

    All that typst may read as markup gets a backslash: that is harmless before any sign that is no letter or digit.
    """
    return _TYPST.sub(lambda found: f"\\{found[0]}", visible(text))


def csv_text(text: str) -> str:
    """Return the text with an apostrophe in front where a spreadsheet would take it for a formula.

    One that has apostrophes of its own there gets another, so that taking one off gives the text back.
    """
    start = next((letter for letter in text if not _is_passed_over(letter)), "")
    begins = text.lstrip("'").startswith(_FORMULA_START)
    return f"'{text}" if begins or unicodedata.normalize("NFKC", start) in _FORMULA_START else text


def _is_passed_over(letter: str) -> bool:
    """Return whether a program may drop a character at the start of a cell."""
    return letter == "'" or letter.isspace() or unicodedata.category(letter) in ("Cc", "Cf")


def csv_line(fields: Iterable[str]) -> str:
    """Return a line of CSV (RFC 4180, ended by a newline) that every program divides where it is meant to be.

    The module `csv` leaves a lone carriage return unquoted, which ends the line for many: what follows it would begin
    a cell.
    """
    written = [_quoted(field) if _CSV_QUOTED.search(field) else field for field in fields]
    return ",".join(written if written != [""] else ['""']) + "\n"


def _quoted(field: str) -> str:
    doubled = field.replace('"', '""')
    return f'"{doubled}"'


def script_json(value: Any) -> str:
    """Return a value as JSON that can stand inside an HTML script element.

    ``<``, ``>``, ``&`` and the line separators U+2028 and U+2029 are written as escapes, so that no text ends
    the element or opens a comment.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)
