"""Sections of RewardBench, and files of one model's results."""

from __future__ import annotations

import pytest

from trueness.data.preferences.reward_bench import SECTION_OF, SECTIONS, model_results
from trueness.errors import FormatError


def test_the_sections_have_the_subsets_of_the_benchmark():
    # rewardbench 0.1.4: EXAMPLE_COUNTS has 23 subsets, each in one section
    assert {name: len(subsets) for name, subsets in SECTIONS.items()} == {
        "Chat": 5,
        "Chat Hard": 6,
        "Safety": 5,
        "Reasoning": 7,
    }
    assert len(SECTION_OF) == 23


def test_what_holds_for_all_is_left_out_but_the_model():
    content = {"model": "m", "chat_template": "x", "results": [1, 0], "id": [4, 5]}
    assert model_results(content, "f") == [
        {"model": "m", "results": 1, "id": 4},
        {"model": "m", "results": 0, "id": 5},
    ]


@pytest.mark.parametrize("content", [[], {"accuracy": 0.5}, {"results": 0.5}, "text"], ids=str)
def test_other_values_are_no_such_file(content):
    assert model_results(content, "f") is None


def test_lists_of_unequal_length_are_refused():
    with pytest.raises(FormatError, match="f, column 'id': the list has 1 entries, 'results' has 2"):
        model_results({"results": [1, 0], "id": [4]}, "f")
