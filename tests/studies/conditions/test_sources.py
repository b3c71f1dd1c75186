"""Conditions and ways back: their names, their parts, and what is refused."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError, UnknownNameError
from trueness.studies.conditions.sources import ConditionsAndBack
from trueness.studies.equivalence.conditions import Conditions


@pytest.fixture
def table(judged_table):
    return judged_table()


def test_parts_lead_back_to_the_data(table, judged_table):
    others = {"spa": judged_table(1), "scores": judged_table(2), "scores'": judged_table(3)}
    data = ConditionsAndBack(
        Conditions.of(table, others), {"scores": judged_table(4), "spa": judged_table(5)}
    )
    again = ConditionsAndBack.of_parts(data.parts)
    assert again.conditions.table is table
    assert dict(again.conditions.against) == others
    assert dict(again.back) == dict(data.back)


def test_a_way_back_follows_its_condition(table):
    data = ConditionsAndBack(Conditions.of(table, {"a": table, "b": table}), {"b": table})
    assert list(data.all) == ["a", "b", "b and back"]


def test_what_is_refused(table):
    with pytest.raises(ArgumentError, match="one condition only"):
        ConditionsAndBack(Conditions.of(table))
    with pytest.raises(ArgumentError, match="'a and back' is the way back"):
        ConditionsAndBack(Conditions.of(table, {"a and back": table}))
    with pytest.raises(UnknownNameError, match="leads from 'c', which is no condition"):
        ConditionsAndBack(Conditions.of(table, {"spa": table}), {"c": table})
