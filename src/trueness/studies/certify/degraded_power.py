"""How often tests find that a metric is better than a degraded form of itself: power where the truth is known.

The simulation of Deutsch, Dror and Roth (2021, section 5.2 and Figure 3): a metric against itself on some of each
output's tokens, drawn anew in every trial (`metrics.rouge.degrade`); or, where there are no texts, against itself with
noise added (`Noisy`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnsupportedMethodError, check_proportion, listing
from trueness.methods.closed_form_tests import WILLIAMS
from trueness.methods.fisher_permutation import FISHER_PERMUTATION
from trueness.methods.pair_test import PairTest
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.permutation import PERMUTATION
from trueness.methods.sign_flip import SIGN_FLIP
from trueness.methods.studentized_permutation import STUDENTIZED_PERMUTATION
from trueness.methods.studied import studied_test
from trueness.parallel import Progress
from trueness.result import Result, Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.trials import (
    Cell,
    Outcome,
    Proportion,
    TestTrials,
    Wanted,
    point_correlations,
    run_trials,
    trying,
)
from trueness.study.selection import choose_human, choose_metrics

if TYPE_CHECKING:
    from trueness.data.texts.texts import Texts
    from trueness.metrics.rouge.rouge import Rouge

DIFFERENCE = "difference"
"""Stands for a test in what a trial finds: the difference of the two correlations."""


def _names(*forms: tuple[PairTest, str]) -> tuple[str, ...]:
    """Return the names under which tests over something are studied."""
    return tuple(name for test, over in forms if (name := test.studied_as(over, "level")) is not None)


PUBLISHED_TESTS = _names((PAIRED_BOOTSTRAP, "both"), (PERMUTATION, "both"), (WILLIAMS, "systems"))
"""Those of Figure 3: Boot-Both, Perm-Both and Williams."""

FURTHER_TESTS = _names(
    (FISHER_PERMUTATION, "systems"),
    (STUDENTIZED_PERMUTATION, "systems"),
    (PERMUTATION, "systems"),
    (SIGN_FLIP, "systems"),
)


class Degraded(Protocol):
    """A metric that can be made worse."""

    def __call__(self, percent: float, seed: int, trial: int) -> FloatArray:
        """Return scores of shape (N, M) of the metric at some per cent of its quality, for one trial."""


@dataclasses.dataclass(frozen=True)
class Noisy:
    """A metric with noise: at k per cent, noise of (100 - k) / k times the spread of its scores is added.

    Attributes
    ----------
    scores : array of shape (N, M)
    """

    scores: FloatArray

    def __call__(self, percent: float, seed: int, trial: int) -> FloatArray:
        """Return the scores of one trial.

        Raises
        ------
        ArgumentError
            If `percent` is not above 0 and at most 100.
        """
        if not 0 < percent <= 100:
            raise ArgumentError(f"`percent` must be above 0 and at most 100; it is {percent!r}.")
        rng = random_stream(seed, trial)
        noise = rng.standard_normal(self.scores.shape) * np.nanstd(self.scores)
        return np.asarray(self.scores + noise * (100 - percent) / percent)


@dataclasses.dataclass(frozen=True)
class DegradedTexts:
    """A ROUGE metric that sees only some per cent of each output's tokens: worse than itself by construction.

    Attributes
    ----------
    metric : Rouge
    outputs : tuple of str
        Of N systems for M inputs, system by system.
    references : tuple of tuple of str
        Of each output.
    systems, inputs : tuple of str
    """

    metric: Rouge
    outputs: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    systems: tuple[str, ...]
    inputs: tuple[str, ...]

    @classmethod
    def of(cls, metric: Rouge, texts: Texts, n_references: int | None = None) -> DegradedTexts:
        """Take the outputs and references of texts, every system by every input.

        Parameters
        ----------
        metric : Rouge
        texts : Texts
        n_references : int, optional
            Use only the first so many of each input's references.

        Raises
        ------
        DataError
            If a system has no output for some input.
        """
        by_key = {(row.system, row.input): row for row in texts.rows}
        systems, inputs = texts.systems, texts.inputs
        rows = []
        for system in systems:
            for name in inputs:
                if (system, name) not in by_key:
                    raise DataError(
                        f"system '{system}' lacks its output for input '{name}'; every system needs one "
                        "for every input."
                    )
                rows.append(by_key[system, name])
        references = tuple(row.references[:n_references] for row in rows)
        return cls(
            metric=metric,
            outputs=tuple(row.output for row in rows),
            references=references,
            systems=systems,
            inputs=inputs,
        )

    def __call__(self, percent: float, seed: int, trial: int) -> FloatArray:
        """Return the scores of one trial, shape (N, M) (raises as `degrade`)."""
        from trueness.metrics.rouge.degrade import degrade

        scores = degrade(self.metric, self.outputs, self.references, percent, rng=seed, first_trial=trial)
        return np.asarray(scores[0].reshape(len(self.systems), len(self.inputs)))


@dataclasses.dataclass(frozen=True)
class PowerPoint:
    """How often one test rejected at one degree of degradation.

    Attributes
    ----------
    percent : float
    level, coefficient, test : str
    power, low, high : float
        Share of trials in which the whole metric was found better, and its exact interval. At 100 per cent there is
        nothing to find.
    rejected, trials, n_undefined : int
    difference : float
        Mean difference of the two correlations.
    """

    percent: float
    level: str
    coefficient: str
    test: str
    power: float
    low: float
    high: float
    rejected: int
    trials: int
    n_undefined: int
    difference: float


@dataclasses.dataclass(frozen=True)
class DegradedPowerResult(Result):
    """Power of several tests against degraded forms of a metric."""

    points: tuple[PowerPoint, ...]


@dataclasses.dataclass(frozen=True)
class DegradedTrials(TestTrials):
    """Trials at one degree of degradation.

    Attributes
    ----------
    scores, human : arrays of shape (N, M)
    degraded : Degraded
    percent : float
    as_published : bool
        Whether closed forms are tried out where they are not derived for, too.
    """

    BLOCK: ClassVar[int] = 10

    scores: FloatArray
    human: FloatArray
    degraded: Degraded
    percent: float
    as_published: bool = False

    def trial(self, number: int) -> Outcome:
        """Return the p-value of each test, and the differences of correlations."""
        worse = self.degraded(self.percent, self.seed, number)
        arrays = ScoreArrays.of(np.stack([self.scores, worse]), self.human, ("whole", "degraded"))
        seed = int(np.random.SeedSequence(self.seed, spawn_key=(number, 1)).generate_state(1)[0])
        outcome: Outcome = {}
        for wanted in self.wanted:
            correlations = point_correlations(arrays, wanted.levels, wanted.coefficients)
            for key, (whole, less) in correlations.items():
                outcome[DIFFERENCE, *key] = (float(whole - less),)
            for test in wanted.methods:
                tried = dataclasses.replace(studied_test(test), as_published=self.as_published)
                found = tried.pvalues(
                    arrays, wanted.levels, wanted.coefficients, self.resamples, seed, "greater"
                )
                for key, pvalue in found.items():
                    outcome[test, *key] = (pvalue,)
        return outcome


def degraded_power(
    scores: Scores,
    percents: Sequence[float],
    *,
    metric: str,
    human: str | None = None,
    texts: Texts | None = None,
    n_references: int | None = None,
    tests: Sequence[str] = (*PUBLISHED_TESTS, *FURTHER_TESTS),
    levels: Sequence[str] = ("system", "input"),
    coefficients: Sequence[str] = ("pearson",),
    trials: int = 1000,
    resamples: int = 999,
    alpha: float = 0.05,
    as_published: bool = False,
    rng: Rng = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> DegradedPowerResult:
    """Return how often one-sided tests find the whole metric better than degraded forms of it.

    Parameters
    ----------
    scores : ScoreTable, path, dataframe or list of these
        Scores of N systems for M inputs, or the file that has them.
    percents : sequence of float
        How much of the metric is left: of the tokens of each output, or, without texts, noise of (100 - k) / k times
        the spread of its scores is added. 100 leaves all, and nothing to find.
    metric : str
        A metric of the table; with `texts` one of ROUGE, which is computed from them.
    human : str, optional
        The human scorer; by default the only one that the data declare.
    texts : Texts, optional
        The outputs of all systems for all inputs, some of whose tokens are left out, anew in every trial.
    n_references : int, optional
        Compare texts with the first so many of each input's references; by default with all.
    tests : sequence of str
        Of `studied.studied_tests`.
    levels, coefficients : sequences of str
    trials, resamples : int
    alpha : float
    as_published : bool
        Try out Williams' test at the input level, too, as the paper did: with averaged correlations, and as many
        observations as there are systems.
    rng : int or numpy.random.Generator, optional
    workers : int, optional
        Does not change the numbers.
    progress : callable, optional
        Called with the blocks of work done and their total.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    DataError
        If texts lack an output or have a system or an input without human scores, or the data do not say which scorer
        is human.
    UnknownNameError
        If there is no such scorer.
    UnsupportedMethodError
        If a test is unknown, or texts are given and the metric is none of ROUGE.

    References
    ----------
    Deutsch, Dror and Roth (2021), section 5.2 and Figure 3.
    """
    check_proportion("alpha", alpha)
    seed = resolve_seed(rng)
    wanted = Wanted.every(tests, levels, coefficients)
    table = read_table(scores)
    people = choose_human(table, human)
    degraded: Degraded
    if texts is None:
        table = table.sorted_by_name()  # the order in a file moves no number
        (name,) = choose_metrics(table, [metric], people)
        degraded, judged = Noisy(table.oriented(name)), table.oriented(people)
    else:
        of_texts = DegradedTexts.of(_rouge(metric), texts, n_references)
        degraded, judged = of_texts, _judged(table, people, of_texts)
    whole = degraded(100, seed, 0)
    studies = [
        DegradedTrials(
            wanted=wanted,
            resamples=resamples,
            seed=seed,
            scores=whole,
            human=judged,
            degraded=degraded,
            percent=percent,
            as_published=as_published,
        )
        for percent in percents
    ]
    with trying("trials", workers, progress):
        done = run_trials(studies, trials, counted="trials")
    points = tuple(
        _point(percent, cell, pvalues[:, 0], found[DIFFERENCE, *cell[1:]][:, 0], alpha)
        for percent, found in zip(percents, done, strict=True)
        for cell, pvalues in found.items()
        if cell[0] != DIFFERENCE
    )
    signature = Signature.of(
        study="degraded_power",
        shape="x".join(map(str, whole.shape)),
        metric=metric,
        trials=trials,
        resamples=resamples,
        alpha=alpha,
        aspublished="yes" if as_published else None,
        seed=seed,
    )
    return DegradedPowerResult(signature, points)


def _rouge(name: str) -> Rouge:
    """Return a metric that is told by its name, which has to be one of ROUGE."""
    from trueness.metrics.rouge.rouge import Rouge
    from trueness.metrics.scoring.registry import get_metric

    metric = get_metric(name)
    if not isinstance(metric, Rouge):
        raise UnsupportedMethodError(
            f"only ROUGE is computed on some of an output's tokens; '{name}' is another metric. Leave "
            "out the texts: then noise is added to the scores of any metric."
        )
    return metric


def _judged(table: ScoreTable, human: str, texts: DegradedTexts) -> FloatArray:
    """Return human scores in the order of texts, shape (N, M)."""
    for what, known, wanted in (
        ("system", table.systems, texts.systems),
        ("input", table.inputs, texts.inputs),
    ):
        there = set(known)
        lacking = [name for name in wanted if name not in there]
        if lacking:
            raise DataError(
                f"the texts have {what}s that lack human scores: {listing(lacking)}. The table has "
                f"{listing(known)}."
            )
    rows = [table.systems.index(name) for name in texts.systems]
    columns = [table.inputs.index(name) for name in texts.inputs]
    return np.asarray(table.oriented(human)[np.ix_(rows, columns)])


def _point(
    percent: float, cell: Cell, pvalues: FloatArray, differences: FloatArray, alpha: float
) -> PowerPoint:
    test, level, coefficient = cell
    rejected = Proportion.where(pvalues <= alpha, ~np.isnan(pvalues))
    return PowerPoint(
        percent=percent,
        level=level,
        coefficient=coefficient,
        test=test,
        power=rejected.share,
        low=rejected.low,
        high=rejected.high,
        rejected=rejected.hits,
        trials=len(pvalues),
        n_undefined=len(pvalues) - rejected.of,
        difference=float(np.mean(differences)),
    )
