"""Fields of a file: taken by name and kind, or one error that names the place."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.files.fields import LARGEST, Fields, in_words, is_of, shown
from trueness.errors import FormatError

GIVEN = {
    "name": "x",
    "blank": " ",
    "n": 3,
    "share": 0.5,
    "on": True,
    "nothing": None,
    "names": ["a", "b"],
    "scores": [1, 2.5, None],
    "inner": {"depth": 2, "more": {"name": "y"}},
    "rows": [{"k": 1}, {"k": 2}],
}


def fields(**more: Any) -> Fields:
    return Fields(
        {**GIVEN, **more}, "file.json", problem="the file is not as it should be:", remedy="Write it."
    )


def test_what_is_there_is_given_in_its_kind():
    here = fields()
    assert (here.text("name"), here.text("blank", empty=True), here.flag("on")) == ("x", " ", True)
    assert (here.whole("n", 0, 0, 9), here.number("n"), here.number("share", lower=0, upper=1)) == (
        3,
        3.0,
        0.5,
    )
    assert here.take("nothing", str | None) is None
    assert here.take("names", list[str]) == ["a", "b"]
    assert here.numbers("scores") == (1.0, 2.5, None)
    assert all(isinstance(one, float) for one in here.numbers("scores")[:2])
    assert here.choice("name", ("x", "z")) == "x"
    assert here.fields("inner").fields("more").text("name") == "y"
    assert [row.whole("k", 0, 0, 9) for row in here.each("rows")] == [1, 2]
    here.done()
    assert list(here) == list(GIVEN)
    assert "name" in here
    assert here.plain() == GIVEN


def test_what_is_not_there_has_its_default():
    here = fields()
    assert (here.text("a", "b"), here.flag("c", default=False), here.take("d", list[str], [])) == (
        "b",
        False,
        [],
    )
    assert list(here.fields("e", optional=True)) == []
    assert here.number("f", 2) == 2
    assert not here.takes("temperature", "none")
    assert fields(temperature="none").takes("temperature", "none")


WRONG = {
    "'name' must be a whole number from 0 to 9; it is 'x'": lambda here: here.whole("name", 0, 0, 9),
    "'n' must be a whole number from 5 to 9; it is 3": lambda here: here.whole("n", 5, 5, 9),
    "'on' must be a whole number from 0 to 9; it is True": lambda here: here.whole("on", 0, 0, 9),
    "'share' must be a number from 1 to 2; it is 0.5": lambda here: here.number("share", lower=1, upper=2),
    "'on' must be a number; it is True": lambda here: here.number("on"),
    "'nothing' must be true or false; it is None": lambda here: here.flag("nothing"),
    "'blank' must be a text that is not empty; it is ' '": lambda here: here.text("blank"),
    "'names' must be a list, each a number; it is a list": lambda here: here.take("names", list[float]),
    "'inner' must be a list; it is an object": lambda here: here.each("inner"),
    "'names' must be an object; it is a list": lambda here: here.fields("names"),
    "'inner.depth' must be a text or null; it is 2": lambda here: here.fields("inner").take(
        "depth", str | None
    ),
    "'rows[1].gone' is missing": lambda here: here.each("rows")[1].text("gone"),
    "'name' must be one of y, z; it is 'x'": lambda here: here.choice("name", ("y", "z")),
}


@pytest.mark.parametrize("problem", WRONG)
def test_one_error_names_the_place(problem):
    with pytest.raises(FormatError) as caught:
        WRONG[problem](fields())
    assert str(caught.value) == f"file.json: the file is not as it should be: {problem}. Write it."


def test_what_nobody_asked_for_is_unknown_and_the_nearest_named():
    here = Fields({"samples": 1, "sampels": 2}, "f", called="a table")
    here.whole("samples", 1, 1, 9)
    with pytest.raises(FormatError, match=r"^f: 'sampels' is unknown here\. .*'samples'"):
        here.done()
    with pytest.raises(FormatError, match="'samples' must be a table; it is 1"):
        here.fields("samples")
    with pytest.raises(FormatError, match=r"^f: it must be an object; it is a list"):
        Fields([], "f")


@pytest.mark.parametrize(
    ("value", "kind"),
    [("\ud800", str), (math.inf, float), (math.nan, float), (LARGEST, int), (LARGEST, float), (True, int)],
)
def test_what_no_file_should_hold_is_of_no_kind(value, kind):
    assert not is_of(value, kind)
    assert len(shown(value)) < 70


def test_kinds_have_words():
    assert in_words(str | None) == "a text or null"
    assert in_words(list[tuple[int, ...]]) == "a list, each a list, each a whole number"
    assert in_words(dict) == "what it was"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=6,
)


@given(JSON)
def test_whatever_json_holds_it_is_of_any_kind_and_comes_back_as_it_is(value):
    assert is_of(value, Any)
    assert Fields({"a": value}, "f").plain() == json.loads(json.dumps({"a": value}))
