"""Rows and result of a study of preferences."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from trueness.columns.explained import explained
from trueness.columns.judges import JUDGE, SUBTRACTED
from trueness.columns.meaning import Meaning
from trueness.columns.preferences import AGREES, BY, CATEGORY
from trueness.columns.results import DIFFERENCE
from trueness.data.preferences.preferences import Preferences
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic
from trueness.study.study import StudyResult


@explained(
    metric=BY,
    kind=Meaning("``judge`` or ``metric``."),
    estimate=AGREES,
    chance=Meaning("Of one that ties as often and guesses."),
    ceiling=Meaning("Of another person, on the pairs that two people or more judged.", "Another person"),
    difference=Meaning("The judge's agreement minus the ceiling, on these pairs.", "Minus"),
    n_annotators=Meaning("People behind the ceiling."),
)
@dataclasses.dataclass(frozen=True)
class PairAgreement:
    """How a judge's or metric's preferences agree with those of one person."""

    metric: str
    kind: str
    ties: str
    estimate: Share
    low: Share
    high: Share
    chance: Share
    ceiling: Share
    ceiling_low: Share
    ceiling_high: Share
    difference: float
    difference_low: float
    difference_high: float
    n_pairs: int
    n_both: int
    n_annotators: int


@explained(
    metric=JUDGE,
    estimate_metric=Meaning(heading="Judge"),
    difference=Meaning("The judge's minus the person's.", "Minus"),
)
@dataclasses.dataclass(frozen=True)
class PersonAgreement:
    """A person left out: agreement with all others, beside a judge's with the same others on the same pairs."""

    metric: str
    annotator: str
    estimate_metric: Share
    estimate_annotator: Share
    difference: float
    low: float
    high: float
    n_pairs: int


@explained(
    metric=BY,
    rival=SUBTRACTED,
    estimate=DIFFERENCE,
)
@dataclasses.dataclass(frozen=True)
class AgreementDifference:
    """By how much one judge or metric agrees better with people than another, on the pairs that both judged."""

    metric: str
    rival: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_pairs: int


@explained(
    metric=BY,
    group=CATEGORY,
    estimate=AGREES,
)
@dataclasses.dataclass(frozen=True)
class CategoryAgreement:
    """Agreement with people in one category of inputs."""

    metric: str
    group: str
    estimate: Share
    low: Share
    high: Share
    chance: Share
    n_pairs: int


@explained(
    metric=BY,
    rival=SUBTRACTED,
    group=CATEGORY,
    estimate=DIFFERENCE,
    pvalue_adjusted=Meaning("Over all categories and pairs of judges."),
)
@dataclasses.dataclass(frozen=True)
class CategoryDifference:
    """By how much one agrees better with people than another in a category."""

    metric: str
    rival: str
    group: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_pairs: int


@explained(
    metric=BY,
    estimate=Meaning("Share of verdicts for the output shown first, a tie being half of one.", "First wins"),
    pvalue=Meaning("Of the share being one half."),
    n_both=Meaning("Pairs shown in both orders.", "In both orders"),
)
@dataclasses.dataclass(frozen=True)
class PositionRow:
    """What the order in which two outputs are shown does to verdicts."""

    metric: str
    estimate: Share
    low: Share
    high: Share
    pvalue: Pvalue
    order_effect: float
    order_low: float
    order_high: float
    consistent: Share
    consistent_low: Share
    consistent_high: Share
    n_verdicts: int
    n_both: int


@explained(
    metric=JUDGE,
    covariate=Meaning("``longer``, ``own family``, or ``named first``.", "Prefers"),
    estimate=Meaning(
        "Share of pairs in which the judge prefers that output; a tie is half.",
        "Judge",
    ),
    estimate_human=Meaning("The same of people.", "People"),
    difference=Meaning("The judge's share minus people's.", "Minus"),
)
@dataclasses.dataclass(frozen=True)
class PairBias:
    """What a judge prefers beside quality: how often, and how much more often than people on the same pairs."""

    metric: str
    covariate: str
    estimate: Share
    estimate_human: Share
    difference: float
    low: float
    high: float
    pvalue: Pvalue
    n_pairs: int


@explained(
    metric=BY,
    estimate=Meaning("In log odds; the mean over systems is 0.", "Strength"),
    difference=Meaning("The judge's strength minus people's.", "Minus people"),
    pvalue_adjusted=Meaning("Of no difference from people, adjusted over systems."),
)
@dataclasses.dataclass(frozen=True)
class Strength:
    """Strength of a system by people, or by a judge and how far that is from people's."""

    metric: str
    system: str
    estimate: Statistic
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    difference: Statistic
    difference_low: float
    difference_high: float
    pvalue_adjusted: Pvalue
    n_comparisons: int


@explained(
    metric=JUDGE,
    estimate=Meaning(
        "Correlation of the strengths without the noise of the verdicts, for these systems on other inputs."
    ),
    pvalue=Meaning("Of tau, over orders of the systems."),
    n_reversed=Meaning("Pairs that both are shown to order, in opposite directions."),
    n_separated=Meaning("Pairs of systems that people are shown to order."),
)
@dataclasses.dataclass(frozen=True)
class RankingAgreement:
    """How a judge's strengths of systems go with people's."""

    metric: str
    in_order: Share
    in_order_low: Share
    in_order_high: Share
    estimate: Statistic
    low: float
    high: float
    plain: Statistic
    kendall: Statistic
    pvalue: Pvalue
    n_agreed: int
    n_reversed: int
    n_separated: int
    n_systems: int


@explained(
    metric=JUDGE,
    estimate=Meaning(
        "How often the system wins, from people's verdicts and the judge (prediction-powered).", "Win rate"
    ),
    estimate_human=Meaning("From people's verdicts alone."),
    estimate_judge=Meaning("From the judge's verdicts alone."),
    labels_worth=Meaning("How many verdicts of people alone would be as precise.", "Worth verdicts"),
    n_labelled=Meaning("Pairs that people and judge compared."),
    n_unlabelled=Meaning("Pairs that the judge alone compared."),
)
@dataclasses.dataclass(frozen=True)
class WinRate:
    """Share of its comparisons that a system wins by people, from their verdicts and a judge's."""

    metric: str
    system: str
    estimate: Share
    low: Share
    high: Share
    estimate_human: Share
    low_human: Share
    high_human: Share
    estimate_judge: Share
    lam: Share
    labels_worth: float
    n_labelled: int
    n_unlabelled: int


@explained(
    metric=BY,
    estimate=Meaning("Share of the triads within inputs without a tie that go in a circle.", "Circles"),
    expected=Meaning(
        "What independent decisions with the strengths that these have would give; NaN where these are not finite."
    ),
    chance=Meaning("What coins would give.", "Of coins"),
)
@dataclasses.dataclass(frozen=True)
class TriadRow:
    """How many triads of systems go in a circle: A over B, B over C, C over A."""

    metric: str
    estimate: Share
    low: Share
    high: Share
    expected: Share
    chance: Share
    n_triads: int
    n_tied: int


@dataclasses.dataclass(frozen=True)
class PreferencesResult(StudyResult):
    """What judges' and metrics' preferences have to do with people's.

    Attributes
    ----------
    n_labelled_inputs : int
        Inputs, or groups of them, that people judged.
    """

    pairs: Preferences
    scores: ScoreTable | None
    agreement: tuple[PairAgreement, ...]
    raters: tuple[PersonAgreement, ...]
    differences: tuple[AgreementDifference, ...]
    categories: tuple[CategoryAgreement, ...]
    category_differences: tuple[CategoryDifference, ...]
    position: tuple[PositionRow, ...]
    bias: tuple[PairBias, ...]
    strengths: tuple[Strength, ...]
    ranking: tuple[RankingAgreement, ...]
    wins: tuple[WinRate, ...]
    triads: tuple[TriadRow, ...]
    n_labelled_inputs: int

    @property
    def data(self) -> Mapping[str, Any]:
        """The pairs, and the scores beside them."""
        return {"pairs": self.pairs, **({} if self.scores is None else {"scores": self.scores})}
