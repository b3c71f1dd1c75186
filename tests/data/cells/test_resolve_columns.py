"""Columns are recognised by unmistakable names and asked for otherwise."""

from __future__ import annotations

import time

import pytest

from trueness.data.cells.columns import ColumnMap, Layout
from trueness.data.cells.resolve_columns import resolve_columns
from trueness.errors import FormatError, UnknownNameError


def resolved(*names: str, **asked: object) -> Layout:
    return resolve_columns(names, ColumnMap(**asked), "f.csv")


@pytest.mark.parametrize(
    "system", ["system", "system_id", "model", "model_id", "summarizer_id", "sys", "System"]
)
@pytest.mark.parametrize(
    "position", ["input", "input_id", "doc_id", "instance_id", "segment", "topic", "id", "item"]
)
def test_unmistakable_names_are_inferred(system: str, position: str) -> None:
    layout = resolved(system, position, "document", "rouge", "relevance@a")
    assert (layout.system, layout.input) == (system, position)
    assert layout.groups == {"document": ("document", None)}
    assert layout.scores == {"rouge": ("rouge", None), "relevance@a": ("relevance", "a")}


@pytest.mark.parametrize(("scorer", "score"), [("scorer", "score"), ("metric", "value"), ("metric", "score")])
def test_the_long_format_is_inferred(scorer: str, score: str) -> None:
    layout = resolved("system", "input", scorer, score, "rater", "when")
    assert (layout.scorer, layout.score, layout.annotator) == (scorer, score, "rater")
    assert (layout.scores, layout.ignored) == ({}, ("when",))


def test_a_score_column_alone_is_a_scorer() -> None:
    assert resolved("system", "input", "score").scores == {"score": ("score", None)}


def test_the_canonical_name_wins_over_others() -> None:
    assert resolved("system", "model", "input", "id", "r").system == "system"
    assert resolved("system", "model", "input", "id", "r").input == "input"


def test_ambiguity_is_asked_about_with_the_option() -> None:
    with pytest.raises(FormatError) as error:
        resolved("system", "question_id", "segment", "r")
    assert "the input could be any of the columns 'question_id', 'segment'" in str(error.value)
    assert "'system', 'question_id', 'segment', 'r'" in str(error.value)
    assert "--columns input=COL" in str(error.value)
    assert (
        resolved("system", "question_id", "segment", "r", input="segment", ignore=("question_id",)).input
        == "segment"
    )


def test_systems_without_inputs_are_asked_about() -> None:
    with pytest.raises(FormatError, match=r"the column that names the input.*--columns input=COL"):
        resolved("system", "language", "r")


def test_no_system_column_is_fine() -> None:
    layout = resolved("id", "r")
    assert (layout.system, layout.input) == (None, "id")


def test_an_unknown_column_gets_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"f\.csv: .*system=modle.*Did you mean 'model'\?"):
        resolved("model", "input", "r", system="modle")
    with pytest.raises(UnknownNameError, match=r"scorers=rogue.*Did you mean 'rouge'"):
        resolved("model", "input", "rouge", scorers=("rogue",))


def test_scorers_by_pattern_are_taken_as_they_are() -> None:
    layout = resolved(
        "system", "input", "recall@5", "rouge_1", "rouge_2", "x", scorers=("recall@5", "rouge_*")
    )
    assert layout.scores == {n: (n, None) for n in ("recall@5", "rouge_1", "rouge_2")}
    assert layout.ignored == ("x",)


@pytest.mark.parametrize(
    ("names", "asked", "message"),
    [
        (("a", "r"), {"system": "a", "input": "a"}, "two meanings"),
        (("system", "input"), {}, "no column is left that could hold scores"),
        (("system", "input", "s", "v"), {"scorer": "s"}, "'score' as well"),
    ],
)
def test_unusable_columns(names: tuple[str, ...], asked: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        resolved(*names, **asked)


def test_statistics_are_no_scores() -> None:
    layout = resolved("system", "input", "bleu", "bleu#statistics", "other#statistics")
    assert layout.scores == {"bleu": ("bleu", None), "other#statistics": ("other#statistics", None)}
    assert layout.ignored == ("bleu#statistics",)
    asked = resolved("system", "input", "bleu", "bleu#statistics", scorers=("bleu*",))
    assert list(asked.scores) == ["bleu", "bleu#statistics"]
    assert resolved("system", "input", "bleu", "bleu#statistics", ignore=("*#*",)).ignored == ()


@pytest.mark.parametrize("name", ["family", "Family", "system_family", "model_family", "base_model", "team"])
def test_groups_of_systems_are_inferred(name: str) -> None:
    layout = resolved("system", "input", "document", name, "rouge")
    assert layout.groups == {"document": ("document", None), name: (name, None)}
    assert list(layout.scores) == ["rouge"]


def test_groups_of_systems_are_declared() -> None:
    layout = resolved("system", "input", "document", "maker", "rouge", system_groups=("maker",))
    assert layout.groups == {"document": ("document", None), "maker": ("maker", "system")}
    both = resolved(
        "system", "input", "document", "maker", "r", system_groups=("maker",), groups=("document",)
    )
    assert both.groups == layout.groups
    with pytest.raises(UnknownNameError, match=r"system_groups=makre.* Did you mean 'maker'"):
        resolved("system", "input", "maker", "rouge", system_groups=("makre",))
    with pytest.raises(FormatError, match="column 'maker': the column is given two meanings"):
        resolved("system", "input", "maker", "rouge", system_groups=("maker",), groups=("maker",))
    with pytest.raises(FormatError, match=r"column 'maker': there are no systems .*--columns system=COL"):
        resolved("id", "maker", "rouge", system_groups=("maker",))


def test_many_columns_take_linear_time() -> None:
    names = ["system", "input", *(f"m{k}" for k in range(30_000))]
    start = time.process_time()
    for asked in ({}, {"scorers": tuple(names[2:])}, {"scorers": ("m*",)}, {"ignore": tuple(names[3:])}):
        layout = resolved(*names, **asked)
        assert len(layout.scores) == (1 if "ignore" in asked else 30_000)
    assert time.process_time() - start < 10  # minutes, where lists are searched


def test_a_name_that_is_a_pattern_too_is_itself() -> None:
    layout = resolved("input", "m*", "m1", scorers=("m*",))
    assert list(layout.scores) == ["m*"]
    assert resolved("input", "m2", "m1", scorers=("m*",)).declared == {"m1", "m2"}


def test_weak_names_give_way_and_are_no_scores() -> None:
    layout = resolved("system", "doc_id", "topic", "lang", "output_id", "rouge")
    assert (layout.input, list(layout.groups), list(layout.scores)) == (
        "doc_id",
        ["topic", "lang"],
        ["rouge"],
    )
    assert layout.ignored == ("output_id",)
    assert resolved("system", "topic", "rouge").input == "topic"
    assert resolved("System", "Document", "rouge").input == "Document"
    inner = resolved("system", "document", "segment", "rouge")
    assert (inner.input, list(inner.groups)) == ("segment", ["document"])
    answers = resolved("answer_id", "topic", "ann", "judge")
    assert (answers.input, list(answers.groups)) == ("answer_id", ["topic"])
    assert resolved("answer_id", "human").input == "answer_id"
    with pytest.raises(FormatError, match="could be any of the columns 'uid', 'sample_id'"):
        resolved("uid", "sample_id", "x")


@pytest.mark.parametrize("name", ["item id", "Item ID", "itemId", "ItemID", "item-id", "ITEM_ID", "item.id"])
def test_a_name_is_known_however_it_is_spelt(name: str) -> None:
    layout = resolved("Model Name", name, "Model Family", "rouge")
    assert (layout.system, layout.input) == ("Model Name", name)
    assert layout.groups == {"Model Family": ("Model Family", None)}


def test_two_spellings_of_a_name_are_asked_about() -> None:
    with pytest.raises(FormatError, match="the input could be any of the columns 'item_id', 'Item ID'"):
        resolved("system", "item_id", "Item ID", "rouge")


def test_the_column_of_lengths_is_the_scorer_length() -> None:
    found = resolve_columns(["id", "size", "gpt", "human"], ColumnMap(length=("size",)), "f.csv")
    assert found.scores == {"size": ("length", None), "gpt": ("gpt", None), "human": ("human", None)}
    assert "size" in found.declared
    listed = resolve_columns(
        ["id", "size", "gpt", "human"], ColumnMap(length=("size",), scorers=("gpt",)), "f.csv"
    )
    assert listed.scores == {"gpt": ("gpt", None), "size": ("length", None)}
    with pytest.raises(UnknownNameError, match="length=sise"):
        resolve_columns(["id", "size", "gpt"], ColumnMap(length=("sise",)), "f.csv")


def test_columns_that_are_said_to_name_the_input_are_groups_by_their_own_names():
    layout = resolve_columns(("talk id", "turn", "x"), ColumnMap(input=("talk id", "turn")), "f.csv")
    assert (layout.input, layout.within, layout.groups) == (
        "turn",
        ("talk id",),
        {"talk id": ("talk id", None)},
    )
    said = resolve_columns(
        ("talk id", "turn", "x", "g"), ColumnMap(input=("talk id", "turn"), groups=("g",)), "f.csv"
    )
    assert set(said.groups) == {"g", "talk id"}
    documents = resolve_columns(("doc_id", "turn", "x"), ColumnMap(input=("doc_id", "turn")), "f.csv")
    assert documents.groups == {"doc_id": ("document", None)}


@pytest.mark.parametrize(
    ("system", "position"),
    [("dialogue_system", "text_id"), ("response_model_name", "question_idx"), ("model", "claim_id")],
)
def test_names_that_say_less_are_known_where_nothing_says_more(system: str, position: str) -> None:
    layout = resolved(system, position, "rating")
    assert (layout.system, layout.input, list(layout.scores)) == (system, position, ["rating"])
    layout = resolved("system", "doc_id", position, "rating")
    assert (layout.system, layout.input, list(layout.scores)) == ("system", "doc_id", ["rating"])


@pytest.mark.parametrize(
    "name", ["sentence_id", "annotationId", "pair idx", "latency_ms", "total_cost", "Execution Time"]
)
def test_what_numbers_things_or_has_their_costs_is_no_score(name: str) -> None:
    layout = resolve_columns(["system", "id", "human", name], ColumnMap(), "f")
    assert (list(layout.scores), layout.input, layout.ignored) == (["human"], "id", (name,))


def test_the_only_ids_name_the_inputs_where_nothing_else_does() -> None:
    assert (
        resolve_columns(["original_sentence_id", "human"], ColumnMap(), "f").input == "original_sentence_id"
    )
    assert resolve_columns(["original_sentence_id", "other_id", "human"], ColumnMap(), "f").input is None
    assert resolve_columns(["batch_id", "human"], ColumnMap(), "f").input is None
    assert (
        resolve_columns(["sentence_id", "human"], ColumnMap.of("scorers=sentence_id,human"), "f").input
        is None
    )


@pytest.mark.parametrize(
    ("names", "texts", "named"),
    [
        (("id", "input", "output", "human"), ["input"], "id"),
        (("question_id", "input", "response", "human"), ["input"], "question_id"),
        (("id", "input", "output", "human"), [], "input"),
        (("system", "id", "input", "output", "human"), ["input"], "input"),
        (("rater", "id", "input", "output", "human"), ["input"], "input"),
        (("id", "input", "human"), ["input"], "input"),
        (("idx", "input", "output", "human"), ["input"], "input"),
    ],
)
def test_an_input_of_words_beside_an_output_is_the_text_of_an_id(names, texts, named) -> None:
    layout = resolve_columns(names, ColumnMap(), "f.csv", texts=texts)
    assert layout.input == named
    assert {"id", "idx", "question_id", "input"}.isdisjoint(layout.scores)
    assert ("input" in layout.shared) == (named != "input")
