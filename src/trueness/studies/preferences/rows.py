"""Rows and result of a study of preferences; every field is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from trueness.data.preferences import Preferences
from trueness.data.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic
from trueness.studies.study import StudyResult


@dataclasses.dataclass(frozen=True)
class PairAgreement:
    """How a judge's or metric's preferences agree with those of one person.

    Attributes
    ----------
    metric, kind, ties : str
        Who; ``judge`` or ``metric``; the rule for ties.
    estimate, low, high : float
    chance : float
        Of one that ties as often and guesses.
    ceiling, ceiling_low, ceiling_high : float
        Of another person, on the pairs that two people or more judged.
    difference, difference_low, difference_high : float
        The judge's agreement minus the ceiling, on these pairs.
    n_pairs, n_both, n_annotators : int
        Pairs of outputs, those of the ceiling, and the people behind it.
    """

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


@dataclasses.dataclass(frozen=True)
class PersonAgreement:
    """A person left out: agreement with all others, beside a judge's with the same others on the same pairs.

    Attributes
    ----------
    metric, annotator : str
    estimate_metric, estimate_annotator : float
    difference, low, high : float
        The judge's minus the person's.
    n_pairs : int
    """

    metric: str
    annotator: str
    estimate_metric: Share
    estimate_annotator: Share
    difference: float
    low: float
    high: float
    n_pairs: int


@dataclasses.dataclass(frozen=True)
class AgreementDifference:
    """By how much one judge or metric agrees better with people than another, on the pairs that both judged.

    Attributes
    ----------
    metric, rival : str
    estimate, low, high : float
    pvalue, pvalue_adjusted : float
    n_pairs : int
    """

    metric: str
    rival: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_pairs: int


@dataclasses.dataclass(frozen=True)
class CategoryAgreement:
    """Agreement with people in one category of inputs.

    Attributes
    ----------
    metric, group : str
    estimate, low, high : float
    chance : float
    n_pairs : int
    """

    metric: str
    group: str
    estimate: Share
    low: Share
    high: Share
    chance: Share
    n_pairs: int


@dataclasses.dataclass(frozen=True)
class CategoryDifference:
    """By how much one agrees better with people than another in a category.

    Attributes
    ----------
    metric, rival, group : str
    estimate, low, high : float
    pvalue, pvalue_adjusted : float
        Adjusted over all categories and pairs of judges.
    n_pairs : int
    """

    metric: str
    rival: str
    group: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_pairs: int


@dataclasses.dataclass(frozen=True)
class PositionRow:
    """What the order in which two outputs are shown does to verdicts.

    Attributes
    ----------
    metric : str
        A judge, or ``people``.
    estimate, low, high : float
        Share of verdicts for the output shown first, a tie being half of one.
    pvalue : float
        Of the share being one half.
    order_effect, order_low, order_high : float
        Log odds that being first adds at equal strength of the systems.
    consistent, consistent_low, consistent_high : float
        Share of pairs shown in both orders with the same verdict.
    n_verdicts, n_both : int
        Verdicts whose order is known, and pairs shown in both.
    """

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


@dataclasses.dataclass(frozen=True)
class PairBias:
    """What a judge prefers beside quality: how often, and how much more often than people on the same pairs.

    Attributes
    ----------
    metric, covariate : str
        The judge; ``longer`` or ``own family``.
    estimate, estimate_human : float
        Share of pairs in which the judge, and people, prefer the longer output or that of its family; a tie is half.
    difference, low, high : float
    pvalue : float
    n_pairs : int
    """

    metric: str
    covariate: str
    estimate: Share
    estimate_human: Share
    difference: float
    low: float
    high: float
    pvalue: Pvalue
    n_pairs: int


@dataclasses.dataclass(frozen=True)
class Strength:
    """Strength of a system by people, or by a judge and how far that is from people's.

    Attributes
    ----------
    metric, system : str
        ``people`` or a judge; the system.
    estimate, low, high : float
        In log odds; the mean over systems is 0.
    rank, rank_low, rank_high : int
        1 is the strongest; limits hold for all systems at once.
    difference, difference_low, difference_high : float
        The judge's strength minus people's.
    pvalue_adjusted : float
        Of no difference, adjusted over systems.
    n_comparisons : int
    """

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


@dataclasses.dataclass(frozen=True)
class RankingAgreement:
    """How a judge's strengths of systems go with people's.

    Attributes
    ----------
    metric : str
    in_order, in_order_low, in_order_high : float
        Share of pairs of systems that both order the same way, for other systems, other inputs and, where there are
        enough, other people.
    estimate, low, high : float
        Correlation of the strengths without the noise of the verdicts, for these systems on other inputs.
    plain : float
        Pearson's r of the strengths as they are.
    kendall : float
    pvalue : float
        Of tau, over orders of the systems.
    n_agreed, n_reversed, n_separated : int
        Pairs of systems that people and judge are both shown to order, the same way and in opposite directions; pairs
        that people are shown to order.
    n_systems : int
    """

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


@dataclasses.dataclass(frozen=True)
class WinRate:
    """Share of its comparisons that a system wins by people, from their verdicts and a judge's.

    Attributes
    ----------
    metric, system : str
    estimate, low, high : float
        Prediction-powered.
    estimate_human, low_human, high_human : float
        From people's verdicts alone.
    estimate_judge : float
    lam, labels_worth : float
    n_labelled, n_unlabelled : int
        Pairs that people and judge compared, and the judge alone.
    """

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


@dataclasses.dataclass(frozen=True)
class TriadRow:
    """How many triads of systems go in a circle: A over B, B over C, C over A.

    Attributes
    ----------
    metric : str
        A judge, or ``people``: what most of them say of a pair.
    estimate, low, high : float
        Share of the triads within inputs without a tie.
    expected : float
        What independent decisions with the strengths that these have would give; NaN where these are not finite.
    chance : float
        What coins would give.
    n_triads, n_tied : int
    """

    metric: str
    estimate: Share
    low: Share
    high: Share
    expected: Share
    chance: Share
    n_triads: int
    n_tied: int


@dataclasses.dataclass(frozen=True)
class PreferenceStudy(StudyResult):
    """What judges' and metrics' preferences have to do with people's.

    Attributes
    ----------
    signature : Signature
    selection : PreferenceSelection
    settings : PreferenceSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    pairs : Preferences
    scores : ScoreTable or None
    agreement : tuple of PairAgreement
    raters : tuple of PersonAgreement
    differences : tuple of AgreementDifference
    categories : tuple of CategoryAgreement
    category_differences : tuple of CategoryDifference
    position : tuple of PositionRow
    bias : tuple of PairBias
    strengths : tuple of Strength
    ranking : tuple of RankingAgreement
    wins : tuple of WinRate
    triads : tuple of TriadRow
    n_labelled_inputs : int
        Inputs, or groups of them, that people judged.
    """

    STUDY: ClassVar[str] = "preferences"
    TABLES: ClassVar[tuple[str, ...]] = (
        *("agreement", "raters", "differences", "categories", "category_differences", "position"),
        *("bias", "strengths", "ranking", "wins", "triads"),
    )

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
