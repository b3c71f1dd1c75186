"""A row for a score: what tells rows of one output apart names the scorer, the fewest columns that do."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path
from typing import Any

import pytest

import trueness
from trueness.errors import DuplicateKeyError, FormatError

VALUES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("system", "model"), ("bart", "lead")),
    **dict.fromkeys(("input", "doc_id", "question_id"), ("d1", "d2", "d3")),
    **dict.fromkeys(("dimension", "criterion", "eval_type", "metric"), ("coherence", "fluency")),
    **dict.fromkeys(("judge", "evaluator"), ("human", "gpt-4o")),
    "annotator": ("ann", "bob"),
}


def write(path: Path, header: tuple[str, ...], score: str = "score", **more: Any) -> Path:
    """Write a row for every combination of what the columns name; the score of the row counts up."""
    rows = itertools.product(*(VALUES[name] for name in header))
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*header, score, *more])
        out.writerows([*row, k, *more.values()] for k, row in enumerate(rows))
    return path


@pytest.mark.parametrize(
    ("header", "score", "scorers"),
    [
        (("system", "doc_id", "dimension"), "score", ("coherence", "fluency")),
        (("model", "question_id", "criterion"), "rating", ("coherence", "fluency")),
        (("system", "input", "eval_type"), "value", ("coherence", "fluency")),
        (("system", "input", "judge"), "score", ("human", "gpt-4o")),
        (("input", "evaluator"), "label", ("human", "gpt-4o")),
        (("input", "judge"), "verdict", ("human", "gpt-4o")),
        (("system", "input", "annotator", "criterion"), "score", ("coherence", "fluency")),
        (
            ("system", "input", "judge", "criterion"),
            "score",
            ("human::coherence", "human::fluency", "gpt-4o::coherence", "gpt-4o::fluency"),
        ),
        (
            ("system", "input", "metric", "evaluator"),
            "score",
            ("coherence::human", "coherence::gpt-4o", "fluency::human", "fluency::gpt-4o"),
        ),
    ],
)
def test_what_tells_rows_apart_names_the_scorer(tmp_path, header, score, scorers):
    path = write(tmp_path / "long.csv", header, score)
    table = trueness.read_scores(path)
    assert table.scorer_names == scorers
    assert table.inputs == ("d1", "d2", "d3")
    assert any(note.startswith("every row is a score of '") for note in table.notes)
    # the same as when it is said
    named = tuple(
        name
        for name in header
        if name in ("dimension", "criterion", "eval_type", "metric", "judge", "evaluator")
    )
    said = trueness.read_scores(path, columns={"scorer": named, "score": score})
    assert said.fingerprint == table.fingerprint


def test_every_score_is_where_its_row_says(tmp_path):
    table = trueness.read_scores(write(tmp_path / "long.csv", ("system", "input", "judge", "criterion")))
    assert table.matrix("gpt-4o::fluency").tolist() == [[3, 7, 11], [15, 19, 23]]


@pytest.mark.parametrize("header", [("system", "input"), ("judge", "input")])
def test_where_rows_differ_already_nothing_changes(tmp_path, header):
    """A column of words beside scores is as unclear as before."""
    path = write(tmp_path / "wide.csv", header, human=1)
    table = trueness.read_scores(path, columns="system=judge" if "judge" in header else None)
    assert table.scorer_names == ("score", "human")


def test_scores_called_judge_are_scores(tmp_path):
    path = tmp_path / "judged.csv"
    path.write_text("id,human,judge\n" + "".join(f"{k},{k},{k % 3}\n" for k in range(6)))
    assert trueness.read_scores(path).scorer_names == ("human", "judge")


def test_rows_that_nothing_tells_apart_are_still_refused(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("system,input,dimension,score\na,1,fluent,1\na,1,fluent,2\nb,1,fluent,3\n")
    for columns in (None, "scorer=dimension,score=score"):
        with pytest.raises(DuplicateKeyError, match="rows 2 and 3"):
            trueness.read_scores(path, columns=columns)


def test_what_is_ignored_names_no_scorer(tmp_path):
    path = write(tmp_path / "long.csv", ("system", "input", "dimension"))
    with pytest.raises(DuplicateKeyError):
        trueness.read_scores(path, columns="ignore=dim*")


@pytest.mark.parametrize("column", ["source", "generator", "Written by", "llm"])
def test_who_wrote_an_output_is_the_system_where_inputs_repeat(tmp_path, column):
    path = tmp_path / "scores.csv"
    rows = [f"{who},{i},{i},0.{i}" for who in ("human_written", "GPT 4 turbo", "bart") for i in range(3)]
    path.write_text("\n".join([f"{column},doc_id,rating,rouge", *rows]) + "\n")
    table = trueness.read_scores(path)
    assert table.systems == ("human_written", "GPT 4 turbo", "bart")
    assert table.scorer_names == ("rating", "rouge")
    assert f"'{column}' names the system" in table.notes
    with pytest.raises(DuplicateKeyError):
        trueness.read_scores(path, columns={"ignore": column})


def test_systems_and_scorers_are_found_together(tmp_path):
    path = tmp_path / "scores.csv"
    rows = [f"{who},{i},{what},{i}" for who in ("a", "b") for i in range(3) for what in ("fluent", "good")]
    path.write_text("\n".join(["method,doc_id,criterion,rating", *rows]) + "\n")
    table = trueness.read_scores(path)
    assert (table.systems, table.scorer_names) == (("a", "b"), ("fluent", "good"))


@pytest.mark.parametrize("texts", ["A text of several words, number {k}", "text{k}"])
def test_sources_that_are_texts_are_no_systems(tmp_path, texts):
    path = tmp_path / "scores.csv"
    rows = [f'"{texts.format(k=k)}",{k % 2},{k},0.{k}' for k in range(6)]
    path.write_text("\n".join(["source,doc_id,rating,rouge", *rows]) + "\n")
    with pytest.raises(DuplicateKeyError):
        trueness.read_scores(path)


def test_where_a_row_has_several_scores_what_was_asked_is_part_of_the_input(tmp_path):
    path = tmp_path / "scores.csv"
    rows = [f"{i},{what},{i},0.{i}" for i in range(3) for what in ("fluent", "good")]
    path.write_text("\n".join(["text_id,criterion,rating_llm,probability", *rows]) + "\n")
    table = trueness.read_scores(path)
    assert table.inputs == ("0::fluent", "0::good", "1::fluent", "1::good", "2::fluent", "2::good")
    assert table.scorer_names == ("rating_llm", "probability")
    assert "inputs are called by 'text_id', 'criterion' together" in table.notes


def test_judges_with_several_scores_each_name_no_inputs(tmp_path):
    path = write(tmp_path / "long.csv", ("input", "judge"), "fluency", style=3)
    with pytest.raises(FormatError, match="column 'judge'"):
        trueness.read_scores(path)


@pytest.mark.parametrize("several", [False, True])
def test_annotations_of_spans_are_scores_of_people_and_of_models(tmp_path, several):
    """A row for each annotation, whose label and score say one thing and whose id names none of what was judged."""
    head = "span_id,annotation_name,annotator_kind,metadata,id,created_at,source,user_id,result.label,result.score"
    rows = [
        f"s{k},{what},{kind},{{}},{kind}{what}{k},2025-06-01,{'APP' if kind == 'HUMAN' else 'API'},u,ok,{(k + n) % 2}"
        for k in range(6)
        for what in (("sound", "kind") if several else ("sound",))
        for n, kind in enumerate(("HUMAN", "LLM"))
    ]
    path = tmp_path / "annotations.csv"
    path.write_text("\n".join([head, *rows]) + "\n")
    table = trueness.read_scores(path)
    assert table.inputs == tuple(f"s{k}" for k in range(6))
    sound = ("sound::HUMAN", "sound::LLM") if several else ("HUMAN", "LLM")
    assert set(sound) <= set(table.scorer_names)
    assert len(table.scorer_names) == (4 if several else 2)
    assert (table.matrix(sound[0]) + table.matrix(sound[1]) == 1).all()
