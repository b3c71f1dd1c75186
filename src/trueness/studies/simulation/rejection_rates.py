"""How often tests reject in data with a known truth: their size where metrics are alike, their power where not."""

from __future__ import annotations

import dataclasses
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError, check_choice, check_integer, check_proportion
from trueness.parallel import Progress, run_each
from trueness.result import Result, Row, Signature
from trueness.statistics.engine.resample import random_stream
from trueness.studies.simulation.scenario import Scenario
from trueness.studies.simulation.studied_tests import ALTERNATIVES, STUDIED_TESTS, studied_test

BLOCK = 25
"""Tables drawn and tested together: what one worker is given at a time, and what is kept when a study is stopped."""


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


Counts = dict[tuple[str, str, str], tuple[int, int, int]]
"""(test, level, coefficient) to rejections, tables and undefined p-values."""


@dataclasses.dataclass(frozen=True)
class RejectionBlock:
    """Some tables of a scenario, as work that any process can be given.

    Attributes
    ----------
    scenario : Scenario
    start, stop : int
        Numbers of the tables.
    tests, levels, coefficients : tuple of str
    resamples, seed : int
    alpha : float
    alternative : {'two-sided', 'greater'}
    """

    scenario: Scenario
    start: int
    stop: int
    tests: tuple[str, ...]
    levels: tuple[str, ...]
    coefficients: tuple[str, ...]
    resamples: int
    seed: int
    alpha: float
    alternative: str

    def counts(self) -> Counts:
        """Draw the tables, test each, and count."""
        counts: Counts = {}
        for number in range(self.start, self.stop):
            rng = table_generator(self.seed, self.scenario.name, number)
            arrays = self.scenario.draw(rng)
            seed = int(rng.integers(2**53))
            for test in self.tests:
                found = studied_test(test)(
                    arrays, self.levels, self.coefficients, self.resamples, seed, self.alternative
                )
                for (level, coefficient), pvalue in found.items():
                    key = (test, level, coefficient)
                    rejected, runs, undefined = counts.get(key, (0, 0, 0))
                    counts[key] = (
                        rejected + bool(pvalue <= self.alpha),
                        runs + 1,
                        undefined + bool(np.isnan(pvalue)),
                    )
        return counts


def table_generator(seed: int, scenario: str, number: int) -> np.random.Generator:
    """Return the generator of one table of a scenario; no other table has the same."""
    return random_stream(seed, zlib.crc32(scenario.encode()), number)


def rejection_rates(
    scenarios: Iterable[Scenario],
    *,
    tests: Sequence[str] = tuple(STUDIED_TESTS),
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
        Of `STUDIED_TESTS`.
    levels, coefficients : sequences of str
    runs : int
        Tables per scenario; the Monte-Carlo error of a rate p is sqrt(p (1 - p) / runs).
    resamples : int
        Of every test.
    alpha : float
    alternative : {'two-sided', 'greater'}
        Whether any difference is looked for, or the first metric to agree better.
    seed : int
    workers, progress
        As `parallel.run_each`; they do not change the numbers.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If a test is unknown.
    """
    check_integer("runs", runs, minimum=1)
    check_integer("resamples", resamples, minimum=19)
    check_proportion("alpha", alpha)
    check_choice("alternative", alternative, ALTERNATIVES)
    for test in tests:
        studied_test(test)
    given = list(scenarios)
    if len({scenario.name for scenario in given}) < len(given):
        raise UnsupportedMethodError("scenarios need names of their own: tables are drawn by them.")
    blocks = [
        RejectionBlock(
            scenario,
            start,
            min(start + BLOCK, runs),
            tuple(tests),
            tuple(levels),
            tuple(coefficients),
            resamples,
            seed,
            alpha,
            alternative,
        )
        for scenario in given
        for start in range(0, runs, BLOCK)
    ]
    found = run_each(RejectionBlock.counts, blocks, workers=workers, processes=True, progress=progress)
    totals: dict[str, Counter[tuple[tuple[str, str, str], int]]] = {}
    for block, counts in zip(blocks, found, strict=True):
        total = totals.setdefault(block.scenario.name, Counter())
        for key, numbers in counts.items():
            for place, number in enumerate(numbers):
                total[key, place] += number
    rates = tuple(
        rejection_rate(scenario, key, tuple(totals[scenario.name][key, place] for place in range(3)), alpha)
        for scenario in given
        for key in dict.fromkeys(key for key, _ in totals[scenario.name])
    )
    signature = Signature.of(
        study="rejection_rates", runs=runs, resamples=resamples, alpha=alpha, alt=alternative, seed=seed
    )
    return RejectionRates(signature, rates)


def rejection_rate(
    scenario: Scenario, key: tuple[str, str, str], counted: tuple[int, ...], alpha: float
) -> RejectionRate:
    """Return a rate from its counts (see `Counts`)."""
    test, level, coefficient = key
    rejected, runs, undefined = counted
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
