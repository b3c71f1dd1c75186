"""Where the header of a table is: below titles, where that is clear, and nowhere else."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import openpyxl
import pytest

import trueness
from trueness.data.formats.delimited import read_delimited
from trueness.data.formats.header import check_header_row, header_below, header_note
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import Scorer
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, FormatError

TABLE = ("system,input,human,judge", "a,1,3,0.5", "a,2,4,0.25", "b,1,1,0.75")


def test_what_is_clear():
    header, row = ["id", "x"], ["a", "1"]
    assert header_below([["Title", ""], header, row]) == 1
    assert header_below([["Title"], ["More"], header, row]) == 2
    assert header_below([["Title", ""], ["name", "x"], ["a", 1.5]]) == 1
    assert header_below([header, row]) is None
    for unclear in (
        [["Title", ""], ["name", "word"], ["a", "b"]],
        [["Title", ""], ["a", "1"], ["b", "2"]],
        [["Title", ""], ["id", "id"], ["b", "2"]],
        [["", "x"], header, row],
        [["Title", ""], header],
        [["Title", "by me"], header, row],
        [["one"], ["1"], ["2"]],
    ):
        assert header_below(unclear) is None
    assert "row 3" in header_note(3)


@pytest.mark.parametrize(
    "above",
    [
        ("Round 2 of the study",),
        ("Round 2,,,", ",,,"),
        ("Round 2", "", "as of May", ""),
        ('"Round 2, second try"',),
        ("\ufeffRound 2",),
    ],
)
def test_titles_above_are_left_out_and_said(tmp_path: Path, above: tuple[str, ...]) -> None:
    (tmp_path / "plain.csv").write_text("\n".join(TABLE), encoding="utf-8")
    (tmp_path / "titled.csv").write_text("\n".join([*above, *TABLE]), encoding="utf-8")
    plain, titled = (trueness.read_scores(tmp_path / name) for name in ("plain.csv", "titled.csv"))
    assert plain.fingerprint == titled.fingerprint
    assert f"the header was found in row {len(above) + 1}" in " ".join(titled.notes)
    assert "header" not in " ".join(plain.notes)
    said = trueness.read_scores(tmp_path / "titled.csv", header_row=len(above) + 1)
    assert said.fingerprint == plain.fingerprint
    assert "header" not in " ".join(said.notes)


@pytest.mark.parametrize("separator", [";", "\t"])
def test_titles_above_other_separators(tmp_path: Path, separator: str) -> None:
    rows = ["Round 2", "", *(row.replace(",", separator) for row in TABLE)]
    (tmp_path / "titled.csv").write_text("\n".join(rows), encoding="utf-8")
    assert trueness.read_scores(tmp_path / "titled.csv").scorer_names == ("human", "judge")


def test_what_is_not_clear_is_refused_with_the_option_that_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "titled.csv"
    path.write_text("\n".join(["Round 2,May", "", *TABLE]), encoding="utf-8")
    with pytest.raises(FormatError, match=r"the header 2.*--header-row N"):
        trueness.read_scores(path)
    assert len(trueness.read_scores(path, header_row=3).systems) == 2
    for wrong in (2, 40):
        with pytest.raises(FormatError, match=f"row {wrong}: no row begins on this line"):
            trueness.read_scores(path, header_row=wrong)


def test_a_table_of_words_under_a_usual_name(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("Labels of May\nid,human,judge\nq1,yes,no\nq2,no,no\n", encoding="utf-8")
    assert trueness.read_scores(path).inputs == ("q1", "q2")


@pytest.mark.parametrize("wrong", [-1, True, "3", 1.5])
def test_rows_that_are_none(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="`header_row` must be a whole number from 0 on"):
        check_header_row(wrong, ["csv"])  # type: ignore[arg-type]


def test_formats_without_a_header_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": 1, "human": 2, "judge": 1}\n', encoding="utf-8")
    with pytest.raises(
        ArgumentError, match="`header_row` is for files with a header row; leave it out for 'jsonl'"
    ):
        trueness.read_scores(path, header_row=1)


DATA = [
    ("A", "d1", "0.5", "3"),
    ("A", "d2", "0.25", "4"),
    ("B", "d1", "0.75", "3"),
    ("B", "d2", "0.125", "1"),
]


def written(tmp_path, rows, name="s.csv"):
    path = tmp_path / name
    if name.endswith("xlsx"):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append([float(cell) if cell.replace(".", "").isdecimal() else cell for cell in row])
        book.save(path)
    else:
        path.write_text("".join(("\t" if name.endswith("tsv") else ",").join(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("name", ["s.csv", "s.tsv", "s.xlsx"])
def test_a_file_without_a_header_is_refused_and_read_as_its_remedy_says(tmp_path, name):
    path = written(tmp_path, DATA, name)
    with pytest.raises(
        FormatError, match=r"row 1: the first row reads like data.*--header-row 0.*--header-row 1"
    ):
        read_scores(path)
    table = read_scores(path, header_row=0, columns="system=column1,input=column2")
    assert table.scorer_names == ("column3", "column4")
    assert (table.systems, table.inputs) == (("A", "B"), ("d1", "d2"))
    assert table.matrix("column3").ravel().tolist() == [0.5, 0.25, 0.75, 0.125]
    assert read_scores(path, header_row=1, columns="system=A,input=d1").shape == (2, 2, 2)


@pytest.mark.parametrize(
    "rows",
    [
        [("q1", "yes", "no"), ("q2", "no", "yes"), ("q3", "yes", "no"), ("q4", "no", "no")],
        [("4", "2", "5.0"), ("2", "4", "2.5"), ("4", "2", "1.5")],
        [("x", "0.1", "0.2"), ("y", "0.3", "0.5")],
        [
            ("BLEU", "de", "sysA", "1", "0.5"),
            ("BLEU", "de", "sysA", "2", "0.25"),
            ("BLEU", "en", "sysA", "1", "0.75"),
        ],
    ],
)
def test_rows_that_read_like_data(tmp_path, rows):
    with pytest.raises(FormatError, match="the first row reads like data"):
        read_scores(written(tmp_path, rows))


@pytest.mark.parametrize(
    "rows",
    [
        [("system", "input", "3", "4"), *DATA],
        [("who", "1", "2", "3"), ("a", "1", "2", "3"), ("b", "3", "2", "1")],
        [("bleu", "chrf", "human"), ("1", "2", "3"), ("2", "3", "4")],
        [("q", "a", "b"), ("1", "yes", "no"), ("2", "no", "yes")],
        [("sysA", "sysB", "x"), ("0.5", "0.25", "y"), ("0.75", "0.5", "x")],
    ],
)
def test_headers_are_headers(tmp_path, rows):
    names = read_delimited(written(tmp_path, rows)).names
    assert names == rows[0]


def test_what_was_written_with_a_description_has_its_header(tmp_path):
    table = read_scores(written(tmp_path, DATA), header_row=0, columns="system=column1,input=column2")
    names = dataclasses.replace(table, scorers=(Scorer("0.5"), Scorer("3")))
    write_scores(names, tmp_path / "again.csv")
    assert read_scores(tmp_path / "again.csv").scorer_names == ("0.5", "3")


def test_texts_and_preferences_without_a_header(tmp_path):
    texts = written(tmp_path, [("A", "d1", "one text"), ("A", "d2", "one text"), ("B", "d1", "one text")])
    with pytest.raises(FormatError, match="reads like data"):
        trueness.read_texts(texts)
    read = trueness.read_texts(texts, header_row=0, columns="system=column1,input=column2,output=column3")
    assert [row.input for row in read.rows] == ["d1", "d2", "d1"]
    pairs = written(
        tmp_path, [("d1", "A", "B", "A"), ("d2", "A", "B", "tie"), ("d1", "A", "C", "C")], "p.csv"
    )
    said = "input=column1,a=column2,b=column3,verdicts=column4"
    assert len(trueness.read_preferences(pairs, header_row=0, columns=said)) == 3


def test_a_broken_row_is_named_when_it_is_read(tmp_path):
    """Recognising a file looks at its header alone."""
    path = tmp_path / "s.csv"
    path.write_text('system,input,human\na,1,3\na,2,"4" or so\n')
    assert read_delimited(path).names == ("system", "input", "human")
    with pytest.raises(FormatError, match=r"row 3: .*Check the quotes"):
        read_scores(path)
