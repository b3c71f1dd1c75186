"""What people are called among systems, and what is only called alike."""

from __future__ import annotations

import pytest

from trueness.data.scores.called_reference import called_reference


@pytest.mark.parametrize(
    "name",
    [
        *("ref", "refA", "ref-B", "ref.A", "ref_2", "REF", "reference", "Reference-1", "ref.refA"),
        *("Human-A.0", "Human-P.0", "human", "HUMAN.0", "human-written", "human_reference", "gold"),
        *(
            "newstest2021.ref.A",
            "reference summary",
            "Human-ref",
            "human-refA",
            "human_reference_2",
            "ref-human",
        ),
        *(
            "humans",
            "people",
            "human_written",
            "Human Answer",
            "human-baseline",
            "expert_summary",
            "gold_standard",
        ),
        *(
            "ground_truth",
            "Ground Truth",
            "groundtruth",
            "written_by_human",
            "written by a person",
            "Freelance Writer",
        ),
    ],
)
def test_names_of_references(name):
    assert called_reference(name)


@pytest.mark.parametrize(
    "name",
    [
        "reformer",
        "refine-v2",
        "humanoid",
        "Online-A.0",
        "golden",
        "prefA",
        "refusal",
        "human-tuned",
        "human-reference-free",
        "ref-humanoid",
        "A",
        "humane",
        "goldy",
        "expert-choice",
        "humanlike",
        "peoplegpt",
        "ground",
    ],
)
def test_names_of_systems(name):
    assert not called_reference(name)
