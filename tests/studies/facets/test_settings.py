"""Which human scorers are asked for."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.compare.settings import CompareSelection
from trueness.studies.facets.settings import FacetsSelection


def test_human_scorers_are_names_each_once():
    assert FacetsSelection(human=["b", "a", "b"]).human == ("b", "a")
    assert FacetsSelection(human="mean(a,b)").human == ("mean(a,b)",)
    assert FacetsSelection().human is None
    with pytest.raises(ArgumentError, match="at least one"):
        FacetsSelection(human=[])


def test_one_comparison_is_by_one_human_scorer():
    with pytest.raises(ArgumentError, match="By several at once metrics are compared with `facets`"):
        CompareSelection(human=["a", "b"])
