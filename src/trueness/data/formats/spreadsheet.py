"""Read a sheet of a spreadsheet (xlsx, ods): a header, then one record per row."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, cast
from xml.etree import ElementTree as ET
from xml.parsers import expat

from trueness.data.cells.raw_rows import Chunk, RawRows, Unreadable
from trueness.data.files.open_file import read_bytes
from trueness.data.files.sidecar import read_sidecar
from trueness.data.formats.header import (
    LOOKED_AT,
    LOOKED_BELOW,
    check_header,
    header_below,
    header_note,
    made_names,
)
from trueness.data.formats.sheet_facts import SheetFacts, cell_name, sheet_facts
from trueness.errors import (
    FormatError,
    SeveralTablesError,
    UnknownNameError,
    counted,
    import_extra,
    listing,
    suggest,
)

SPREADSHEETS = {".xlsx": "xlsx", ".xlsm": "xlsx", ".ods": "ods"}
"""Suffix to format."""

MOST_BYTES = 1_000_000_000
"""Bytes of a part of a spreadsheet after decompression."""

MOST_CELLS = 50_000_000
"""Cells of the rectangle that a sheet spans, empty ones included."""

MOST_EMPTY = 2_000_000
"""Cells of that rectangle, where fewer than one in `SPARSE` is filled: each costs as much as a filled one."""

SPARSE = 100

_STEP = 1 << 20
_DIGITS = "0123456789"
_DAMAGED = "Open it in a spreadsheet program and save it again, or save it as CSV."


def read_spreadsheet(path: str | Path, *, sheet: str | None = None, header_row: int | None = None) -> RawRows:
    """Read the rows of a sheet.

    The first row with anything in it is the header, or the one below titles where that is clear (see `header_below`).
    Empty rows and empty columns without a name are skipped, rows that follow keep the number they have in the sheet;
    hidden ones are read, and noted. A formula counts as the value that was saved with it, one that has never been
    computed as `Unreadable`, and so do cells that are merged with another, other than the first; an error of a formula
    (``#N/A``) is a missing value.

    Parameters
    ----------
    path : str or Path
        The file.
    sheet : str, optional
        Which sheet; needed where several have rows.
    header_row : int, optional
        Which row is the header, 0 where there is none (see `made_names`).

    Raises
    ------
    FormatError
        If the header reads like data, the file is damaged, encrypted or far larger than it looks, no sheet has rows, or
        several have and `sheet` does not say which.
    UnknownNameError
        If there is no such sheet.
    MissingExtraError
        If the package `python-calamine` is not installed.
    """
    content = read_bytes(path)
    name, rows, others = _sheet_rows(content, str(path), sheet)
    facts = sheet_facts(content, name)
    _mark_unreadable(rows, facts, str(path))
    filled = [(k + 1, row) for k, row in enumerate(rows) if not all(map(_is_nothing, row))]
    first = filled[0][0]
    if header_row is None:
        top = [["" if _is_nothing(cell) else cell for cell in row] for _, row in filled[:LOOKED_AT]]
        k = header_below(top) or 0
        if k == 0 and read_sidecar(path) is None:
            check_header(filled[0][1], [row for _, row in filled[1:LOOKED_BELOW]], str(path), first)
    elif header_row == 0:
        filled.insert(0, (0, made_names(max(len(row) for _, row in filled))))
        k = 0
    else:
        k = next((k for k, (number, _) in enumerate(filled) if number == header_row), -1)
        if k < 0:
            raise FormatError(
                "this row, which is said to be the header, is empty.",
                path=str(path),
                row=header_row,
                remedy="Say which is the header: --header-row N (in Python: header_row=).",
            )
    at, titles = filled[k]
    filled, summaries = _without_summaries(filled[k + 1 :])
    header = ["" if isinstance(cell, Unreadable) else _as_header(cell).strip() for cell in titles]
    kept = [k for k, title in enumerate(header) if title or not all(_is_nothing(row[k]) for _, row in filled)]
    nameless = next((k for k in kept if k and not header[k]), None)
    if nameless is not None:
        merged = f": {titles[nameless].problem}" if isinstance(titles[nameless], Unreadable) else ""
        raise FormatError(
            f"column {nameless + 1} lacks a name{merged}.",
            path=str(path),
            row=at,
            remedy="Name it in the header. Is the header another row? Then say which: --header-row N (in Python: "
            "header_row=).",
        )
    columns = [[None if row[k] == "" else row[k] for _, row in filled] for k in kept]
    notes = [f"read from sheet '{name}'; also there: {listing(others)}"] if others else []
    notes += [header_note(at)] if header_row is None and at > first else []
    if summaries:
        notes.append(
            f"{counted(len(summaries), 'row')} of formulas that have never been computed, and nothing else but a name, "
            f"left out: {listing(map(str, summaries))}"
        )
    concealed = [header[k] for k in kept if k in facts.hidden_columns]
    if concealed:
        notes.append(f"{counted(len(concealed), 'hidden column')} read as all others: {listing(concealed)}")
    hidden = [number for number, _ in filled if number in facts.hidden]
    if hidden:
        notes.append(f"{counted(len(hidden), 'hidden row')} read as all others: {listing(map(str, hidden))}")
    chunk = Chunk([number for number, _ in filled], columns)
    return RawRows(
        source=str(path),
        names=tuple(header[k] for k in kept),
        chunks=[chunk] if filled else [],
        metadata=read_sidecar(path),
        notes=tuple(notes),
    )


NOT_COMPUTED, MERGED = "formula", "merged cell"
"""Kinds of cells that have no value though something stands there."""


def _mark_unreadable(rows: list[list[Any]], facts: SheetFacts, path: str) -> None:
    """Put into empty cells why they are empty, where that is no missing score."""
    for row, column in facts.not_computed:
        _mark(
            rows,
            row,
            column,
            NOT_COMPUTED,
            f"the formula in {cell_name(row, column)} has never been computed",
        )
    cells = sum(map(len, rows))
    for one in facts.merged:
        across, down = (
            range(one.column, one.last_column + 1),
            range(one.row, min(one.last_row + 1, len(rows))),
        )
        cells -= len(down) * len(across)
        if cells < 0:
            raise _damaged(path, ValueError("cells are merged that overlap, or lie outside the table"))
        first = cell_name(one.row, one.column)
        for row in down:
            for column in across:
                problem = f"{cell_name(row, column)} is merged with {first} and has no value of its own"
                _mark(rows, row, column, MERGED, problem)


_REMEDIES = {
    NOT_COMPUTED: "Open the file in a spreadsheet program and save it, or remove the row",
    MERGED: "Split the merged cells in a spreadsheet program and write the value into each",
}


def _mark(rows: list[list[Any]], row: int, column: int, kind: str, problem: str) -> None:
    if row < len(rows) and column < len(rows[row]) and rows[row][column] == "":
        rows[row][column] = Unreadable(kind, problem, _REMEDIES[kind])


def sheets_with_rows(path: str | Path) -> tuple[str, ...]:
    """Return the names of the sheets of a spreadsheet that have rows.

    Raises
    ------
    FormatError, MissingExtraError
        As `read_spreadsheet`.
    """
    return tuple(_filled_sheets(read_bytes(path), str(path), None)[1])


def _without_summaries(filled: list[tuple[int, list[Any]]]) -> tuple[list[tuple[int, list[Any]]], list[int]]:
    """Return rows without those that hold formulas that were never computed and a name, as a row of averages does.

    Their columns have values in other rows; beside them stand the numbers of what is left out.
    """
    valued = {
        k
        for _, row in filled
        for k, cell in enumerate(row)
        if cell != "" and not isinstance(cell, Unreadable)
    }
    left_out = []
    for number, row in filled:
        formulas = {
            k for k, cell in enumerate(row) if isinstance(cell, Unreadable) and cell.kind == NOT_COMPUTED
        }
        others = sum(cell != "" for cell in row) - len(formulas)
        if formulas and others <= 1 and formulas <= valued:
            left_out.append(number)
    gone = set(left_out)
    return [one for one in filled if one[0] not in gone], left_out


def _sheet_rows(content: bytes, path: str, asked: str | None) -> tuple[str, list[list[Any]], list[str]]:
    """Return the name of the sheet, its rows from the first of the sheet on, and the names of the others."""
    names, found = _filled_sheets(content, path, asked)
    if asked is not None and asked not in names:
        raise UnknownNameError(
            f"{path}: there is no sheet '{asked}'.{suggest(asked, names)} Sheets: {listing(names, 30)}."
        )
    if not found:
        where = "the spreadsheet" if asked is None else f"sheet '{asked}'"
        raise FormatError(f"{where} is empty.", path=path, remedy="It needs a header and rows.")
    if len(found) > 1:
        raise SeveralTablesError.of("sheet", found, path)
    (name, rows) = next(iter(found.items()))
    return name, rows, [other for other in names if other != name]


def _filled_sheets(
    content: bytes, path: str, asked: str | None
) -> tuple[list[str], dict[str, list[list[Any]]]]:
    """Return the names of all sheets, and the rows of those that have any, of one where that is asked for."""
    calamine = import_extra("python_calamine", extra="formats", feature=f"reading '{Path(path).name}'")
    _check_extent(content, path)
    try:
        book = calamine.load_workbook(io.BytesIO(content))
        names = list(book.sheet_names)
        found = {}
        for name in names:
            if asked in (None, name):
                rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
                if any(cell != "" for row in rows for cell in row):
                    found[name] = rows
    except calamine.PasswordError as error:
        raise FormatError(
            "the spreadsheet is encrypted.", path=path, remedy="Save it without a password."
        ) from error
    except Exception as error:
        raise _damaged(path, error) from error
    except BaseException as error:
        if (
            type(error).__name__ != "PanicException"
        ):  # how a library in Rust says that it has an error of its own
            raise
        raise _damaged(path, error) from error
    return names, found


def _is_nothing(cell: Any) -> bool:
    """Return whether a cell is empty, or one of several that are merged and not the first."""
    return (isinstance(cell, str) and cell == "") or (isinstance(cell, Unreadable) and cell.kind == MERGED)


def _as_header(cell: Any) -> str:
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _damaged(path: str, error: BaseException) -> FormatError:
    said = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return FormatError(f"the spreadsheet is truncated or damaged ({said}).", path=path, remedy=_DAMAGED)


def _check_extent(content: bytes, path: str) -> None:
    """Refuse a file that is small and spans a sheet that would fill the memory, which the library would try to hold."""
    cells = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for part in archive.infolist():
                with archive.open(part) as file:
                    pieces = _pieces(file, path)
                    if part.filename == "content.xml":
                        cells = max(cells, _too_many(_spans_of_ods(pieces)))
                    else:
                        is_xml = part.filename.lower().endswith(".xml")
                        cells = max(cells, _too_many([_span_of_xlsx(pieces, is_xml=is_xml)]))
    except FormatError:
        raise
    except RuntimeError as error:  # what `zipfile` raises where a password is needed
        raise FormatError(
            "the spreadsheet is encrypted.", path=path, remedy="Save it without a password."
        ) from error
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        ValueError,
        OSError,
        ET.ParseError,
        expat.ExpatError,
        LookupError,
    ) as error:
        raise _damaged(path, error) from error
    if cells:
        raise FormatError(
            f"the sheet spans {cells:,} cells.",
            path=path,
            remedy="Is a cell far below or beside the table filled? Remove it, or save the table as CSV.",
        )


def _too_many(spans: Iterable[tuple[int, int]]) -> int:
    """Return how many cells a sheet spans that spans too many for what is in it; 0 where none does."""
    return max(
        (cells for cells, filled in spans if cells > MOST_CELLS or cells > max(MOST_EMPTY, SPARSE * filled)),
        default=0,
    )


def _pieces(file: IO[bytes], path: str) -> Iterator[bytes]:
    """Yield a file piece by piece, up to a limit that no table needs."""
    size = 0
    while piece := file.read(_STEP):
        size += len(piece)
        if size > MOST_BYTES:
            raise FormatError(
                f"a part of the spreadsheet has more than {MOST_BYTES:,} bytes.",
                path=path,
                remedy="Save the table as CSV.",
            )
        yield piece


def _span_of_xlsx(pieces: Iterable[bytes], *, is_xml: bool) -> tuple[int, int]:
    """Return how many cells lie between A1 and the last row and column that are named, and how many are named.

    Parameters
    ----------
    pieces : iterable of bytes
        Of a part of the file.
    is_xml : bool
        Whether the part has to be XML; of any other nothing is known unless it is a sheet.

    Raises
    ------
    ExpatError
        If XML, or a sheet, is not well-formed. The library reads on where a parser stops, so that nobody would know
        what it finds.
    """
    found, last = _Span(), True
    parser = expat.ParserCreate()
    parser.StartElementHandler = found.start
    try:
        for piece in pieces:
            parser.Parse(piece)
        parser.Parse(b"", last)
    except expat.ExpatError:
        if is_xml or found.root == "worksheet":
            raise
    finally:
        sum(map(len, pieces))  # the part may be no larger than it looks, also where it is no XML
    return found.rows * found.columns, found.filled


class _Span:
    """The cells of a sheet, told by a parser: what stands within attributes, comments and the like is none."""

    def __init__(self) -> None:
        self.root = ""
        self.rows = self.columns = self.filled = 0
        self._row = self._column = 0
        self._known: dict[str, int] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Note an element that is a row or a cell; those without a place follow the one before."""
        name = tag.rpartition(":")[2]
        self.root = self.root or name
        if name == "c":
            self.filled += 1
            place = attributes.get("r", "")
            letters = place.rstrip(_DIGITS)
            if letters not in self._known:
                self._known[letters] = _column_number(letters)
            self._column = self._known[letters] or self._column + 1
            self.columns = max(self.columns, self._column)
            if letters and len(letters) < len(place):
                self.rows = max(self.rows, int(place[len(letters) :]))
        elif name == "row":
            place = attributes.get("r", "")
            self._row = int(place) if place.isdecimal() else self._row + 1
            self._column = 0
            self.rows = max(self.rows, self._row)


def _column_number(letters: str) -> int:
    """Return the number of a column by its letters, 0 for none and for what is no name of a column."""
    number = 0
    for letter in letters.upper():
        if not "A" <= letter <= "Z":
            return 0
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _spans_of_ods(pieces: Iterable[bytes]) -> Iterator[tuple[int, int]]:
    """Yield of each sheet how many cells those with content span, repeated ones too, and how many have content."""
    parser: ET.XMLPullParser[ET.Element] = ET.XMLPullParser(("start", "end"))
    rows = last = widest = width = at = filled = here = 0
    for piece in pieces:
        parser.feed(piece)
        for event, element in cast("Iterator[tuple[str, ET.Element]]", parser.read_events()):
            tag = str(element.tag).rpartition("}")[2]
            if tag == "table" and event == "start":
                rows = last = widest = filled = 0
            elif tag == "table":
                yield last * widest, filled
            elif tag in ("table-cell", "covered-table-cell") and event == "end":
                repeats = _repeats(element, "columns")
                at += repeats
                if len(element) or any(name.endswith("value") for name in element.attrib):
                    width, here = at, here + repeats
                element.clear()
            elif tag == "table-row" and event == "end":
                repeats = _repeats(element, "rows")
                rows += repeats
                if width:
                    last, widest, filled = rows, max(widest, width), filled + here * repeats
                width = at = here = 0
                element.clear()
    parser.close()


def _repeats(element: ET.Element, what: str) -> int:
    """Return for how many rows or columns an element of ODS stands."""
    name = f"number-{what}-repeated"
    given = next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "1")
    return int(given)
