"""What a page shows that the same study, repeated, does not."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from trueness.reporting.manifest import EMBEDDED, EMBEDDED_END

_INLINE = frozenset(
    {"a", "b", "button", "code", "em", "i", "span", "strong", "sub", "sup", "td", "th", "wbr"}
)
"""Elements within one line of text; the cells of a row are one, too."""

_TEXTS = re.compile(r"<blockquote>(?:(?!</blockquote>).)*</blockquote>", re.DOTALL)
"""Outputs of systems on a page, which no manifest holds."""
_OUTPUTS = ('<section id="outputs"', "</section>")

MOST_LETTERS = 120
"""Of a text that differs."""


@dataclasses.dataclass(frozen=True)
class PageDifference:
    """A line of a page, or what belongs to it.

    Attributes
    ----------
    where : str
        The anchor of the chapter.
    shown, found : str
        On the page; on the page made anew. Empty where there is nothing.
    """

    where: str
    shown: str
    found: str


def page_differences(page: str, anew: str, *, same_software: bool) -> list[PageDifference]:
    """Return in what a page differs from the one made anew.

    The manifest in it is left to others, and so are the outputs of systems, which are no findings.

    Parameters
    ----------
    page, anew : str
        Whole pages, as HTML.
    same_software : bool
        Whether both were made by the same versions on the same kind of machine. Only then are figures, scripts and
        marks compared, which may be written otherwise elsewhere.
    """
    page, anew = (_without_manifest(_without_outputs(text)) for text in (page, anew))
    if page == anew:
        return []
    both = [_lines(text, whole=same_software) for text in (page, anew)]
    found = [
        PageDifference(where, *_cut(shown, now))
        for where in dict.fromkeys([*both[0], *both[1]])
        for shown, now in _apart(*(lines.get(where, []) for lines in both))
    ]
    if same_software and not found:
        found.append(PageDifference("page", "other marks around the same text", ""))
    return found


def _without_manifest(page: str) -> str:
    for start in EMBEDDED.values():
        before, there, after = page.partition(start)
        if there:
            return before + after.partition(EMBEDDED_END)[2]
    return page


def _without_outputs(page: str) -> str:
    start, end = _OUTPUTS
    before, there, after = page.partition(start)
    chapter, ending, rest = after.partition(end)
    return before + there + _TEXTS.sub("", chapter) + ending + rest


def _apart(shown: list[str], now: list[str]) -> Iterator[tuple[str, str]]:
    """Yield lines that differ, after those with which both begin and before those with which both end."""
    while shown and now and shown[-1] == now[-1]:
        shown, now = shown[:-1], now[:-1]
    for pair in itertools.zip_longest(shown, now, fillvalue=""):
        if pair[0] != pair[1]:
            yield pair


def _cut(shown: str, now: str) -> tuple[str, str]:
    """Return two lines, of long ones what is around the first letter in which they differ."""
    if max(len(shown), len(now)) <= MOST_LETTERS:
        return shown, now
    letters = enumerate(zip(shown, now, strict=False))
    apart = next((place for place, (one, other) in letters if one != other), 0)
    start = max(0, apart - MOST_LETTERS // 2)
    return _window(shown, start), _window(now, start)


def _window(text: str, start: int) -> str:
    end = start + MOST_LETTERS
    return f"{'…' * (start > 0)}{text[start:end]}{'…' * (end < len(text))}" if text else ""


def _lines(page: str, *, whole: bool) -> dict[str, list[str]]:
    """Return the lines of a page by the chapter that they stand in."""
    reader = _Reader(whole=whole)
    reader.feed(page)
    reader.close()
    return reader.lines


class _Reader(HTMLParser):
    """Collects what is read on a page, line by line."""

    def __init__(self, *, whole: bool) -> None:
        super().__init__()
        self.lines: dict[str, list[str]] = {}
        self._whole = whole
        self._where = "page"
        self._text: list[str] = []
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "style"):
            self._silent = tag
        if tag not in _INLINE:
            self._end_line()
        if tag == "section":
            self._where = given.get("id") or "page"
        if tag == "img":
            image = given.get("src") or given.get("data-image") or ""
            print_of = f" {hashlib.sha256(image.encode()).hexdigest()[:12]}" if self._whole else ""
            self._add(f"figure: {given.get('alt') or ''}{print_of}")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent:
            self._silent = ""
        if tag in ("td", "th"):
            self._text.append(" ")
        if tag not in _INLINE:
            self._end_line()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._text.append(data)
        elif self._whole:
            self._add(f"{self._silent} {hashlib.sha256(data.encode()).hexdigest()[:12]}")

    def close(self) -> None:
        super().close()
        self._end_line()

    def _end_line(self) -> None:
        said = " ".join("".join(self._text).split())
        self._text.clear()
        if said:
            self._add(said)

    def _add(self, line: str) -> None:
        self.lines.setdefault(self._where, []).append(line)
