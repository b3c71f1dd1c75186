"""Questions, prompts and sources that several rows share are groups of inputs that are kept together."""

from __future__ import annotations

import pytest

from trueness import judge, read_scores
from trueness.errors import DuplicateKeyError
from trueness.study.units import FEWEST_SOURCES, whole_column


def written(path, head, rows):
    path.write_text("\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n", encoding="utf-8")
    return path


def answers(name, n_texts, each=3):
    """Return rows of an id, what they answer, and what a person and a judge say."""
    return [
        (f"a{k}-{j}", name.format(k), (k + j) % 2, int(k % 3 > 0))
        for k in range(n_texts)
        for j in range(each)
    ]


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("question", "How do I reset {}?"),
        ("Prompt", "Be kind {}"),
        ("source", "A text of number {}."),
        ("context", "A text of number {}."),
        ("conversation_id", "{}"),
        ("qid", "{}"),
    ],
)
def test_what_outputs_were_made_for_keeps_them_together(tmp_path, column, text):
    table = read_scores(written(tmp_path / "a.csv", f"id,{column},human,gpt", answers(text, 12)))
    assert len(set(table.input_groups[column])) == 12
    assert len(table.inputs) == 36
    assert whole_column(table) == column
    assert table.scorer_names == ("human", "gpt")
    found = judge(table, human="human", rng=1, resamples=20)
    assert found.clusters == column
    (said,) = (one for one in found.cautions if one.code == "whole_units")
    assert said.message.startswith("The 36 inputs belong to 12 ")


def test_rows_without_a_name_are_kept_together_as_well(tmp_path):
    rows = [row[1:] for row in answers("How do I reset {}?", 12)]
    assert whole_column(read_scores(written(tmp_path / "a.csv", "question,human,gpt", rows))) == "question"


def test_a_few_prompts_are_kinds_of_inputs_and_named_as_a_choice(tmp_path):
    few = FEWEST_SOURCES - 1
    table = read_scores(written(tmp_path / "a.csv", "id,prompt,human,gpt", answers("Be kind {}", few)))
    assert len(set(table.input_groups["prompt"])) == few
    assert whole_column(table) is None
    found = judge(table, human="human", rng=1, resamples=20)
    (said,) = (one for one in found.cautions if one.code == "unused_clusters")
    assert "--clusters prompt" in said.message


@pytest.mark.parametrize(
    ("column", "text"), [("source", "web{}"), ("topic", "t{}"), ("comment", "Good work of {}.")]
)
def test_where_an_output_is_from_or_about_is_no_text_that_it_answers(tmp_path, column, text):
    table = read_scores(written(tmp_path / "a.csv", f"id,{column},human,gpt", answers(text, 12)))
    assert whole_column(table) is None


def test_a_text_of_its_own_for_each_is_left_out_as_ever(tmp_path):
    path = written(tmp_path / "a.csv", "id,question,human,gpt", answers("How do I reset {}?", 12, each=1))
    table = read_scores(path)
    assert not table.input_groups
    assert "1 column left out, no scores: 'question'" in table.notes


def test_several_answers_to_a_question_that_is_called_the_input_lead_to_their_names(tmp_path):
    path = written(tmp_path / "a.csv", "id,question,human,gpt", answers("How do I reset {}?", 12))
    with pytest.raises(DuplicateKeyError, match="If 'id' names each of them: --columns input=id"):
        read_scores(path, columns="input=question")
    assert whole_column(read_scores(path, columns="input=id")) == "question"


def test_ignored_questions_and_those_that_name_inputs_are_no_groups(tmp_path):
    path = written(tmp_path / "a.csv", "id,question,human,gpt", answers("How do I reset {}?", 12))
    assert not read_scores(path, columns="ignore=question").input_groups
    rows = [(f"s{j}", *row[1:]) for row in answers("How do I reset {}?", 12) for j in [row[0][-1]]]
    several = read_scores(written(tmp_path / "b.csv", "system,question,human,gpt", rows))
    assert (len(several.systems), len(several.inputs), several.input_groups) == (3, 12, {})
