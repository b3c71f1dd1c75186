"""Options behind the colon of a name."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.named_options import canonical_name, one_of, read_options, whole

READERS = {"a": str, "b": whole(1), "c": one_of("x", "y")}


def test_options_are_read_in_any_order_and_written_in_one():
    found = read_options("some:b=2,a=x=y,c=y", READERS)
    assert found == {"b": 2, "a": "x=y", "c": "y"}
    assert read_options("some", READERS) == {}
    assert canonical_name("some", {"b": 2, "a": "x=y"}, {"a": "", "b": 2}) == "some:a=x=y"
    assert canonical_name("some", found, {"c": "x", "a": "", "b": 0}) == "some:c=y,a=x=y,b=2"
    assert canonical_name("some", {"a": 1}, {"a": 1}) == "some"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("", "'' must be an option key=value"),
        ("a", "'a' must be an option key=value"),
        ("a=", "'a=' must be an option key=value"),
        ("a=1,2", "'2' must be an option key=value .commas separate options"),
        ("a=1,a=2", "the option 'a' is given twice"),
        ("d=1", "no option is called 'd'; there are 'a', 'b', 'c'"),
        ("c=z", "'c' must be one of 'x', 'y'; it is 'z'"),
        *(
            (f"b={value}", "'b' must be a whole number of at least 1")
            for value in ("x", "-1", "1.5", "0", "²")
        ),
    ],
)
def test_what_is_none_is_refused(options, said):
    with pytest.raises(ArgumentError, match=f"metric 'some': {said}"):
        read_options(f"some:{options}", READERS)
