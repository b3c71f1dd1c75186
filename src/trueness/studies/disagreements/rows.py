"""Rows and result of putting orders of outputs side by side."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.columns.disagreements import DISTANCE, IF_SHUFFLED
from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.result import Place, Pvalue, Share, Threshold
from trueness.study.study import StudyResult


@explained(
    estimate=DISTANCE,
    chance=IF_SHUFFLED,
)
@dataclasses.dataclass(frozen=True)
class MetricDistance:
    """How far a metric's order of outputs is from people's."""

    metric: str
    estimate: Share
    low: Share
    high: Share
    chance: Share
    n_inputs: int
    n_outputs: int


@explained(
    place_human=Meaning(heading="Place by people"),
    place_metric=Meaning(heading="by metric"),
)
@dataclasses.dataclass(frozen=True)
class OutputApart:
    """An output to which a metric and people give different places."""

    metric: str
    system: str
    input: str
    score_human: Threshold
    score: Threshold
    place_human: Place
    place_metric: Place
    n_placed: int
    gap: float
    output: str


@explained()
@dataclasses.dataclass(frozen=True)
class MetricsApart:
    """An output to which two metrics give different places."""

    metric: str
    rival: str
    system: str
    input: str
    place_metric: Place
    place_rival: Place
    place_human: Place
    n_placed: int
    gap: float
    nearer: str
    output: str


@explained(
    estimate=Meaning(
        "How much further up the metric has the system's outputs, as a share of the longest way; the interval is of "
        "other inputs.",
        "Further up",
    ),
    pvalue_adjusted=Meaning("Corrected over the systems of the metric."),
)
@dataclasses.dataclass(frozen=True)
class SystemFavoured:
    """How much further up a metric has a system than people, on average over inputs."""

    metric: str
    system: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_inputs: int


@explained(
    estimate=DISTANCE,
    chance=IF_SHUFFLED,
    n_placed=Meaning(heading="Outputs"),
)
@dataclasses.dataclass(frozen=True)
class InputApart:
    """An input whose outputs a metric orders unlike people."""

    metric: str
    input: str
    estimate: Share
    chance: Share
    n_placed: int


@dataclasses.dataclass(frozen=True)
class DisagreementsResult(StudyResult):
    """Where metrics and people differ most.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it.
    """

    table: ScoreTable
    texts: Texts | None
    distances: tuple[MetricDistance, ...]
    outputs: tuple[OutputApart, ...]
    between: tuple[MetricsApart, ...]
    systems: tuple[SystemFavoured, ...]
    inputs: tuple[InputApart, ...]

    @classmethod
    def others_of(cls, settings: Any) -> frozenset[str]:
        """Return of what others anything is said: of inputs, where outputs are placed among those of one."""
        return frozenset({"inputs"} if settings.among == "input" else ())
