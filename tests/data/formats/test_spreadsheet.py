"""Sheets of xlsx and ods, written by other programs' libraries and read as rows."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import openpyxl
import pandas as pd
import pytest

from trueness.data.formats.spreadsheet import read_spreadsheet
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.errors import FormatError, UnknownNameError

ROWS = pd.DataFrame(
    {
        "system": ["A", "A", "B", "B"],
        "doc_id": [1, 2, 1, 2],
        "lang": ["de", "fr", "de", "fr"],
        "human_ann": [1, 2, 3, None],
        "human_bob": [2, 2, 4, 5],
        "rouge": [0.1, 0.25, 1 / 3, 0],
        "comment": ["x", None, "y z", "w"],
    }
)


ENGINES: dict[str, Literal["openpyxl", "odf"]] = {"xlsx": "openpyxl", "ods": "odf"}


def write(path: Path, *, index: bool) -> Path:
    with pd.ExcelWriter(path, engine=ENGINES[path.suffix[1:]]) as writer:
        ROWS.to_excel(writer, index=index)
    return path


@pytest.mark.parametrize("suffix", ["xlsx", "ods"])
def test_a_sheet_is_a_table_of_scores(tmp_path: Path, suffix: str) -> None:
    path = write(
        tmp_path / f"a.{suffix}", index=True
    )  # with the row labels of the dataframe, which are no scorer
    table = read_scores(path, columns="annotators=human_*")
    assert (table.systems, table.inputs) == (("A", "B"), ("1", "2"))
    assert table.scorer_names == ("rouge", "human")
    assert table.annotations["human"].annotators == ("ann", "bob")
    assert table.matrix("human").tolist() == [[1.5, 2], [3.5, 5]]
    assert table.matrix("rouge").tolist() == [[0.1, 0.25], [1 / 3, 0]]
    assert table.input_groups == {"lang": ("de", "fr")}
    csv = tmp_path / "a.csv"
    ROWS.to_csv(csv)
    assert read_scores(csv, columns="annotators=human_*").fingerprint == table.fingerprint


def test_rows_keep_their_numbers_and_sheets_are_asked_for(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "first"
    for row in ([], ["system", "input", "x"], [], ["A", "1", "#N/A"], ["A", "2", "three"], ["B", "1", 1]):
        sheet.append(row)
    sheet["C4"].data_type = "e"
    book.create_sheet("empty")
    path = tmp_path / "a.xlsx"
    book.save(path)
    raw = read_spreadsheet(path)
    (chunk,) = raw.chunks
    assert list(chunk.rows) == [4, 5, 6]
    assert chunk.columns[2] == [None, "three", 1.0]
    with pytest.raises(FormatError, match=r"a\.xlsx, row 5, column 'x': 'three' is not a number"):
        read_scores(path)
    with pytest.raises(UnknownNameError, match=r"no sheet 'frist'\. Did you mean 'first'"):
        read_scores(path, part="frist")
    with pytest.raises(FormatError, match="sheet 'empty' is empty"):
        read_scores(path, part="empty")
    other = book.create_sheet("other")
    other.append(["system", "input", "y"])
    other.append(["A", "1", 2])
    book.save(path)
    with pytest.raises(FormatError, match=r"2 sheets: 'first', 'other'.*--part first"):
        read_scores(path)
    assert read_scores(path, part="other").scorer_names == ("y",)


def test_texts_in_a_sheet_are_texts(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    pd.DataFrame(
        {
            "system": ["A", "B"],
            "input": [1, 1],
            "output": ["it is 5", None],
            "references": ['["r", "s"]'] * 2,
            "good": [1, 2],
        }
    ).to_excel(path, index=False)
    texts = read_texts(path)
    assert [row.output for row in texts.rows] == ["it is 5", ""]
    assert texts.rows[0].references == ("r", "s")
    assert [row.human for row in texts.rows] == [{"good": 1}, {"good": 2}]


def test_a_small_file_that_spans_a_huge_sheet_is_refused(tmp_path: Path) -> None:
    far = tmp_path / "far.xlsx"
    book = openpyxl.Workbook()
    book.active["A1"], book.active["XFD1048576"] = "system", 1
    book.save(far)
    ods = write(tmp_path / "a.ods", index=False)
    with zipfile.ZipFile(ods) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    content = parts["content.xml"]
    many = content.replace(b"<table:table-row>", b'<table:table-row table:number-rows-repeated="9000000">')
    empty = content.replace(  # as every spreadsheet program writes: the rest of the sheet
        b"</table:table>",
        b'<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        b'table:number-columns-repeated="16384"/></table:table-row></table:table>',
    )
    for changed in (many, empty):
        with zipfile.ZipFile(tmp_path / f"{len(changed)}.ods", "w") as archive:
            for name, part in parts.items():
                archive.writestr(name, changed if name == "content.xml" else part)
    for path in (far, tmp_path / f"{len(many)}.ods"):
        with pytest.raises(FormatError, match=r"the sheet spans [0-9,]+ cells"):
            read_scores(path)
    assert read_scores(tmp_path / f"{len(empty)}.ods").systems == ("A", "B")


def test_a_sheet_that_is_nearly_empty_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    small = write(tmp_path / "a.xlsx", index=False)
    # a thousand columns of which few are filled, and the same with twenty thousand rows
    for name, filled in (("wide", ["ALL1"]), ("long", ["ALL1", "A20000"])):
        book = openpyxl.load_workbook(small)
        for cell in filled:
            book.active[cell] = "x"
        book.save(tmp_path / f"{name}.xlsx")
    assert read_scores(tmp_path / "wide.xlsx").systems == ("A", "B")
    with pytest.raises(FormatError, match="the sheet spans 20,000,000 cells"):
        read_scores(tmp_path / "long.xlsx")


def test_an_encoding_that_there_is_not(tmp_path: Path) -> None:
    ods = write(tmp_path / "a.ods", index=False)
    with zipfile.ZipFile(ods) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["content.xml"] = (
        b'<?xml version="1.0" encoding="UTB-8"?>' + parts["content.xml"].partition(b"?>")[2]
    )
    with zipfile.ZipFile(ods, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    with pytest.raises(FormatError, match="unknown encoding: UTB-8"):
        read_scores(ods)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 nothing"])
def test_what_is_no_spreadsheet_says_so(tmp_path: Path, content: bytes) -> None:
    for suffix in ("xlsx", "ods"):
        path = tmp_path / f"a.{suffix}"
        path.write_bytes(content)
        with pytest.raises(FormatError, match=r"truncated or damaged.*save it as CSV"):
            read_scores(path)


FAR = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'


@pytest.mark.parametrize(
    "far",
    [
        FAR.replace(b"<c ", b'<c s=">" '),
        FAR.replace(b"<row ", b"<row spans='1:2>' "),
        FAR.replace(b'r="XFD1048576"', b"\n  t='n'\n r = 'XFD1048576'"),
        FAR.replace(b"<c ", b"<c " + b'x="' + b"y" * 9000 + b'" '),
        b"<!-- > -->" + FAR,
        b'<row r="2"><c r="A2" t="str"><v>a</v></c></row><row><c r="XFD1048576"><v>1</v></c></row>',
        FAR.replace(b"<row ", b"<x:row ").replace(b"</row", b"</x:row"),
    ],
)
def test_nothing_within_a_sheet_hides_a_cell_that_is_far_away(tmp_path: Path, far: bytes) -> None:
    def changed(name: str, part: bytes) -> bytes:
        return part.replace(b"</sheetData>", far + b"</sheetData>") if "sheet1" in name else part

    path = rewritten(write(tmp_path / "a.xlsx", index=False), changed)
    with pytest.raises(FormatError, match=r"the sheet spans 17,179,869,184 cells"):
        read_scores(path)
    other = rewritten(path, lambda name, part: part, more={"content.xml": b"<a/>"})
    with pytest.raises(FormatError, match=r"the sheet spans 17,179,869,184 cells"):
        read_scores(other)


def test_what_only_looks_like_a_cell_is_none(tmp_path: Path) -> None:
    def changed(name: str, part: bytes) -> bytes:
        return (
            part.replace(b"</sheetData>", b"</sheetData><!-- " + FAR + b" -->") if "sheet1" in name else part
        )

    path = rewritten(write(tmp_path / "a.xlsx", index=False), changed)
    assert read_scores(path).systems == ("A", "B")


def test_a_sheet_that_is_not_well_formed_is_refused_wherever_it_lies(tmp_path: Path) -> None:
    def broken(name: str, part: bytes) -> bytes:
        return part.replace(b"<sheetData>", b'<sheetData a="1" a="2">') if "sheet1" in name else part

    path = rewritten(write(tmp_path / "a.xlsx", index=False), broken)
    with pytest.raises(FormatError, match=r"truncated or damaged \(duplicate attribute"):
        read_scores(path)
    drawn = {"xl/drawings/vmlDrawing1.vml": b"<xml><br></xml>", "xl/media/image1.png": b"\x89PNG"}
    fine = rewritten(write(tmp_path / "b.xlsx", index=False), lambda name, part: part, more=drawn)
    assert read_scores(fine).systems == ("A", "B")


def rewritten(
    path: Path, change: Callable[[str, bytes], bytes], more: Mapping[str, bytes] | None = None
) -> Path:
    """Write a spreadsheet beside it with changed and further parts."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: change(name, archive.read(name)) for name in archive.namelist()}
    other = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(other, "w") as archive:
        for name, part in (parts | dict(more or {})).items():
            archive.writestr(name, part)
    return other
