"""Rows and result of putting orders of outputs side by side."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.data.score_table import ScoreTable
from trueness.data.texts import Texts
from trueness.result import Place, Pvalue, Share, Threshold
from trueness.studies.study import StudyResult


@dataclasses.dataclass(frozen=True)
class MetricDistance:
    """How far a metric's order of outputs is from people's.

    Attributes
    ----------
    metric : str
    estimate, low, high : float
        Mean distance of the two places of an output, as a share of the longest way; the interval is of other inputs,
        and NaN where there is one.
    chance : float
        What it would be if the metric's scores were shuffled within inputs.
    n_inputs, n_outputs : int
    """

    metric: str
    estimate: Share
    low: Share
    high: Share
    chance: Share
    n_inputs: int
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class OutputApart:
    """An output to which a metric and people give different places.

    Attributes
    ----------
    metric, system, input : str
    human, score : float
        People's score and the metric's.
    place_human, place_metric : float
        1 is the best; outputs that tie share the mean of their places.
    n_placed : int
        Outputs that were placed.
    gap : float
        Places by which the metric has it further up, as a share of the longest way: in [-1, 1].
    output : str
        What was written, where texts are given.
    """

    metric: str
    system: str
    input: str
    human: Threshold
    score: Threshold
    place_human: Place
    place_metric: Place
    n_placed: int
    gap: float
    output: str


@dataclasses.dataclass(frozen=True)
class MetricsApart:
    """An output to which two metrics give different places.

    Attributes
    ----------
    metric, rival, system, input : str
    place_metric, place_rival, place_human : float
    n_placed : int
    gap : float
        Places by which the metric has it further up than its rival, as a share of the longest way.
    nearer : str
        The metric whose place is nearer to people's; empty where both are as near.
    output : str
    """

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


@dataclasses.dataclass(frozen=True)
class SystemFavoured:
    """How much further up a metric has a system than people, on average over inputs.

    Attributes
    ----------
    metric, system : str
    estimate, low, high : float
        As a share of the longest way; the interval is of other inputs.
    pvalue, pvalue_adjusted : float
        Of no difference, and corrected over the systems of the metric.
    n_inputs : int
    """

    metric: str
    system: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_inputs: int


@dataclasses.dataclass(frozen=True)
class InputApart:
    """An input whose outputs a metric orders unlike people.

    Attributes
    ----------
    metric, input : str
    estimate : float
        Mean distance of the two places of an output, as a share of the longest way.
    chance : float
    n_placed : int
    """

    metric: str
    input: str
    estimate: Share
    chance: Share
    n_placed: int


@dataclasses.dataclass(frozen=True)
class Disagreements(StudyResult):
    """Where metrics and people differ most.

    Attributes
    ----------
    signature : Signature
    selection : DisagreementsSelection
    settings : DisagreementsSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it.
    texts : Texts or None
    distances : tuple of MetricDistance
    outputs : tuple of OutputApart
    between : tuple of MetricsApart
    systems : tuple of SystemFavoured
    inputs : tuple of InputApart
    """

    STUDY: ClassVar[str] = "disagreements"
    TABLES: ClassVar[tuple[str, ...]] = ("distances", "outputs", "between", "systems", "inputs")

    table: ScoreTable
    texts: Texts | None
    distances: tuple[MetricDistance, ...]
    outputs: tuple[OutputApart, ...]
    between: tuple[MetricsApart, ...]
    systems: tuple[SystemFavoured, ...]
    inputs: tuple[InputApart, ...]

    def speaks_of(self) -> frozenset[str]:
        """Return of what others anything is said: of inputs, where outputs are placed among those of one."""
        return frozenset({"inputs"} if self.settings.among == "input" else ())

    @property
    def data(self) -> dict[str, ScoreTable | Texts]:
        """The scores and texts behind the numbers."""
        return {"scores": self.table} | ({} if self.texts is None else {"texts": self.texts})
