"""Keys on disk: duplicates and documents are found wherever they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.reading.text_facts import TextKeys
from trueness.data.texts.texts import TextRow
from trueness.errors import DataError, DuplicateKeyError

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=3)


def row(system, name, document=None):
    return TextRow(system, name, "x", document=document)


@pytest.mark.parametrize("size", [1, 2, 4])
def test_duplicates_name_both_rows(size):
    rows = [row("a", "1"), row("b", "1"), row("a", "2"), row("a", "1")]
    numbers = [3, 5, 6, 9]

    def add_all(keys):
        for start in range(0, 4, size):
            keys.add(rows[start : start + size], numbers[start : start + size])

    message = r"t\.jsonl: rows 3 and 9 are both for system 'a', input '1'"
    with TextKeys("t.jsonl") as keys, pytest.raises(DuplicateKeyError, match=message):
        add_all(keys)


@given(st.lists(st.tuples(NAMES, NAMES), unique=True, min_size=1, max_size=20))
def test_names_are_told_apart_exactly(pairs):
    with TextKeys("t") as keys:
        keys.add([row(*pair) for pair in pairs], range(len(pairs)))
        assert keys.counts() == (len({s for s, _ in pairs}), len({i for _, i in pairs}))


def test_an_input_has_one_document():
    with TextKeys("t.csv") as keys:
        keys.add([row("a", "1", "x"), row("a", "2", "x"), row("b", "1")], [1, 2, 3])
        assert keys.sides() == {"document": "input"}
        keys.add([row("c", "1", "y")], [4])
        with pytest.raises(
            DataError, match=r"t\.csv: input '1' belongs to document 'x' in row 1 and to 'y' in row 4"
        ):
            keys.sides()


def labelled(system, name, **groups):
    return TextRow(system, name, "x", groups=groups)


def test_a_group_describes_inputs_or_systems_as_its_labels_tell():
    with TextKeys("t.csv") as keys:
        rows = [
            labelled(s, i, language=i, lab=s.upper(), one="same", family=f"f{s}")
            for s, i in (("a", "1"), ("a", "2"), ("b", "1"), ("b", "2"))
        ]
        keys.add([*rows, labelled("c", "1")], range(1, 6))
        assert keys.sides() == {"language": "input", "lab": "system", "one": "input", "family": "system"}
        keys.add([labelled("d", "1", language="2"), labelled("d", "2", language="1")], [6, 7])
        with pytest.raises(
            DataError,
            match=r"input '1' belongs to language '1' in row 1 and to '2' in row 6\. .*'ignore=language'; .*'scorers=l",
        ):
            keys.sides()
