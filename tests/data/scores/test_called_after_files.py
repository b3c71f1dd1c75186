"""Files that call their scores alike: told apart by their names, unless they are parts of one table."""

from __future__ import annotations

import pytest

import trueness
from trueness.errors import DataError


def write(folder, name: str, header: str, rows: list[str]):
    path = folder / name
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


def test_labels_of_people_and_of_a_judge_are_called_after_their_files(tmp_path):
    people = write(tmp_path, "human.csv", "id,label", ["a,1", "b,0", "c,"])
    judge = write(tmp_path, "gpt4.csv", "id,label", ["a,1", "b,1", "c,0"])
    table = trueness.read_scores(people, judge)
    assert table.scorer_names == ("human", "gpt4")
    assert [table.matrix(name).tolist()[0][:2] for name in table.scorer_names] == [[1, 0], [1, 1]]
    assert any("called after each, 'human', 'gpt4'" in note for note in table.notes)


def test_files_that_agree_are_one_scorer(tmp_path):
    one = write(tmp_path, "one.csv", "id,label", ["a,1", "b,0"])
    two = write(tmp_path, "two.csv", "id,label", ["a,1", "b,0"])
    assert trueness.read_scores(one, two).scorer_names == ("label",)


def test_files_of_systems_of_their_own_are_parts_of_one_table(tmp_path):
    one = write(tmp_path, "bart.csv", "system,id,label", ["bart,a,1", "bart,b,0"])
    two = write(tmp_path, "lead.csv", "system,id,label", ["lead,a,0", "lead,b,1"])
    table = trueness.read_scores(one, two, join="outer")
    assert table.scorer_names == ("label",)
    assert table.systems == ("bart", "lead")


def test_what_cannot_be_told_apart_is_still_an_error(tmp_path):
    one = write(tmp_path, "one.csv", "id,label,metric", ["a,1,1"])
    two = write(tmp_path, "two.csv", "id,label,metric", ["a,0,1"])
    with pytest.raises(DataError, match="different scores"):
        trueness.read_scores(one, two)


def test_two_judges_beside_people_are_called_after_their_files_and_folders(tmp_path):
    people = write(tmp_path, "human.csv", "id,human", ["a,1", "b,0"])
    judges = []
    for model, label in (("four", 1), ("five", 0)):
        (tmp_path / model).mkdir()
        judges.append(write(tmp_path / model, "result.csv", "id,score", [f"a,{label}", "b,0"]))
    table = trueness.read_scores(people, *judges)
    assert table.scorer_names == ("human", "four/result", "five/result")
    assert table.matrix("five/result").tolist() == [[0, 0]]
    assert any("'score' is in 2 files, with other scores" in note for note in table.notes)
