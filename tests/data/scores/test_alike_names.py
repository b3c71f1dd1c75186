"""The cause why names do not match is named, and nothing is taken for the same that could be two things."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.scores.alike_names import alike_names


@pytest.mark.parametrize(
    ("mine", "theirs", "cause"),
    [
        ("mod\u00e8le", "mode\u0300le", "how accents are composed"),
        ("gpt ", "gpt", "blanks"),
        ("a\u00a0b", "a b", "blanks"),
        ("GPT", "gpt", "capital"),
        ("0", "0.0", "'.0' after whole numbers"),
        ("12.00", "12", "'.0' after whole numbers"),
        ("007", "7", "leading zeros"),
        ("doc-007", "doc-7", "leading zeros"),
        ("gpt-4o", "gpt_4o", "separators"),
        ("en/1", "en:1", "separators"),
    ],
)
def test_each_cause_is_named_by_itself(mine: str, theirs: str, cause: str) -> None:
    for one, other in ((mine, theirs), (theirs, mine)):
        found = alike_names([one, "x"], [other, "x"])
        assert found.pairs == {other: one}
        assert len(found.causes) == 1
        assert cause in found.causes[0]
    assert alike_names([mine], [theirs]).said("input").startswith("1 input differs only in")


def test_several_causes_and_two_examples() -> None:
    found = alike_names(["Doc 01", "Doc 02", "Doc 03"], ["doc_1", "doc_2", "doc_3"])
    assert found.pairs == {f"doc_{k}": f"Doc 0{k}" for k in (1, 2, 3)}
    assert found.said("input") == (
        "3 inputs differ only in capital and small letters, and in leading zeros (spreadsheets drop them), and in "
        "separators: 'Doc 01' is 'doc_1' and 'Doc 02' is 'doc_2'"
    )
    accents = alike_names(["\u00e9"], ["e\u0301"]).said("system")
    assert r"'\xe9' is 'e\u0301'" in accents


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (["a", "A"], ["a "]),
        (["a", "A"], ["a", "A "]),
        (["a b", "a  b"], ["a b "]),  # one of two
        (["a b"], ["a b ", "a  b"]),
        (["1"], ["01", "001"]),
        (["v1.05"], ["v1.5"]),  # another version, no leading zero
        (["10"], ["1"]),
        (["x"], ["y"]),
        (["x", "y"], ["x"]),
        ([], ["x"]),
    ],
)
def test_what_could_be_two_things_or_is_another_is_left_alone(mine: list[str], theirs: list[str]) -> None:
    assert alike_names(mine, theirs) == ({}, ())


NAMES = st.lists(st.text("aA01._- \u00e9e\u0301", min_size=1, max_size=5), max_size=8, unique=True)


@given(NAMES, NAMES)
def test_names_are_joined_one_to_one_and_only_those_that_only_one_has(
    mine: list[str], theirs: list[str]
) -> None:
    pairs = alike_names(mine, theirs).pairs
    assert len(set(pairs.values())) == len(pairs)
    assert set(pairs) <= set(theirs) - set(mine)
    assert set(pairs.values()) <= set(mine) - set(theirs)
    assert {one: other for other, one in pairs.items()} == alike_names(theirs, mine).pairs
    composed = [unicodedata.normalize("NFC", name) for name in mine]
    assert not alike_names(composed, composed).pairs
