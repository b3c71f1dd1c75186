"""Systems whose outputs are their own references are seen; right answers and labels are none."""

from __future__ import annotations

import random

import pytest

from trueness.data.own_references import own_reference_words, own_references
from trueness.data.texts import TextRow

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
