"""Rows and result of comparing systems by scorers."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Literal

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.result import Pvalue, Share, Statistic
from trueness.study.rows import Verdict
from trueness.study.study import StudyResult

Outcome = Literal["same winner", "no difference", "human only", "metric only", "contradiction", "undefined"]


@explained(
    estimate=Meaning(
        "Score of the system minus that of its rival on the inputs both have, larger is better.", "Difference"
    ),
    low=Meaning("Its interval (t and bootstrap tests only)."),
    estimate_rival=Meaning("The rival's score.", "Score of rival"),
    statistic=Meaning(
        "t, the sum of positive ranks, or U; NaN for resampling, whose statistic is the difference itself."
    ),
    pvalue=Meaning("In the direction of `alternative`."),
    pvalue_adjusted=Meaning("After the correction over all tests of the scorer."),
    n_units=Meaning("Inputs, or groups of them that are swapped or drawn as a whole."),
    verdict=Meaning("The system against its rival, after correction."),
)
@dataclasses.dataclass(frozen=True, slots=True)  # there may be hundreds of thousands
class SystemPairTest:
    """Whether one system is better than another by a scorer."""

    scorer: str
    system: str
    rival_system: str
    estimate: float
    low: float
    high: float
    estimate_system: float
    estimate_rival: float
    test: str
    alternative: str
    statistic: Statistic
    pvalue: Pvalue
    pvalue_greater: Pvalue
    pvalue_less: Pvalue
    pvalue_adjusted: Pvalue
    significant: bool
    significant_adjusted: bool
    family_size: int
    n_inputs: int
    n_units: int
    pvalue_least: Pvalue
    pvalue_normality: Pvalue
    n_undefined_resamples: int
    resamples: int
    exact: bool
    verdict: Verdict


@explained(
    estimate=Meaning("Its score over all inputs it has, larger is better.", "Score"),
)
@dataclasses.dataclass(frozen=True)
class SystemRank:
    """Where a system stands among the others by a scorer."""

    scorer: str
    system: str
    person: bool
    estimate: float
    n_inputs: int
    may_be_best: bool
    pvalue_best: Pvalue
    rank_low: int | None
    rank_high: int | None
    cluster: int | None
    not_outperformed: bool
    n_beaten: int
    n_beaten_by: int


@explained(
    share_significant=Meaning("Share of the defined tests with p < alpha, uncorrected.", "Pairs not normal"),
)
@dataclasses.dataclass(frozen=True)
class DifferenceNormality:
    """Shapiro-Wilk tests of the differences between systems by a scorer."""

    scorer: str
    share_significant: Share
    pvalue_smallest: Pvalue
    n_tests: int
    n_undefined: int


@explained(
    n_pairs=Meaning("Pairs of systems, without one system twice."),
    n_undefined=Meaning("Pairs that one of the two cannot decide."),
    agreement=Meaning("Share of pairs with the same decision.", "Same decision"),
)
@dataclasses.dataclass(frozen=True)
class SystemAgreement:
    """Whether a metric comes to the human's conclusions about pairs of systems; see `DecisionAgreement`."""

    metric: str
    human: str
    n_pairs: int
    n_same_winner: int
    n_no_difference: int
    n_human_only: int
    n_metric_only: int
    n_contradictions: int
    n_undefined: int
    agreement: Share
    discriminative_power: Share
    precision: Share
    balanced_accuracy: Share


@explained()
@dataclasses.dataclass(frozen=True, slots=True)  # there may be hundreds of thousands
class SystemDecision:
    """What human and metric decide about one pair of systems."""

    metric: str
    human: str
    system: str
    rival_system: str
    verdict_human: Verdict
    verdict_metric: Verdict
    outcome: Outcome


@explained(
    pvalue=Meaning("That the probability is one half, two-sided."),
    pvalue_adjusted=Meaning("Corrected over the scorers."),
    n_pairs=Meaning("Pairs of a person and a machine with a decision."),
)
@dataclasses.dataclass(frozen=True)
class PeopleSeparation:
    """How well a scorer tells people from machines; see `HumanMachineSeparation`."""

    scorer: str
    auc: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    auc_systems: float
    n_people: int
    n_machines: int
    n_inputs: int
    n_pairs: int
    n_people_better: int
    n_machine_better: int
    resamples: int
    exact: bool


@dataclasses.dataclass(frozen=True)
class SystemsResult(StudyResult):
    """Which systems are better than which, by each scorer.

    Attributes
    ----------
    decisions : tuple of Decision
        By each scorer, which systems may be the best, and whether they may be ranked.
    table : ScoreTable
        The scores behind it.
    choices : tuple of SystemDecision
        Pair by pair what `agreement` counts.
    """

    APPLIES_TO: ClassVar[frozenset[str] | None] = frozenset({"inputs"})

    table: ScoreTable
    pairs: tuple[SystemPairTest, ...]
    standing: tuple[SystemRank, ...]
    agreement: tuple[SystemAgreement, ...]
    choices: tuple[SystemDecision, ...]
    separation: tuple[PeopleSeparation, ...]
    normality: tuple[DifferenceNormality, ...]

    @property
    def scorers(self) -> tuple[str, ...]:
        """The scorers that systems were compared by."""
        return tuple(self.selection.scorers)

    @property
    def human(self) -> str | None:
        """The scorer whose decisions those of the others were compared with."""
        human: str | None = self.selection.human
        return human

    @property
    def people(self) -> tuple[str, ...]:
        """The systems that are people."""
        return tuple(self.selection.people)

    @property
    def clusters(self) -> str | None:
        """The grouping column whose groups were swapped or drawn as a whole."""
        clusters: str | None = self.selection.clusters
        return clusters

    @property
    def n_left_out(self) -> int:
        """Pairs of systems that each scorer leaves untested, of very many (see `pairs_with_highest`)."""
        size = len(self.table.systems)
        tests = sum(row.scorer == self.scorers[0] for row in self.pairs)
        return size * (size - 1) // 2 - tests // (1 if self.settings.alternative == "two-sided" else 2)

    @property
    def family(self) -> str:
        """What tests are corrected over, in words."""
        return "all pairs of systems, tested or not" if self.n_left_out else "all tests of a scorer"

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"scorers": self.scorers, "human": self.human, "people": self.people}

    def aggregation(self, scorer: str) -> str:
        """Return how a scorer's scores of systems come about: ``corpus``, ``mean`` or ``median``."""
        aggregate: str = self.table.scorer(scorer).aggregate or self.settings.aggregate
        if aggregate == "corpus":
            tested = scorer in self.table.corpus and self.settings.resampled
            return "corpus" if tested else "mean"
        return aggregate

    def not_outperformed(self, scorer: str) -> tuple[str, ...]:
        """Return the systems that no other is significantly better than by a scorer, the best first.

        Raises
        ------
        UnknownNameError
            If systems were not compared by that scorer.
        """
        if scorer not in self.scorers:
            raise unknown_name("scorer", scorer, self.scorers)
        top = [row for row in self.standing if row.scorer == scorer and row.not_outperformed]
        return tuple(row.system for row in sorted(top, key=lambda row: -row.estimate))
