"""Hidden rows are read and said; formulas that were never computed are no missing scores."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

import trueness
from trueness.data.formats.sheet_facts import SheetFacts, sheet_facts
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
        FormatError, match=r"row 3, column 'x': the formula has never been computed. Open .* and save it"
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
    with pytest.raises(FormatError, match="row 2, column 'x': the formula has never been computed"):
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
