"""Which human scorers are asked for."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.compare.settings import CompareSelection
from trueness.studies.dimensions.settings import DimensionsSelection


def test_human_scorers_are_names_each_once():
    assert DimensionsSelection(human=["b", "a", "b"]).human == ("b", "a")
    assert DimensionsSelection(human="mean(a,b)").human == ("mean(a,b)",)
    assert DimensionsSelection().human is None
    with pytest.raises(ArgumentError, match="at least one"):
        DimensionsSelection(human=[])


def test_one_comparison_is_by_one_human_scorer():
    with pytest.raises(ArgumentError, match="By several at once metrics are compared with `dimensions`"):
        CompareSelection(human=["a", "b"])
