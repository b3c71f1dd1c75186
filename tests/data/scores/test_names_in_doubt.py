"""Names that may mean something else than their column says are noted, each with what to say then."""

from __future__ import annotations

import re

import pytest

import trueness


def table(folder, header: str, rows: list[str]):
    path = folder / "scores.csv"
    path.write_text("\n".join([header, *rows]) + "\n")
    return path, trueness.read_scores(path)


@pytest.mark.parametrize(
    ("column", "names", "note", "scorers"),
    [
        (
            "model",
            ("gpt-4o", "Human"),
            "'model' names 'Human' beside others; if it says who rated",
            ("gpt-4o", "Human"),
        ),
        (
            "system",
            ("people", "x"),
            "'system' names 'people' beside others; if it says who rated",
            ("people", "x"),
        ),
        (
            "annotator",
            ("ann", "gpt-4o"),
            "'annotator' names 'gpt-4o'; if these are models",
            ("ann", "gpt-4o"),
        ),
    ],
)
def test_who_rated_is_asked_and_what_is_said_then_reads_it(tmp_path, column, names, note, scorers):
    rows = [f"{name},i{k},{(k + len(name)) % 5}" for name in names for k in range(4)]
    path, found = table(tmp_path, f"{column},item_id,rating", rows)
    (said,) = [one for one in found.notes if one.startswith(note)]
    option = re.search(r"--columns '(.*)'", said)
    assert option
    again = trueness.read_scores(path, columns=option[1])
    assert again.scorer_names == scorers
    assert again.annotations == {}
    assert not again.has_systems


def test_one_model_in_every_row_may_be_the_judge(tmp_path):
    path, found = table(tmp_path, "model,id,human,judge", [f"gpt-4o,{k},{k % 3},{k % 2}" for k in range(4)])
    assert any(note.endswith("if it names the judge: --columns ignore=model") for note in found.notes)
    assert not trueness.read_scores(path, columns="ignore=model").has_systems


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("model,id,rating", ("gpt-4o", "bart")),
        ("model,id,human,rating", ("Human", "bart")),
        ("annotator,id,rating", "ab"),
    ],
)
def test_names_that_mean_what_they_say(tmp_path, header, names):
    cells = ",1" * (header.count(",") - 1)
    _, found = table(tmp_path, header, [f"{name},{k}{cells}" for name in names for k in range(3)])
    assert not [note for note in found.notes if "--columns" in note]
