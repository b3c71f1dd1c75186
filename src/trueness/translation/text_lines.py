"""A text as the lines that are translated, and what stands between them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence

from trueness.metrics.rouge.sentences import split_sentences

_BREAKS = re.compile(r"(\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])")
"""All that some program takes for the end of a line."""

_PAUSES = re.compile(r"(?<=[.,;:!?…—–])\s+|(?<=[、。，；：！？।])\s*")
_BLANKS = re.compile(r"\s+")

_TWO_LETTERS = {
    "ara": "ar",
    "cat": "ca",
    "deu": "de",
    "ell": "el",
    "eng": "en",
    "fra": "fr",
    "hin": "hi",
    "ita": "it",
    "jpn": "ja",
    "nld": "nl",
    "pol": "pl",
    "por": "pt",
    "rus": "ru",
    "spa": "es",
    "zho": "zh",
}
"""Three-letter codes of languages whose sentence ends the splitter knows by two letters."""


@dataclasses.dataclass(frozen=True)
class TextLines:
    """A text taken apart: between any two lines, before the first and after the last is a gap.

    Attributes
    ----------
    lines : tuple of str
        What is translated: no line breaks, no blanks at the ends, none empty.
    gaps : tuple of str
        One more than lines; they are not translated.
    """

    lines: tuple[str, ...]
    gaps: tuple[str, ...]

    def joined(self, lines: Sequence[str]) -> str:
        """Put other lines, as many, between the gaps."""
        return self.gaps[0] + "".join(line + gap for line, gap in zip(lines, self.gaps[1:], strict=True))


def text_lines(text: str, sentences: str, language: str = "en") -> TextLines:
    r"""Take a text apart into sentences.

    Parameters
    ----------
    text : str
    sentences : {'split', 'newline', 'marks'}
        How sentences are found (see `split_sentences`). With ``split``, line breaks stay where they are, and a blank
        stands between the sentences of a line; with ``marks``, sentences are put between ``<t>`` and ``</t>`` again.
    language : str
        What the text is written in, as a code of two or three letters: abbreviations differ.

    Raises
    ------
    ArgumentError, MissingExtraError
        As `split_sentences`.
    """
    language = _TWO_LETTERS.get(language.lower(), language)
    marked = sentences == "marks"
    lines: list[str] = []
    gaps = [""]
    for piece in split_sentences(text, "marks") if marked else [text]:
        if marked:
            gaps[-1] += " <t> " if gaps[-1] else "<t> "
        for k, part in enumerate(_BREAKS.split(piece)):
            if k % 2:
                gaps[-1] += part
                continue
            found = [part] if marked else split_sentences(part, sentences, language)
            for sentence in (one.strip() for one in found):
                if not sentence:
                    continue
                if not gaps[-1] and lines:
                    gaps[-1] = " "
                lines.append(sentence)
                gaps.append("")
        if marked:
            gaps[-1] += " </t>"
    return TextLines(tuple(lines), tuple(gaps))


def split_long(line: str, longest: int, size: Callable[[str], int]) -> TextLines:
    """Take a line apart so that no piece is larger than a limit: at a pause, else a blank, else within a word.

    Parameters
    ----------
    line : str
    longest : int
        The largest size of a piece; a single letter may be larger.
    size : callable
        The size of a text.
    """
    if size(line) <= longest or len(line) < 2:
        return TextLines((line,), ("", ""))
    cut, gap = _middle(line)
    left, right = (split_long(part, longest, size) for part in (line[:cut].rstrip(), line[cut:].lstrip()))
    return TextLines(left.lines + right.lines, (*left.gaps[:-1], gap, *right.gaps[1:]))


def _middle(line: str) -> tuple[int, str]:
    """Return where to split a line, and what stood there: the place nearest to its middle, of the best kind."""
    half = len(line) / 2
    for places, reach in ((_PAUSES, len(line) / 4), (_BLANKS, half)):
        found = [
            (abs(place.start() - half), place.start(), " " if place.group() else "")
            for place in places.finditer(line)
            if place.start() > 0 and place.end() < len(line)
        ]
        if found and min(found)[0] < reach:
            return min(found)[1:]
    return len(line) // 2, ""
