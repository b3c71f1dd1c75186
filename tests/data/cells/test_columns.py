"""What the user says about columns has one spelling for the command line and one for Python."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from trueness.data.cells.columns import ColumnMap, split_annotator, typed_columns
from trueness.errors import ArgumentError


def test_the_command_line_spelling() -> None:
    text = 'system=my model,"input=doc, part",groups=domain,groups=language'
    expected = ColumnMap(system="my model", input="doc, part", groups=("domain", "language"))
    assert ColumnMap.parse(text) == expected
    assert (
        ColumnMap.of({"system": "my model", "input": "doc, part", "groups": ["domain", "language"]})
        == expected
    )
    assert ColumnMap.of(expected) is expected
    assert ColumnMap.parse("output=summary, reference=target") == ColumnMap(
        output="summary", reference="target"
    )


def test_several_columns_may_group_systems() -> None:
    assert ColumnMap.parse("system_groups=maker,system_groups=base,groups=domain") == ColumnMap(
        system_groups=("maker", "base"), groups=("domain",)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("system", "KEY=COLUMN"),
        ("system=", "KEY=COLUMN"),
        ("sytem=a", "no key 'sytem'. Did you mean 'system'"),
        ("system=a,system=b", "names 2 columns as 'system'"),
    ],
)
def test_misspelt_column_options(text: str, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        ColumnMap.parse(text)


def test_annotators_are_split_at_the_first_at() -> None:
    assert split_annotator("relevance@ann@example.org") == ("relevance", "ann@example.org")
    assert split_annotator("@a") == ("@a", None)
    assert split_annotator("a@") == ("a@", None)


@pytest.mark.parametrize("text", ['"system=a', 'system=a,"x', "system=a\ninput=b"])
def test_a_text_that_cannot_be_divided(text: str) -> None:
    with pytest.raises(ArgumentError, match=r"`columns` is .* cannot be divided .*in a mapping"):
        ColumnMap.parse(text)


@pytest.mark.parametrize("given", [5, [("system",)], True])
def test_what_is_no_mapping(given: Any) -> None:
    with pytest.raises(
        ArgumentError, match=r"`columns` takes 'KEY=COLUMN,KEY=COLUMN' or a mapping .*; it is"
    ):
        ColumnMap.of(given)


@pytest.mark.parametrize("given", [{"system": 1}, {"system": None}, {"scorers": [1]}, {"ignore": 5}])
def test_columns_that_are_not_named_by_text(given: Any) -> None:
    with pytest.raises(ArgumentError, match=r"`columns` must name the column of '\w+' by text; it is"):
        ColumnMap.of(given)


def test_a_key_that_is_no_text() -> None:
    with pytest.raises(ArgumentError, match="`columns` has no key '5'"):
        ColumnMap.of({5: "x"})  # type: ignore[dict-item]


def test_several_texts_count_together():
    assert ColumnMap.of(["system=a", "ignore=b,ignore=c"]) == ColumnMap.of("system=a,ignore=b,ignore=c")
    assert ColumnMap.of([]) == ColumnMap()
    with pytest.raises(ArgumentError, match="takes KEY=COLUMN separated by commas; this is 'a'"):
        ColumnMap.of(["a"])


@pytest.mark.parametrize(
    "column",
    ["notes", "Anna's score", 'say "yes"', "doc, part", 'it\'s "a, b"', "Question #", "a=b", "one\ntwo"],
)
def test_what_is_typed_of_a_column_is_read_again(column: str) -> None:
    (word,) = shlex.split(typed_columns(("ignore", column)))
    assert ColumnMap.of(word) == ColumnMap(ignore=(column,))
    (both,) = shlex.split(typed_columns(("input", "id"), ("ignore", column)))
    assert ColumnMap.of(both) == ColumnMap(input="id", ignore=(column,))


def test_usual_names_are_typed_in_single_quotes() -> None:
    assert typed_columns(("groups", "domain"), ("ignore", "my notes")) == "'groups=domain,ignore=my notes'"


def test_columns_of_a_key_that_takes_several_follow_it() -> None:
    text = 'annotators=anna,ben, carl,"ignore=a, b","c, d",system=sys'
    assert ColumnMap.parse(text) == ColumnMap(
        annotators=("anna", "ben", "carl"), ignore=("a, b", "c, d"), system="sys"
    )
    assert ColumnMap.parse("input=doc,seg") == ColumnMap(input=("doc", "seg"))
    assert ColumnMap.of(["ignore=a", "b"]) == ColumnMap(ignore=("a", "b"))


@pytest.mark.parametrize("text", ["system=a,b", "ignore=a,,b", "ignore=a,", "a,ignore=b"])
def test_what_follows_nothing_that_takes_several_is_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="takes KEY=COLUMN"):
        ColumnMap.parse(text)
