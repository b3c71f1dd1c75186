"""The size and power of every test and the coverage of every interval on offer, on a grid of data with known truth."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, ClassVar

from trueness.data.reading.read import read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, UnknownNameError, listing, suggest
from trueness.parallel import step
from trueness.result import Signature
from trueness.studies.certify.certified_scenarios import (
    FittedScenario,
    certified_scenarios,
    fitted_scenarios,
    tail_scenarios,
)
from trueness.studies.certify.interval_coverage import CoverageTrials, IntervalCoverage, coverages_of
from trueness.studies.certify.kept_results import (
    KeptResults,
    Pass,
    cell_of,
    missing_cells,
    read_results,
    results_path,
    write_results,
)
from trueness.studies.certify.rejection_rates import (
    RejectionRate,
    RejectionTrials,
    Side,
    alpha_band,
    rates_of,
    size_verdict,
)
from trueness.studies.certify.rows import CertifyResult, certify_cautions, certify_conclusions
from trueness.studies.certify.scenario import Scenario, named_apart
from trueness.studies.certify.settings import INTERVALS, SEED, TESTS, CertifySelection, CertifySettings
from trueness.studies.certify.trials import Cell, Wanted
from trueness.study.selection import choose_human, choose_metrics
from trueness.study.study import Study, entry

MOST_RUNS_AGAIN = 20_000
"""Cells whose size is outside the band are run again with so many tables, if that is in doubt."""

TAIL_RUNS = 200_000
"""So many tables tell rates at .001 and .0001, in the scenarios of `tail_scenarios`."""

SETTLED_ALPHAS = (0.05, 0.01)

QUICK, FULL = "quick", "full"
"""The grid that is studied where nothing is asked for, and the one that has every scenario."""


@dataclasses.dataclass(frozen=True)
class Imitated:
    """What scenarios there are beside those of the grid.

    Attributes
    ----------
    scenarios : tuple of Scenario or None
        In place of a grid.
    table : ScoreTable or None
        Whose like is studied, too.
    """

    scenarios: tuple[Scenario, ...] | None = None
    table: ScoreTable | None = None


class Certify(Study[Imitated, CertifySelection, CertifySettings, CertifyResult]):
    """How tests and intervals behave where the truth is known.

    Parameters
    ----------
    folder : str or Path, optional
        Where results are kept.
    compute : bool
        Whether what the folder lacks is computed.
    minutes : float, optional
        After which no other scenario is begun.

    Raises
    ------
    ArgumentError
        If nothing is to be computed and there is no folder, or `minutes` is not positive.
    """

    usual_seed: ClassVar[int | None] = SEED

    def __init__(
        self, folder: str | Path | None = None, *, compute: bool = True, minutes: float | None = None
    ) -> None:
        if minutes is not None and not minutes > 0:
            raise ArgumentError(f"`minutes` must be more than 0; it is {minutes!r}.")
        if folder is None and not compute:
            raise ArgumentError("`compute`=False gathers what a folder holds; name it (`folder`).")
        if folder is not None and not compute and not Path(folder).is_dir():
            raise ArgumentError(f"the folder '{folder}' (`folder`), to gather results from, is missing.")
        self.folder, self.compute, self.minutes = folder, compute, minutes

    def assembled(self, parts: Mapping[str, Any]) -> Imitated:
        """Return the table that scenarios are fitted to, if there is one."""
        return Imitated(table=parts.get("scores"))

    def identity(self, data: Imitated) -> Any:
        """Return what tells data from other data."""
        return data.scenarios, None if data.table is None else data.table.fingerprint

    def answer(self, data: Imitated, selection: CertifySelection, settings: CertifySettings) -> CertifyResult:
        """Study every test and interval in every scenario."""
        selected, scenarios = _of_grid(data, selection)
        selected, fitted = _of_table(data.table, selected)
        scenarios = (*scenarios, *(one.scenario for one in fitted))
        until = math.inf if self.minutes is None else time.monotonic() + 60 * self.minutes
        cells = [_cells(scenario, settings) for scenario in scenarios]
        kept = [self._results(*each, settings, until) for each in zip(scenarios, cells, strict=True)]
        rates = [rate for one, asked in zip(kept, cells, strict=True) for rate in one.rates_of(asked[TESTS])]
        coverages = tuple(
            one.coverages[cell]
            for one, asked in zip(kept, cells, strict=True)
            for cell in asked[INTERVALS]
            if cell in one.coverages
        )
        missing = missing_cells(scenarios, kept, cells, settings.runs)
        if settings.settle:
            rates = self._again(scenarios, rates, settings, MOST_RUNS_AGAIN, _in_doubt(rates), until)
        if settings.tails:
            rates = self._again(scenarios, rates, settings, TAIL_RUNS, _of_tails(rates), until)
        return CertifyResult(
            signature=Signature.of(
                study="certify",
                runs=settings.runs,
                settled=MOST_RUNS_AGAIN if settings.settle else None,
                tails=TAIL_RUNS if settings.tails else None,
                resamples=settings.resamples,
                seed=settings.seed,
            ),
            selection=selected,
            settings=settings,
            cautions=tuple(certify_cautions(fitted, missing)),
            conclusions=tuple(certify_conclusions(rates, coverages)),
            rates=tuple(rates),
            coverages=coverages,
            missing=missing,
            table=data.table,
        )

    def _again(
        self,
        scenarios: Sequence[Scenario],
        rates: Sequence[RejectionRate],
        settings: CertifySettings,
        runs: int,
        wanted: Mapping[str, Sequence[Cell]],
        until: float,
    ) -> list[RejectionRate]:
        """Run some cells again with more tables, of which those of the first run are the first.

        Parameters
        ----------
        scenarios : sequence of Scenario
        rates : sequence of RejectionRate
        settings : CertifySettings
        runs : int
            Tables.
        wanted : mapping of str to sequence of cells
            Of each scenario by its name.
        until : float
            No scenario is begun later.
        """
        if settings.runs >= runs:
            return list(rates)
        more: dict[tuple[str, Cell, Side], RejectionRate] = {}
        again = dataclasses.replace(settings, runs=runs)
        for scenario in scenarios:
            cells = wanted.get(scenario.name, ())
            if cells:
                found = self._results(scenario, {TESTS: cells, INTERVALS: ()}, again, until)
                more |= {(scenario.name, cell_of(one), one.side): one for one in found.rates_of(cells)}
        return [more.get((rate.scenario, cell_of(rate), rate.side), rate) for rate in rates]

    def _results(
        self,
        scenario: Scenario,
        cells: Mapping[str, Sequence[Cell]],
        settings: CertifySettings,
        until: float,
    ) -> KeptResults:
        """Return the results of a scenario, of these cells at least if they may be computed."""
        kept = self._kept(scenario, settings)
        missing = {kind: kept.missing(kind, asked) for kind, asked in cells.items()}
        if not self.compute or not any(missing.values()) or time.monotonic() >= until:
            return kept
        with step(scenario.name):
            for kind, lacking in missing.items():
                if not lacking:
                    continue
                started = time.perf_counter()
                rows = _computed(kind, lacking, scenario, settings, kept)
                one = Pass(kind, tuple(lacking), time.perf_counter() - started)
                if self.folder is None:
                    kept = kept.with_pass(one, rows)
                    continue
                # read again: another process may have added to it meanwhile
                kept = self._kept(scenario, settings).with_pass(one, rows)
                write_results(results_path(self.folder, scenario, settings), kept, scenario, settings)
        return kept

    def _kept(self, scenario: Scenario, settings: CertifySettings) -> KeptResults:
        if self.folder is None:
            return KeptResults()
        return read_results(results_path(self.folder, scenario, settings), scenario, settings)


@entry(Certify)
def certify(
    scenarios: Iterable[Scenario] | None = None,
    *,
    table: ScoreTable | None = None,
    folder: str | Path | None = None,
    compute: bool = True,
    minutes: float | None = None,
    **options: Any,
) -> CertifyResult:
    """Study every test and interval in every scenario.

    Parameters
    ----------
    scenarios : iterable of Scenario, optional
        In place of those of a grid; see `certified_scenarios` and `Scenario`.
    table : ScoreTable, optional
        Scores whose like is studied, too: pairs of its metrics, made alike (see `fitted_scenarios`).
    folder : str or Path, optional
        Where results are kept, a file for each scenario, number of tables and of resamples, seed and version. What is
        found there is not computed again: a test, an interval, a level or a coefficient more costs itself only.
    compute : bool
        False gathers what the folder holds, and says what is missing and how long it would take.
    minutes : float, optional
        After which no other scenario is begun; what then is missing is said.

    Raises
    ------
    ArgumentError
        If a number is out of range, nothing is to be computed and there is no folder, or names are given without what
        they are of.
    FormatError
        If a file in the folder is damaged.
    UnknownNameError
        If the grid has no scenario, or the table no scorer, of a name.
    UnsupportedMethodError
        If a test or an interval is unknown, or two scenarios share a name.
    """
    table = None if table is None else read_table(table)
    given = Imitated(None if scenarios is None else tuple(scenarios), table)
    return Certify(folder, compute=compute, minutes=minutes).run(given, **options)


def _of_grid(data: Imitated, selection: CertifySelection) -> tuple[CertifySelection, tuple[Scenario, ...]]:
    """Return the scenarios given, named or of the grid, and the selection that names them."""
    if data.scenarios is not None:
        of_grid = (selection.grid, selection.scenarios, selection.truths, selection.sizes)
        if any(one is not None for one in of_grid):
            raise ArgumentError(
                "`scenarios` are given in place of a grid: leave out `grid`, `named`, `truths` and `sizes`."
            )
        names = tuple(scenario.name for scenario in data.scenarios)
        return dataclasses.replace(selection, scenarios=names), named_apart(data.scenarios)
    if selection.scenarios is not None:
        known = {scenario.name: scenario for scenario in certified_scenarios(selection.grid or FULL)}
        for name in selection.scenarios:
            if name not in known:
                raise UnknownNameError(
                    f"the grid has no scenario '{name}'.{suggest(name, known)} A scenario that was made in Python can "
                    "be studied again only there."
                )
        return selection, tuple(known[name] for name in selection.scenarios)
    chosen = selection.truths is not None or selection.sizes is not None
    grid = selection.grid or (FULL if chosen else QUICK if data.table is None else None)
    scenarios = [] if grid is None else certified_scenarios(grid)
    if selection.truths is not None:
        scenarios = _matching(scenarios, "truths", selection.truths, _truth)
    if selection.sizes is not None:
        scenarios = _matching(scenarios, "sizes", selection.sizes, _size)
    return dataclasses.replace(selection, grid=grid), tuple(scenarios)


def _truth(scenario: Scenario) -> str:
    return scenario.name.partition(";")[0]


def _size(scenario: Scenario) -> str:
    return f"{scenario.n_systems}x{scenario.n_inputs}"


def _matching(
    scenarios: Sequence[Scenario], argument: str, patterns: Sequence[str], named: Callable[[Scenario], str]
) -> list[Scenario]:
    """Return the scenarios of which something matches a pattern.

    Raises
    ------
    UnknownNameError
        If a pattern matches none.
    """
    known = dict.fromkeys(map(named, scenarios))
    for pattern in patterns:
        if not any(fnmatchcase(one, pattern) for one in known):
            raise UnknownNameError(
                f"no scenario is left with {argument} '{pattern}'.{suggest(pattern, known)} "
                f"There are {listing(list(known))}."
            )
    return [one for one in scenarios if any(fnmatchcase(named(one), pattern) for pattern in patterns)]


def _of_table(
    table: ScoreTable | None, selection: CertifySelection
) -> tuple[CertifySelection, list[FittedScenario]]:
    """Return the scenarios fitted to a table, and the selection with its scorers by their names."""
    if table is None:
        if selection.human is not None or selection.metrics is not None:
            raise ArgumentError("`human` and `metrics` name scorers of a table; give one (`table`).")
        return selection, []
    human = choose_human(table, selection.human)
    metrics = choose_metrics(table, selection.metrics, human)
    selected = dataclasses.replace(selection, human=human, metrics=metrics)
    return selected, fitted_scenarios(table, human, metrics)


def _cells(scenario: Scenario, settings: CertifySettings) -> dict[str, list[Cell]]:
    """Return what is studied in a scenario: intervals only where there is a population and one pair."""
    whole = scenario.has_population and len(scenario.pairs) == 1
    return {TESTS: settings.cells(TESTS), INTERVALS: settings.cells(INTERVALS) if whole else []}


def _in_doubt(rates: Sequence[RejectionRate]) -> dict[str, list[Cell]]:
    """Return cells whose size, two-sided at .05 or .01, is outside the band but not clearly so, by scenario."""
    found: dict[str, dict[Cell, None]] = {}
    for alpha in SETTLED_ALPHAS:
        here = [rate for rate in rates if rate.null and rate.side == ("two-sided", alpha)]
        for rate in here:
            least, most = alpha_band(alpha)
            if not least <= rate.rate <= most and size_verdict(rate, len(here)) == "open":
                found.setdefault(rate.scenario, {})[cell_of(rate)] = None
    return {scenario: list(cells) for scenario, cells in found.items()}


def _of_tails(rates: Sequence[RejectionRate]) -> dict[str, list[Cell]]:
    """Return the cells of true nulls in the scenarios whose tails are studied."""
    known, found = tail_scenarios(), dict[str, dict[Cell, None]]()
    for rate in rates:
        if rate.null and rate.scenario in known:
            found.setdefault(rate.scenario, {})[cell_of(rate)] = None
    return {scenario: list(cells) for scenario, cells in found.items()}


def _computed(
    kind: str, cells: Sequence[Cell], scenario: Scenario, settings: CertifySettings, kept: KeptResults
) -> tuple[RejectionRate, ...] | tuple[IntervalCoverage, ...]:
    """Go through the tables of a scenario once."""
    wanted, resamples, seed = Wanted.of_cells(cells), settings.resamples, settings.seed
    if kind == TESTS:
        return rates_of([RejectionTrials(wanted, resamples, seed, scenario)], settings.runs)
    known = {(row.level, row.coefficient): row.population for row in kept.coverages.values()}
    return coverages_of([CoverageTrials(wanted, resamples, seed, scenario)], settings.runs, known)
