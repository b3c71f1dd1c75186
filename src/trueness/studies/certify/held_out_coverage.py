"""How often an interval from one half of systems and inputs holds the correlation that the other half shows.

The simulation of Deutsch, Dror and Roth (2021, section 5.1). They expected 95% of a 95% interval. But the correlation
of the other half varies as much as this one's: an interval of normal theory that covers the truth in 95% covers an
independent replicate of equal size in 2 Phi(1.96 / sqrt 2) - 1 = 83.4% (`REPLICATE_COVERAGE`). A prediction interval is
made for what new data will show, and should reach its 95%.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.errors import UnsupportedMethodError
from trueness.methods.studied import studied_intervals
from trueness.parallel import Progress
from trueness.result import Result, Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.interval_coverage import held, trial_limits
from trueness.studies.certify.trials import Cell, IntervalTrials, Outcome, Wanted, run_trials, trying
from trueness.study.score_sizes import check_sizes
from trueness.study.selection import choose_human, choose_metrics, input_clusters

TARGET = 0.95
REPLICATE_COVERAGE = math.erf(1.959963984540054 / 2)
"""Share of independent replicates that a valid 95% interval of normal theory covers, 2 Phi(1.96 / sqrt 2) - 1: .834."""

LEAST_SYSTEMS = 6
"""Fewer leave halves without a correlation, or without one of their systems."""


@dataclasses.dataclass(frozen=True)
class HeldOutCoverage:
    """How often one interval held the correlation of held-out data.

    Attributes
    ----------
    metric, interval, level, coefficient : str
    coverage, low, high : float
        Share of splits in which it did, and the exact interval of that share.
    covered, splits, n_undefined : int
        Splits in which it did, all, and those without an interval or without a correlation of the other half.
    width : float
        Mean width of the intervals.
    closest : bool
        Whether its coverage is closest to .95, below 1, and significantly different from all others' that are below 1
        (one-tailed test of a difference of proportions at .05): the paper's mark.
    closest_to_replicate : bool
        The same for the coverage of a replicate by a valid interval (`REPLICATE_COVERAGE`), without the test.
    """

    metric: str
    interval: str
    level: str
    coefficient: str
    coverage: float
    low: float
    high: float
    covered: int
    splits: int
    n_undefined: int
    width: float
    closest: bool
    closest_to_replicate: bool


@dataclasses.dataclass(frozen=True)
class HeldOutCoverageResult(Result):
    """Coverage of several intervals."""

    coverages: tuple[HeldOutCoverage, ...]

    def among(self, intervals: Iterable[str]) -> HeldOutCoverageResult:
        """Return the coverages of some of the intervals, the closest marked among these alone."""
        wanted = frozenset(intervals)
        groups: dict[tuple[str, str, str], list[HeldOutCoverage]] = {}
        for row in self.coverages:
            if row.interval in wanted:
                groups.setdefault((row.metric, row.level, row.coefficient), []).append(row)
        marked = (row for rows in groups.values() for row in mark_closest(rows))
        return dataclasses.replace(self, coverages=tuple(marked))


@dataclasses.dataclass(frozen=True)
class Splits(IntervalTrials):
    """Random splits of the scores of one metric.

    Attributes
    ----------
    arrays : ScoreArrays
        Of one metric.
    """

    BLOCK: ClassVar[int] = 20

    arrays: ScoreArrays

    def trial(self, number: int) -> Outcome:
        """Return (low, high, held-out correlation) of each interval in one split."""
        rng = random_stream(self.seed, number)
        ours, others = halves(self.arrays, rng)
        seed = int(rng.integers(2**53))
        return trial_limits(ours, others, self.wanted, self.resamples, seed)


def halves(arrays: ScoreArrays, rng: np.random.Generator) -> tuple[ScoreArrays, ScoreArrays]:
    """Split systems and inputs at random, and return the scores of each half of systems for a half of the inputs.

    With an odd number one system, or input, is left out. Inputs of a cluster stay together.
    """
    systems = rng.permutation(arrays.n_systems)
    units = np.arange(arrays.n_inputs) if arrays.clusters is None else arrays.clusters
    order = rng.permutation(np.unique(units))
    n, m = len(systems) // 2, len(order) // 2
    parts = []
    for chosen, members in ((systems[:n], order[:m]), (systems[n : 2 * n], order[m : 2 * m])):
        inputs = np.flatnonzero(np.isin(units, members))
        clusters = None if arrays.clusters is None else arrays.clusters[inputs]
        parts.append(
            ScoreArrays.of(
                arrays.metrics[:, chosen][:, :, inputs],
                arrays.human[chosen][:, inputs],
                arrays.names,
                clusters=clusters,
                aggregate="mean",
            )
        )
    return parts[0], parts[1]


def held_out_coverage(
    scores: Scores,
    *,
    human: str | None = None,
    metrics: str | Iterable[str] | None = None,
    clusters: str | None = None,
    intervals: Sequence[str] = tuple(studied_intervals()),
    levels: Sequence[str] = ("system", "input"),
    coefficients: Sequence[str] = ("pearson",),
    splits: int = 1000,
    resamples: int = 999,
    rng: Rng = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> HeldOutCoverageResult:
    """Return how often each interval from one half of the data holds the correlation of the other half.

    Parameters
    ----------
    scores : ScoreTable, path, dataframe or list of these
        Scores of N systems, or the file that has them.
    human : str, optional
        The human scorer; by default the only one that the data declare.
    metrics : str or iterable of str, optional
        Names or patterns; by default all that are not human. Each is studied on the same splits.
    clusters : str, optional
        A grouping column of inputs, whose members stay in one half.
    intervals : sequence of str
        Of `studied.studied_intervals`.
    levels, coefficients : sequences of str
    splits : int
        Random splits of systems and of inputs into halves.
    resamples : int
        Of every bootstrap.
    rng : int or numpy.random.Generator, optional
    workers : int, optional
        Does not change the numbers.
    progress : callable, optional
        Called with the blocks of work done and their total.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    DataError, UnknownNameError
        If there is no such scorer or group, or the data do not say which scorer is human.
    UnsupportedMethodError
        If an interval is unknown or there are fewer than six systems.

    References
    ----------
    Deutsch, Dror and Roth (2021), section 5.1 and Table 1.
    """
    table = read_table(scores).sorted_by_name()  # the order in a file moves no number
    people = choose_human(table, human)
    names = choose_metrics(table, metrics, people)
    check_sizes(table, (people, *names))
    arrays = ScoreArrays.of(
        np.stack([table.oriented(name) for name in names]),
        table.oriented(people),
        names,
        clusters=None if clusters is None else input_clusters(table, clusters),
    )
    if arrays.n_systems < LEAST_SYSTEMS:
        raise UnsupportedMethodError(
            f"halves of the systems need three each, so {LEAST_SYSTEMS} in all; there are {arrays.n_systems}."
        )
    seed = resolve_seed(rng)
    wanted = Wanted.every(intervals, levels, coefficients)
    studies = [
        Splits(
            wanted,
            resamples,
            seed,
            ScoreArrays.of(arrays.metrics[[k]], arrays.human, (name,), clusters=arrays.clusters),
        )
        for k, name in enumerate(arrays.names)
    ]
    with trying("splits", workers, progress):
        done = run_trials(studies, splits, counted="splits")
    coverages = tuple(
        row
        for metric, found in zip(arrays.names, done, strict=True)
        for level in levels
        for coefficient in coefficients
        for row in _rows(metric, level, coefficient, found)
    )
    signature = Signature.of(
        study="held_out_coverage",
        shape=f"{arrays.n_systems}x{arrays.n_inputs}",
        splits=splits,
        resamples=resamples,
        seed=seed,
    )
    return HeldOutCoverageResult(signature, coverages)


def _rows(
    metric: str, level: str, coefficient: str, found: Mapping[Cell, FloatArray]
) -> list[HeldOutCoverage]:
    rows = []
    for interval, *key in found:
        if tuple(key) != (level, coefficient):
            continue
        low, high, held_out = found[interval, level, coefficient].T
        covered, width = held(low, high, held_out)
        rows.append(
            HeldOutCoverage(
                metric=metric,
                interval=interval,
                level=level,
                coefficient=coefficient,
                coverage=covered.share,
                low=covered.low,
                high=covered.high,
                covered=covered.hits,
                splits=len(low),
                n_undefined=len(low) - covered.of,
                width=width,
                closest=False,
                closest_to_replicate=False,
            )
        )
    return mark_closest(rows)


def mark_closest(rows: Sequence[HeldOutCoverage]) -> list[HeldOutCoverage]:
    """Mark what is closest to the targets among intervals of one metric, level and coefficient.

    Parameters
    ----------
    rows : sequence of HeldOutCoverage
        Those that are compared; marks that they have are not kept.

    References
    ----------
    Deutsch, Dror and Roth (2021), the bold face of Table 1.
    """
    below = [row for row in rows if row.coverage < 1]
    if not below:
        return [dataclasses.replace(row, closest=False, closest_to_replicate=False) for row in rows]
    best = min(below, key=lambda row: abs(row.coverage - TARGET))
    alone = all(_differ(best, row) for row in below if row is not best)
    replicate = min(below, key=lambda row: abs(row.coverage - REPLICATE_COVERAGE))
    return [
        dataclasses.replace(row, closest=row is best and alone, closest_to_replicate=row is replicate)
        for row in rows
    ]


def _differ(best: HeldOutCoverage, other: HeldOutCoverage) -> bool:
    """Test whether another coverage is farther from .95, by a one-tailed z test of two proportions at .05."""
    n, m = best.splits - best.n_undefined, other.splits - other.n_undefined
    pooled = (best.covered + other.covered) / (n + m)
    error = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return error > 0 and abs(best.coverage - other.coverage) / error > 1.6448536269514722
