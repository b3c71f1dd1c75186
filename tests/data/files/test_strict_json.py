"""JSON of which nothing is dropped in silence."""

from __future__ import annotations

import pytest

from trueness.data.files.strict_json import parse_strictly
from trueness.errors import FormatError


def parse(text):
    return parse_strictly(text, "f.json", what="the list", remedy="Write it again.")


@pytest.mark.parametrize(
    "text", ['{"a": [1, 2.5, "é", null, true]}', "\ufeff{}".encode(), b"[]", '"\\u00e9"']
)
def test_what_is_json_is_read(text):
    import json

    assert parse(text) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no JSON .Expecting value, character 1 of the line."),
        ('{"a": 1,\n"b" 2}', "row 2: the list is no JSON"),
        (b'"\xff"', "is not UTF-8 .byte 2."),
        ('{"b": {"a": 1, "a": 2}}', "the key 'a' occurs twice in one object"),
        ("[NaN]", "NaN is a number that JSON lacks"),
        ("[-Infinity]", "-Infinity is a number that JSON lacks"),
        ("[1e999]", "1e999 is too large a number"),
        ("[" * 100_000, "nested too deeply"),
        ("[" + "9" * 5000 + "]", "Exceeds the limit"),
    ],
)
def test_what_is_not_is_named(text, message):
    with pytest.raises(FormatError, match=message) as caught:
        parse(text)
    assert str(caught.value).startswith("f.json")
    assert str(caught.value).endswith("Write it again.")
