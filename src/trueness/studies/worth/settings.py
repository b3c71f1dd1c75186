"""Whose differences are looked at, and how they are turned into chances."""

from __future__ import annotations

import dataclasses

from trueness.statistics.worth.agreement_curve import CURVES
from trueness.statistics.worth.scored_pairs import HUMAN_TIES
from trueness.study.setting import StudySettings, again, optional, positive, setting
from trueness.study.setting_groups import OfCells, OfConfidence, OfScorers

CHANCES = (0.6, 0.7, 0.8, 0.9)
"""Shares of agreement whose least differences are told."""


@dataclasses.dataclass(frozen=True)
class WorthSelection(OfScorers):
    """Which metrics, beside whom."""


@dataclasses.dataclass(frozen=True)
class WorthSettings(OfCells, OfConfidence, StudySettings):
    """How differences are turned into chances."""

    difference: float | None = setting(
        None,
        "The difference whose worth is told, in points of each metric.",
        check=optional(positive),
        default_words="half of the pairs differ by more",
    )
    curve: str = setting(
        CURVES[0],
        "The curve whose numbers are told first. One that is one half at 0 and goes to 1, or the closest one that does "
        "not fall.",
        choices=CURVES,
    )
    human_ties: str = setting(
        HUMAN_TIES[0],
        "How pairs that people tie count: not at all, or as half agreed.",
        choices=HUMAN_TIES,
    )
    separated: bool = setting(
        default=False,
        text="Take only pairs of systems that people separate, by a paired t test at .05.",
    )
    resamples: int = again(
        StudySettings,
        "resamples",
        default=999,
        text="Resamples of systems, for pairs of outputs of inputs as well, behind intervals of isotonic curves.",
        default_words="999",
    )

    @property
    def tie_calibration(self) -> str:
        """Nothing here has a threshold of ties."""
        return "none"
