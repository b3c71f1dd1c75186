"""Systems whose outputs are their own references are seen; right answers and labels are none."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from trueness.data.reading.read import read_scores
from trueness.data.reading.stream_texts import stream_of
from trueness.data.scores.merge import merge
from trueness.data.scores.score_table import Scorer
from trueness.data.texts.own_references import own_reference_words, own_references
from trueness.data.texts.texts import TextRow, Texts
from trueness.data.writing.write import write_scores
from trueness.errors import FormatError

WORDS = [f"word{k}" for k in range(60)]


def texts(equal, n=20, length=12, systems=("one", "two", "three"), vocabulary=WORDS):
    """Rows of systems, of which each has a share of outputs that are one of its references."""
    draw = random.Random(1)
    rows = []
    for j in range(n):
        references = tuple(" ".join(draw.choices(vocabulary, k=length)) for _ in range(2))
        for system in systems:
            own = j < equal.get(system, 0) * n
            output = references[j % 2] if own else " ".join(draw.choices(vocabulary, k=length))
            rows.append(TextRow(system, f"d{j}", output, references))
    return rows


def test_systems_are_named_with_the_share_of_equal_outputs():
    assert own_references(texts({"one": 1.0, "two": 0.5, "three": 0.4})) == {"one": 1.0, "two": 0.5}
    assert own_references(texts({})) == {}
    assert own_references([]) == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda text: f"  {text.replace(' ', '  ')}\n",
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace("word", "ｗord"),
    ],
)
def test_blanks_and_forms_of_letters_make_no_difference(change):
    rows = [TextRow(row.system, row.input, change(row.output), row.references) for row in texts({"one": 1.0})]
    assert own_references(rows) == {"one": 1.0}


def test_other_letters_do():
    rows = [TextRow(row.system, row.input, row.output.upper(), row.references) for row in texts({"one": 1.0})]
    assert own_references(rows) == {}


def test_answers_that_are_often_right_are_no_references():
    """Short outputs: one is an author only where the others hardly ever say the same."""
    short = {"length": 2, "n": 40}
    assert own_references(texts({"one": 0.95, "two": 0.6, "three": 0.5}, **short)) == {}
    assert own_references(texts({"one": 0.8}, **short)) == {}
    assert own_references(texts({"one": 0.95}, **short)) == {"one": 0.95}


def test_labels_are_no_references():
    labels = ["the hypothesis follows from it", "the hypothesis contradicts it"]
    assert own_references(texts({"one": 0.9}, length=1, vocabulary=labels)) == {}


def test_outputs_without_words_or_references_do_not_count():
    rows = texts({"one": 1.0})
    rows += [TextRow("one", f"e{k}", "", ("",)) for k in range(100)]
    rows += [TextRow("one", f"f{k}", f"a long text of its own {k}") for k in range(100)]
    assert own_references(rows) == {"one": 1.0}


def test_what_is_said():
    assert "System 'A' wrote its own references: 97% of the outputs" in own_reference_words({"A": 0.97})
    assert "Systems 'A', 'B' wrote their own references: 50-100%" in own_reference_words({"A": 1.0, "B": 0.5})


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "arrow"])
def test_a_table_keeps_it_when_it_is_written_joined_and_cut(tmp_path: Path, ending):
    rows = texts({"one": 1.0})
    given = Texts(tuple(rows))
    table = given.with_scores({Scorer("m", "metric"): range(len(rows))})
    assert table.own_references == stream_of(given).facts.own_references == {"one": 1.0}
    write_scores(table, tmp_path / f"scores.{ending}")
    read = read_scores(tmp_path / f"scores.{ending}")
    assert read.own_references == {"one": 1.0}
    assert read.fingerprint == table.fingerprint
    other = Texts(tuple(TextRow(row.system, row.input, "") for row in rows)).with_scores(
        {Scorer("n"): range(len(rows))}
    )
    assert other.own_references == {}
    assert merge(other, read).own_references == {"one": 1.0}
    assert read.select(systems=["two"]).own_references == {}


@pytest.mark.parametrize("said", ['["one"]', '{"one": 2}', '{"one": "all"}'])
def test_a_description_that_says_no_shares_is_refused(tmp_path: Path, said):
    rows = texts({"one": 1.0})
    write_scores(Texts(tuple(rows)).with_scores({Scorer("m"): range(len(rows))}), tmp_path / "s.csv")
    beside = tmp_path / "s.csv.meta.json"
    text = beside.read_text()
    start = text.index('"own_references"')
    end = text.index("}", start) + 1
    beside.write_text(f'{text[:start]}"own_references": {said}{text[end:]}')
    with pytest.raises(FormatError, match="own_references"):
        read_scores(tmp_path / "s.csv")
