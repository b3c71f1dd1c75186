"""The size and power of every test and the coverage of every interval on offer, on a grid of data with known truth."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import trueness
from trueness.data.score_table import ScoreTable
from trueness.errors import ArgumentError, UnknownNameError, suggest
from trueness.parallel import step
from trueness.result import Signature
from trueness.studies.selection import choose_human, choose_metrics
from trueness.studies.simulation.certified_scenarios import (
    FittedScenario,
    certified_scenarios,
    fitted_scenarios,
)
from trueness.studies.simulation.interval_coverage import CoverageTrials, IntervalCoverage, coverages_of
from trueness.studies.simulation.kept_results import (
    KeptResults,
    Pass,
    cell_of,
    missing_cells,
    read_results,
    results_path,
    write_results,
)
from trueness.studies.simulation.rejection_rates import (
    ALPHA,
    BAND,
    RejectionRate,
    RejectionTrials,
    rates_of,
    size_verdict,
)
from trueness.studies.simulation.rows import Certification, certify_cautions, certify_conclusions
from trueness.studies.simulation.scenario import Scenario, named_apart
from trueness.studies.simulation.settings import INTERVALS, SEED, TESTS, CertifySelection, CertifySettings
from trueness.studies.simulation.trials import Cell, Wanted
from trueness.studies.study import Study, entry

MOST_RUNS_AGAIN = 20_000
"""Cells whose size is outside the band are run again with so many tables, if that is in doubt."""

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


class Certify(Study[Imitated, CertifySelection, CertifySettings, Certification]):
    """How tests and intervals behave where the truth is known.

    Parameters
    ----------
    folder : str or Path, optional
        Where results are kept.
    compute : bool
        Whether what the folder lacks is computed.

    Raises
    ------
    ArgumentError
        If nothing is to be computed and there is no folder.
    """

    name: ClassVar[str] = "certify"
    selection_type: ClassVar[type] = CertifySelection
    settings_type: ClassVar[type] = CertifySettings
    usual_seed: ClassVar[int | None] = SEED

    def __init__(self, folder: str | Path | None = None, *, compute: bool = True) -> None:
        if folder is None and not compute:
            raise ArgumentError("`compute`=False gathers what a folder holds; name it (`folder`).")
        if folder is not None and not compute and not Path(folder).is_dir():
            raise ArgumentError(f"there is no folder '{folder}' (`folder`) to gather results from.")
        self.folder, self.compute = folder, compute

    def assembled(self, parts: Mapping[str, Any]) -> Imitated:
        """Return the table that scenarios are fitted to, if there is one."""
        return Imitated(table=parts.get("scores"))

    def identity(self, data: Imitated) -> Any:
        """Return what tells data from other data."""
        return data.scenarios, None if data.table is None else data.table.fingerprint

    def answer(self, data: Imitated, selection: CertifySelection, settings: CertifySettings) -> Certification:
        """Study every test and interval in every scenario."""
        selected, scenarios = _of_grid(data, selection)
        selected, fitted = _of_table(data.table, selected)
        scenarios = (*scenarios, *(one.scenario for one in fitted))
        cells = {kind: settings.cells(kind) for kind in (TESTS, INTERVALS)}
        kept = [self._results(scenario, settings, cells) for scenario in scenarios]
        rates = [one.rates[cell] for one in kept for cell in cells[TESTS] if cell in one.rates]
        coverages = tuple(
            one.coverages[cell] for one in kept for cell in cells[INTERVALS] if cell in one.coverages
        )
        missing = missing_cells(scenarios, kept, cells, settings.runs)
        if settings.settle:
            rates = self._settled(scenarios, rates, settings)
        return Certification(
            signature=Signature.of(
                study="certify",
                runs=settings.runs,
                settled=MOST_RUNS_AGAIN if settings.settle else None,
                resamples=settings.resamples,
                seed=settings.seed,
                version=trueness.__version__,
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

    def _settled(
        self, scenarios: Sequence[Scenario], rates: Sequence[RejectionRate], settings: CertifySettings
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
                asked = {TESTS: [cell_of(found[place]) for place in places], INTERVALS: []}
                more = self._results(scenario, again, asked).rates
                for place in places:
                    found[place] = more.get(cell_of(found[place]), found[place])
        return found

    def _results(
        self, scenario: Scenario, settings: CertifySettings, cells: Mapping[str, Sequence[Cell]]
    ) -> KeptResults:
        """Return the results of a scenario, of these cells at least if they may be computed."""
        kept = self._kept(scenario, settings)
        missing = {kind: kept.missing(kind, asked) for kind, asked in cells.items()}
        if not self.compute or not any(missing.values()):
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
    settings: CertifySettings | None = None,
    *,
    table: ScoreTable | None = None,
    folder: str | Path | None = None,
    compute: bool = True,
    **options: Any,
) -> Certification:
    """Study every test and interval in every scenario.

    Parameters
    ----------
    scenarios : iterable of Scenario, optional
        In place of those of a grid; see `certified_scenarios` and `Scenario`.
    settings : CertifySettings, optional
        All settings at once, in place of single ones.
    table : ScoreTable, optional
        Scores whose like is studied, too: pairs of its metrics, made alike (see `fitted_scenarios`).
    folder : str or Path, optional
        Where results are kept, a file for each scenario, number of tables and of resamples, seed and version. What is
        found there is not computed again: a test, an interval, a level or a coefficient more costs itself only.
    compute : bool
        False gathers what the folder holds, and says what is missing and how long it would take.
    {options}
    {run}

    Returns
    -------
    Certification

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
    if settings is not None and options.pop("settle", None):
        settings = dataclasses.replace(settings, settle=True)
    given = Imitated(None if scenarios is None else tuple(scenarios), table)
    return Certify(folder, compute=compute).run(given, settings, **options)


def _of_grid(data: Imitated, selection: CertifySelection) -> tuple[CertifySelection, tuple[Scenario, ...]]:
    """Return the scenarios given, named or of the grid, and the selection that names them."""
    if data.scenarios is not None:
        if selection.grid is not None or selection.scenarios is not None:
            raise ArgumentError("`scenarios` are given in place of a grid: leave out `grid` and `named`.")
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
    grid = selection.grid or (QUICK if data.table is None else None)
    scenarios = () if grid is None else tuple(certified_scenarios(grid))
    return dataclasses.replace(selection, grid=grid), scenarios


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


def _computed(
    kind: str, cells: Sequence[Cell], scenario: Scenario, settings: CertifySettings, kept: KeptResults
) -> tuple[RejectionRate, ...] | tuple[IntervalCoverage, ...]:
    """Go through the tables of a scenario once."""
    drawn = Wanted.of_cells(cells), settings.resamples, settings.seed, scenario
    if kind == TESTS:
        return rates_of([RejectionTrials(*drawn)], settings.runs, ALPHA)
    known = {(row.level, row.coefficient): row.population for row in kept.coverages.values()}
    return coverages_of([CoverageTrials(*drawn)], settings.runs, known)
