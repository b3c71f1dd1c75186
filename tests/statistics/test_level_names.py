"""Names of levels."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.statistics.level_names import LEVELS, check_levels


def test_an_alias_is_a_name_once():
    assert check_levels(["summary", "system", "input"]) == ("input", "system")
    assert check_levels("global") == ("global",)
    assert check_levels(LEVELS) == LEVELS


@pytest.mark.parametrize("wrong", ["segment", [], ["system", "segment"]])
def test_others_are_refused(wrong):
    with pytest.raises(ArgumentError, match="`level`"):
        check_levels(wrong)
