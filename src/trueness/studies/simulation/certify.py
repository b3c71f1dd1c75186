"""The size and power of every test and the coverage of every interval on offer, on a grid of data with known truth."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import trueness
from trueness.errors import FormatError, check_integer
from trueness.parallel import Progress
from trueness.result import Result, Row, Signature, jsonable
from trueness.studies.planning.pilot_scenario import PilotScenario
from trueness.studies.simulation.certified_scenarios import LEVELS
from trueness.studies.simulation.interval_coverage import IntervalCoverage, interval_coverage
from trueness.studies.simulation.rejection_rates import RejectionRate, proportion_interval, rejection_rates
from trueness.studies.simulation.scenario import Scenario
from trueness.studies.simulation.studied_intervals import STUDIED_INTERVALS
from trueness.studies.simulation.studied_tests import STUDIED_TESTS

ALPHA = 0.05
BAND = 0.015
"""A test holds its size where it rejects a true null in .05 +- .015."""

MOST_RUNS_AGAIN = 20_000
"""Cells whose size is in doubt are run again with up to so many tables."""

MORE = 3
"""So many times more tables are drawn each time."""

UNEQUAL = "unequal noise"
"""Scenarios of which one level only is null; at the other it is no alternative that anybody asked for."""


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

    tests: tuple[str, ...] = tuple(STUDIED_TESTS)
    intervals: tuple[str, ...] = tuple(STUDIED_INTERVALS)
    coefficients: tuple[str, ...] = ("pearson", "spearman", "kendall")
    runs: int = 2000
    resamples: int = 499
    seed: int = 1
    levels: tuple[str, ...] = LEVELS


@dataclasses.dataclass(frozen=True)
class Certification(Result):
    """What a certification found.

    Attributes
    ----------
    rates : tuple of RejectionRate
    coverages : tuple of IntervalCoverage
    """

    rates: tuple[RejectionRate, ...]
    coverages: tuple[IntervalCoverage, ...]

    def rows(self) -> list[Row]:
        """Return the rows of tests, then those of intervals."""
        return [
            *(dataclasses.asdict(rate) for rate in self.rates),
            *(dataclasses.asdict(coverage) for coverage in self.coverages),
        ]


Watch = Callable[[str], Progress | None]


def certify(
    scenarios: Iterable[Scenario],
    settings: CertificationSettings | None = None,
    *,
    folder: str | Path | None = None,
    settle: bool = False,
    workers: int | None = None,
    watch: Watch = lambda _: None,
) -> Certification:
    """Study every test and interval in every scenario.

    Parameters
    ----------
    scenarios : iterable of Scenario
        See `certified_scenarios`.
    settings : CertificationSettings, optional
    folder : str or Path, optional
        Where the results of finished scenarios are kept; those found there, of the same settings and version, are not
        computed again.
    settle : bool
        Run cells whose verdict is open (see `size_verdict`) again with more tables, up to `MOST_RUNS_AGAIN`.
    workers : int, optional
    watch : callable
        Given the name of a scenario, returns a progress callback or None.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    FormatError
        If a file in the folder is damaged.
    UnsupportedMethodError
        If a test or an interval is unknown.
    """
    settings = CertificationSettings() if settings is None else settings
    check_integer("runs", settings.runs, minimum=1)
    rates: list[RejectionRate] = []
    coverages: list[IntervalCoverage] = []
    given = list(scenarios)
    for scenario in given:
        found, covered = _kept_or_studied(scenario, settings, folder, workers, watch)
        rates += found
        coverages += covered
    if settle:
        rates = settled(given, rates, settings, folder=folder, workers=workers, watch=watch)
    signature = Signature.of(
        study="certify",
        runs=settings.runs,
        settled=MOST_RUNS_AGAIN if settle else None,
        resamples=settings.resamples,
        seed=settings.seed,
        version=trueness.__version__,
    )
    return Certification(signature, tuple(rates), tuple(coverages))


def simultaneous_interval(rate: RejectionRate, cells: int) -> tuple[float, float]:
    """Return an interval of a rate that holds together with those of all cells judged (Bonferroni), at 95%."""
    return proportion_interval(rate.rejected, rate.runs - rate.n_undefined, 1 - 0.05 / max(1, cells))


def size_verdict(rate: RejectionRate, cells: int) -> str:
    """Return where a cell's simultaneous interval lies.

    Returns
    -------
    {'inside', 'above', 'below', 'open'}
        Wholly within .05 +- .015, wholly above or below, or across a border.
    """
    low, high = simultaneous_interval(rate, cells)
    if low > ALPHA + BAND:
        return "above"
    if high < ALPHA - BAND:
        return "below"
    return "inside" if low >= ALPHA - BAND and high <= ALPHA + BAND else "open"


def holds_size(rates: Sequence[RejectionRate], cells: int | None = None) -> dict[str, str]:
    """Return, per test, whether it holds its size where there is nothing to find.

    Parameters
    ----------
    rates : sequence of RejectionRate
    cells : int, optional
        Cells judged together; by default those given that are null.

    Returns
    -------
    dict of str to {'yes', 'no', 'open'}
        No where one cell lies above or below .05 +- .015, open where none does but one lies across a border.
    """
    null = [rate for rate in rates if rate.null]
    judged = len(null) if cells is None else cells
    found: dict[str, set[str]] = {}
    for rate in null:
        found.setdefault(rate.test, set()).add(size_verdict(rate, judged))
    return {
        test: "no" if verdicts & {"above", "below"} else "open" if "open" in verdicts else "yes"
        for test, verdicts in found.items()
    }


def is_alternative(rate: RejectionRate) -> bool:
    """Return whether there is something to find: not where just the other level's correlations are equal."""
    return not rate.null and not rate.scenario.startswith(UNEQUAL)


def settled(
    scenarios: Sequence[Scenario],
    rates: Sequence[RejectionRate],
    settings: CertificationSettings,
    *,
    folder: str | Path | None = None,
    workers: int | None = None,
    watch: Watch = lambda _: None,
) -> list[RejectionRate]:
    """Run cells whose verdict is open again, with three times more tables each time, up to `MOST_RUNS_AGAIN`.

    The tables of the first run are among those of the next. That a cell is looked at several times makes its interval a
    little too sure.

    Parameters
    ----------
    scenarios : sequence of Scenario
    rates : sequence of RejectionRate
        Of these scenarios and settings.
    settings : CertificationSettings
    folder, workers, watch
        As `certify`.

    Returns
    -------
    list of RejectionRate
        In the same order.
    """
    found = list(rates)
    cells = sum(rate.null for rate in found)
    runs = settings.runs
    while runs < MOST_RUNS_AGAIN:
        runs = min(MORE * runs, MOST_RUNS_AGAIN)
        for scenario in scenarios:
            doubtful = {
                place: rate
                for place, rate in enumerate(found)
                if rate.scenario == scenario.name and rate.null and size_verdict(rate, cells) == "open"
            }
            if not doubtful:
                continue
            again = dataclasses.replace(
                settings,
                tests=tuple(dict.fromkeys(rate.test for rate in doubtful.values())),
                levels=tuple(dict.fromkeys(rate.level for rate in doubtful.values())),
                coefficients=tuple(dict.fromkeys(rate.coefficient for rate in doubtful.values())),
                intervals=(),
                runs=runs,
            )
            more, _ = _kept_or_studied(scenario, again, folder, workers, watch)
            by_key = {_cell(rate): rate for rate in more}
            for place, rate in doubtful.items():
                found[place] = by_key[_cell(rate)]
    return found


def _cell(rate: RejectionRate) -> tuple[str, str, str]:
    return rate.test, rate.level, rate.coefficient


def _kept_or_studied(
    scenario: Scenario,
    settings: CertificationSettings,
    folder: str | Path | None,
    workers: int | None,
    watch: Watch,
) -> tuple[tuple[RejectionRate, ...], tuple[IntervalCoverage, ...]]:
    kept = None if folder is None else Path(folder) / f"{_digest(scenario, settings)}.json"
    if kept is not None and kept.exists():
        return _read(kept)
    found = _studied(scenario, settings, workers, watch(scenario.name))
    if kept is not None:
        _write(kept, *found)
    return found


def _studied(
    scenario: Scenario, settings: CertificationSettings, workers: int | None, progress: Progress | None
) -> tuple[tuple[RejectionRate, ...], tuple[IntervalCoverage, ...]]:
    rates: tuple[RejectionRate, ...] = ()
    coverages: tuple[IntervalCoverage, ...] = ()
    if settings.tests:
        rates = rejection_rates(
            [scenario],
            tests=settings.tests,
            levels=settings.levels,
            coefficients=settings.coefficients,
            runs=settings.runs,
            resamples=settings.resamples,
            alpha=ALPHA,
            seed=settings.seed,
            workers=workers,
            progress=progress,
        ).rates
    if settings.intervals:
        coverages = interval_coverage(
            [scenario],
            intervals=settings.intervals,
            levels=settings.levels,
            coefficients=settings.coefficients,
            runs=settings.runs,
            resamples=settings.resamples,
            seed=settings.seed,
            workers=workers,
            progress=progress,
        ).coverages
    return rates, coverages


def _digest(scenario: Scenario, settings: CertificationSettings) -> str:
    """Return what names a scenario's results: all that they depend on."""
    model = scenario.model
    arrays = (model.mean, model.systems, model.inputs, model.outputs, *scenario.observed)
    parts = [
        trueness.__version__,
        type(scenario).__name__,
        scenario.name,
        scenario.n_systems,
        scenario.n_inputs,
        scenario.scores,
        scenario.cluster_size,
        scenario.null_levels,
        *(values.tobytes().hex() for values in arrays),
        *([scenario.systems.tobytes().hex()] if isinstance(scenario, PilotScenario) else []),
        dataclasses.asdict(settings),
    ]
    return sha256(json.dumps(parts).encode()).hexdigest()[:24]


def _write(path: Path, rates: tuple[RejectionRate, ...], coverages: tuple[IntervalCoverage, ...]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "rates": [jsonable(dataclasses.asdict(row)) for row in rates],
        "coverages": [jsonable(dataclasses.asdict(row)) for row in coverages],
    }
    part = path.with_suffix(".part")
    part.write_text(json.dumps(content), encoding="utf-8")
    part.replace(path)


def _read(path: Path) -> tuple[tuple[RejectionRate, ...], tuple[IntervalCoverage, ...]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return (
            tuple(RejectionRate(**_numbers(row)) for row in content["rates"]),
            tuple(IntervalCoverage(**_numbers(row)) for row in content["coverages"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise FormatError(
            f"the results of a certification are damaged ({error}).",
            path=str(path),
            remedy="Remove the file; its scenario is then computed again.",
        ) from error


def _numbers(row: dict[str, Any]) -> dict[str, Any]:
    """Give numbers back that JSON cannot hold."""
    return {key: float("nan") if value is None else value for key, value in row.items()}
