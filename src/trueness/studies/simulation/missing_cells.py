"""What a certification was asked for and has not computed, and how long that would take."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from trueness.studies.simulation.kept_results import KeptResults
from trueness.studies.simulation.scenario import Scenario
from trueness.studies.simulation.trials import Cell

Size = tuple[int, int]
Recorded = dict[tuple[str, str, str], dict[Size, list[float]]]
"""(kind, method, level) to the seconds per table and coefficient by size of data; method and level empty: of any."""


@dataclasses.dataclass(frozen=True)
class MissingCells:
    """Cells of one scenario that have not been computed.

    Attributes
    ----------
    scenario : str
    n_systems, n_inputs : int
    kind : {'tests', 'intervals'}
    cells : tuple of cells
    seconds : float
        What computing them would take about, going by what has been recorded; NaN where that says nothing.
    """

    scenario: str
    n_systems: int
    n_inputs: int
    kind: str
    cells: tuple[Cell, ...]
    seconds: float


def missing_cells(
    scenarios: Sequence[Scenario],
    kept: Sequence[KeptResults],
    wanted: Mapping[str, Sequence[Cell]],
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
    wanted : mapping of kind to cells
    runs : int
        Tables of each scenario.
    """
    recorded = _recorded(scenarios, kept, runs)
    told: dict[tuple[Size, str, str, str], float] = {}
    found = []
    for scenario, results in zip(scenarios, kept, strict=True):
        size = (scenario.n_systems, scenario.n_inputs)
        for kind, cells in wanted.items():
            missing = results.missing(kind, cells)
            for method, level, _ in missing:
                if (size, kind, method, level) not in told:
                    told[size, kind, method, level] = _seconds(size, kind, method, level, recorded)
            if missing:
                seconds = sum(told[size, kind, method, level] for method, level, _ in missing) * runs
                found.append(MissingCells(scenario.name, *size, kind, tuple(missing), seconds))
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
