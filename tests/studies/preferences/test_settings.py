"""Values of settings that make no sense are refused."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.preferences.settings import PreferenceSelection, PreferenceSettings


@pytest.mark.parametrize(
    "given",
    [
        {"ties": "third"}, {"both_bad": "good"}, {"repeats": "first"}, {"over": "cells"}, {"epsilon": -1.0},
        {"epsilon": float("inf")}, {"model": "elo"}, {"strengths": "bootstrap"}, {"prior": True}, {"rank_bar": 1.0},
        {"margin": 0.0}, {"correction": "sidak"}, {"smallest_rater": 1}, {"smallest_category": 0},
    ],
)  # fmt: skip
def test_settings(given):
    with pytest.raises(ArgumentError, match=f"`{next(iter(given))}`"):
        PreferenceSettings(**given)


def test_a_selection_takes_one_name_or_several():
    assert PreferenceSelection(judges="j").judges == ("j",)
    assert PreferenceSelection(own=["a=b"]).own == ("a=b",)
