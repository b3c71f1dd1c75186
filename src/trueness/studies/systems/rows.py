"""Rows and result of comparing systems by scorers; every field is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Literal

from trueness.data.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.result import Pvalue, Share, Statistic
from trueness.studies.rows import Verdict
from trueness.studies.study import StudyResult

Outcome = Literal["same winner", "no difference", "human only", "metric only", "contradiction", "undefined"]


@dataclasses.dataclass(frozen=True)
class SystemPairTest:
    """Whether one system is better than another by a scorer.

    Attributes
    ----------
    scorer, system, rival_system : str
    estimate, low, high : float
        Score of the system minus that of its rival on the inputs both have, larger is better, and its interval (t and
        bootstrap tests only).
    estimate_system, estimate_rival : float
        The two scores.
    test, alternative : str
    statistic : float
        t, the sum of positive ranks, or U; NaN for resampling, whose statistic is the difference itself.
    pvalue : float
        In the direction of `alternative`.
    pvalue_greater, pvalue_less : float
        One-sided p-values: the system better, or worse, than its rival.
    pvalue_adjusted : float
        After the correction over all tests of the scorer.
    significant, significant_adjusted : bool
    family_size : int
        Defined tests corrected together.
    n_inputs : int
        Inputs that both systems have.
    n_units : int
        Inputs, or groups of them that are swapped or drawn as a whole.
    pvalue_least : float
        The smallest p-value that the test can give, whatever the scores.
    pvalue_normality : float
        Of Shapiro and Wilk's test of the differences; NaN where undefined.
    n_undefined_resamples, resamples : int
    exact : bool
        Whether the p-value is from all arrangements.
    verdict : {'better', 'worse', 'not separated', 'undefined'}
        The system against its rival, after correction.
    """

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


@dataclasses.dataclass(frozen=True)
class SystemRank:
    """Where a system stands among the others by a scorer.

    Attributes
    ----------
    scorer, system : str
    person : bool
        Whether the system is people rather than a machine, as far as the data or the user say so.
    estimate : float
        Its score over all inputs it has, larger is better.
    n_inputs : int
    may_be_best : bool
        Whether no other is shown to be better, were this one the best; the promise is that of the rule ``may_be_best``.
    pvalue_best : float
        That it is the best (see `comparisons_with_best`).
    rank_low, rank_high : int or None
        Limits of its rank, of all systems at once; None where it is not tested.
    cluster : int or None
        Rank cluster by the rule of WMT, from the same decisions as everything else, 1 is best; None where it is not
        tested, or where no test can find anything.
    not_outperformed : bool
        Whether no other system is significantly better after correction.
    n_beaten, n_beaten_by : int
        Significant differences after correction.
    """

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


@dataclasses.dataclass(frozen=True)
class DifferenceNormality:
    """Shapiro-Wilk tests of the differences between systems by a scorer.

    Attributes
    ----------
    scorer : str
    share_significant : float
        Share of the defined tests with p < alpha, uncorrected.
    pvalue_smallest : float
        The smallest p-value after the correction over all pairs; NaN where no test is defined.
    n_tests, n_undefined : int
    """

    scorer: str
    share_significant: Share
    pvalue_smallest: Pvalue
    n_tests: int
    n_undefined: int


@dataclasses.dataclass(frozen=True)
class SystemAgreement:
    """Whether a metric comes to the human's conclusions about pairs of systems; see `DecisionAgreement`.

    Attributes
    ----------
    metric, human : str
    n_pairs, n_same_winner, n_no_difference, n_human_only, n_metric_only, n_contradictions, n_undefined : int
        Pairs by what the two decide after correction.
    agreement, discriminative_power, precision, balanced_accuracy : float
    """

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


@dataclasses.dataclass(frozen=True)
class SystemDecision:
    """What human and metric decide about one pair of systems.

    Attributes
    ----------
    metric, human, system, rival_system : str
    verdict_human, verdict_metric : {'better', 'worse', 'not separated', 'undefined'}
        The system against its rival, by each; of two one-sided tests the one that decides.
    outcome : {'same winner', 'no difference', 'human only', 'metric only', 'contradiction', 'undefined'}
    """

    metric: str
    human: str
    system: str
    rival_system: str
    verdict_human: Verdict
    verdict_metric: Verdict
    outcome: Outcome


@dataclasses.dataclass(frozen=True)
class PeopleSeparation:
    """How well a scorer tells people from machines; see `HumanMachineSeparation`.

    Attributes
    ----------
    scorer : str
    auc, low, high : float
        Probability that a person's output scores higher than a machine's for the same input, with its interval.
    pvalue, pvalue_adjusted : float
        Two-sided test that it is one half; corrected over the scorers.
    auc_systems : float
        The probability for scores of whole systems.
    n_people, n_machines, n_inputs : int
    n_pairs : int
        Pairs of a person and a machine with a decision.
    n_people_better, n_machine_better : int
        Those in which one is significantly better, by the test of systems after its correction.
    resamples : int
    exact : bool
    """

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
class SystemComparison(StudyResult):
    """Which systems are better than which, by each scorer.

    Attributes
    ----------
    signature : Signature
    selection : SystemSelection
    settings : SystemSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    decisions : tuple of Decision
        By each scorer, which systems may be the best, and whether they may be ranked.
    table : ScoreTable
        The scores behind it.
    pairs : tuple of SystemPairTest
    standing : tuple of SystemRank
    agreement : tuple of SystemAgreement
    choices : tuple of SystemDecision
        Pair by pair what `agreement` counts.
    separation : tuple of PeopleSeparation
    normality : tuple of DifferenceNormality
    """

    STUDY: ClassVar[str] = "systems"
    SPEAKS_OF: ClassVar[frozenset[str] | None] = frozenset({"inputs"})
    TABLES: ClassVar[tuple[str, ...]] = (
        *("pairs", "standing", "agreement", "choices", "separation", "normality"),
    )

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
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers."""
        return {"scores": self.table}

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
