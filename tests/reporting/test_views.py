"""Which view shows which study."""

from __future__ import annotations

from importlib import import_module

import pytest

from trueness.errors import ArgumentError
from trueness.reporting.view import View
from trueness.reporting.views import VIEWS, find_view
from trueness.studies.registry import STUDIES, find_study


def test_every_study_has_its_view_and_every_view_a_study():
    assert set(VIEWS) == set(STUDIES)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_found_by_what_its_study_returns(name):
    class Result:
        STUDY = name

    assert find_study(name).name == name
    found = find_view(Result())
    assert isinstance(found, View)
    assert found.shown
    assert found.alone
    module, view = VIEWS[name]
    assert type(found) is getattr(import_module(module), view)


@pytest.mark.parametrize("result", [None, {"rows": []}, 3])
def test_what_no_study_returns_is_refused(result):
    with pytest.raises(
        ArgumentError, match=f"`result` must be what a study returns, not a {type(result).__name__}"
    ):
        find_view(result)
