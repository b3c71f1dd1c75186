"""What pages are made of: tables in parts with their downloads, figures as images."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from trueness.reporting import tables
from trueness.reporting.figures.figure import Figure
from trueness.reporting.tables import TableSpec

MOST_PRINTED_ROWS = 1000
"""Longer tables are offered as CSV and JSON only."""

_URL_SAFE = " !$()*+,-./:;=?@_~[]{}|^`\\"
"""Characters that may stand in a ``data:`` address within double quotes."""


@dataclasses.dataclass(frozen=True)
class Download:
    """A link that carries a file."""

    label: str
    filename: str
    address: str


@dataclasses.dataclass(frozen=True)
class Part:
    """Some rows of a table, as HTML; with a summary it can be closed, and the remark is then still seen."""

    summary: str
    remark: str
    html: str


@dataclasses.dataclass(frozen=True)
class Section:
    """A table of a page, in parts, with its downloads."""

    name: str
    title: str
    caption: str
    parts: tuple[Part, ...]
    downloads: tuple[Download, ...]


@dataclasses.dataclass(frozen=True)
class Picture:
    """A figure as an image, with the pixels below which it scrolls rather than shrinks."""

    figure: Figure
    address: str
    least_width: int


def section(spec: TableSpec, rows: Sequence[Any], parts: Iterable[Part]) -> Section:
    """Return a table of a page: the parts that are shown, and all rows as files to download."""
    written = [("CSV", "csv", "text/csv", tables.to_csv(rows, spec))]
    if len(rows) <= MOST_PRINTED_ROWS:
        written += [
            ("LaTeX", "tex", "text/plain", tables.to_latex(rows, spec)),
            ("Markdown", "md", "text/plain", tables.to_markdown(rows, spec)),
        ]
    downloads = tuple(
        Download(label, f"{spec.name}.{extension}", data_address(kind, text))
        for label, extension, kind, text in written
    )
    return Section(spec.name, spec.title, spec.caption, tuple(parts), downloads)


def pictures(figures: Iterable[Figure]) -> list[Picture]:
    """Return figures as images: shut off from the page, names in them stay text and their ids cannot clash."""
    return [
        Picture(figure, data_address("image/svg+xml", figure.svg), _least_width(figure.svg))
        for figure in figures
    ]


def _least_width(svg: str) -> int:
    """Return three fifths of a drawing's natural width in pixels (4/3 of a point); 0 if unknown."""
    found = re.search(r'<svg[^>]*? width="([0-9.]+)pt"', svg)
    return int(float(found[1]) * 4 / 3 * 0.6) if found else 0


def data_address(kind: str, text: str) -> str:
    """Return a ``data:`` address with the text."""
    return f"data:{kind};charset=utf-8,{quote(text, safe=_URL_SAFE, errors='backslashreplace')}"
