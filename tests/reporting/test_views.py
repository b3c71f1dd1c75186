"""Which view shows which study."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.reporting.view import View
from trueness.reporting.views import find_view
from trueness.study.folders import STUDIES
from trueness.study.registry import find_study


@pytest.mark.parametrize("name", STUDIES)
def test_a_view_is_found_by_what_its_study_returns(name):
    class Result:
        STUDY = name

    assert find_study(name).name == name
    found = find_view(Result())
    assert isinstance(found, View)
    assert found.shown
    assert found.alone
    assert type(found).__module__ == f"trueness.studies.{name}.view"


@pytest.mark.parametrize("result", [None, {"rows": []}, 3])
def test_what_no_study_returns_is_refused(result):
    with pytest.raises(
        ArgumentError, match=f"`result` must be what a study returns, not a {type(result).__name__}"
    ):
        find_view(result)
