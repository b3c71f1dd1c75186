"""What all kinds of facets share: which facets are large enough, and which are parts of something."""

from __future__ import annotations

import pytest

from trueness.errors import DataError
from trueness.study.facets.facet_kind import ALL
from trueness.study.facets.groups import Groups
from trueness.study.facets.human_scores import HumanScores

BY = Groups("language")


def test_facets_of_enough_units_stay_in_their_order():
    assert BY.large({"en": 5, "is": 1, "de": 4}, 4, "inputs") == ("en", "de")


def test_two_have_to_be_large_enough_and_none_may_be_called_as_all_together():
    with pytest.raises(
        DataError, match=r"1 of 2 groups by 'language' has at least 5 inputs \('en' 5, 'is' 1\)"
    ):
        BY.large({"en": 5, "is": 1}, 5, "inputs")
    with pytest.raises(DataError, match=f"one of the groups by 'language' is called '{ALL}'"):
        BY.large({"en": 5, ALL: 6}, 5, "inputs")


def test_all_together_are_no_part_where_facets_are_parts():
    each = {ALL: 3, "en": 1, "de": 2}
    assert BY.parts(each) == {"en": 1, "de": 2}
    assert HumanScores().parts(each) == each


def test_those_that_are_left_out_are_named():
    (said,) = BY.left_out({f"l{k}": k for k in range(10)}, 12, "systems")
    assert said.severity == "warning"
    assert "Groups of fewer than 12 systems have no result of their own: ‘l0’ (0)" in said.message
    assert said.message.endswith("‘l7’ (7) and 2 more. They are in all together.")
    assert BY.left_out({}, 12, "systems") == []
