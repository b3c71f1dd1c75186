"""Options behind the colon of a name."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.named_options import name_with_options, named_options, whole_number


def test_options_are_read_in_any_order_and_written_in_one():
    found = named_options("some:b=2,a=x=y", ("a", "b"))
    assert found == {"b": "2", "a": "x=y"}
    assert named_options("some", ("a",)) == {}
    assert name_with_options("some", {"a": "x=y", "b": 2}, {"a": "", "b": 2}) == "some:a=x=y"
    assert name_with_options("some", {"a": 1}, {"a": 1}) == "some"
    assert whole_number("some", "b", "12", 1) == 12


@pytest.mark.parametrize("name", ["some:", "some:a", "some:a=", "some:a=1,a=2", "some:c=1"])
def test_what_is_none_is_refused(name):
    with pytest.raises(ArgumentError, match="metric 'some"):
        named_options(name, ("a", "b"))


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "0", "²"])
def test_what_is_no_whole_number_is_refused(value):
    with pytest.raises(ArgumentError, match="must be a whole number of at least 1"):
        whole_number("some", "b", value, 1)
