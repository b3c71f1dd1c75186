"""Rows and result of a comparison."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.results import DIFFERENCE
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import CANNOT_TELL, Decision
from trueness.decisions.may_be_best import AGREEMENT, RIVALS_LEFT
from trueness.errors import unknown_name
from trueness.result import Pvalue, Row, Share, Statistic, Threshold
from trueness.statistics.array_types import FloatArray, Key
from trueness.studies.compare.in_papers import InPapers
from trueness.study.rows import NextQuestion, Verdict, as_row
from trueness.study.study import StudyResult

LEAST_LEAD = 0.01
"""The smallest difference of two metrics that a plan is offered for: of less nobody would pay the study."""


@explained(
    standard_error=Meaning(
        "Of the estimate: by the two-way jackknife, or the standard deviation of resamples; NaN for other intervals."
    )
)
@dataclasses.dataclass(frozen=True)
class Estimate:
    """How well one metric agrees with the human: one correlation with its interval."""

    metric: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    interval: str
    over: str
    n_systems: int
    n_inputs: int
    n_cells: int
    n_undefined: int
    n_undefined_resamples: int
    resamples: int
    wrong_pairs_low: Share
    wrong_pairs_high: Share
    epsilon: Threshold = float("nan")
    threshold: Threshold = float("nan")
    standard_error: float = math.nan


@explained(
    estimate=DIFFERENCE,
    low=Meaning("Its bootstrap interval (Zou's for closed forms)."),
    pvalue=Meaning(
        "In the direction of `alternative`; with random resamples (1 + exceedances) / (1 + resamples)."
    ),
    resamples=Meaning("All that were drawn; fewer than asked for where tests end early.", "Draws"),
    verdict=Meaning(
        "The metric against the rival, after correction. With a margin ``equivalent`` (the difference is shown to be "
        "smaller) or ``undecided`` stand where it says ``not separated`` without."
    ),
    smallest_margin=Meaning(heading="Margin needed"),
)
@dataclasses.dataclass(frozen=True, slots=True)  # there may be hundreds of thousands
class PairTest:
    """Whether one metric agrees better with the human than another."""

    metric: str
    rival: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    estimate_metric: float
    estimate_rival: float
    test: str
    over: str
    alternative: str
    statistic: Statistic
    pvalue: Pvalue
    pvalue_greater: Pvalue
    pvalue_less: Pvalue
    pvalue_adjusted: Pvalue
    significant: bool
    significant_adjusted: bool
    family_size: int
    n_undefined_resamples: int
    resamples: int
    exact: bool
    verdict: Verdict
    equivalence_low: float = math.nan
    equivalence_high: float = math.nan
    pvalue_equivalence: Pvalue = math.nan
    pvalue_equivalence_adjusted: Pvalue = math.nan
    smallest_margin: float = math.nan
    standard_error: float = math.nan
    degrees: float = math.nan


@explained(
    pvalue_best=Meaning(heading="p best"),
)
@dataclasses.dataclass(frozen=True)
class Rank:
    """Where a metric stands among the others at one level and coefficient."""

    metric: str
    level: str
    coefficient: str
    estimate: float
    may_be_best: bool
    pvalue_best: Pvalue
    rank_low: int | None
    rank_high: int | None
    cluster: int | None
    not_outperformed: bool
    n_beaten: int
    n_beaten_by: int


@explained(
    estimate=Meaning("The correlation with all systems."),
    low=Meaning("Smallest and largest correlation with one system left out.", "Range"),
)
@dataclasses.dataclass(frozen=True)
class Sensitivity:
    """How a correlation moves when each system is left out once."""

    metric: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    most_influential: str


@explained(
    pvalue=Meaning("Of the system means; NaN at the input level."),
    share_significant=Meaning(
        "Share of inputs whose test is significant; NaN at the system level.", "Inputs not normal"
    ),
    n_undefined=Meaning("Inputs whose test is undefined."),
)
@dataclasses.dataclass(frozen=True)
class NormalityRow:
    """Shapiro-Wilk tests of one scorer (Deutsch et al. 2021, Table 2)."""

    scorer: str
    level: str
    pvalue: Pvalue
    share_significant: Share
    n_tests: int
    n_undefined: int


@dataclasses.dataclass(frozen=True)
class CompareResult(InPapers, StudyResult):
    """How metrics agree with a human scorer, and how they compare.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it: the human and the compared metrics.
    tests : tuple of PairTest
        Of the main test.
    beside : tuple of PairTest
        Of the tests shown beside it.
    samples : dict of (level, coefficient) to array of shape (B, K)
        Bootstrap values behind the intervals.
    system_scores : dict of str to array of shape (N,)
        Per scorer, larger is better, on the cells it shares with the human: means, and for metrics what `aggregation`
        says.
    """

    table: ScoreTable
    estimates: tuple[Estimate, ...]
    tests: tuple[PairTest, ...]
    beside: tuple[PairTest, ...]
    ranks: tuple[Rank, ...]
    sensitivity: tuple[Sensitivity, ...]
    normality: tuple[NormalityRow, ...]
    samples: dict[Key, FloatArray] = dataclasses.field(repr=False)
    system_scores: dict[str, FloatArray] = dataclasses.field(repr=False)

    @property
    def human(self) -> str:
        """The human scorer."""
        return str(self.selection.human)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The compared metrics."""
        return tuple(self.selection.metrics)

    @property
    def next_question(self) -> NextQuestion | None:
        """How many systems would tell metrics apart: of those that may be the best, the two that agree most.

        The difference to be found is that between the two, `LEAST_LEAD` at least.
        """
        best = next(
            (one for one in self.decisions if (one.rule, one.level) == ("may_be_best", "system")), None
        )
        if best is None or best.answer != CANNOT_TELL or best.reason not in (AGREEMENT, RIVALS_LEFT):
            return None
        standing = self.standing(best.level, best.coefficient).values()
        may = sorted((row for row in standing if row.may_be_best), key=lambda row: -row.estimate)
        if len(may) < 2 or len(self.table.inputs) < 2:  # one score a system is no pilot
            return None
        first, second = may[:2]
        lead = f"{max(LEAST_LEAD, first.estimate - second.estimate):.2f}"
        by = () if best.coefficient == "pearson" else ("--coefficient", best.coefficient)
        asked = ("--human", self.human, "--metrics", f"{first.metric},{second.metric}", *by)
        return NextQuestion("plan", (*asked, "--difference", lead, "--power", "0.8"))

    @property
    def clusters(self) -> str | None:
        """The grouping column whose groups were resampled as a whole."""
        clusters: str | None = self.selection.clusters
        return clusters

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"human": self.human, "metrics": self.metrics}

    def aggregation(self, metric: str) -> str:
        """Return how a metric's system scores come from its outputs: ``corpus``, ``mean`` or ``median``."""
        aggregate: str = self.table.scorer(metric).aggregate or self.settings.aggregate
        return "mean" if aggregate == "corpus" and metric not in self.table.corpus else aggregate

    def marked(self, level: str, coefficient: str) -> frozenset[str]:
        """Return the metrics that may be the best; none where that is withheld, or there is one metric."""
        here = [row for row in self.standing(level, coefficient).values() if not math.isnan(row.estimate)]
        return frozenset(row.metric for row in here if row.may_be_best) if len(here) > 1 else frozenset()

    def standing(self, level: str, coefficient: str) -> dict[str, Rank]:
        """Return where every metric stands at a level by a coefficient; nothing where that is withheld or untested.

        It is withheld where people stand among the systems or metrics, and where a publication's test speaks.
        """
        decision = self.decided("may_be_best", level, coefficient)
        if decision is None or decision.reason not in (AGREEMENT, RIVALS_LEFT):
            return {}
        here = (row for row in self.ranks if (row.level, row.coefficient) == (level, coefficient))
        return {row.metric: row for row in here}

    def decided(self, rule: str, level: str, coefficient: str) -> Decision | None:
        """Return what a rule says at a level by a coefficient; None where it was not asked."""
        return next(
            (
                one
                for one in self.decisions
                if (one.rule, one.level, one.coefficient) == (rule, level, coefficient)
            ),
            None,
        )

    def rows(self) -> list[Row]:
        """Return the rows of the main test (of the estimates, if nothing was tested)."""
        return [as_row(row) for row in self.tests or self.estimates]

    def estimate(self, metric: str, level: str, coefficient: str) -> Estimate:
        """Return one estimate.

        Raises
        ------
        UnknownNameError
            If it was not computed.
        """
        for row in self.estimates:
            if (row.metric, row.level, row.coefficient) == (metric, level, coefficient):
                return row
        known = [f"{row.metric} {row.level} {row.coefficient}" for row in self.estimates]
        raise unknown_name("estimate", f"{metric} {level} {coefficient}", known)
