"""Studies by the names of their commands."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.study.folders import STUDIES
from trueness.study.registry import find_study
from trueness.study.study import Study


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_is_found_under_its_name(name):
    found = find_study(name)
    assert isinstance(found, Study)
    assert found.name == name


def test_none_of_that_name():
    with pytest.raises(ArgumentError, match=r"`study` must be one of .*Did you mean 'systems'"):
        find_study("sistems")
