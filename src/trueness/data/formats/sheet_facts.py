"""What a spreadsheet says of a sheet beside its cells: hidden rows, and formulas that have never been computed."""

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
    "xlsx": re.compile(rb"""\bhidden\s*=|<(?:\w+:)?f[\s/>]"""),
    "ods": re.compile(rb"""visibility\s*=\s*["'](?:collapse|filter)|:formula\s*="""),
}
"""What has to be there before a sheet is looked at cell by cell: a parser tells it from what stands in a comment."""


class SheetFacts(NamedTuple):
    """What is said of a sheet.

    Attributes
    ----------
    hidden : frozenset of int
        Numbers of hidden rows, from 1 on.
    not_computed : tuple of (int, int)
        Row and column, from 0 on, of formulas without a value.
    """

    hidden: frozenset[int] = frozenset()
    not_computed: tuple[tuple[int, int], ...] = ()


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


def _of_xlsx(file: IO[bytes]) -> SheetFacts:
    hidden: set[int] = set()
    found: list[tuple[int, int]] = []
    row = column = -1
    formula = value = False
    for event, element in _events(file):
        tag = _tag(element)
        if tag == "row" and event == "start":
            row, column = int(element.get("r") or row + 2) - 1, -1
            if element.get("hidden") in ("1", "true"):
                hidden.add(row + 1)
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
                found.append((row, column))
            element.clear()
        elif tag == "row":
            element.clear()
    return SheetFacts(frozenset(hidden), tuple(found))


def _of_ods(file: IO[bytes], name: str) -> SheetFacts:
    hidden: set[int] = set()
    found: list[tuple[int, int]] = []
    here, row, column = False, 0, 0
    for event, element in _events(file):
        tag = _tag(element)
        if tag == "table" and event == "start":
            here, row = _attribute(element, "name") == name, 0
        elif tag == "table-row" and event == "start":
            column = 0
        elif tag in ("table-cell", "covered-table-cell") and event == "end":
            formula = _attribute(element, "formula")
            valued = any(key.endswith("value-type") for key in element.attrib) or len(element)
            if here and formula and not valued:
                found.append((row, column))
            column += int(_attribute(element, "number-columns-repeated") or 1)
            element.clear()
        elif tag == "table-row":
            repeats = int(_attribute(element, "number-rows-repeated") or 1)
            if here and _attribute(element, "visibility") in ("collapse", "filter") and column:
                hidden.update(range(row + 1, row + 1 + min(repeats, _MOST_REPEATS)))
            row += repeats
            element.clear()
    return SheetFacts(frozenset(hidden), tuple(found))


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


def _number_of_column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
