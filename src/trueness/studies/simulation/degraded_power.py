"""How often tests find that a metric is better than a degraded form of itself: power where the truth is known.

The simulation of Deutsch, Dror and Roth (2021, section 5.2 and Figure 3): a metric against itself on some of each
output's tokens, drawn anew in every trial (`metrics.rouge.degrade`); or, where there are no texts, against itself with
noise added (`Noisy`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from trueness.errors import ArgumentError, check_integer, check_proportion
from trueness.parallel import Progress, run_each
from trueness.result import Result, Row, Signature
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.ties import FloatArray
from trueness.studies.simulation.point_correlations import point_correlations
from trueness.studies.simulation.rejection_rates import proportion_interval
from trueness.studies.simulation.studied_tests import studied_test

Counts = dict[tuple[str, str, str], tuple[int, int, int]]
"""(test, level, coefficient) to rejections, trials and trials without a p-value."""

Gaps = dict[tuple[str, str], float]
"""(level, coefficient) to the sum of differences of correlations."""

BLOCK = 10
"""Trials that a worker is given at a time."""

PUBLISHED_TESTS = ("bootstrap_both", "permute_cells", "williams")
"""Those of Figure 3: Boot-Both, Perm-Both and Williams."""


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
            raise ArgumentError(f"`percent` must be above 0 and at most 100, not {percent!r}.")
        rng = random_stream(seed, trial)
        noise = rng.standard_normal(self.scores.shape) * np.nanstd(self.scores)
        return np.asarray(self.scores + noise * (100 - percent) / percent)


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
class DegradedPower(Result):
    """Power of several tests against degraded forms of a metric.

    Attributes
    ----------
    points : tuple of PowerPoint
    """

    points: tuple[PowerPoint, ...]

    def rows(self) -> list[Row]:
        """Return one row per degree of degradation, level, coefficient and test."""
        return [dataclasses.asdict(point) for point in self.points]


@dataclasses.dataclass(frozen=True)
class DegradedTrials:
    """Some trials at one degree of degradation, as work that any process can be given.

    Attributes
    ----------
    scores, human : arrays of shape (N, M)
    degraded : Degraded
    percent : float
    start, stop : int
    tests, levels, coefficients : tuple of str
    resamples, seed : int
    alpha : float
    """

    scores: FloatArray
    human: FloatArray
    degraded: Degraded
    percent: float
    start: int
    stop: int
    tests: tuple[str, ...]
    levels: tuple[str, ...]
    coefficients: tuple[str, ...]
    resamples: int
    seed: int
    alpha: float

    def counts(self) -> tuple[Counts, Gaps]:
        """Return rejections, trials and undefined ones per (test, level, coefficient), and sums of differences."""
        counts: Counts = {}
        differences: Gaps = {}
        for trial in range(self.start, self.stop):
            worse = self.degraded(self.percent, self.seed, trial)
            arrays = ScoreArrays.of(np.stack([self.scores, worse]), self.human, ("whole", "degraded"))
            for key, (whole, less) in point_correlations(arrays, self.levels, self.coefficients).items():
                differences[key] = differences.get(key, 0.0) + float(whole - less)
            seed = int(np.random.SeedSequence(self.seed, spawn_key=(trial, 1)).generate_state(1)[0])
            for test in self.tests:
                found = studied_test(test)(
                    arrays, self.levels, self.coefficients, self.resamples, seed, "greater"
                )
                for (level, coefficient), pvalue in found.items():
                    rejected, trials, undefined = counts.get((test, level, coefficient), (0, 0, 0))
                    counts[test, level, coefficient] = (
                        rejected + bool(pvalue <= self.alpha),
                        trials + 1,
                        undefined + bool(np.isnan(pvalue)),
                    )
        return counts, differences


def degraded_power(
    scores: FloatArray,
    human: FloatArray,
    degraded: Degraded,
    percents: Sequence[float],
    *,
    tests: Sequence[str] = (*PUBLISHED_TESTS, "permute_systems", "sign_flip"),
    levels: Sequence[str] = ("system", "input"),
    coefficients: Sequence[str] = ("pearson",),
    trials: int = 1000,
    resamples: int = 999,
    alpha: float = 0.05,
    rng: Rng = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> DegradedPower:
    """Return how often one-sided tests find the whole metric better than degraded forms of it.

    Parameters
    ----------
    scores, human : arrays of shape (N, M)
        Of the whole metric and of people.
    degraded : Degraded
        Importable, so that other processes can be given it.
    percents : sequence of float
    tests : sequence of str
        Of `studied_tests.STUDIED_TESTS`.
    levels, coefficients : sequences of str
    trials, resamples : int
    alpha : float
    rng : int or numpy.random.Generator, optional
    workers, progress
        As `parallel.run_each`; they do not change the numbers.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If a test is unknown.

    References
    ----------
    Deutsch, Dror and Roth (2021), section 5.2 and Figure 3.
    """
    check_integer("trials", trials, minimum=1)
    check_integer("resamples", resamples, minimum=19)
    check_proportion("alpha", alpha)
    for test in tests:
        studied_test(test)
    seed = resolve_seed(rng)
    work = [
        DegradedTrials(
            np.asarray(scores, dtype=np.float64),
            np.asarray(human, dtype=np.float64),
            degraded,
            percent,
            start,
            min(start + BLOCK, trials),
            tuple(tests),
            tuple(levels),
            tuple(coefficients),
            resamples,
            seed,
            alpha,
        )
        for percent in percents
        for start in range(0, trials, BLOCK)
    ]
    done = run_each(DegradedTrials.counts, work, workers=workers, processes=True, progress=progress)
    points = tuple(
        point
        for percent in percents
        for point in _points(
            percent,
            [found for one, found in zip(work, done, strict=True) if one.percent == percent],
            trials,
        )
    )
    signature = Signature.of(
        study="degraded_power",
        shape="x".join(map(str, np.shape(scores))),
        trials=trials,
        resamples=resamples,
        alpha=alpha,
        seed=seed,
    )
    return DegradedPower(signature, points)


def _points(
    percent: float,
    found: Sequence[tuple[Counts, Gaps]],
    trials: int,
) -> list[PowerPoint]:
    points = []
    for test, level, coefficient in found[0][0]:
        rejected, n, undefined = (
            sum(counts[test, level, coefficient][place] for counts, _ in found) for place in range(3)
        )
        low, high = proportion_interval(rejected, n - undefined)
        points.append(
            PowerPoint(
                percent,
                level,
                coefficient,
                test,
                rejected / (n - undefined) if n > undefined else float("nan"),
                low,
                high,
                rejected,
                n,
                undefined,
                sum(gaps[level, coefficient] for _, gaps in found) / trials,
            )
        )
    return points
