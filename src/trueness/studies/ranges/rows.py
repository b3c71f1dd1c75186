"""Rows and result of ranges; every field of a row is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.data.score_table import ScoreTable
from trueness.data.texts import Texts
from trueness.result import Pvalue, Share, Statistic
from trueness.statistics.array_types import FloatArray
from trueness.studies.study import StudyResult

ALL_METRICS = "(all metrics)"
"""What stands in the column of a metric where the mean over all is meant."""

PROPERTY_WORDS = {
    "ease": "Ease of summarization",
    "abstractiveness": "Abstractiveness",
    "novelty": "Novel pairs of words",
    "coverage": "Coverage",
    "density": "Density",
    "compression": "Compression",
    "reference_length": "Length of the reference",
    "document_length": "Length of the document",
    "reference_diversity": "Lexical diversity of the reference",
    "document_diversity": "Lexical diversity of the document",
}
"""Properties of inputs and what they are called."""


@dataclasses.dataclass(frozen=True)
class RangeRow:
    """Agreement of two scorers among the outputs in a range of levels.

    Attributes
    ----------
    metric, rival : str
        The two; the rival may be the human. `ALL_METRICS` stands for the mean over all.
    range : str
        Its bins: ``MT`` for the middle and the top third.
    kind : {'cumulative', 'single'}
        Whether it is all bins from one on, or one bin.
    estimate, low, high : float
        Mean over inputs of Kendall's tau-b.
    expected : float
        What its width leads to expect: the same with residuals permuted over the levels of an input.
    expected_normal : float
        The same if the scores of an input were normally distributed.
    difference, difference_low, difference_high : float
        `estimate` minus `expected`.
    pvalue, pvalue_adjusted : float
        Of the difference, two-sided; NaN for all bins together, to which the expectation is fitted.
    n_inputs : int
        Inputs with a correlation.
    n_undefined : int
        Inputs without one: too few outputs, or a scorer that ties all.
    n_outputs : int
        Outputs behind the correlations, over all inputs.
    """

    metric: str
    rival: str
    range: str
    kind: str
    estimate: float
    low: float
    high: float
    expected: float
    expected_normal: float
    difference: float
    difference_low: float
    difference_high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_inputs: int
    n_undefined: int
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class ContrastRow:
    """How agreement differs between two ranges, and how much of that their widths explain.

    Attributes
    ----------
    metric, rival : str
    contrast : {'fall', 'height'}
        ``fall``: all outputs minus the top bin. ``height``: the top bin minus the lowest.
    range, other : str
        The two ranges.
    estimate, low, high : float
        Agreement in `range` minus that in `other`.
    expected : float
        Of it, what the widths lead to expect.
    difference, difference_low, difference_high : float
    pvalue : float
        That more or less than that is there, two-sided.
    """

    metric: str
    rival: str
    contrast: str
    range: str
    other: str
    estimate: float
    low: float
    high: float
    expected: float
    difference: float
    difference_low: float
    difference_high: float
    pvalue: Pvalue


@dataclasses.dataclass(frozen=True)
class FilterRow:
    """What averaging significant correlations alone does to the mean, as published.

    Attributes
    ----------
    metric, rival, range, kind : str
    estimate : float
        Mean over all correlations.
    estimate_significant : float
        Over those with p at most .05.
    bias : float
        The second minus the first.
    share_significant : float
    n_correlations, n_significant : int
        Correlations of pairs of scorers on single inputs, and those kept.
    """

    metric: str
    rival: str
    range: str
    kind: str
    estimate: float
    estimate_significant: float
    bias: float
    share_significant: Share
    n_correlations: int
    n_significant: int


@dataclasses.dataclass(frozen=True)
class DisagreementRow:
    """How often two metrics order two outputs oppositely.

    Attributes
    ----------
    metric, rival : str
    outputs : {'one input', 'any inputs'}
        Whether the two outputs are for the same input, or for different ones, each with references of its own.
    range, kind : str
        By the mean level of the two.
    estimate, low, high : float
        Share of pairs of outputs.
    n_pairs, n_tied : int
        Pairs of outputs, and those that one of the metrics ties, which are not in opposite orders.
    """

    metric: str
    rival: str
    outputs: str
    range: str
    kind: str
    estimate: Share
    low: Share
    high: Share
    n_pairs: int
    n_tied: int


@dataclasses.dataclass(frozen=True)
class RatioRow:
    """A point of a curve of F/N or F'/N.

    Attributes
    ----------
    ratio : {'F/N', "F'/N"}
        Of the other outputs of the input that some metric finds better, how many all find better; how many outputs all
        find worse, for each of them.
    scores : {'metrics', 'random'}
        Real metrics, or as many random numbers.
    part : str
        Which part of the range of levels of an input.
    level : float
        Mean level of its outputs.
    estimate, low, high : float
        Mean over inputs.
    expected : float
        For random numbers: of an output that all put at that level, in a large set.
    n_outputs, n_inputs : int
    n_undefined : int
        Outputs that no metric finds another one better than.
    """

    ratio: str
    scores: str
    part: str
    level: float
    estimate: Statistic
    low: Statistic
    high: Statistic
    expected: Statistic
    n_outputs: int
    n_inputs: int
    n_undefined: int


@dataclasses.dataclass(frozen=True)
class PropertyRow:
    """How a property of inputs goes with the agreement of metrics on them.

    Attributes
    ----------
    metric, rival : str
    property : str
    estimate : float
        Spearman's rho over inputs, of the property with tau-b among all outputs of an input.
    low, high : float
        By Fisher's transformation, for ranks.
    pvalue, pvalue_adjusted : float
        Inputs permuted; two-sided.
    n_inputs, resamples : int
    """

    metric: str
    rival: str
    property: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_inputs: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class SlopeRow:
    """A property in the one regression that holds them all.

    Attributes
    ----------
    property : str
    estimate, low, high : float
        Change of the rank of agreement, in standard deviations, per standard deviation of the property's ranks, at
        equal values of all others.
    pvalue : float
        Student's t with errors for unequal variances (HC3), two-sided.
    inflation : float
        By how much the variance of the slope is larger because properties go together.
    explained : float
        Share of the variance of agreement that all properties together explain; of the regression.
    n_inputs : int
    """

    property: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    inflation: Statistic
    explained: Share
    n_inputs: int


@dataclasses.dataclass(frozen=True)
class InputRow:
    """An input: how far metrics agree on it, and what is known of its references and its document.

    Attributes
    ----------
    input : str
    agreement : float
        Mean over pairs of metrics of tau-b among all its outputs.
    n_outputs : int
    ease : float
        Mean over metrics of the highest score that any output reached, metrics from 0 to 1 over all outputs.
    abstractiveness, novelty, coverage, density, compression : float
        Of the reference against the document; the mean over references where there are several.
    reference_length, document_length, reference_diversity, document_diversity : float
    """

    input: str
    agreement: float
    n_outputs: int
    ease: float
    abstractiveness: float
    novelty: float
    coverage: float
    density: Statistic
    compression: Statistic
    reference_length: Statistic
    document_length: Statistic
    reference_diversity: float
    document_diversity: float


@dataclasses.dataclass(frozen=True)
class Ranges(StudyResult):
    """What is known of agreement by range.

    Attributes
    ----------
    signature : Signature
    selection : RangesSelection
    settings : RangesSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it.
    texts : Texts or None
        References and documents, if they were given.
    means : tuple of RangeRow
        Means over all pairs of metrics, and over all metrics with the human.
    pairs : tuple of RangeRow
        Single pairs of metrics, and metrics with the human.
    contrasts : tuple of ContrastRow
    filtered : tuple of FilterRow
    disagreement : tuple of DisagreementRow
    ratios : tuple of RatioRow
    properties : tuple of PropertyRow
    regression : tuple of SlopeRow
    inputs : tuple of InputRow
    taus : dict of (str, str) to array of shape (M,)
        Two metrics to tau-b among all outputs of every input, in the order of `inputs`.
    """

    STUDY: ClassVar[str] = "ranges"
    TABLES: ClassVar[tuple[str, ...]] = (
        *(
            "means",
            "contrasts",
            "pairs",
            "filtered",
            "disagreement",
            "ratios",
            "properties",
            "regression",
            "inputs",
        ),
    )

    table: ScoreTable = dataclasses.field(repr=False)
    texts: Texts | None = dataclasses.field(repr=False)
    means: tuple[RangeRow, ...]
    pairs: tuple[RangeRow, ...]
    contrasts: tuple[ContrastRow, ...]
    filtered: tuple[FilterRow, ...]
    disagreement: tuple[DisagreementRow, ...]
    ratios: tuple[RatioRow, ...]
    properties: tuple[PropertyRow, ...]
    regression: tuple[SlopeRow, ...]
    inputs: tuple[InputRow, ...]
    taus: dict[tuple[str, str], FloatArray] = dataclasses.field(repr=False)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics, in the order of the data."""
        return tuple(self.selection.metrics)

    @property
    def human(self) -> str | None:
        """The human scorer, if there is one."""
        human: str | None = self.selection.human
        return human

    @property
    def data(self) -> dict[str, ScoreTable | Texts]:
        """The scores behind the numbers, and the texts, if they were given."""
        return {"scores": self.table, **({} if self.texts is None else {"texts": self.texts})}
