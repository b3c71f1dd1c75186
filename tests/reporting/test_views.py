"""Which view shows which study."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.reporting.view import View
from trueness.reporting.views import find_view
from trueness.result import Result, Signature
from trueness.study.folders import STUDIES
from trueness.study.registry import find_study


@pytest.mark.parametrize("name", STUDIES)
def test_a_view_is_found_by_what_its_study_returns(name):
    class Found:
        STUDY = name

    assert find_study(name).name == name
    found = find_view(Found())
    assert isinstance(found, View)
    assert type(found).__module__ == f"trueness.studies.{name}.view"
    if found.specs:
        names = {spec.name for spec in found.specs}
        assert names <= set(find_study(name).result_type.TABLES)
        assert {*found.shown, *filter(None, (found.alone, found.for_papers))} <= names


def test_a_result_of_no_study_is_shown_as_its_rows_declare():
    assert type(find_view(Result(Signature.of(a=1)))) is View


@pytest.mark.parametrize("result", [None, {"rows": []}, 3])
def test_what_is_no_result_is_refused(result):
    with pytest.raises(
        ArgumentError,
        match=f"`result` must be a result, such as a study returns; it is a {type(result).__name__}",
    ):
        find_view(result)
