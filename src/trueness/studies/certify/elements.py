"""What a certification's page is made of: headings, sentences and small tables, as Markdown or as blocks of HTML."""

from __future__ import annotations

import dataclasses
import html
import re
from collections.abc import Sequence

import numpy as np

from trueness.reporting.page import Text
from trueness.reporting.writing.escaping import markdown
from trueness.reporting.writing.html_tables import cells_html
from trueness.reporting.writing.tables import MISSING as NOTHING
from trueness.reporting.writing.tables import Column

CODE = ("test", "interval")
"""Headings of columns of names that are typed."""

NAMES = ("where", "largest where", "lowest where")
"""Headings of columns of names that users may have chosen."""


@dataclasses.dataclass(frozen=True)
class Heading:
    """A heading; of level 3 within one of level 2."""

    text: str
    level: int = 2

    @property
    def name(self) -> str:
        """Its anchor, as Markdown makes it."""
        return self.text.lower().replace(" ", "-")

    def markdown(self) -> str:
        """Return it as Markdown."""
        return f"{'#' * self.level} {self.text}"


@dataclasses.dataclass(frozen=True)
class Paragraph:
    """Sentences, with the marks of Markdown for code, emphasis and links."""

    text: str

    def markdown(self) -> str:
        """Return it as Markdown."""
        return self.text

    def block(self) -> Text:
        """Return it as a block of a page."""
        return Text(html=f"<p>{_inline(self.text)}</p>")


@dataclasses.dataclass(frozen=True)
class Bullets:
    """A list of sentences."""

    lines: Sequence[str]

    def markdown(self) -> str:
        """Return it as Markdown."""
        return "\n".join(f"- {line}" for line in self.lines)

    def block(self) -> Text:
        """Return it as a block of a page."""
        return Text(html=f"<ul>{''.join(f'<li>{_inline(line)}</li>' for line in self.lines)}</ul>")


@dataclasses.dataclass(frozen=True)
class Grid:
    """A small table, its numbers rounded.

    Attributes
    ----------
    header : sequence of str
        Of `CODE` and `NAMES` where the cells below are such.
    rows : sequence of sequences of str
    words : sequence of str
        Headings of columns of words.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: Sequence[str]

    def markdown(self) -> str:
        """Return it as Markdown."""
        written = [[_escaped(*cell) for cell in zip(self.header, row, strict=True)] for row in self.rows]
        return padded_table(self.header, written, words=self.words)

    def block(self, label: str = "") -> Text:
        """Return it as a block of a page, with a label that no other table of the page has."""
        columns = [Column(name, name, "text" if name in self.words else "count") for name in self.header]
        return Text(
            html=cells_html(
                columns,
                self.rows,
                caption=f"{self.header[0].capitalize().removesuffix('s')}s",
                label=label,
            )
        )


Part = Heading | Paragraph | Bullets | Grid


def _escaped(heading: str, cell: str) -> str:
    if heading in CODE:
        return f"`{cell}`"
    return markdown(cell) if heading in NAMES and cell != NOTHING else cell


def _inline(text: str) -> str:
    """Return a sentence of this package with marks of Markdown as HTML."""
    found = html.escape(text, quote=False)
    found = re.sub(r"`([^`]+)`", r"<code>\1</code>", found)
    found = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", found)
    return re.sub(r"\[([^\]]+)\]\((#[^)]+)\)", r'<a href="\2">\1</a>', found)


def padded_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, words: Sequence[str]) -> str:
    """Return a Markdown table with padded columns; all but those of words stand at the right.

    Parameters
    ----------
    header : sequence of str
    rows : sequence of sequences of str
        Escaped where they may hold Markdown.
    words : sequence of str
        Headings of columns of words.
    """
    cells = [header, *rows]
    widths = [max(3, *(len(line[k]) for line in cells)) for k in range(len(header))]
    left = [name in words for name in header]
    lines = [
        " | ".join(
            text.ljust(width) if is_left else text.rjust(width)
            for text, width, is_left in zip(line, widths, left, strict=True)
        )
        for line in cells
    ]
    rule = " | ".join(
        "-" * width if is_left else "-" * (width - 1) + ":"
        for width, is_left in zip(widths, left, strict=True)
    )
    return "\n".join(f"| {line} |" for line in (lines[0], rule, *lines[1:]))


def proportion(value: float, decimals: int = 3) -> str:
    """Return a proportion without a leading zero; a dash where it is undefined."""
    if np.isnan(value):
        return NOTHING
    text = f"{value:.{decimals}f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def mean_proportion(values: Sequence[float], decimals: int = 3) -> str:
    """Return the mean of those that are defined; a dash if none is."""
    known = [value for value in values if not np.isnan(value)]
    return proportion(float(np.mean(known)), decimals) if known else NOTHING
