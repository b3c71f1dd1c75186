"""How often intervals cover what they are for, in data with a known truth.

Two things can be covered: the population value, which is the correlation over infinitely many systems judged on as many
inputs as the table has; and the correlation that a fresh table of the same size shows (see `held_out_coverage`).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.methods.correlations import Correlations
from trueness.methods.studied import studied_interval, studied_intervals
from trueness.parallel import Progress, watched
from trueness.parallel.fingerprint import fingerprint
from trueness.result import Result, Signature
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.coefficient_facts import coefficients_at
from trueness.statistics.jackknife.two_way_tables import correlations_of_tables
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.scenario import Scenario, named_apart
from trueness.studies.certify.trials import (
    Cell,
    IntervalTrials,
    Outcome,
    Proportion,
    TableTrials,
    Trials,
    Wanted,
    point_correlations,
    run_trials,
    table_generator,
    trying,
)

POPULATION_SYSTEMS = 1000
POPULATION_TABLES = 60
"""The population value is the mean of the correlations of so many tables of so many systems."""

_FOUND: dict[tuple[str, Key], float] = {}
"""Population values, by what their numbers depend on."""


@explained(
    interval=Meaning(heading="Method"),
    coverage=Meaning("Share of tables whose interval held it; its own interval is exact."),
    n_undefined=Meaning("Tables without an interval."),
)
@dataclasses.dataclass(frozen=True)
class IntervalCoverage:
    """How often one interval covered in one scenario."""

    scenario: str
    n_systems: int
    n_inputs: int
    scores: str
    level: str
    coefficient: str
    interval: str
    population: float
    coverage: float
    low: float
    high: float
    replicate_coverage: float
    width: float
    runs: int
    n_undefined: int
    look: str = ""


@dataclasses.dataclass(frozen=True)
class IntervalCoverageResult(Result):
    """Coverage of several intervals in several scenarios."""

    coverages: tuple[IntervalCoverage, ...]


@dataclasses.dataclass(frozen=True)
class CoverageTrials(TableTrials, IntervalTrials):
    """Tables of a scenario, each with the intervals of its first metric and a fresh table of the same size."""

    TABLES: ClassVar[int] = 2

    def of_tables(self, numbers: Sequence[int]) -> list[Outcome]:
        """Return (low, high, correlation of a fresh table) of each interval in every trial."""
        drawn = [self._drawn(number) for number in numbers]
        tables, others, _ = zip(*drawn, strict=True)
        cells = [
            (interval, level, name)
            for wanted in self.wanted
            for level in wanted.levels
            for name in coefficients_at(level, wanted.coefficients)
            for interval in wanted.methods
        ]
        values = {key: correlations_of_tables(others, *key) for key in dict.fromkeys(c[1:] for c in cells)}
        found = {cell: _limits_of_tables(cell, tables, values[cell[1:]]) for cell in cells}
        alone = Wanted.of_cells(cell for cell, limits in found.items() if limits is None)
        result = []
        for place, (arrays, fresh, seed) in enumerate(drawn):
            outcome = trial_limits(arrays, fresh, alone, self.resamples, seed)
            outcome |= {cell: limits[place] for cell, limits in found.items() if limits is not None}
            result.append(outcome)
        return result

    def _drawn(self, number: int) -> tuple[ScoreArrays, ScoreArrays, int]:
        """Return a table, a fresh one, and the seed of what methods draw."""
        rng = table_generator(self.seed, self.scenario.name, number)
        arrays, fresh = (_first_metric(self.scenario.draw(rng)) for _ in range(2))
        return arrays, fresh, int(rng.integers(2**53))


def _limits_of_tables(
    cell: Cell, tables: Sequence[ScoreArrays], values: FloatArray | None
) -> list[tuple[float, float, float]] | None:
    """Return (low, high, correlation of other scores) for tables that go together, None where they do not."""
    interval, level, coefficient = cell
    method = studied_interval(interval)
    if values is None or method.refuses(tables[0]):
        return None
    limits = method.limits_of_tables(tables, (level, coefficient))
    if limits is None:
        return None
    return [
        (float(one.low), float(one.high), float(value))
        for one, value in zip(limits, values[:, 0], strict=True)
    ]


@dataclasses.dataclass(frozen=True)
class PopulationTrials(Trials):
    """Very large tables of a scenario, whose mean correlations are the values to cover.

    Attributes
    ----------
    scenario : Scenario
        Of so many systems, with the name of the population.
    """

    BLOCK: ClassVar[int] = 5  # these tables are large

    scenario: Scenario

    def trial(self, number: int) -> Outcome:
        """Return the correlations of one table."""
        rng = table_generator(self.seed, f"population of {self.scenario.name}", number)
        arrays = _first_metric(self.scenario.draw(rng))
        return {
            ("population", *key): (float(values[0]),)
            for wanted in self.wanted
            for key, values in point_correlations(arrays, wanted.levels, wanted.coefficients).items()
        }


def trial_limits(
    arrays: ScoreArrays, others: ScoreArrays, wanted: Sequence[Wanted], resamples: int, seed: int
) -> Outcome:
    """Return (low, high, correlation of other scores) of each interval of the first metric's correlation."""
    result: Outcome = {}
    for group in wanted:
        values = point_correlations(others, group.levels, group.coefficients)
        keys = [
            (level, name) for level in group.levels for name in coefficients_at(level, group.coefficients)
        ]
        given = Correlations(arrays, keys, resamples=resamples, seed=seed)
        for interval in group.methods:
            method = studied_interval(interval)
            if method.refuses(arrays):
                result |= {(interval, *key): (math.nan, math.nan, float(values[key][0])) for key in keys}
                continue
            for key, limits in method.limits(given).items():
                result[interval, *key] = float(limits.low), float(limits.high), float(values[key][0])
    return result


def population_values(scenario: Scenario, keys: Sequence[Key], seed: int) -> dict[Key, float]:
    """Return the correlations of a scenario's first metric over very many systems, as many inputs as it has.

    They are computed once for scenarios of one population.
    """
    if not keys:
        return {}
    large = dataclasses.replace(
        scenario, name=scenario.population or scenario.name, n_systems=POPULATION_SYSTEMS, population=""
    )
    place = fingerprint("population", large, seed, POPULATION_TABLES)
    missing = [key for key in keys if (place, key) not in _FOUND]
    if missing:
        wanted = Wanted.of_cells(("population", *key) for key in missing)
        (found,) = run_trials([PopulationTrials(wanted, 0, seed, large)], POPULATION_TABLES)
        _FOUND.update({(place, cell[1:]): float(np.mean(values)) for cell, values in found.items()})
    return {key: _FOUND[place, key] for key in keys}


def interval_coverage(
    scenarios: Iterable[Scenario],
    *,
    intervals: Sequence[str] = tuple(studied_intervals()),
    levels: Sequence[str] = ("system", "input"),
    coefficients: Sequence[str] = ("pearson", "spearman", "kendall"),
    runs: int = 1000,
    resamples: int = 999,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> IntervalCoverageResult:
    """Return how often each interval covers in each scenario.

    Parameters
    ----------
    scenarios : iterable of Scenario
        With names of their own, which are part of the random streams.
    intervals : sequence of str
        Of `studied.studied_intervals`.
    levels, coefficients : sequences of str
    runs : int
        Tables per scenario.
    resamples : int
    seed : int
    workers : int, optional
        Does not change the numbers.
    progress : callable, optional
        Called with the blocks of work done and their total.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If an interval is unknown or two scenarios share a name.
    """
    wanted = Wanted.every(intervals, levels, coefficients)
    studies = [CoverageTrials(wanted, resamples, seed, one) for one in named_apart(scenarios)]
    with trying("tables", workers, progress):
        coverages = coverages_of(studies, runs)
    signature = Signature.of(study="interval_coverage", runs=runs, resamples=resamples, seed=seed)
    return IntervalCoverageResult(signature, coverages)


def coverages_of(
    studies: Sequence[CoverageTrials], runs: int, known: Mapping[Key, float] = MappingProxyType({})
) -> tuple[IntervalCoverage, ...]:
    """Return the coverage in each scenario; that of an interval does not depend on which others are tried.

    Errors are those of `interval_coverage`; ``known`` are population values that need not be computed again, of one
    scenario.
    """
    rows = []
    for study, found in zip(studies, run_trials(studies, runs), strict=True):
        keys = dict.fromkeys((level, coefficient) for _, level, coefficient in found)
        unknown = [key for key in keys if key not in known]
        with watched(None):  # progress is told of tables
            truth = dict(known) | population_values(study.scenario, unknown, study.seed)
        rows += [_row(study.scenario, cell, truth[cell[1:]], limits) for cell, limits in found.items()]
    return tuple(rows)


def held(low: FloatArray, high: FloatArray, value: FloatArray | float) -> tuple[Proportion, float]:
    """Return in how many trials intervals held a value, of those that have both, and the mean width of these."""
    defined = ~np.isnan(low + high + value)
    found = Proportion.where((low <= value) & (value <= high), defined)
    return found, float(np.mean((high - low)[defined])) if found.of else float("nan")


def _row(scenario: Scenario, cell: Cell, truth: float, limits: FloatArray) -> IntervalCoverage:
    interval, level, coefficient = cell
    low, high, fresh = limits.T
    covered, width = held(low, high, truth)
    again, _ = held(low, high, fresh)
    return IntervalCoverage(
        **scenario.described,
        level=level,
        coefficient=coefficient,
        interval=interval,
        population=truth,
        coverage=covered.share,
        low=covered.low,
        high=covered.high,
        replicate_coverage=again.share,
        width=width,
        runs=len(low),
        n_undefined=len(low) - covered.of,
    )


def _first_metric(arrays: ScoreArrays) -> ScoreArrays:
    return ScoreArrays.of(
        arrays.metrics[[0]], arrays.human, clusters=arrays.clusters, system_clusters=arrays.system_clusters
    )
