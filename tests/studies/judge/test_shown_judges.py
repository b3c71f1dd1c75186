from __future__ import annotations

import types

import pytest

from trueness.errors import UnknownNameError
from trueness.studies.judge.shown_judges import PANELS, shown_judges


def validated(count):
    judges = tuple(f"judge{k:02d}" for k in range(count))
    return types.SimpleNamespace(judges=judges, in_order=lambda: judges[::-1])


def test_the_first_by_agreement_are_shown_or_those_that_are_named():
    found = validated(PANELS + 1)
    assert shown_judges(found, None) == found.judges[:0:-1]
    assert shown_judges(found, ["judge02", "judge00"]) == ("judge02", "judge00")
    with pytest.raises(UnknownNameError, match="no judge is called 'judge99'"):
        shown_judges(found, ["judge99"])
