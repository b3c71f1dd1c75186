"""Names from data as one line of text that can be drawn: cleaned, shortened, still distinct."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Sequence
from typing import Any

from trueness.reporting.writing import shown_names

ELLIPSIS = "…"
_UNSEEN = "\ufffd"
_TURNS_TEXT = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def drawable(name: str) -> str:
    """Return a name on one line, without characters that XML forbids or that reorder the text around them.

    White space becomes single spaces, other characters of these kinds U+FFFD, and a name without anything to
    see "(blank)".
    """
    shown = "".join(_character(character) for character in shown_names.shown(name))
    return " ".join(shown.split()) or "(blank)"


def _character(character: str) -> str:
    if character.isspace():
        return " "
    if character in _TURNS_TEXT or unicodedata.category(character) in {"Cc", "Cs", "Cn"}:
        return _UNSEEN
    return character


def text_width(text: str, size: float) -> float:
    """Return the width of a line of text in inches, set in DejaVu Sans at `size` points.

    Glyphs the font lacks are drawn by other fonts; they count one em if wide (Chinese, Japanese, Korean),
    else 0.7.
    """
    return sum(_advance(character) for character in text) * size / 72


@functools.lru_cache(maxsize=4096)
def _advance(character: str) -> float:
    font = _font()
    if font.get_char_index(ord(character)) == 0:
        return 1.0 if unicodedata.east_asian_width(character) in {"W", "F"} else 0.7
    # in 16.16 fixed point at the size of `_font`
    return float(font.load_char(ord(character)).linearHoriAdvance) / 65536 / _SIZE


_SIZE = 100


@functools.lru_cache(maxsize=1)
def _font() -> Any:
    from pathlib import Path

    import matplotlib as mpl
    from matplotlib.ft2font import FT2Font

    font = FT2Font(str(Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")))
    font.set_size(_SIZE, 72)
    return font


def shortened(name: str, size: float, width: float) -> str:
    """Return a drawable name that fits into `width` inches at `size` points, cut in its middle if need be."""
    shown = drawable(name)
    if text_width(shown, size) <= width:
        return shown
    low, high = 0, len(shown) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if text_width(_cut(shown, middle), size) <= width else (low, middle - 1)
    return _cut(shown, low)


def _cut(text: str, kept: int) -> str:
    tail = kept // 2
    return f"{text[: kept - tail].rstrip()}{ELLIPSIS}{text[len(text) - tail :].lstrip()}"


def distinct_labels(
    names: Sequence[str], size: float, width: float, endings: Sequence[str] = ()
) -> list[str]:
    """Return one label per name as `shortened`, with an ending that is never cut; equal ones are numbered."""
    ends = endings or [""] * len(names)
    labels = [
        shortened(name, size, width - text_width(end, size)) + end
        for name, end in zip(names, ends, strict=True)
    ]
    numbered: list[str] = []
    for place, (name, label, end) in enumerate(zip(names, labels, ends, strict=True)):
        if labels.count(label) == 1:
            numbered.append(label)
            continue
        mark = f" #{labels[: place + 1].count(label)}{end}"
        numbered.append(shortened(name, size, width - text_width(mark, size)) + mark)
    return numbered


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return text broken at spaces into lines of at most `width` inches; a longer word is shortened."""
    lines: list[str] = []
    for word in drawable(text).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(shortened(word, size, width))
    return lines
