"""Hidden rows are read and said; formulas that were never computed are no missing scores."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path

import pandas as pd
import pytest

import trueness
from trueness.data.formats.sheet_facts import SheetFacts, cell_name, sheet_facts
from trueness.errors import FormatError

openpyxl = pytest.importorskip("openpyxl")


def book(rows, *, hidden=(), others=()):
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Labels"
    for row in rows:
        sheet.append(row)
    for number in hidden:
        sheet.row_dimensions[number].hidden = True
    for name, more in others:
        other = made.create_sheet(name)
        for row in more:
            other.append(row)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def test_hidden_rows_and_formulas():
    content = book(
        [["id", "human"], ["a", 1], ["b", "=1+1"], ["c", 3]], hidden=(2, 4), others=[("Notes", [["=2+2"]])]
    )
    assert sheet_facts(content, "Labels") == SheetFacts(frozenset({2, 4}), ((2, 1),))
    assert sheet_facts(content, "Notes") == SheetFacts(frozenset(), ((0, 0),))
    assert sheet_facts(content, "None") == SheetFacts()
    assert sheet_facts(b"nothing", "Labels") == SheetFacts()


def changed(content, *pairs):
    """Return a book whose sheet is written otherwise."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(file, "w") as after:
        for name in before.namelist():
            part = before.read(name)
            if name.endswith("sheet1.xml"):
                for old, new in pairs:
                    assert old in part
                    part = part.replace(old, new)
            after.writestr(name, part)
    return file.getvalue()


@pytest.mark.parametrize(
    "pairs",
    [
        [(b"<f>", b'<f a="x>y">')],
        [(b"<f>", b"<f\n>")],
        [(b"<f>", b"<f><!-- > -->")],
        [(b"<f>1+1</f>", b"<f>1&gt;1</f><!-- <v>7</v> -->")],
        [(b"<f>1+1</f>", b"<f><![CDATA[1>1]]></f>")],
        [(b'<row r="2"', b'<row a="x>y" r="2"')],
        [(b'hidden="1"', b"hidden = 'true'")],
    ],
)
def test_facts_are_told_by_a_parser(pairs):
    content = changed(book([["id", "human"], ["a", 1], ["b", "=1+1"]], hidden=(2,)), *pairs)
    assert sheet_facts(content, "Labels") == SheetFacts(frozenset({2}), ((2, 1),))


def test_what_stands_in_a_comment_is_no_fact():
    row = b'<!-- <row r="9" hidden="1"><c r="A9"><f>1</f></c></row> --></sheetData>'
    content = changed(book([["id", "human"], ["a", 1]]), (b"</sheetData>", row))
    assert sheet_facts(content, "Labels") == SheetFacts()


def test_hidden_rows_are_said(tmp_path: Path):
    path = tmp_path / "book.xlsx"
    path.write_bytes(book([["id", "human", "x"], ["a", 1, 2], ["b", 2, 1], ["c", 3, 5]], hidden=(3,)))
    table = trueness.read_scores(path)
    assert table.inputs == ("a", "b", "c")
    assert "1 hidden row read as all others: '3'" in table.notes


@pytest.mark.parametrize("formula", ["=B2*2", '=IF(B2>1,"",3)'])
def test_a_formula_without_a_value_is_refused_with_its_place(tmp_path: Path, formula: str):
    path = tmp_path / "book.xlsx"
    path.write_bytes(book([["id", "human", "x"], ["a", 1, 2], ["b", 2, formula]]))
    with pytest.raises(
        FormatError,
        match=r"row 3, column 'x': the formula in C3 has never been computed. Open .* and save it",
    ):
        trueness.read_scores(path)
    assert trueness.read_scores(path, columns="ignore=x").scorer_names == ("human",)


def test_a_row_of_averages_that_were_never_computed_is_left_out_and_said(tmp_path: Path):
    path = tmp_path / "book.xlsx"
    rows = [["id", "human", "x"], ["a", 1, 2], ["b", 2, 5]]
    path.write_bytes(book([*rows, ["Average", "", "=AVERAGE(C2:C3)"]]))
    table = trueness.read_scores(path)
    assert table.inputs == ("a", "b")
    assert any("1 row of formulas" in note and "left out: '4'" in note for note in table.notes)
    path.write_bytes(book([rows[0], ["a", 1, "=B2"], ["b", "", "=B3"]]))
    with pytest.raises(FormatError, match="row 2, column 'x': the formula in C2 has never been computed"):
        trueness.read_scores(path)


def test_titles_and_columns_of_nothing(tmp_path: Path):
    path = tmp_path / "book.xlsx"
    rows = [["Round 2"], [], [" id ", "human", "x", None], ["a", 1, 2], ["b", 2, 1]]
    path.write_bytes(book(rows, others=[("Guide", [["text"]])]))
    table = trueness.read_scores(path, part="Labels")
    assert table.scorer_names == ("human", "x")
    assert "the header was found in row 3; what stands above it was left out" in table.notes
    assert trueness.read_scores(path, part="Labels", header_row=3).fingerprint == table.fingerprint
    with pytest.raises(FormatError, match="row 2: this row, which is said to be the header, is empty"):
        trueness.read_scores(path, part="Labels", header_row=2)
    path.write_bytes(book([["Round 2", "May"], ["id", "human", "x"], ["a", 1, 2]]))
    with pytest.raises(FormatError, match=r"row 1: column 3 lacks a name.*--header-row N"):
        trueness.read_scores(path)


def test_open_documents():
    cells = (
        '<table:table-row table:visibility="collapse"><table:table-cell office:value-type="string">'
        "<text:p>a</text:p></table:table-cell>"
        '<table:table-cell table:formula="of:=1"/></table:table-row>'
    )
    spaces = " ".join(f'xmlns:{name}="urn:{name}"' for name in ("table", "office", "text"))
    content = f'<d {spaces}><table:table table:name="S">{cells}</table:table></d>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("content.xml", content)
    assert sheet_facts(file.getvalue(), "S") == SheetFacts(frozenset({1}), ((0, 1),))


def written(tmp_path, rows, *, merge=(), columns=(), name="x.xlsx"):
    """Write a sheet with merged cells and hidden columns, as xlsx or, by hand, as ods."""
    path = tmp_path / name
    if name.endswith("xlsx"):
        made = openpyxl.load_workbook(io.BytesIO(book(rows)))
        for cells in merge:
            made.active.merge_cells(cells)
        for letter in columns:
            made.active.column_dimensions[letter].hidden = True
        made.save(path)
        return path
    first = {cells.partition(":")[0]: cells.partition(":")[2] for cells in merge}
    unseen = " table:visibility='collapse'"
    table = "".join(
        f"<table:table-column{unseen if letter in columns else ''}/>" for letter in "ABCDEF"[: len(rows[0])]
    )
    for i, row in enumerate(rows, start=1):
        table += "<table:table-row>"
        for letter, cell in zip("ABCDEF", row, strict=False):
            last = first.get(f"{letter}{i}")
            down = f' table:number-rows-spanned="{int(last[1:]) - i + 1}"' if last else ""
            if cell is None:
                table += "<table:covered-table-cell/>"
            elif isinstance(cell, str):
                said = f"<text:p>{cell}</text:p>"
                table += f'<table:table-cell office:value-type="string"{down}>{said}</table:table-cell>'
            else:
                table += f'<table:table-cell office:value-type="float" office:value="{cell}"{down}/>'
        table += "</table:table-row>"
    spaces = "".join(
        f' xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"'
        for short in ("office", "table", "text")
    )
    content = (
        f'<office:document-content{spaces} office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="Labels">{table}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    pd.DataFrame({"x": [1]}).to_excel(tmp_path / "frame.ods", engine="odf")
    with zipfile.ZipFile(tmp_path / "frame.ods") as before, zipfile.ZipFile(path, "w") as after:
        for part in before.namelist():
            after.writestr(part, content if part == "content.xml" else before.read(part))
    return path


KINDS = pytest.mark.parametrize("name", ["x.xlsx", "x.ods"])
ROWS = [
    ["system", "input", "human", "judge"],
    ["a", "1", 3, 4],
    [None, "2", 2, 1],
    ["b", "1", 1, 2],
    ["b", "2", 5, 4],
]


@KINDS
def test_a_name_that_is_merged_is_named_by_its_cell(tmp_path, name):
    path = written(tmp_path, ROWS, merge=["A2:A3"], name=name)
    with pytest.raises(
        FormatError, match=r"row 3, column 'system': A3 is merged with A2.*Split the merged cells"
    ):
        trueness.read_scores(path)


@KINDS
def test_a_score_that_is_merged_is_no_missing_score(tmp_path, name):
    rows = [ROWS[0], ["a", "1", 3, 4], ["a", "2", None, 1], *ROWS[3:]]
    path = written(tmp_path, rows, merge=["C2:C3"], name=name)
    with pytest.raises(
        FormatError, match=r"row 3, column 'human': C3 is merged with C2.*--columns 'ignore=human'"
    ):
        trueness.read_scores(path)
    assert trueness.read_scores(path, columns="ignore=human").scorer_names == ("judge",)


@KINDS
def test_hidden_columns_are_read_and_said(tmp_path, name):
    rows = [ROWS[0], ["a", "1", 3, 4], ["a", "2", 2, 1], *ROWS[3:]]
    table = trueness.read_scores(written(tmp_path, rows, columns="D", name=name))
    assert table.scorer_names == ("human", "judge")
    assert "1 hidden column read as all others: 'judge'" in table.notes


def test_a_title_over_merged_cells_stays_a_title(tmp_path):
    rows = [["Our labels", None, None, None], ROWS[0], ["a", "1", 3, 4], ["a", "2", 2, 1]]
    table = trueness.read_scores(written(tmp_path, rows, merge=["A1:D1"]))
    assert table.scorer_names == ("human", "judge")
    assert any("the header was found in row 2" in note for note in table.notes)


def test_a_heading_that_is_merged_is_said(tmp_path):
    rows = [["system", "input", "human", None], ["a", "1", 3, 4], ["a", "2", 2, 1]]
    with pytest.raises(FormatError, match=r"column 4 lacks a name: D1 is merged with C1"):
        trueness.read_scores(written(tmp_path, rows, merge=["C1:D1"]))


def test_texts_that_are_merged_are_no_texts(tmp_path):
    rows = [["system", "input", "output"], ["a", "1", "one"], ["b", "1", None]]
    with pytest.raises(FormatError, match=r"row 3, column 'output': C3 is merged with C2"):
        trueness.read_texts(written(tmp_path, rows, merge=["C2:C3"]))


def test_cells_that_overlap_are_damage(tmp_path):
    path = written(tmp_path, [["id", "human"], ["a", 1], ["b", 2]])
    content = changed(
        path.read_bytes(),
        (
            b"</sheetData>",
            b"</sheetData><mergeCells>" + b'<mergeCell ref="A1:XFD1048576"/>' * 9 + b"</mergeCells>",
        ),
    )
    path.write_bytes(content)
    with pytest.raises(FormatError, match="damaged"):
        trueness.read_scores(path)


@pytest.mark.parametrize("cell", [dt.date(2026, 5, 4), "2026-05-04"])
def test_a_number_that_became_a_date_is_named(tmp_path, cell):
    rows = [["id", "human", "judge"], ["a", 4, 1], ["b", cell, 2], ["c", 3, 3]]
    path = written(tmp_path, rows)
    with pytest.raises(
        FormatError, match=r"row 3, column 'human': '2026-05-04.*which a spreadsheet makes of 4\.5"
    ):
        trueness.read_scores(path)
    assert trueness.read_scores(path, columns="ignore=human").scorer_names == ("judge",)


@pytest.mark.parametrize(
    ("row", "column", "name"), [(0, 0, "A1"), (6, 25, "Z7"), (9, 26, "AA10"), (0, 702, "AAA1")]
)
def test_names_of_cells(row, column, name):
    assert cell_name(row, column) == name
