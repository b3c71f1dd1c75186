"""How often tests reject in data with a known truth: their size where metrics are alike, their power where not."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.errors import check_choice, check_proportion
from trueness.methods.studied import ALTERNATIVES, studied_test, studied_tests
from trueness.parallel import Progress
from trueness.result import Result, Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import coefficients_at
from trueness.statistics.proportion_interval import proportion_interval
from trueness.studies.certify.certified_table import ALPHA, BAND
from trueness.studies.certify.scenario import Scenario, named_apart
from trueness.studies.certify.trials import (
    Cell,
    Outcome,
    Proportion,
    TableTrials,
    TestTrials,
    Wanted,
    run_trials,
    table_generator,
    trying,
)

ALPHAS = (0.05, 0.01, 0.001, 0.0001)
"""Levels of significance, all counted in the same p-values."""

TAIL_FACTOR = 2.0
"""At smaller levels of significance it does within this factor of nominal."""

Side = tuple[str, float]
"""(alternative, alpha)."""

MAIN_SIDE: Side = ("two-sided", ALPHA)
SIDES: tuple[Side, ...] = tuple(itertools.product(ALTERNATIVES, ALPHAS))


@explained(
    n_undefined=Meaning("Tables without a p-value."),
    family_size=Meaning(
        "Pairs tested together: a family is rejected if Holm's procedure rejects any of them, which it does if the "
        "smallest p-value is at most alpha / family_size."
    ),
)
@dataclasses.dataclass(frozen=True)
class RejectionRate:
    """How often one test rejected in one scenario, at one level of significance."""

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
    look: str = ""
    sought: bool = True
    alternative: str = "two-sided"
    family_size: int = 1

    @property
    def side(self) -> Side:
        """What is rejected, and at which level of significance."""
        return self.alternative, self.alpha


@dataclasses.dataclass(frozen=True)
class RejectionRatesResult(Result):
    """Rejection rates of several tests in several scenarios."""

    rates: tuple[RejectionRate, ...]


@dataclasses.dataclass(frozen=True)
class RejectionTrials(TableTrials, TestTrials):
    """Tables of a scenario, each tested."""

    def of_tables(self, numbers: Sequence[int]) -> list[Outcome]:
        """Return the p-values of each test in every table, one of each alternative, corrected for several pairs."""
        tables, seeds = [], []
        for number in numbers:
            rng = table_generator(self.seed, self.scenario.name, number)
            tables.append(self.scenario.draw(rng))
            seeds.append(int(rng.integers(2**53)))
        result: list[Outcome] = [{} for _ in numbers]
        pairs = self.scenario.pairs
        for wanted in self.wanted:
            for test in wanted.methods:
                if studied_test(test).refuses(tables[0]):
                    for outcome in result:
                        outcome.update(_undefined(test, wanted))
                    continue
                found = studied_test(test).findings_of_tables(
                    tables, pairs, wanted.levels, wanted.coefficients, self.resamples, seeds
                )
                for outcome, findings in zip(result, found, strict=True):
                    for key in dict.fromkeys(key for key, _ in findings):
                        outcome[test, *key] = tuple(
                            _smallest([findings[key, pair].pvalue(side) for pair in pairs])
                            for side in ALTERNATIVES
                        )
        return result


def _undefined(test: str, wanted: Wanted) -> Outcome:
    """Return no p-value for every cell at which a test exists."""
    keys = ((level, name) for level in wanted.levels for name in coefficients_at(level, wanted.coefficients))
    nothing = tuple(float("nan") for _ in ALTERNATIVES)
    return {(test, *key): nothing for key in keys if studied_test(test).exists(*key)}


def _smallest(pvalues: Sequence[float]) -> float:
    """Return the smallest p-value after Holm's correction; NaN where none is defined."""
    known = [p for p in pvalues if p == p]  # noqa: PLR0124 - NaN
    return min(1.0, len(known) * min(known)) if known else float("nan")


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
) -> RejectionRatesResult:
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
    wanted = Wanted.every(tests, levels, coefficients)
    studies = [RejectionTrials(wanted, resamples, seed, one) for one in named_apart(scenarios)]
    with trying("tables", workers, progress):
        rates = rates_of(studies, runs, ((alternative, alpha),))
    signature = Signature.of(
        study="rejection_rates", runs=runs, resamples=resamples, alpha=alpha, alt=alternative, seed=seed
    )
    return RejectionRatesResult(signature, rates)


def rates_of(
    studies: Sequence[RejectionTrials], runs: int, sides: Sequence[Side] = SIDES
) -> tuple[RejectionRate, ...]:
    """Return the rates of each scenario; those of a test do not depend on which others are tried.

    Errors are those of `rejection_rates`.
    """
    for _, alpha in sides:
        check_proportion("alpha", alpha)
    return tuple(
        rejection_rate(study.scenario, cell, pvalues[:, ALTERNATIVES.index(side[0])], side)
        for study, found in zip(studies, run_trials(studies, runs), strict=True)
        for cell, pvalues in found.items()
        for side in sides
    )


def rejection_rate(scenario: Scenario, cell: Cell, pvalues: FloatArray, side: Side) -> RejectionRate:
    """Return the rate of one test from its p-values, NaN where a table has none."""
    test, level, coefficient = cell
    alternative, alpha = side
    rejected = Proportion.where(pvalues <= alpha, ~np.isnan(pvalues))
    return RejectionRate(
        **scenario.described,
        level=level,
        coefficient=coefficient,
        test=test,
        null=level in scenario.null_levels,
        rate=rejected.share,
        low=rejected.low,
        high=rejected.high,
        rejected=rejected.hits,
        runs=len(pvalues),
        n_undefined=len(pvalues) - rejected.of,
        alpha=alpha,
        sought=scenario.sought(level),
        alternative=alternative,
        family_size=len(scenario.pairs),
    )


def alpha_band(alpha: float) -> tuple[float, float]:
    """Return between what a rate of true nulls should lie: .05 +- .015, within a factor of 2 of any other level."""
    if alpha == ALPHA:
        return ALPHA - BAND, ALPHA + BAND
    return alpha / TAIL_FACTOR, min(1.0, alpha * TAIL_FACTOR)


def simultaneous_interval(rate: RejectionRate, cells: int) -> tuple[float, float]:
    """Return an interval of a rate that holds together with those of all cells judged (Bonferroni), at 95%."""
    return proportion_interval(rate.rejected, rate.runs - rate.n_undefined, 1 - 0.05 / max(1, cells))


def size_verdict(rate: RejectionRate, cells: int) -> str:
    """Return where a cell's simultaneous interval lies.

    Returns
    -------
    {'inside', 'above', 'below', 'open'}
        Wholly within the band of its alpha (see `alpha_band`), wholly above or below, or across a border.
    """
    low, high = simultaneous_interval(rate, cells)
    least, most = alpha_band(rate.alpha)
    if low > most:
        return "above"
    if high < least:
        return "below"
    return "inside" if low >= least and high <= most else "open"


def size_held(verdicts: Iterable[str]) -> str:
    """Return whether a test holds its size where these are the verdicts on its cells.

    Returns
    -------
    {'yes', 'no', 'open'}
        No where one lies above or below its band, open where none does but one lies across a border.
    """
    found = set(verdicts)
    return "no" if found & {"above", "below"} else "open" if "open" in found else "yes"


def is_alternative(rate: RejectionRate) -> bool:
    """Return whether there is something to find that somebody would look for."""
    return not rate.null and rate.sought
