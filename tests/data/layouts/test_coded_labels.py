"""Labels of exports that say what is a label: all of them are read, whatever they are called and however many."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.cells.labels import Unordered
from trueness.data.layouts.coded_labels import coded_labels
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, FormatError


def test_a_known_order_a_declared_one_and_none() -> None:
    records = [{"input": "i", "a": "Yes", "b": " no "}, {"input": "j", "a": None, "b": "n/a"}]
    found = coded_labels(records, ("a", "b"), ["Yes", "no"], (), "'a'")
    assert (found.order, found.notes) == (("no", "yes"), ["labels of 'a' were read as no = 0, yes = 1"])
    assert found.records == [{"input": "i", "a": 1, "b": 0}, {"input": "j", "a": None, "b": None}]
    found = coded_labels(records, ("a", "b"), ["Yes", "no"], [("yes", "no")], "'a'")
    assert found.records[0] == {"input": "i", "a": 0, "b": 1}
    odd = [{"a": "x|y"}, {"a": "A sentence of six whole words"}, {"a": "x|Y"}]
    found = coded_labels(odd, ("a",), [one["a"] for one in odd], (), "'a'")
    assert isinstance(found.order, Unordered)
    assert found.order == ("x|y", "A sentence of six whole words")
    assert [one["a"] for one in found.records] == [0, 1, 0]


def test_numbers_stay_numbers_and_what_is_outside_a_declared_order_is_missing() -> None:
    numbers = [{"a": "4"}, {"a": 5}, {"a": "N/A"}]
    assert coded_labels(numbers, ("a",), ["4", 5, "N/A"], (), "'a'") == (numbers, (), [])
    mixed = [{"a": 1}, {"a": True}, {"a": "other"}, {"a": 2.0}]
    assert coded_labels(mixed, ("a",), [1, True, "other", 2.0], (), "'a'").order == (
        "1",
        "true",
        "other",
        "2",
    )
    found = coded_labels([{"a": "bad"}, {"a": "dunno"}], ("a",), ["bad", "dunno"], [("bad", "fine")], "'a'")
    assert [one["a"] for one in found.records] == [0, None]
    assert found.notes[1] == "1 label of 'a' outside --labels taken for missing: 'dunno' (1)"


def read(tmp_path: Path, files: Mapping[str, Any], **options: Any) -> ScoreTable:
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    return read_scores(*(tmp_path / name for name in files), **options)


def alt_test(people: Sequence[Any], judge: Sequence[Any], name: str = "gpt-4o") -> dict[str, Any]:
    """Return the two files of a data set of the alternative annotator test: who, and what by item."""
    items = [f"i{k}" for k in range(len(people))]
    second = [*people[1:], people[0]]
    return {
        "human_annotations.json": {
            "w1": dict(zip(items, people, strict=True)),
            "w2": dict(zip(items, second, strict=True)),
        },
        "llm_annotations.json": {
            name: dict(zip(items, judge, strict=True)),
            "mistral-v03": dict(zip(items, people, strict=True)),
        },
    }


def test_judges_may_be_called_as_models_are(tmp_path: Path) -> None:
    table = read(tmp_path, alt_test([4, 2, 5, 1], [4, 3, 5, 1]))
    assert table.scorer_names == ("human", "gpt-4o", "mistral-v03")
    assert [one.role for one in table.scorers] == ["human", "metric", "metric"]
    assert table.matrix("gpt-4o").tolist() == [[4, 3, 5, 1]]
    assert table.annotations["human"].annotators == ("w1", "w2")


def test_one_number_stands_for_one_label_in_both_files(tmp_path: Path) -> None:
    people = [f"relation {k}" for k in range(16)]
    table = read(tmp_path, alt_test(people, ["none of the above", *people[1:]]))
    human, other = (table.scorer(name) for name in ("human", "gpt-4o"))
    assert (human.nominal, len(human.labels), human.labels) == (True, 17, other.labels)
    np.testing.assert_array_equal(table.matrix("mistral-v03"), table.annotations["human"].values[0])
    assert table.matrix("gpt-4o")[0, 0] == table.scorer("gpt-4o").labels.index("none of the above")
    said = read(tmp_path, alt_test(people, ["none of the above", *people[1:]]), format="alt-test")
    assert said.fingerprint == table.fingerprint
    pairs = read(tmp_path, alt_test(["model_a", "tie", "model_b"], ["model_b", "tie", "model_a"]))
    assert pairs.scorer("human").labels == ("model_b", "tie", "model_a")
    words = ["no", "yes", "n/a: problem is resolved"]
    asked = read(tmp_path, alt_test(words, words), labels="no<yes")
    np.testing.assert_array_equal(asked.matrix("gpt-4o"), [[0, 1, np.nan]])
    assert any("outside --labels taken for missing" in note for note in asked.notes)


def judge_bench(labels: Sequence[str] | None, given: Sequence[Any]) -> dict[str, Any]:
    kind: dict[str, Any] = {"metric": "safety", "category": "categorical", "prompt": ""}
    return {
        "dataset": "toy",
        "annotations": [kind if labels is None else {**kind, "labels_list": list(labels)}],
        "instances": [
            {"id": k, "instance": "x", "annotations": {"safety": {"individual_human_scores": one}}}
            for k, one in enumerate(given)
        ],
    }


def test_the_labels_that_judge_bench_lists_have_no_order(tmp_path: Path) -> None:
    content = judge_bench(("No", "Yes", "Unsure"), [["No", "No"], ["Yes", "Unsure"], ["Unsure", None]])
    table = read(tmp_path, {"data.json": content})
    assert (table.scorer("safety").labels, table.scorer("safety").nominal) == (("No", "Yes", "Unsure"), True)
    np.testing.assert_array_equal(table.annotations["safety"].values, [[[0, 1, 2]], [[0, 2, np.nan]]])
    table = read(tmp_path, {"data.json": content}, labels="No<Unsure<Yes")
    assert (table.scorer("safety").labels, table.scorer("safety").nominal) == (("No", "Unsure", "Yes"), False)
    two = judge_bench(("Yes", "No"), [["No"], ["Yes"]])
    assert read(tmp_path, {"data.json": two}).scorer("safety").labels == ("no", "yes")
    with pytest.raises(FormatError, match="order of the column's"):
        read(tmp_path, {"data.json": judge_bench(None, [["Well"], ["Badly"]])})


def test_a_text_is_no_list_of_ratings(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"row 1: .*'individual_human_scores' of 'safety' must be a list"):
        read(tmp_path, {"data.json": judge_bench(None, ["17", "24"])})


def test_very_many_annotators_of_few_dimensions(tmp_path: Path) -> None:
    content = judge_bench(None, [list(range(k, k + 150)) for k in range(3)])
    assert len(read(tmp_path, {"data.json": content}).annotations["safety"].annotators) == 150


def test_orders_are_of_no_use_where_there_are_only_numbers(tmp_path: Path) -> None:
    (tmp_path / "wmt").mkdir()
    with pytest.raises(ArgumentError, match="`labels` has no use here: 'wmt'"):
        read_scores(tmp_path / "wmt", labels="fail<pass", format="wmt")


def test_labels_are_unicode():
    with pytest.raises(FormatError, match="of judges must be Unicode text"):
        coded_labels([{"a": "x\ud800"}], ["a"], ["x\ud800", "y"], (), "judges")
