"""Which judges are labelled for, up to which bar, and how many outputs are drawn next."""

from __future__ import annotations

import dataclasses

from trueness.studies.judge.settings import JudgeSelection, JudgeSettings
from trueness.study.setting import Selection, StudySettings, again, fixed, setting, whole
from trueness.study.setting_groups import InGroups, OfConfidence

OTHERS, THESE = "inputs", "these"


@dataclasses.dataclass(frozen=True)
class SequentialSelection(Selection):
    """Which judges are labelled for."""

    human: str | None = again(
        JudgeSelection,
        "human",
        default_words="the only one that the data declare, or the column called human",
    )
    judges: tuple[str, ...] | None = again(JudgeSelection, "judges")
    clusters: str | None = again(
        InGroups,
        "clusters",
        text="Grouping column of inputs that are alike, e.g. document: one output of each counts.",
    )


@dataclasses.dataclass(frozen=True)
class SequentialSettings(OfConfidence, StudySettings):
    """When it is settled, and how many outputs are drawn next.

    Attributes
    ----------
    resamples : int
        0.
    """

    grade_bar: float = again(JudgeSettings, "grade_bar")
    applies_to: str = setting(
        OTHERS,
        "To what a yes applies. To other inputs one output of each counts. To these outputs all count.",
        choices=(OTHERS, THESE),
    )
    next_outputs: int = setting(
        0, "How many outputs to draw for people to label next.", check=whole(0), flag="--next"
    )
    resamples: int = fixed(0)
