"""Where the header of a table is: below titles, where that is clear, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

import trueness
from trueness.data.formats.header import check_header_row, header_below, header_note
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


@pytest.mark.parametrize("wrong", [0, -1, True, "3", 1.5])
def test_rows_that_are_none(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="`header_row` must be a whole number from 1 on"):
        check_header_row(wrong, ["csv"])  # type: ignore[arg-type]


def test_formats_without_a_header_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": 1, "human": 2, "judge": 1}\n', encoding="utf-8")
    with pytest.raises(
        ArgumentError, match="`header_row` is for files with a header row; leave it out for 'jsonl'"
    ):
        trueness.read_scores(path, header_row=1)
