"""Rows and result of ranges."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.ranges import BEYOND_WIDTH, BINS, OTHER_SCORER
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.result import Pvalue, Share, Statistic
from trueness.statistics.array_types import FloatArray
from trueness.study.study import StudyResult

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


@explained(
    rival=OTHER_SCORER,
    kind=BINS,
    estimate=Meaning("Mean over inputs of Kendall's tau-b.", "Mean τ"),
    expected=Meaning(
        "What its width leads to expect: the same with residuals permuted over the levels of an input.",
        "By width",
    ),
    difference=BEYOND_WIDTH,
    pvalue=Meaning(
        "Of the difference, two-sided; NaN for all bins together, to which the expectation is fitted."
    ),
    n_inputs=Meaning("Inputs with a correlation."),
    n_undefined=Meaning("Inputs without one: too few outputs, or a scorer that ties all."),
)
@dataclasses.dataclass(frozen=True)
class RangeRow:
    """Agreement of two scorers among the outputs in a range of levels."""

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


@explained(
    rival=OTHER_SCORER,
    other=Meaning("The range that is subtracted.", "Against"),
    estimate=Meaning("Agreement in `range` minus that in `other`.", "Difference"),
    expected=Meaning("Of it, what the widths lead to expect.", "By width"),
    difference=BEYOND_WIDTH,
    pvalue=Meaning("That more or less than that is there, two-sided."),
)
@dataclasses.dataclass(frozen=True)
class ContrastRow:
    """How agreement differs between two ranges, and how much of that their widths explain."""

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


@explained(
    rival=OTHER_SCORER,
    kind=BINS,
    estimate=Meaning("Mean over all correlations.", "All"),
    share_significant=Meaning("Share of the correlations that are.", "Kept"),
)
@dataclasses.dataclass(frozen=True)
class FilterRow:
    """What averaging significant correlations alone does to the mean, as published."""

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


@explained(
    rival=OTHER_SCORER,
    range=Meaning("Of the mean level of the two outputs."),
    kind=BINS,
    estimate=Meaning("Share of pairs of outputs that two metrics put in opposite orders.", "Disagree"),
    n_tied=Meaning("Pairs that one of the metrics ties, which are not in opposite orders.", "Tied"),
)
@dataclasses.dataclass(frozen=True)
class DisagreementRow:
    """How often two metrics order two outputs oppositely."""

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


@explained(
    estimate=Meaning("Mean over inputs.", "Mean"),
    expected=Meaning(
        "For random numbers: of an output that all put at that level, in a large set.", "Formula"
    ),
    n_undefined=Meaning("Outputs that no metric finds another one better than."),
)
@dataclasses.dataclass(frozen=True)
class RatioRow:
    """A point of a curve of F/N or F'/N."""

    ratio: str
    scores: str
    part: str
    mean_level: float
    estimate: Statistic
    low: Statistic
    high: Statistic
    expected: Statistic
    n_outputs: int
    n_inputs: int
    n_undefined: int


@explained(
    rival=OTHER_SCORER,
    estimate=Meaning(
        "Spearman's rho over inputs, of the property with tau-b among all outputs of an input.",
        "Spearman's ρ",
    ),
    low=Meaning("By Fisher's transformation, for ranks."),
    pvalue=Meaning("Inputs permuted; two-sided."),
)
@dataclasses.dataclass(frozen=True)
class PropertyRow:
    """How a property of inputs goes with the agreement of metrics on them."""

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


@explained(
    estimate=Meaning(
        "Change of the rank of agreement, in standard deviations, per standard deviation of the property's ranks, at "
        "equal values of all others.",
        "Slope",
    ),
    pvalue=Meaning("Student's t with errors for unequal variances (HC3), two-sided."),
)
@dataclasses.dataclass(frozen=True)
class SlopeRow:
    """A property in the one regression that holds them all."""

    property: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    inflation: Statistic
    explained: Share
    n_inputs: int


@explained(
    agreement=Meaning("Mean over pairs of metrics of tau-b among all its outputs."),
)
@dataclasses.dataclass(frozen=True)
class InputRow:
    """An input: how far metrics agree on it, and what is known of its references and its document."""

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
class RangesResult(StudyResult):
    """What is known of agreement by range.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it.
    texts : Texts or None
        References and documents, if they were given.
    means : tuple of RangeRow
        Means over all pairs of metrics, and over all metrics with the human.
    pairs : tuple of RangeRow
        Single pairs of metrics, and metrics with the human.
    taus : dict of (str, str) to array of shape (M,)
        Two metrics to tau-b among all outputs of every input, in the order of `inputs`.
    """

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
