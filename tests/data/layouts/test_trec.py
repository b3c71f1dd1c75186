"""Relevance labels of TREC: known by their lines, joined by query and document; a run is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import trueness
from trueness.data.layouts.trec import check_is_no_run, is_qrels, read_qrels
from trueness.data.recognising.recognise import recognise
from trueness.errors import DuplicateKeyError, FormatError, KeyMismatchError

LABELS = [("q1", "d1", 2), ("q1", "d2", 0), ("q2", "d1", 3), ("q2", "d4", 1)]


def qrels(path: Path, shift: int = 0, second: str = "0", separator: str = " ") -> Path:
    """Write labels, each raised by `shift` up to 3."""
    lines = (
        separator.join((query, second, document, str(min(3, grade + shift))))
        for query, document, grade in LABELS
    )
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.mark.parametrize("separator", [" ", "\t", "  "])
@pytest.mark.parametrize("second", ["0", "Q0"])
@pytest.mark.parametrize(
    "name", ["human.qrels", "human.txt", "human.tsv", "human", "qrels.human.txt", "human-qrels.test"]
)
def test_labels_are_known_whatever_their_file_is_called(tmp_path, name, second, separator):
    path = qrels(tmp_path / name, second=second, separator=separator)
    assert recognise(path).format == "qrels"
    table = trueness.read_scores(path)
    assert table.scorer_names == ("human",)
    assert table.inputs == ("q1::d1", "q1::d2", "q2::d1", "q2::d4")
    assert table.input_groups == {"query": ("q1", "q1", "q2", "q2")}
    assert table.matrix("human").tolist() == [[2, 0, 3, 1]]


def test_labels_of_people_and_of_a_judge_are_joined_and_queries_are_the_units(tmp_path):
    people, judge = qrels(tmp_path / "human.qrels"), qrels(tmp_path / "llm.qrels", shift=1)
    table = trueness.read_scores(people, judge)
    assert table.scorer_names == ("human", "llm")
    assert table.matrix("llm").tolist() == [[3, 1, 3, 2]]
    judged = trueness.judge(table, human="human")
    assert "clusters:query" in str(judged.signature)


def test_other_documents_are_named(tmp_path):
    people, judge = qrels(tmp_path / "human.qrels"), tmp_path / "llm.qrels"
    judge.write_text("q1 0 d1 2\nq1 0 d9 1\n")
    with pytest.raises(KeyMismatchError, match=r"1 input only in 'llm': 'q1::d9'\. --join outer"):
        trueness.read_scores(people, judge)


@pytest.mark.parametrize(
    "lines",
    [
        "q1 0 d1\nq2 0 d2\n",  # no label
        "q1 1 d1 2\nq2 2 d2 0\n",  # another second field, and no name that says what it is
        "q1 0 d1 .5\nq2 0 d2 .25\n",  # scores of something
        "q1 0 d1 word\n",
    ],
)
def test_other_lines_of_four_fields_are_no_labels(tmp_path, lines):
    path = tmp_path / "other.txt"
    path.write_text(lines)
    assert not is_qrels(path, lines.encode())
    with pytest.raises(FormatError, match="the format is not recognised"):
        recognise(path)


def test_rounds_of_judging_are_read_where_the_file_is_called_qrels(tmp_path):
    path = tmp_path / "qrels-covid_round5.txt"
    path.write_text("1 4.5 005b2j4b 2\n1 4 00fmeepz 1\n2 1.5 g7dhmyyo -1\n")
    table = trueness.read_scores(path)
    assert table.scorer_names == ("covid_round5",)
    assert table.inputs == ("1::005b2j4b", "1::00fmeepz", "2::g7dhmyyo")


def test_aspects_of_a_query_are_told_apart_by_the_second_field(tmp_path):
    path = tmp_path / "qrels.diversity"
    path.write_text("1 1 d1 2\n1 2 d1 0\n1 1 d2 1\n")
    raw, columns = read_qrels(path)
    assert raw.names == ("query", "iteration", "document", "diversity")
    assert columns.input == ("query", "iteration", "document")
    assert trueness.read_scores(path).inputs == ("1::1::d1", "1::2::d1", "1::1::d2")


def test_a_document_judged_twice_is_an_error(tmp_path):
    path = tmp_path / "a.qrels"
    path.write_text("1 0 d1 2\n1 0 d1 0\n")
    with pytest.raises(DuplicateKeyError, match="rows 1 and 2"):
        trueness.read_scores(path)


@pytest.mark.parametrize(("name", "called"), [("qrels.txt", "people"), ("query.qrels", "relevance")])
def test_a_file_called_qrels_alone_is_called_after_its_folder(tmp_path, name, called):
    folder = tmp_path / "people"
    folder.mkdir()
    assert trueness.read_scores(qrels(folder / name)).scorer_names == (called,)


def test_a_line_that_is_cut_off_is_named(tmp_path):
    path = tmp_path / "a.qrels"
    path.write_text("q 0 d 1\n" * 2000 + "q 0\n")
    with pytest.raises(FormatError, match=r"row 2001: the line has 2 fields; it needs 4"):
        trueness.read_scores(path)


def test_a_run_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "bm25.run"
    path.write_text("q1 Q0 d1 1 12.5 bm25\nq1 Q0 d2 2 11.25 bm25\n")
    with pytest.raises(FormatError, match=r"a run of TREC.*labels are needed.*system,input,human,judge"):
        trueness.read_scores(path)
    check_is_no_run(path, b"q1 0 d1 2\nq1 0 d2 1\n")
