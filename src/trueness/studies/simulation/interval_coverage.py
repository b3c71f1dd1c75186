"""How often intervals cover what they are for, in data with a known truth.

Two things can be covered: the population value, which is the correlation over infinitely many systems judged on as many
inputs as the table has; and the correlation that a fresh table of the same size shows (see `held_out_coverage`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError, check_integer
from trueness.parallel import Progress, run_each
from trueness.result import Result, Row, Signature
from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.simulation.point_correlations import point_correlations
from trueness.studies.simulation.rejection_rates import proportion_interval, table_generator
from trueness.studies.simulation.scenario import Scenario
from trueness.studies.simulation.studied_intervals import STUDIED_INTERVALS, studied_interval

BLOCK = 25
"""Tables that a worker is given at a time."""

POPULATION_SYSTEMS = 1000
POPULATION_TABLES = 60
"""The population value is the mean of the correlations of so many tables of so many systems."""

_POPULATION, _REPLICATE = "population", "replicate"


@dataclasses.dataclass(frozen=True)
class IntervalCoverage:
    """How often one interval covered in one scenario.

    Attributes
    ----------
    scenario : str
    n_systems, n_inputs : int
    scores : str
    level, coefficient, interval : str
    population : float
        The value to cover.
    coverage, low, high : float
        Share of tables whose interval held it, and the exact interval of that share.
    replicate_coverage : float
        Share of tables whose interval held the correlation of a fresh table of the same size.
    width : float
        Mean width.
    runs, n_undefined : int
    """

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


@dataclasses.dataclass(frozen=True)
class IntervalCoverages(Result):
    """Coverage of several intervals in several scenarios.

    Attributes
    ----------
    coverages : tuple of IntervalCoverage
    """

    coverages: tuple[IntervalCoverage, ...]

    def rows(self) -> list[Row]:
        """Return one row per scenario, level, coefficient and interval."""
        return [dataclasses.asdict(row) for row in self.coverages]


@dataclasses.dataclass(frozen=True)
class CoverageBlock:
    """Some tables of a scenario, as work that any process can be given.

    Attributes
    ----------
    scenario : Scenario
        Its first metric is studied.
    start, stop : int
    intervals, levels, coefficients : tuple of str
    resamples, seed : int
    """

    scenario: Scenario
    start: int
    stop: int
    intervals: tuple[str, ...]
    levels: tuple[str, ...]
    coefficients: tuple[str, ...]
    resamples: int
    seed: int

    def found(self) -> dict[tuple[str, str, str], list[tuple[float, float, float]]]:
        """Return (low, high, correlation of a fresh table) of every table, per interval, level and coefficient."""
        result: dict[tuple[str, str, str], list[tuple[float, float, float]]] = {}
        for number in range(self.start, self.stop):
            rng = table_generator(self.seed, self.scenario.name, number)
            arrays, fresh = (_first_metric(self.scenario.draw(rng)) for _ in range(2))
            seed = int(rng.integers(2**53))
            values = point_correlations(fresh, self.levels, self.coefficients)
            for interval in self.intervals:
                limits = studied_interval(interval)(
                    arrays, self.levels, self.coefficients, self.resamples, seed
                )
                for key, limit in limits.items():
                    row = (float(limit.low), float(limit.high), float(values[key][0]))
                    result.setdefault((interval, *key), []).append(row)
        return result


def population_values(
    scenario: Scenario, levels: Sequence[str], coefficients: Sequence[str], seed: int
) -> dict[Key, float]:
    """Return the correlations of a scenario's first metric over very many systems, as many inputs as it has."""
    large = dataclasses.replace(scenario, n_systems=POPULATION_SYSTEMS)
    found = []
    for table in range(POPULATION_TABLES):
        rng = table_generator(seed, f"population of {scenario.name}", table)
        found.append(point_correlations(_first_metric(large.draw(rng)), levels, coefficients))
    return {key: float(np.mean([values[key][0] for values in found])) for key in found[0]}


def interval_coverage(
    scenarios: Iterable[Scenario],
    *,
    intervals: Sequence[str] = tuple(STUDIED_INTERVALS),
    levels: Sequence[str] = ("system", "input"),
    coefficients: Sequence[str] = ("pearson", "spearman", "kendall"),
    runs: int = 1000,
    resamples: int = 999,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> IntervalCoverages:
    """Return how often each interval covers in each scenario.

    Parameters
    ----------
    scenarios : iterable of Scenario
        With names of their own, which are part of the random streams.
    intervals : sequence of str
        Of `STUDIED_INTERVALS`.
    levels, coefficients : sequences of str
    runs : int
        Tables per scenario.
    resamples : int
    seed : int
    workers, progress
        As `parallel.run_each`; they do not change the numbers.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If an interval is unknown or two scenarios share a name.
    """
    check_integer("runs", runs, minimum=1)
    check_integer("resamples", resamples, minimum=39)
    for interval in intervals:
        studied_interval(interval)
    given = list(scenarios)
    if len({scenario.name for scenario in given}) < len(given):
        raise UnsupportedMethodError("scenarios need names of their own: tables are drawn by them.")
    work = [
        CoverageBlock(
            scenario,
            start,
            min(start + BLOCK, runs),
            tuple(intervals),
            tuple(levels),
            tuple(coefficients),
            resamples,
            seed,
        )
        for scenario in given
        for start in range(0, runs, BLOCK)
    ]
    done = run_each(CoverageBlock.found, work, workers=workers, processes=True, progress=progress)
    rows = []
    for scenario in given:
        truth = population_values(scenario, levels, coefficients, seed)
        mine = [found for one, found in zip(work, done, strict=True) if one.scenario.name == scenario.name]
        for interval, level, coefficient in mine[0]:
            limits = np.array(
                [row for found in mine for row in found[interval, level, coefficient]], dtype=np.float64
            )
            rows.append(_row(scenario, interval, (level, coefficient), truth[level, coefficient], limits))
    signature = Signature.of(study="interval_coverage", runs=runs, resamples=resamples, seed=seed)
    return IntervalCoverages(signature, tuple(rows))


def _row(scenario: Scenario, interval: str, key: Key, truth: float, limits: np.ndarray) -> IntervalCoverage:
    low, high, fresh = limits.T
    defined = ~np.isnan(low + high)
    covered, of = int(np.sum((low <= truth) & (truth <= high) & defined)), int(defined.sum())
    again = defined & ~np.isnan(fresh)
    held = np.sum((low <= fresh) & (fresh <= high) & again)
    ends = proportion_interval(covered, of)
    return IntervalCoverage(
        scenario.name,
        scenario.n_systems,
        scenario.n_inputs,
        scenario.scores,
        *key,
        interval,
        truth,
        covered / of if of else float("nan"),
        *ends,
        float(held / again.sum()) if again.any() else float("nan"),
        float(np.mean((high - low)[defined])) if of else float("nan"),
        len(low),
        len(low) - of,
    )


def _first_metric(arrays: ScoreArrays) -> ScoreArrays:
    return ScoreArrays.of(arrays.metrics[[0]], arrays.human, clusters=arrays.clusters)
