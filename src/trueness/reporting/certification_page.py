"""A certification as a page of Markdown: what each test and interval does, at worst and on average, with its errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from trueness.reporting.certification_intervals import interval_parts
from trueness.reporting.certification_tests import JudgedRates, cells_above, glance, test_parts
from trueness.studies.simulation.certify import Certification
from trueness.studies.simulation.missing_cells import MissingCells

Places = dict[tuple[str, str], Counter[tuple[int, int]]]
"""(kind, method and level in words) to numbers of scenarios by size of data."""


def certification_page(found: Certification) -> str:
    """Return the page.

    First which tests hold their size at each level and coefficient, at a glance. Then, per level and coefficient,
    tables of tests: size where metrics are alike, how many scenarios lie in the band .05 +- .015, outside it or across
    its border, and power; by size of data and by kind of scores. Then the cells above the band, the intervals in the
    same way, and what was asked for and has not been run.
    """
    judged = JudgedRates.of(found.rates)
    parts = [
        "# Certification of tests and intervals",
        *_partial(found),
        *glance(judged),
        *test_parts(judged),
        *cells_above(judged),
        *interval_parts(found.coverages),
        *_not_run(found.missing),
        f"`{found.signature}`",
    ]
    return "\n\n".join(parts) + "\n"


def _partial(found: Certification) -> list[str]:
    if not found.missing:
        return []
    return [
        f"This page is of a part of what was asked for: {_counted(found.missing)}; see [not run](#not-run)."
    ]


def _counted(missing: Sequence[MissingCells]) -> str:
    cells = sum(len(one.cells) for one in missing)
    scenarios = len({one.scenario for one in missing})
    return (
        f"{cells:,} cell{'s' if cells > 1 else ''} in {scenarios:,} scenario{'s' if scenarios > 1 else ''} "
        f"{'are' if cells > 1 else 'is'} missing"
    )


def _not_run(missing: Sequence[MissingCells]) -> list[str]:
    """Say which tests and intervals are missing at which levels and sizes, and how long they would take."""
    if not missing:
        return []
    scenarios: Places = {}
    for one in missing:
        for method, level in dict.fromkeys(cell[:2] for cell in one.cells):
            sizes = scenarios.setdefault((one.kind, f"`{method}` ({level})"), Counter())
            sizes[one.n_systems, one.n_inputs] += 1
    together: dict[tuple[str, str], list[str]] = {}
    for (kind, method), sizes in scenarios.items():
        where = ", ".join(f"{n} × {m} ({count})" for (n, m), count in sorted(sizes.items()))
        together.setdefault((kind, where), []).append(method)
    lines = [f"- {kind}: {where}: {', '.join(methods)}" for (kind, where), methods in together.items()]
    known = [one.seconds for one in missing if not np.isnan(one.seconds)]
    said = f"{_counted(missing)[0].upper()}{_counted(missing)[1:]}"
    if known:
        said += f", which would take about {_time(sum(known))} going by the times recorded so far"
    if len(known) < len(missing):
        count = sum(len(one.cells) for one in missing if np.isnan(one.seconds))
        said += f"{', and' if known else ';'} of {count:,} nothing has been recorded to tell the time by"
    said += ". By systems × inputs, in brackets the scenarios:"
    return ["## Not run", said, "\n".join(lines)]


def _time(seconds: float) -> str:
    """Return a time in the two largest units that matter."""
    minutes, hours = seconds / 60, seconds / 3600
    if hours >= 48:
        return f"{hours / 24:.1f} days"
    if hours >= 1:
        return f"{hours:.1f} hours"
    return f"{minutes:.0f} minutes" if minutes >= 2 else f"{seconds:.0f} seconds"
