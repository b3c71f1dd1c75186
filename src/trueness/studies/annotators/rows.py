"""Rows and result of a study of annotators."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from trueness.columns.annotators import AMONG_ANNOTATORS, RATED_OUTPUTS
from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import CANNOT_TELL, Answer
from trueness.result import Pvalue, Row, Share, Statistic, Threshold, jsonable
from trueness.statistics.annotators.variance_components import VarianceComponents
from trueness.study.rows import as_row
from trueness.study.study import StudyResult

AgreementVerdict = Literal["better", "as_well", "less", "cannot_tell"]


@explained(
    measure=Meaning(
        "``alpha_nominal``, ``alpha_ordinal``, ``alpha_interval``, ``equal_ratings``, ``ac1`` or a form of the "
        "intraclass correlation."
    ),
    estimate=AMONG_ANNOTATORS,
    n_units=RATED_OUTPUTS,
    n_dropped=Meaning("Outputs left out because fewer than two annotators rated them."),
)
@dataclasses.dataclass(frozen=True)
class Agreement:
    """How well all annotators agree, by one measure."""

    measure: str
    estimate: float
    low: float
    high: float
    n_annotators: int
    n_units: int
    n_dropped: int
    n_undefined_resamples: int
    resamples: int


@explained(
    other=Meaning("The annotator that it is compared with."),
    estimate=AMONG_ANNOTATORS,
    n_units=RATED_OUTPUTS,
)
@dataclasses.dataclass(frozen=True)
class PairAgreement:
    """How well two annotators agree."""

    annotator: str
    other: str
    measure: str
    estimate: float
    low: float
    high: float
    n_units: int
    n_undefined_resamples: int
    resamples: int


@explained(
    share=Meaning("Of the sum of all components, from 0 to 1."),
)
@dataclasses.dataclass(frozen=True)
class Component:
    """One source of the variance of single ratings."""

    component: str
    variance: float
    share: Share
    unbounded: float


@explained(
    over=Meaning(
        "Whether other ``annotators`` might have rated, or ``both``: other inputs might have been drawn as well.",
        "Others might be",
    ),
)
@dataclasses.dataclass(frozen=True)
class Design:
    """How reliable averaged ratings are in a design, by generalizability theory."""

    level: str
    over: str
    n_annotators: int
    n_inputs: int
    g: float
    phi: float


@explained(
    annotator=Meaning("The one held out."),
    scorer=Meaning("A metric, or the annotator held out."),
    n_cells=Meaning("Outputs that this annotator and another one rated."),
)
@dataclasses.dataclass(frozen=True)
class HeldOutCorrelation:
    """The correlation of a scorer with all annotators but one."""

    annotator: str
    scorer: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    n_cells: int
    n_undefined: int


@explained(
    estimate=Meaning("Mean over held-out annotators of the metric's correlation with the others."),
    ceiling=Meaning("The same of the held-out annotators."),
    ceiling_low=Meaning(heading="Interval of ceiling"),
    difference=Meaning("Metric minus annotators, in the same resamples."),
    difference_low=Meaning(heading="Interval of difference"),
)
@dataclasses.dataclass(frozen=True)
class CeilingRow:
    """A metric beside the ceiling: how well an annotator agrees with the others."""

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
    n_unscored: int
    n_undefined_resamples: int
    resamples: int
    reaches: AgreementVerdict = "cannot_tell"


@explained(
    reliability=Meaning(
        "Of all annotators together: the mean correlation of two annotators, stepped up by Spearman and Brown."
    ),
    estimate=Meaning("The corrected correlation, cut at 1.", "Corrected"),
)
@dataclasses.dataclass(frozen=True)
class Attenuation:
    """A metric's correlation corrected for the noise of the human scores."""

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


@explained(
    winning_low=Meaning(heading="Interval"),
    verdict=Meaning(
        "Whether it may stand in for an annotator, as the decision ``may_replace_annotator`` says.",
        "May stand in",
    ),
    n_dropped=Meaning(
        "Rated outputs without a score of the metric, or with one rating only.", "Outputs left out"
    ),
)
@dataclasses.dataclass(frozen=True)
class AltTest:
    """Whether a metric may stand in for an annotator, by the alternative annotator test."""

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
    epsilon: Threshold
    n_tested: int
    n_skipped: int
    n_dropped: int
    n_unscored: int
    verdict: Answer = CANNOT_TELL


@explained(
    n_units=Meaning("Independent units among the outputs compared.", "Inputs"),
    statistic=Meaning(
        "t, or the smaller rank sum of Wilcoxon's test; NaN where nothing was tested, or exactly."
    ),
    pvalue=Meaning("That the annotator is better by `epsilon` or more."),
    pvalue_adjusted=Meaning("By the method of Benjamini and Yekutieli over annotators."),
    test=Meaning(
        "``t``, ``wilcoxon``, ``exact`` where every unit says the same, or ``skipped`` where there are too few."
    ),
)
@dataclasses.dataclass(frozen=True)
class AltTestAnnotator:
    """A metric against one annotator, both compared with the others."""

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
class AnnotatorsResult(StudyResult):
    """How far annotators agree, and how metrics compare with an annotator.

    Attributes
    ----------
    table : ScoreTable
        The human, its annotators and the metrics, as they were studied: scores of the human are the annotators' means.
    given : ScoreTable
        The same part as the data have it.
    variance : VarianceComponents or None
        What the components come from; None where the ratings cannot tell annotators from outputs.
    ceiling : tuple of CeilingRow
        Every metric beside the mean correlation of an annotator with the others.
    held_out : tuple of HeldOutCorrelation
        Every metric, and each annotator, with the others.
    """

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
