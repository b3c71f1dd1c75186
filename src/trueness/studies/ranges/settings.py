"""Which metrics are studied over which ranges, and how."""

from __future__ import annotations

import dataclasses

from trueness.statistics.ranges.output_levels import BIN_KINDS, NORMALISATIONS
from trueness.study.setting import (
    Selection,
    StudySettings,
    again,
    at_most_resamples,
    setting,
    whole,
)
from trueness.study.setting_groups import InGroups, OfConfidence, OfScorers, OfTests

RANGES = "Ranges"
"""The heading under which the command lists options that only ranges have."""

APPLIES_TO = ("systems,inputs", "inputs")
"""Other systems and other inputs, or these systems on other inputs."""


@dataclasses.dataclass(frozen=True)
class RangesSelection(Selection):
    """Which metrics are compared with each other, and with whom."""

    metrics: tuple[str, ...] | None = again(OfScorers, "metrics")
    human: str | None = setting(
        None,
        "A human scorer, with which every metric is compared as well.",
        default_words="the only one that the data declare, if there is one",
    )
    drop_duplicates: bool = again(InGroups, "drop_duplicates")


@dataclasses.dataclass(frozen=True)
class RangesSettings(OfConfidence, StudySettings):
    """How ranges are made, and what is asked of them; the defaults are the recommended ones."""

    bins: int = setting(
        3, "Bins that the levels of an input's outputs are divided into.", check=whole(2), panel=RANGES
    )
    by: str = setting(
        "width",
        "What the bins of an input have in common. Parts of its range of levels, of equal width; or equally many "
        "outputs, by rank.",
        choices=BIN_KINDS,
        flag="--bins-by",
        panel=RANGES,
    )
    normalise: str = setting(
        "minmax",
        "How a metric's scores for one input are brought to one scale. From 0 for the lowest to 1 for the highest; or "
        "mean 0 and standard deviation 1.",
        choices=NORMALISATIONS,
        panel=RANGES,
    )
    minimum_outputs: int = setting(
        3, "Outputs that a correlation needs, in the bin of an input.", check=whole(3), panel=RANGES
    )
    only_significant: bool = setting(
        default=False,
        text="Average only correlations that are significant by themselves (p at most .05), as published; a table "
        "says in any case what that does.",
        panel=RANGES,
    )
    applies_to: str = setting(
        APPLIES_TO[0],
        "What intervals and tests apply to. Other systems judged on other inputs; or these systems on other inputs, as "
        "where every input has systems of its own.",
        choices=APPLIES_TO,
    )
    permutations: int = setting(
        1999,
        "How often the residuals of outputs are permuted to see what the width of a range explains.",
        check=at_most_resamples,
        panel=RANGES,
    )
    parts: int = setting(
        10, "Points of the curves of F/N: parts of an input's range of levels.", check=whole(2), panel=RANGES
    )
    window: int = setting(
        20,
        "Neighbouring inputs in the moving average of agreement over a property.",
        check=whole(2),
        panel=RANGES,
    )
    correction: str = again(OfTests, "correction")
    alpha: float = again(OfTests, "alpha")

    def _settle(self) -> None:
        if self.only_significant:  # which correlations are significant is not found anew without each system
            object.__setattr__(self, "applies_to", APPLIES_TO[1])
        super()._settle()

    @property
    def leaves_systems_out(self) -> bool:
        """Whether something is said of other systems."""
        return self.applies_to == APPLIES_TO[0]
