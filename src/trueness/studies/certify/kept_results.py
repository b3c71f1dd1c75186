"""The file that keeps what has been found in one scenario: cells are added to it as they are asked for.

And what is missing in such files, with the time that it would take.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast, get_type_hints

import numpy as np

import trueness
from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.files.whole_file import replacing
from trueness.errors import FormatError
from trueness.result import jsonable
from trueness.statistics.two_way_model import TwoWayModel
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.pilot_scenario import PilotScenario
from trueness.studies.certify.quality_model import QualityModel, TableModel
from trueness.studies.certify.rejection_rates import ALPHAS, RejectionRate, Side
from trueness.studies.certify.scenario import Scenario
from trueness.studies.certify.settings import INTERVALS, TESTS, CertifySettings
from trueness.studies.certify.trials import Cell

Row = TypeVar("Row", RejectionRate, IntervalCoverage)

Size = tuple[int, int]
Recorded = dict[tuple[str, str, str], dict[Size, list[float]]]
"""(kind, method, level) to the seconds per table and coefficient by size of data; method and level empty: of any."""

_FIELDS = {kind.__name__: get_type_hints(kind) for kind in (RejectionRate, IntervalCoverage)}


@dataclasses.dataclass(frozen=True)
class Pass:
    """One time that all tables of a scenario were gone through.

    Attributes
    ----------
    kind : {'tests', 'intervals'}
    cells : tuple of cells
        What was computed.
    seconds : float
        By the clock on the wall.
    """

    kind: str
    cells: tuple[Cell, ...]
    seconds: float


@dataclasses.dataclass(frozen=True)
class KeptResults:
    """What has been found in one scenario.

    Attributes
    ----------
    rates : mapping of (cell, side) to RejectionRate
        A side is (alternative, alpha).
    coverages : mapping of cell to IntervalCoverage
    passes : tuple of Pass
        In which it was found. A cell of a pass without a result is of a method that does not exist there.
    """

    rates: Mapping[tuple[Cell, Side], RejectionRate] = dataclasses.field(default_factory=dict)
    coverages: Mapping[Cell, IntervalCoverage] = dataclasses.field(default_factory=dict)
    passes: tuple[Pass, ...] = ()

    def missing(self, kind: str, cells: Iterable[Cell]) -> list[Cell]:
        """Return those of some cells that no pass has computed."""
        done = {cell for one in self.passes if one.kind == kind for cell in one.cells}
        return [cell for cell in cells if cell not in done]

    def with_pass(self, one: Pass, rows: Sequence[RejectionRate] | Sequence[IntervalCoverage]) -> KeptResults:
        """Return these results and those of one more pass."""
        more = {_key(row): row for row in rows}
        field = "rates" if one.kind == TESTS else "coverages"
        changes: dict[str, Any] = {field: {**getattr(self, field), **more}}
        return dataclasses.replace(self, passes=(*self.passes, one), **changes)

    def rates_of(self, cells: Iterable[Cell]) -> list[RejectionRate]:
        """Return the rates of some cells, in their order."""
        found: dict[Cell, list[RejectionRate]] = {}
        for (cell, _), rate in self.rates.items():
            found.setdefault(cell, []).append(rate)
        return [rate for cell in cells for rate in found.get(cell, ())]


def cell_of(row: RejectionRate | IntervalCoverage) -> Cell:
    """Return which cell a row is of."""
    return row.test if isinstance(row, RejectionRate) else row.interval, row.level, row.coefficient


def _key(row: RejectionRate | IntervalCoverage) -> Any:
    cell = cell_of(row)
    return (cell, row.side) if isinstance(row, RejectionRate) else cell


def results_path(folder: str | Path, scenario: Scenario, drawn: CertifySettings) -> Path:
    """Return where a scenario's results lie: the name is a hash of all that their numbers depend on."""
    parts = [
        _about(scenario, drawn),
        *_model_parts(scenario.model),
        *(values.tobytes().hex() for values in scenario.observed),
        *([scenario.systems.tobytes().hex()] if isinstance(scenario, PilotScenario) else []),
    ]
    return Path(folder) / f"{sha256(json.dumps(parts).encode()).hexdigest()[:24]}.json"


def _model_parts(model: TableModel) -> list[Any]:
    """Return what tells a model from others, as JSON holds it."""
    if isinstance(model, TwoWayModel):
        parts = [model.mean, model.systems, model.inputs, model.outputs]
        if len(model.of_inputs) or math.isfinite(model.input_degrees):  # others keep the names that they have
            parts += [model.of_inputs, model.aligned, np.array([model.input_degrees])]
        return [one.tobytes().hex() for one in parts]
    return [type(model).__name__, dataclasses.asdict(cast("QualityModel", model))]


def read_results(path: Path, scenario: Scenario, drawn: CertifySettings) -> KeptResults:
    """Return what a file holds; nothing if there is none.

    Raises
    ------
    FormatError
        If it is damaged, or of another scenario or other settings.
    """
    if not path.exists():
        return KeptResults()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        about = {key: content[key] for key in ("scenario", "settings")}
        rates = tuple(_row(row, RejectionRate) for row in content["rates"])
        coverages = tuple(_row(row, IntervalCoverage) for row in content["coverages"])
        passes = tuple(_pass(one) for one in content["passes"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path, f"{type(error).__name__}: {error}") from error
    if about != _about(scenario, drawn):
        raise _damaged(path, f"it is not of '{scenario.name}' with these settings")
    found = KeptResults({_key(row): row for row in rates}, {_key(row): row for row in coverages}, passes)
    if found.missing(TESTS, (cell for cell, _ in found.rates)) or found.missing(INTERVALS, found.coverages):
        raise _damaged(path, "it holds results of no pass")
    return found


def write_results(path: Path, found: KeptResults, scenario: Scenario, drawn: CertifySettings) -> None:
    """Write everything that has been found in a scenario, so that a reader sees the old file or the new one."""
    content = {
        **_about(scenario, drawn),
        "passes": [dataclasses.asdict(one) for one in found.passes],
        "rates": [jsonable(dataclasses.asdict(row)) for row in found.rates.values()],
        "coverages": [jsonable(dataclasses.asdict(row)) for row in found.coverages.values()],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(_lines(content).encode())


def _lines(content: Mapping[str, Any]) -> str:
    """Return JSON with one row a line."""
    parts = []
    for key, value in content.items():
        if isinstance(value, list):
            body = ",\n  ".join(json.dumps(row, allow_nan=False) for row in value)
            parts.append(f" {json.dumps(key)}: [\n  {body}\n ]" if value else f" {json.dumps(key)}: []")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, allow_nan=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _about(scenario: Scenario, drawn: CertifySettings) -> dict[str, Any]:
    return {
        "scenario": {
            "name": scenario.name,
            "kind": type(scenario).__name__,
            "n_systems": scenario.n_systems,
            "n_inputs": scenario.n_inputs,
            "scores": scenario.scores,
            "cluster_size": scenario.cluster_size,
            "null_levels": list(scenario.null_levels),
            "sought_levels": None if scenario.sought_levels is None else list(scenario.sought_levels),
            "look": scenario.look,
            "told_families": scenario.told_families,
            "pairs": [list(pair) for pair in scenario.pairs],
        },
        "settings": {
            "runs": drawn.runs,
            "resamples": drawn.resamples,
            "seed": drawn.seed,
            "alphas": list(ALPHAS),
            "version": trueness.__version__,
        },
    }


def _pass(one: Mapping[str, Any]) -> Pass:
    if one["kind"] not in (TESTS, INTERVALS):
        raise ValueError(f"there is no kind '{one['kind']}'")
    cells = []
    for cell in one["cells"]:
        method, level, coefficient = cell
        cells.append((str(method), str(level), str(coefficient)))
    return Pass(one["kind"], tuple(cells), float(one["seconds"]))


def _row(row: Mapping[str, Any], kind: type[Row]) -> Row:
    """Return a row from what JSON holds of it, with the numbers back that JSON cannot hold."""
    values: dict[str, Any] = {}
    for name, of in _FIELDS[kind.__name__].items():
        value = math.nan if row[name] is None and of is float else row[name]
        allowed = (int, float) if of is float else of
        if not isinstance(value, allowed) or (of is not bool and isinstance(value, bool)):
            raise TypeError(f"'{name}' is {value!r}")
        values[name] = value
    return kind(**values)


def _damaged(path: Path, why: str) -> FormatError:
    return FormatError(
        f"the results of a certification are damaged ({why}).",
        path=str(path),
        remedy="Remove the file; its scenario is then computed again.",
    )


@explained(
    kind=Meaning("``tests`` or ``intervals``."),
)
@dataclasses.dataclass(frozen=True)
class MissingCells:
    """Cells of one scenario that have not been computed."""

    scenario: str
    n_systems: int
    n_inputs: int
    kind: str
    cells: tuple[Cell, ...]
    seconds: float


def missing_cells(
    scenarios: Sequence[Scenario],
    kept: Sequence[KeptResults],
    wanted: Sequence[Mapping[str, Sequence[Cell]]],
    runs: int,
) -> tuple[MissingCells, ...]:
    """Return what is missing of each scenario.

    The seconds of a pass are shared out evenly to its cells. What a cell will take is told by the same method and level
    in the scenario nearest in size, in proportion to the numbers of outputs; of a method never tried, by the methods of
    its kind.

    Parameters
    ----------
    scenarios : sequence of Scenario
    kept : sequence of KeptResults
        Of each.
    wanted : sequence of mappings of kind to cells
        Of each.
    runs : int
        Tables of each scenario.
    """
    recorded = _recorded(scenarios, kept, runs)
    told: dict[tuple[Size, str, str, str], float] = {}
    found = []
    for scenario, results, asked in zip(scenarios, kept, wanted, strict=True):
        size = (scenario.n_systems, scenario.n_inputs)
        for kind, cells in asked.items():
            missing = results.missing(kind, cells)
            for method, level, _ in missing:
                if (size, kind, method, level) not in told:
                    told[size, kind, method, level] = _seconds(size, kind, method, level, recorded)
            if missing:
                seconds = sum(told[size, kind, method, level] for method, level, _ in missing) * runs
                found.append(
                    MissingCells(
                        scenario=scenario.name,
                        n_systems=scenario.n_systems,
                        n_inputs=scenario.n_inputs,
                        kind=kind,
                        cells=tuple(missing),
                        seconds=seconds,
                    )
                )
    return tuple(found)


def _recorded(scenarios: Sequence[Scenario], kept: Iterable[KeptResults], runs: int) -> Recorded:
    recorded: Recorded = {}
    for scenario, results in zip(scenarios, kept, strict=True):
        size = (scenario.n_systems, scenario.n_inputs)
        for one in results.passes:
            share = one.seconds / (max(1, len(one.cells)) * runs)
            for of in [*dict.fromkeys(cell[:2] for cell in one.cells), ("", "")]:
                recorded.setdefault((one.kind, *of), {}).setdefault(size, []).append(share)
    return recorded


def _seconds(size: Size, kind: str, method: str, level: str, recorded: Recorded) -> float:
    """Return the time of one cell of one table."""
    known = recorded.get((kind, method, level)) or recorded.get((kind, "", ""))
    if not known:
        return math.nan
    nearest = min(known, key=lambda other: (_apart(size, other), other))
    return float(np.mean(known[nearest])) * math.prod(size) / math.prod(nearest)


def _apart(one: Size, other: Size) -> float:
    return math.hypot(math.log(one[0] / other[0]), math.log(one[1] / other[1]))
