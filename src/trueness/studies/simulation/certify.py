"""The size and power of every test and the coverage of every interval on offer, on a grid of data with known truth."""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import trueness
from trueness.errors import ArgumentError, check_integer
from trueness.methods.studied import studied_intervals, studied_test, studied_tests
from trueness.parallel import Execution, Watch, executing, step
from trueness.result import Result, Row, Signature
from trueness.studies.simulation.certified_scenarios import LEVELS
from trueness.studies.simulation.interval_coverage import IntervalCoverage, coverages_of
from trueness.studies.simulation.kept_results import (
    INTERVALS,
    TESTS,
    KeptResults,
    Pass,
    cell_of,
    read_results,
    results_path,
    write_results,
)
from trueness.studies.simulation.missing_cells import MissingCells, missing_cells
from trueness.studies.simulation.rejection_rates import RejectionRate, rates_of
from trueness.studies.simulation.scenario import Scenario
from trueness.studies.simulation.size_verdict import ALPHA, BAND, size_verdict
from trueness.studies.simulation.trials import Cell, Wanted

MOST_RUNS_AGAIN = 20_000
"""Cells whose size is outside the band are run again with so many tables, if that is in doubt."""


@dataclasses.dataclass(frozen=True)
class CertificationSettings:
    """What is certified, and how thoroughly.

    Attributes
    ----------
    tests, intervals : tuple of str
    coefficients, levels : tuple of str
    runs : int
        Tables per scenario.
    resamples : int
    seed : int
    """

    tests: tuple[str, ...] = tuple(studied_tests())
    intervals: tuple[str, ...] = tuple(studied_intervals())
    coefficients: tuple[str, ...] = ("pearson", "spearman", "kendall")
    runs: int = 2000
    resamples: int = 499
    seed: int = 1
    levels: tuple[str, ...] = LEVELS

    def cells(self, kind: str) -> list[Cell]:
        """Return every combination there is of tests, or intervals, levels and coefficients."""
        methods = self.tests if kind == TESTS else self.intervals
        combined = itertools.product(methods, self.levels, self.coefficients)
        return [cell for cell in combined if kind == INTERVALS or studied_test(cell[0]).exists(*cell[1:])]


@dataclasses.dataclass(frozen=True)
class Certification(Result):
    """What a certification found.

    Attributes
    ----------
    rates : tuple of RejectionRate
    coverages : tuple of IntervalCoverage
    missing : tuple of MissingCells
        What was asked for and not computed, where only kept results were gathered.
    """

    rates: tuple[RejectionRate, ...]
    coverages: tuple[IntervalCoverage, ...]
    missing: tuple[MissingCells, ...] = ()

    def rows(self) -> list[Row]:
        """Return the rows of tests, then those of intervals."""
        return [
            *(dataclasses.asdict(rate) for rate in self.rates),
            *(dataclasses.asdict(coverage) for coverage in self.coverages),
        ]


def certify(
    scenarios: Iterable[Scenario],
    settings: CertificationSettings | None = None,
    *,
    folder: str | Path | None = None,
    settle: bool = False,
    compute: bool = True,
    workers: int | None = None,
    watch: Watch | None = None,
) -> Certification:
    """Study every test and interval in every scenario.

    Parameters
    ----------
    scenarios : iterable of Scenario
        See `certified_scenarios`.
    settings : CertificationSettings, optional
    folder : str or Path, optional
        Where results are kept, a file for each scenario, number of tables and of resamples, seed and version. What is
        found there is not computed again: a test, an interval, a level or a coefficient more costs itself only.
    settle : bool
        Run cells whose size is outside .05 +- .015, and whose verdict is open (see `size_verdict`), again with
        `MOST_RUNS_AGAIN` tables.
    compute : bool
        False gathers what the folder holds, and says what is missing and how long it would take.
    workers : int, optional
    watch : callable, optional
        Progress of scenarios, by their names (see `parallel.Watch`).

    Raises
    ------
    ArgumentError
        If a number is out of range, or nothing is to be computed and there is no folder.
    FormatError
        If a file in the folder is damaged.
    UnsupportedMethodError
        If a test or an interval is unknown.
    """
    settings = CertificationSettings() if settings is None else settings
    check_integer("runs", settings.runs, minimum=1)
    if folder is None and not compute:
        raise ArgumentError("`compute`=False gathers what a folder holds; name it (`folder`).")
    if folder is not None and not compute and not Path(folder).is_dir():
        raise ArgumentError(f"there is no folder '{folder}' (`folder`) to gather results from.")
    studying = _Studying(folder, compute)
    given = list(scenarios)
    with executing(Execution.of(workers=workers), watch):
        kept = [
            studying.results(scenario, settings, settings.cells(TESTS), settings.cells(INTERVALS))
            for scenario in given
        ]
    rates = [one.rates[cell] for one in kept for cell in settings.cells(TESTS) if cell in one.rates]
    coverages = [
        one.coverages[cell] for one in kept for cell in settings.cells(INTERVALS) if cell in one.coverages
    ]
    missing = missing_cells(
        given, kept, {kind: settings.cells(kind) for kind in (TESTS, INTERVALS)}, settings.runs
    )
    if settle:
        with executing(Execution.of(workers=workers), watch):
            rates = _settled(given, rates, settings, studying)
    signature = Signature.of(
        study="certify",
        runs=settings.runs,
        settled=MOST_RUNS_AGAIN if settle else None,
        resamples=settings.resamples,
        seed=settings.seed,
        version=trueness.__version__,
    )
    return Certification(signature, tuple(rates), tuple(coverages), missing)


def _settled(
    scenarios: Sequence[Scenario],
    rates: Sequence[RejectionRate],
    settings: CertificationSettings,
    studying: _Studying,
) -> list[RejectionRate]:
    """Run cells whose size is outside the band, but not clearly so, again with `MOST_RUNS_AGAIN` tables.

    The tables of the first run are among those of the second.
    """
    found = list(rates)
    if settings.runs >= MOST_RUNS_AGAIN:
        return found
    cells = sum(rate.null for rate in found)
    doubtful: dict[str, list[int]] = {}
    for place, rate in enumerate(found):
        if rate.null and abs(rate.rate - ALPHA) > BAND and size_verdict(rate, cells) == "open":
            doubtful.setdefault(rate.scenario, []).append(place)
    again = dataclasses.replace(settings, runs=MOST_RUNS_AGAIN)
    for scenario in scenarios:
        places = doubtful.get(scenario.name, ())
        if places:
            more = studying.results(scenario, again, [cell_of(found[place]) for place in places], []).rates
            for place in places:
                found[place] = more.get(cell_of(found[place]), found[place])
    return found


@dataclasses.dataclass(frozen=True)
class _Studying:
    """How results are found: in a folder, or by computing them."""

    folder: str | Path | None
    compute: bool

    def results(
        self,
        scenario: Scenario,
        settings: CertificationSettings,
        tests: Sequence[Cell],
        intervals: Sequence[Cell],
    ) -> KeptResults:
        """Return the results of a scenario, of these cells at least if they may be computed."""
        kept = self._kept(scenario, settings)
        missing = {TESTS: kept.missing(TESTS, tests), INTERVALS: kept.missing(INTERVALS, intervals)}
        if not self.compute or not any(missing.values()):
            return kept
        with step(scenario.name):
            for kind, cells in missing.items():
                if not cells:
                    continue
                started = time.perf_counter()
                rows = self._computed(kind, cells, scenario, settings, kept)
                one = Pass(kind, tuple(cells), time.perf_counter() - started)
                if self.folder is None:
                    kept = kept.with_pass(one, rows)
                    continue
                # read again: another process may have added to it meanwhile
                kept = self._kept(scenario, settings).with_pass(one, rows)
                write_results(results_path(self.folder, scenario, settings), kept, scenario, settings)
        return kept

    def _kept(self, scenario: Scenario, settings: CertificationSettings) -> KeptResults:
        if self.folder is None:
            return KeptResults()
        return read_results(results_path(self.folder, scenario, settings), scenario, settings)

    def _computed(
        self,
        kind: str,
        cells: Sequence[Cell],
        scenario: Scenario,
        settings: CertificationSettings,
        kept: KeptResults,
    ) -> tuple[RejectionRate, ...] | tuple[IntervalCoverage, ...]:
        """Go through the tables of a scenario once."""
        wanted = Wanted.of_cells(cells)
        if kind == TESTS:
            return rates_of(
                [scenario],
                wanted,
                runs=settings.runs,
                resamples=settings.resamples,
                alpha=ALPHA,
                seed=settings.seed,
            )
        return coverages_of(
            [scenario],
            wanted,
            runs=settings.runs,
            resamples=settings.resamples,
            seed=settings.seed,
            known={(row.level, row.coefficient): row.population for row in kept.coverages.values()},
        )
