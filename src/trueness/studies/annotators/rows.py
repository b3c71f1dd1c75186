"""Rows and result of a study of annotators; every field is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from trueness.data.score_table import ScoreTable
from trueness.result import Pvalue, Row, Share, Statistic, Threshold, jsonable
from trueness.statistics.annotators.variance_components import VarianceComponents
from trueness.studies.rows import as_row
from trueness.studies.study import StudyResult

AgreementVerdict = Literal["better", "equivalent", "undecided", "worse", "undefined"]
AltVerdict = Literal["passes", "fails", "undefined"]


@dataclasses.dataclass(frozen=True)
class Agreement:
    """How well all annotators agree, by one measure.

    Attributes
    ----------
    measure : str
        ``alpha_nominal``, ``alpha_ordinal``, ``alpha_interval``, ``equal_ratings``, ``ac1`` or a form of the intraclass
        correlation.
    estimate, low, high : float
        NaN where undefined.
    n_annotators, n_units : int
        Annotators, and outputs behind the measure.
    n_dropped : int
        Outputs left out because fewer than two annotators rated them.
    n_undefined_resamples, resamples : int
        Resamples without a value, and all of them.
    """

    measure: str
    estimate: float
    low: float
    high: float
    n_annotators: int
    n_units: int
    n_dropped: int
    n_undefined_resamples: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class PairAgreement:
    """How well two annotators agree.

    Attributes
    ----------
    annotator, other : str
    measure : {'kappa', 'kappa_quadratic', 'ac1'}
    estimate, low, high : float
    n_units : int
        Outputs both rated.
    n_undefined_resamples, resamples : int
    """

    annotator: str
    other: str
    measure: str
    estimate: float
    low: float
    high: float
    n_units: int
    n_undefined_resamples: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class Component:
    """One source of the variance of single ratings.

    Attributes
    ----------
    component : str
        ``system``, ``input``, ``annotator``, an interaction, or ``residual``.
    variance : float
        At least 0, in squared units of the ratings.
    share : float
        Of the sum of all components, in [0, 1].
    unbounded : float
        The estimate before a negative one was set to 0.
    """

    component: str
    variance: float
    share: Share
    unbounded: float


@dataclasses.dataclass(frozen=True)
class Design:
    """How reliable averaged ratings are in a design, by generalizability theory.

    Attributes
    ----------
    level : str
    over : {'annotators', 'both'}
        Whether other annotators might have rated, or other inputs might have been drawn as well.
    n_annotators, n_inputs : int
    g, phi : float
        For relative and for absolute decisions, in [0, 1].
    """

    level: str
    over: str
    n_annotators: int
    n_inputs: int
    g: float
    phi: float


@dataclasses.dataclass(frozen=True)
class HeldOutCorrelation:
    """The correlation of a scorer with all annotators but one.

    Attributes
    ----------
    annotator : str
        The one held out.
    scorer : str
        A metric, or the annotator held out.
    level, coefficient : str
    estimate, low, high : float
    n_cells : int
        Outputs that this annotator and another one rated.
    n_undefined : int
        Inputs (per-system level: systems) without a correlation.
    """

    annotator: str
    scorer: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    n_cells: int
    n_undefined: int


@dataclasses.dataclass(frozen=True)
class CeilingRow:
    """A metric beside the ceiling: how well an annotator agrees with the others.

    Attributes
    ----------
    metric, level, coefficient : str
    estimate, low, high : float
        Mean over held-out annotators of the metric's correlation with the others.
    ceiling, ceiling_low, ceiling_high : float
        The same of the held-out annotators.
    difference, difference_low, difference_high : float
        Metric minus annotators, in the same resamples.
    equivalence_low, equivalence_high : float
        The interval of the difference with confidence 1 - 2 alpha, alpha the one that the other leaves.
    margin : float
        The standard deviation of the annotators' own correlations: a smaller difference is one as annotators have among
        each other. NaN for fewer than three annotators, of whom two agree equally with each other.
    reaches : {'better', 'equivalent', 'undecided', 'worse', 'undefined'}
        The metric against an annotator: whether the interval of the difference excludes zero; else whether the interval
        with confidence 1 - 2 alpha lies within the margin (two one-sided tests), or nothing is shown.
    n_undefined_resamples, resamples : int
    """

    metric: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    ceiling: float
    ceiling_low: float
    ceiling_high: float
    difference: float
    difference_low: float
    difference_high: float
    equivalence_low: float
    equivalence_high: float
    margin: float
    reaches: AgreementVerdict
    n_undefined_resamples: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class Attenuation:
    """A metric's correlation corrected for the noise of the human scores.

    Attributes
    ----------
    metric, level, coefficient : str
    correlation : float
        With the combination of all annotators.
    reliability : float
        Of that combination: the mean correlation of two annotators, stepped up by Spearman and Brown.
    attainable : float
        What a metric that knows the truth would reach: the square root of the reliability, times that of the metric's.
    estimate, low, high : float
        The corrected correlation, cut at 1.
    uncapped : float
        Before the cut.
    capped : bool
    n_undefined_resamples, resamples : int
    """

    metric: str
    level: str
    coefficient: str
    correlation: float
    reliability: float
    attainable: float
    estimate: float
    low: float
    high: float
    uncapped: float
    capped: bool
    n_undefined_resamples: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class AltTest:
    """Whether a metric may stand in for an annotator, by the alternative annotator test.

    Attributes
    ----------
    metric : str
    winning_rate : float
        Share of tested annotators that it wins against, the outputs of one input taken together.
    winning_low, winning_high : float
        Limits of the share of these annotators that it truly wins against.
    winning_rate_published : float
        The winning rate with all outputs taken for independent, as published.
    advantage : float
        Mean share of outputs where it fits the other annotators at least as well as the one held out.
    constant_winning_rate, constant_advantage : float
        The same of a judge that gives every output one rating.
    beyond_constant, beyond_low, beyond_high : float
        Advantage minus that of the constant judge.
    verdict : {'passes', 'fails', 'undefined'}
        Whether the winning rate is at least one half.
    epsilon : float
    n_tested, n_skipped : int
        Annotators with a p-value, and with too few inputs.
    n_dropped : int
        Rated outputs without a score of the metric, or with one rating only.
    """

    metric: str
    winning_rate: Share
    winning_low: Share
    winning_high: Share
    winning_rate_published: Share
    advantage: Share
    constant_winning_rate: Share
    constant_advantage: Share
    beyond_constant: float
    beyond_low: float
    beyond_high: float
    verdict: AltVerdict
    epsilon: Threshold
    n_tested: int
    n_skipped: int
    n_dropped: int


@dataclasses.dataclass(frozen=True)
class AltTestAnnotator:
    """A metric against one annotator, both compared with the others.

    Attributes
    ----------
    metric, annotator : str
    n_items, n_units : int
        Outputs compared, and independent units among them.
    judge_share, annotator_share : float
        Share of outputs where the metric (the annotator) fits the others at least as well.
    statistic, pvalue, pvalue_adjusted : float
    judge_wins : bool
    test : {'t', 'wilcoxon', 'exact', 'skipped'}
    """

    metric: str
    annotator: str
    n_items: int
    n_units: int
    judge_share: Share
    annotator_share: Share
    statistic: Statistic
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    judge_wins: bool
    test: str


@dataclasses.dataclass(frozen=True)
class AnnotatorStudy(StudyResult):
    """How far annotators agree, and how metrics compare with an annotator.

    Attributes
    ----------
    signature : Signature
    selection : AnnotatorSelection
    settings : AnnotatorSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The human, its annotators and the metrics, as they were studied: scores of the human are the annotators' means.
    given : ScoreTable
        The same part as the data have it.
    agreement : tuple of Agreement
    pairs : tuple of PairAgreement
    components : tuple of Component
    variance : VarianceComponents or None
        What the components come from; None where the ratings cannot tell annotators from outputs.
    designs : tuple of Design
    ceiling : tuple of CeilingRow
        Every metric beside the mean correlation of an annotator with the others.
    held_out : tuple of HeldOutCorrelation
        Every metric, and each annotator, with the others.
    attenuation : tuple of Attenuation
    alt_tests : tuple of AltTest
    alt_annotators : tuple of AltTestAnnotator
    """

    STUDY: ClassVar[str] = "annotators"
    TABLES: ClassVar[tuple[str, ...]] = (
        *("ceiling", "agreement", "pairs", "annotators", "components", "designs"),
        *("attenuation", "alt_tests", "alt_annotators", "held_out"),
    )

    table: ScoreTable
    given: ScoreTable
    agreement: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    components: tuple[Component, ...]
    variance: VarianceComponents | None
    designs: tuple[Design, ...]
    ceiling: tuple[CeilingRow, ...]
    held_out: tuple[HeldOutCorrelation, ...]
    attenuation: tuple[Attenuation, ...]
    alt_tests: tuple[AltTest, ...]
    alt_annotators: tuple[AltTestAnnotator, ...]

    @property
    def human(self) -> str:
        """The human scorer."""
        return str(self.selection.human)

    @property
    def annotators(self) -> tuple[str, ...]:
        """The annotators behind it who rated anything."""
        return self.table.annotations[self.human].annotators

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics beside them."""
        return tuple(self.selection.metrics)

    @property
    def clusters(self) -> str | None:
        """The grouping column whose groups were resampled as a whole."""
        clusters: str | None = self.selection.clusters
        return clusters

    @property
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers, as they were read."""
        return {"scores": self.given}

    @property
    def annotator_rows(self) -> tuple[HeldOutCorrelation, ...]:
        """The annotators' own correlations with the others."""
        return own_rows(self.held_out)

    def rows_of(self, table: str) -> Sequence[Any]:
        """Return the rows of a table of `TABLES`; those of ``annotators`` are their own correlations."""
        return self.annotator_rows if table == "annotators" else super().rows_of(table)

    def rows(self) -> list[Row]:
        """Return the metrics beside the ceiling (without metrics, the agreement)."""
        return [as_row(row) for row in self.ceiling or self.agreement]

    def to_dict(self) -> dict[str, Any]:
        """Return every table, under ``tables``, the settings and the signature as JSON-ready values."""
        return {
            "human": self.human,
            "annotators": list(self.annotators),
            "metrics": list(self.metrics),
            "tables": {name: [jsonable(as_row(row)) for row in self.rows_of(name)] for name in self.TABLES},
            "conclusions": list(self.conclusions),
            "settings": {"correlations": self.settings.correlations.to_dict(), **self.settings.to_dict()},
            "fingerprint": self.table.fingerprint,
            "signature": str(self.signature),
        }


def own_rows(held_out: Sequence[HeldOutCorrelation]) -> tuple[HeldOutCorrelation, ...]:
    """Return the correlations of annotators, in the order they have; a metric may have an annotator's name."""
    found: dict[tuple[str, str, str], HeldOutCorrelation] = {}
    for row in held_out:
        if row.scorer == row.annotator:
            # annotators come before metrics
            found.setdefault((row.annotator, row.level, row.coefficient), row)
    return tuple(found.values())
