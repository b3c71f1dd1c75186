"""Every declaration of a format says where its rows, their ids and their scores are."""

from __future__ import annotations

import pytest

from trueness.data.layouts.export import Export
from trueness.data.layouts.export_formats import EXPORTS


@pytest.mark.parametrize("one", EXPORTS, ids=lambda one: one.name)
def test_declarations(one: Export) -> None:
    assert one.name == one.name.lower()
    assert one.tell, "nothing tells the format from others"
    assert one.input, "rows have no id"
    assert one.repeats in ("first", "annotators", "mean")
    assert not (one.delimited and one.rows != ("",)), "a table is its rows"
    places = (*one.system, *one.input, *one.groups.values())
    assert all(place and ".." not in place for place in places)


def test_no_two_formats_are_told_by_the_same_keys() -> None:
    told = [(one.rows, frozenset(one.tell), one.delimited) for one in EXPORTS]
    assert len(set(told)) == len(told)
