"""What a spreadsheet says of a sheet beside its cells: what is hidden, merged, and formulas never computed."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, NamedTuple, cast
from xml.etree import ElementTree as ET

_STEP = 1 << 20
_LONGEST = 1 << 8
"""Bytes of what is looked for; it may be cut in two by the end of a piece."""

_TELLING = {
    "xlsx": re.compile(rb"""\bhidden\s*=|<(?:\w+:)?(?:f|mergeCell)[\s/>]"""),
    "ods": re.compile(rb"""visibility\s*=\s*["'](?:collapse|filter)|:formula\s*=|-spanned\s*="""),
}
"""What has to be there before a sheet is looked at cell by cell: a parser tells it from what stands in a comment."""


class Merged(NamedTuple):
    """Cells that are one, rows and columns from 0 on; the first has the value."""

    row: int
    column: int
    last_row: int
    last_column: int


class SheetFacts(NamedTuple):
    """What is said of a sheet.

    Attributes
    ----------
    hidden : frozenset of int
        Numbers of hidden rows, from 1 on.
    not_computed : tuple of (int, int)
        Row and column, from 0 on, of formulas without a value.
    hidden_columns : frozenset of int
        From 0 on.
    merged : tuple of Merged
    """

    hidden: frozenset[int] = frozenset()
    not_computed: tuple[tuple[int, int], ...] = ()
    hidden_columns: frozenset[int] = frozenset()
    merged: tuple[Merged, ...] = ()


def sheet_facts(content: bytes, name: str) -> SheetFacts:
    """Return what a spreadsheet, xlsx or ods, says of a sheet.

    Parameters
    ----------
    content : bytes
        The file, known to be no larger than it looks.
    name : str
        The sheet.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if "content.xml" in archive.namelist():
                if not _tells(archive, "content.xml", _TELLING["ods"]):
                    return SheetFacts()
                with archive.open("content.xml") as file:
                    return _of_ods(file, name)
            part = _part_of_sheet(archive, name)
            if part is None or not _tells(archive, part, _TELLING["xlsx"]):
                return SheetFacts()
            with archive.open(part) as file:
                return _of_xlsx(file)
    except (zipfile.BadZipFile, zlib.error, ET.ParseError, EOFError, OSError, LookupError, ValueError):
        return SheetFacts()  # its cells have been read, which is what it takes


def _tells(archive: zipfile.ZipFile, part: str, telling: re.Pattern[bytes]) -> bool:
    with archive.open(part) as file:
        before = b""
        while piece := file.read(_STEP):
            text = before + piece
            if telling.search(text):
                return True
            before = text[-_LONGEST:]
    return False


def _part_of_sheet(archive: zipfile.ZipFile, name: str) -> str | None:
    """Return which part of an xlsx holds a sheet."""
    with archive.open("xl/workbook.xml") as file:
        sheets = [one.attrib for event, one in _events(file) if event == "end" and _tag(one) == "sheet"]
    wanted = next((one for one in sheets if one.get("name") == name), None)
    if wanted is None:
        return None
    key = next((value for attribute, value in wanted.items() if attribute.endswith("}id")), None)
    with archive.open("xl/_rels/workbook.xml.rels") as file:
        parts = {one.get("Id"): one.get("Target") for event, one in _events(file) if event == "end"}
    target = parts.get(key)
    return None if target is None else posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


class _Facts:
    """What has been found so far."""

    def __init__(self) -> None:
        self.hidden: set[int] = set()
        self.columns: set[int] = set()
        self.not_computed: list[tuple[int, int]] = []
        self.merged: list[Merged] = []

    def hide_columns(self, first: int, end: int) -> None:
        """Note columns from the first on, up to one that is not hidden."""
        self.columns.update(range(first, min(end, first + MOST_COLUMNS)))

    def all(self) -> SheetFacts:
        """Return them."""
        return SheetFacts(
            hidden=frozenset(self.hidden),
            not_computed=tuple(self.not_computed),
            hidden_columns=frozenset(self.columns),
            merged=tuple(self.merged),
        )


def _of_xlsx(file: IO[bytes]) -> SheetFacts:
    found = _Facts()
    row = column = -1
    formula = value = False
    for event, element in _events(file):
        tag = _tag(element)
        if tag == "row" and event == "start":
            row, column = int(element.get("r") or row + 2) - 1, -1
            if element.get("hidden") in _TRUE:
                found.hidden.add(row + 1)
        elif tag == "c" and event == "start":
            letters = "".join(filter(str.isalpha, element.get("r") or ""))
            column = _number_of_column(letters) if letters else column + 1
            formula = value = False
        elif tag == "f" and event == "end":
            formula = True
        elif tag in ("v", "is") and event == "end":
            value = value or tag == "is" or bool(element.text)
        elif tag == "c":
            if formula and not value and element.get("t") != "str":
                found.not_computed.append((row, column))
            element.clear()
        elif event == "end":
            _beside_cells(element, tag, found)
    return found.all()


_TRUE = ("1", "true")
_CELLS = re.compile(r"([A-Za-z]{1,4})(\d{1,8}):([A-Za-z]{1,4})(\d{1,8})")


def _beside_cells(element: ET.Element, tag: str, found: _Facts) -> None:
    """Note what an element of xlsx that is no cell says: of columns, and which cells are merged, ``A2:A5``."""
    if tag == "col" and element.get("hidden") in _TRUE:
        found.hide_columns(int(element.get("min") or 1) - 1, int(element.get("max") or 0))
    elif tag == "mergeCell" and (cells := _CELLS.fullmatch(element.get("ref") or "")):
        first, top, last, bottom = cells.groups()
        found.merged.append(
            Merged(int(top) - 1, _number_of_column(first), int(bottom) - 1, _number_of_column(last))
        )
    if tag in ("row", "mergeCell"):
        element.clear()


def _of_ods(file: IO[bytes], name: str) -> SheetFacts:
    found, here = _Facts(), False
    row = column = at = 0
    for event, element in _events(file):
        tag = _tag(element)
        if tag == "table" and event == "start":
            here, row, at = _attribute(element, "name") == name, 0, 0
        elif tag == "table-row" and event == "start":
            column = 0
        elif event == "start" or tag not in ("table-column", "table-cell", "covered-table-cell", "table-row"):
            continue
        elif tag == "table-column":
            repeats = _count(element, "number-columns-repeated")
            if here and _attribute(element, "visibility") in _UNSEEN:
                found.hide_columns(at, at + repeats)
            at += repeats
        elif tag == "table-row":
            repeats = _count(element, "number-rows-repeated")
            if here and _attribute(element, "visibility") in _UNSEEN and column:
                found.hidden.update(range(row + 1, row + 1 + min(repeats, _MOST_REPEATS)))
            row += repeats
            element.clear()
        else:
            if here:
                _cell_of_ods(element, row, column, found)
            column += _count(element, "number-columns-repeated")
            element.clear()
    return found.all()


_UNSEEN = ("collapse", "filter")


def _cell_of_ods(element: ET.Element, row: int, column: int, found: _Facts) -> None:
    """Note what a cell says of itself."""
    valued = any(key.endswith("value-type") for key in element.attrib) or len(element)
    if _attribute(element, "formula") and not valued:
        found.not_computed.append((row, column))
    down, right = (_count(element, f"number-{what}-spanned") for what in ("rows", "columns"))
    if down > 1 or right > 1:
        found.merged.append(Merged(row, column, row + down - 1, column + right - 1))


def _count(element: ET.Element, name: str) -> int:
    return int(_attribute(element, name) or 1)


MOST_COLUMNS = 20_000
"""More than any program has."""

_MOST_REPEATS = 100_000
"""Hidden rows that an element may stand for; more are the empty rest of a sheet."""


def _events(file: IO[bytes]) -> Iterator[tuple[str, ET.Element]]:
    parser: ET.XMLPullParser[ET.Element] = ET.XMLPullParser(("start", "end"))
    while piece := file.read(_STEP):
        parser.feed(piece)
        yield from cast("Iterator[tuple[str, ET.Element]]", parser.read_events())
    parser.close()


def _tag(element: ET.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _attribute(element: ET.Element, name: str) -> str | None:
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), None)


def cell_name(row: int, column: int) -> str:
    """Return what a program calls a cell, ``B7``, by its row and column from 0 on."""
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def _number_of_column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
