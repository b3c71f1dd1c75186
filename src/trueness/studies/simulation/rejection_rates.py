"""How often tests reject in data with a known truth: their size where metrics are alike, their power where not."""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Iterable, Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError, check_choice, check_integer, check_proportion
from trueness.methods.studied import ALTERNATIVES, studied_test, studied_tests
from trueness.parallel import Execution, Progress, executing, one_watch, step
from trueness.result import Result, Row, Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import random_stream
from trueness.studies.simulation.scenario import Scenario
from trueness.studies.simulation.trials import Cell, Outcome, Trials, Wanted, run_trials

BLOCK = 25
"""Tables that a worker is given at a time."""


@dataclasses.dataclass(frozen=True)
class RejectionRate:
    """How often one test rejected in one scenario.

    Attributes
    ----------
    scenario : str
    n_systems, n_inputs : int
    scores : str
    level, coefficient, test : str
    null : bool
        Whether there was nothing to find, so that the rate is the test's size; its power otherwise.
    rate, low, high : float
        Share of rejections among tables with a p-value, and its exact (Clopper-Pearson) interval.
    rejected, runs, n_undefined : int
        Rejections, tables drawn, and those without a p-value.
    alpha : float
    """

    scenario: str
    n_systems: int
    n_inputs: int
    scores: str
    level: str
    coefficient: str
    test: str
    null: bool
    rate: float
    low: float
    high: float
    rejected: int
    runs: int
    n_undefined: int
    alpha: float


@dataclasses.dataclass(frozen=True)
class RejectionRates(Result):
    """Rejection rates of several tests in several scenarios.

    Attributes
    ----------
    rates : tuple of RejectionRate
    """

    rates: tuple[RejectionRate, ...]

    def rows(self) -> list[Row]:
        """Return one row per scenario, level, coefficient and test."""
        return [dataclasses.asdict(rate) for rate in self.rates]


@dataclasses.dataclass(frozen=True)
class RejectionTrials(Trials):
    """Tables of a scenario, each tested.

    Attributes
    ----------
    scenario : Scenario
    alternative : {'two-sided', 'greater'}
    """

    scenario: Scenario
    alternative: str

    def trial(self, number: int) -> Outcome:
        """Return the p-value of each test in one table."""
        rng = table_generator(self.seed, self.scenario.name, number)
        arrays = self.scenario.draw(rng)
        seed = int(rng.integers(2**53))
        return {
            (test, *key): (pvalue,)
            for wanted in self.wanted
            for test in wanted.methods
            for key, pvalue in studied_test(test)
            .pvalues(arrays, wanted.levels, wanted.coefficients, self.resamples, seed, self.alternative)
            .items()
        }


def table_generator(seed: int, scenario: str, number: int) -> np.random.Generator:
    """Return the generator of one table of a scenario; no other table has the same."""
    return random_stream(seed, zlib.crc32(scenario.encode()), number)


def rejection_rates(
    scenarios: Iterable[Scenario],
    *,
    tests: Sequence[str] = tuple(studied_tests()),
    levels: Sequence[str] = ("system", "input"),
    coefficients: Sequence[str] = ("pearson", "spearman", "kendall"),
    runs: int = 2000,
    resamples: int = 999,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> RejectionRates:
    """Return how often each test rejects in each scenario, at every level and coefficient at which it exists.

    Parameters
    ----------
    scenarios : iterable of Scenario
        With names of their own, which are part of the random streams.
    tests : sequence of str
        Of `studied.studied_tests`.
    levels, coefficients : sequences of str
    runs : int
        Tables per scenario; the Monte-Carlo error of a rate p is sqrt(p (1 - p) / runs).
    resamples : int
        Of every test.
    alpha : float
    alternative : {'two-sided', 'greater'}
        Whether any difference is looked for, or the first metric to agree better.
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
        If a test is unknown.
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    given = list(scenarios)
    if len({scenario.name for scenario in given}) < len(given):
        raise UnsupportedMethodError("scenarios need names of their own: tables are drawn by them.")
    with executing(Execution.of(workers=workers), one_watch(progress)), step("tables"):
        rates = rates_of(
            given,
            (Wanted(tuple(tests), tuple(levels), tuple(coefficients)),),
            runs=runs,
            resamples=resamples,
            alpha=alpha,
            alternative=alternative,
            seed=seed,
        )
    signature = Signature.of(
        study="rejection_rates", runs=runs, resamples=resamples, alpha=alpha, alt=alternative, seed=seed
    )
    return RejectionRates(signature, rates)


def rates_of(
    scenarios: Sequence[Scenario],
    wanted: tuple[Wanted, ...],
    *,
    runs: int,
    resamples: int,
    alpha: float,
    seed: int,
    alternative: str = "two-sided",
) -> tuple[RejectionRate, ...]:
    """Return the rates of any choice of tests, levels and coefficients; none of them depends on the others.

    Parameters and errors are those of `rejection_rates`.
    """
    check_integer("runs", runs, minimum=1)
    check_integer("resamples", resamples, minimum=19)
    check_proportion("alpha", alpha)
    for test in (test for group in wanted for test in group.methods):
        studied_test(test)
    studies = [RejectionTrials(wanted, resamples, seed, scenario, alternative) for scenario in scenarios]
    done = run_trials(studies, runs, block=BLOCK)
    return tuple(
        rejection_rate(scenario, cell, pvalues[:, 0], alpha)
        for scenario, found in zip(scenarios, done, strict=True)
        for cell, pvalues in found.items()
    )


def rejection_rate(scenario: Scenario, cell: Cell, pvalues: FloatArray, alpha: float) -> RejectionRate:
    """Return the rate of one test from its p-values, NaN where a table has none."""
    test, level, coefficient = cell
    runs, undefined = len(pvalues), int(np.isnan(pvalues).sum())
    rejected = int(np.sum(pvalues <= alpha))
    low, high = proportion_interval(rejected, runs - undefined)
    return RejectionRate(
        scenario=scenario.name,
        n_systems=scenario.n_systems,
        n_inputs=scenario.n_inputs,
        scores=scenario.scores,
        level=level,
        coefficient=coefficient,
        test=test,
        null=level in scenario.null_levels,
        rate=rejected / (runs - undefined) if runs > undefined else float("nan"),
        low=low,
        high=high,
        rejected=rejected,
        runs=runs,
        n_undefined=undefined,
        alpha=alpha,
    )


def proportion_interval(count: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of a proportion (Clopper and Pearson 1934); NaN of nothing."""
    from scipy.special import betaincinv

    if of == 0:
        return float("nan"), float("nan")
    tail = (1 - confidence) / 2
    low = float(betaincinv(count, of - count + 1, tail)) if count else 0.0
    high = float(betaincinv(count + 1, of - count, 1 - tail)) if count < of else 1.0
    return low, high
