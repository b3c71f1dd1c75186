"""Fields of foreign records."""

from __future__ import annotations

import pytest

from trueness.data.layouts.pickled_texts import field_of
from trueness.errors import FormatError


def test_what_is_there_is_returned():
    assert field_of({"a": 3}, "a", int, "f", "it") == 3
    assert field_of({"a": 3}, None, dict, "f", "it") == {"a": 3}


@pytest.mark.parametrize(
    ("record", "field", "message"),
    [
        ({}, "a", "^f: it lacks the field 'a'"),
        (3, "a", "^f: it lacks the field 'a'"),
        ({"a": "x"}, "a", "^f: field 'a' of it holds a str, not a int"),
        ("x", None, "^f: it holds a str, not a int"),
    ],
)
def test_what_is_not_there_is_told(record, field, message):
    with pytest.raises(FormatError, match=message):
        field_of(record, field, int, "f", "it")
