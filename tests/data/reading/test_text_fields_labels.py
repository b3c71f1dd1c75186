"""Labels in place of numbers in human scores of texts: read as in tables, by every way of reading texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.cells.labels import Unordered
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.data.reading.stream_texts import stream_texts
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError
from trueness.metrics.scoring.score_file import score_file

NAN = np.nan


def whole(path: Path, **said: Any) -> ScoreTable:
    table = read_texts(path, **said).human_scores()
    assert table is not None
    return table


def streamed(path: Path, **said: Any) -> ScoreTable:
    done = score_file(stream_texts(path, **said), "length", path.with_suffix(".csv"))
    return read_scores(done.path, without="metrics=length")


def in_memory(path: Path, **said: Any) -> ScoreTable:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    table = texts_from_rows(rows, **said).human_scores()
    assert table is not None
    return table


ways = pytest.mark.parametrize("way", [whole, streamed, in_memory])
Way = Callable[..., ScoreTable]


def texts(tmp_path: Path, *given: dict[str, Any]) -> Path:
    path = tmp_path / "texts.jsonl"
    rows = ({"system": "a", "input": f"d{k}", "output": "o", **one} for k, one in enumerate(given))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@ways
def test_a_known_order(tmp_path: Path, way: Way) -> None:
    path = texts(tmp_path, {"tone": "good"}, {"tone": "Bad "}, {"tone": "n/a"}, {"tone": " OK"})
    table = way(path)
    np.testing.assert_array_equal(table.matrix("tone"), [[2, 0, NAN, 1]])
    (scorer,) = table.scorers
    assert (scorer.labels, scorer.nominal, scorer.role) == (("bad", "ok", "good"), False, "human")
    assert any("read as bad = 0, ok = 1, good = 2" in note for note in table.notes)
    np.testing.assert_array_equal(read_scores(path).matrix("tone"), table.matrix("tone"))


@ways
def test_a_declared_order_of_annotators(tmp_path: Path, way: Way) -> None:
    path = texts(
        tmp_path,
        {"q@x": "B", "q@y": "A"},
        {"q@x": "C", "q@y": "B"},
        {"q@x": "off topic", "q@y": None},
        {"q@x": "A", "q@y": "C"},
    )
    table = way(path, labels="C<B<A")
    np.testing.assert_array_equal(table.matrix("q"), [[1.5, 0.5, NAN, 1]])
    assert table.annotations["q"].annotators == ("x", "y")
    assert table.scorers[0].labels == ("C", "B", "A")
    assert any(
        "1 label of 'q@x' outside --labels taken for missing: 'off topic' (1)" in n for n in table.notes
    )
    with pytest.raises(
        FormatError, match=r"the order of the 4 labels of 'q@x', 'q@y' is not known.*--labels"
    ):
        way(path)


@ways
def test_labels_without_an_order_and_numbers_with_labels(tmp_path: Path, way: Way) -> None:
    path = texts(tmp_path, {"kind": "refund", "q": "4 - good"}, {"kind": "billing", "q": "2 - poor"})
    table = way(path, labels="billing|refund")
    np.testing.assert_array_equal(table.matrix("kind"), [[1, 0]])
    np.testing.assert_array_equal(table.matrix("q"), [[4, 2]])
    assert [scorer.nominal for scorer in table.scorers] == [True, False]
    assert table.scorers[1].labels == ()


@ways
def test_a_field_of_text_is_no_label(tmp_path: Path, way: Way) -> None:
    path = texts(
        tmp_path, {"tone": "no", "said": "one, two and three"}, {"tone": "yes", "said": "four and five"}
    )
    table = way(path)
    assert table.scorer_names == ("tone",)
    assert any("left out, no human dimensions: 'said'" in note for note in table.notes)


def test_labels_of_texts_tell_an_unordered_one(tmp_path: Path) -> None:
    path = texts(tmp_path, {"kind": "refund"}, {"kind": "billing"})
    found = read_texts(path, labels="billing|refund").labels
    assert found == {"kind": ("billing", "refund")}
    assert isinstance(found["kind"], Unordered)
    assert read_texts(texts(tmp_path, {"kind": 3})).labels == {}
