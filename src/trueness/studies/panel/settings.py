"""Which judges are a panel, and beside whom."""

from __future__ import annotations

import dataclasses

from trueness.data.scores.patterns import split_patterns
from trueness.study.setting import NothingDrawn, Selection, again, setting, words
from trueness.study.setting_groups import InGroups, OfConfidence

SCALES = ("auto", "same", "standardized")


@dataclasses.dataclass(frozen=True)
class PanelSelection(Selection):
    """Which judges are a panel, and beside whom."""

    human: str | None = setting(
        None,
        "The human scorer. Without one only what judges say of each other is given.",
        default_words="the one that the data declare",
    )
    judges: tuple[str, ...] | None = setting(
        None,
        "Judges of the panel: names or shell patterns. The runs of each, columns such as 'judge@run1', are a panel of "
        "their own.",
        check=words,
        several=True,
        split=split_patterns,
        flag="--judge",
        default_words="all that are not human",
    )
    clusters: str | None = again(InGroups, "clusters")


@dataclasses.dataclass(frozen=True)
class PanelSettings(OfConfidence, NothingDrawn):
    """How panels are studied. Nothing is drawn at random."""

    scale: str = setting(
        "auto",
        "Of scores: whether the mean of judges is of scores as they are (same), or of scores with mean 0 and standard "
        "deviation 1 (standardized). With auto judges are on one scale whose scores have a common denominator up to 60 "
        "and ranges that overlap.",
        choices=SCALES,
    )
