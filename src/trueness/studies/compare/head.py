"""The first screen of a comparison: which metric to use, and the numbers that matter most."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from trueness.decisions.decision import Decision
from trueness.errors import listing
from trueness.reporting.page import Tile
from trueness.reporting.view import LEVEL_NAMES, select
from trueness.studies.compare.decided_words import agreement_words, is_withheld
from trueness.studies.compare.detectable import POWER, least_detectable
from trueness.studies.compare.rows import CompareResult, Estimate
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import shown_name
from trueness.study.number_words import decimal, percent
from trueness.study.words import after_correction

MOST_NAMED = 3
"""Metrics that may be the best and are named in a tile; of more the number is said."""


def tiles(comparison: CompareResult) -> tuple[Tile, ...]:
    """Return the numbers that matter most, at the first level and by the first coefficient there.

    They are the highest metric with its interval; which may be the best, or how many differ from the baseline; how far
    its correlation moves when one system is left out; and which difference could have been found. One that was not
    asked for is left out.
    """
    settings = comparison.settings
    level = settings.computed_levels[0]
    coefficient = settings.coefficients_at(level)[0]
    best = highest(comparison, level, coefficient)
    if best is None:
        return ()
    tests = select(comparison.tests, level, coefficient)
    known = [row for row in select(comparison.estimates, level, coefficient) if not math.isnan(row.estimate)]
    found = [_highest(best, len(known), settings)]
    decision = comparison.decided("may_be_best", level, coefficient)
    if tests and settings.baseline is not None:
        apart = sum(row.verdict in ("better", "worse") for row in tests)
        found.append(
            Tile(
                "Unlike the baseline",
                f"{apart} of {len(tests)}",
                f"{_metrics(len(tests))} {after_correction(settings.correction)}",
            )
        )
    elif decision is not None and not is_withheld(decision):
        found.append(_may_be_best(decision, len(known), settings))
    for row in select(comparison.sensitivity, level, coefficient):
        if row.metric == best.metric:
            values = f"{decimal(row.low)} to {decimal(row.high)}"
            found.append(
                Tile(
                    "One system left out",
                    values,
                    f"is its correlation then; ‘{row.most_influential}’ moves it most",
                )
            )
    least = least_detectable(best, tests, settings)
    if decision is not None and len(decision.names) > 1 and not math.isnan(least):
        found.append(
            Tile("Differences found", f"from {decimal(least)}", f"on, by one test ({percent(POWER)} power)")
        )
    return tuple(found)


def _highest(best: Estimate, n_metrics: int, settings: Settings) -> Tile:
    name = shown_name(best.metric, best.level, settings)
    where = LEVEL_NAMES[best.level].lower()
    label = f"Highest, {where}" if n_metrics > 1 else LEVEL_NAMES[best.level]
    return Tile(label, name, agreement_words(best))


def _may_be_best(decision: Decision, n_metrics: int, settings: Settings) -> Tile:
    names = [shown_name(name, decision.level, settings) for name in decision.names]
    shown = listing(names, MOST_NAMED, "‘’")
    return Tile(
        "May be the best",
        f"{len(names)} of {n_metrics}",
        f"{shown} ({percent(1 - settings.alpha)} confidence)",
    )


def _metrics(count: int) -> str:
    return "metric" if count == 1 else "metrics"


def highest(comparison: CompareResult, level: str, coefficient: str) -> Estimate | None:
    """Return the highest estimate at a level by a coefficient; None where none is defined."""
    rows: Sequence[Estimate] = select(comparison.estimates, level, coefficient)
    known = [row for row in rows if not math.isnan(row.estimate)]
    return min(known, key=lambda row: (-row.estimate, row.metric), default=None)


def span_tile(values: Mapping[str, float], one: str, inside: str, what: str) -> Tile:
    """Return between what a value lies from facet to facet, and where it is lowest and highest.

    Parameters
    ----------
    values : mapping of str to float
        By facet, one at least, none undefined.
    one, inside, what : str
        What a facet is, what stands before its name, and what the value is.
    """
    low, high = (pick(values, key=values.__getitem__) for pick in (min, max))
    return Tile(
        f"From {one} to {one}",
        f"{decimal(values[low])} to {decimal(values[high])}",
        f"is {what}: lowest {inside} ‘{low}’, highest {inside} ‘{high}’",
    )
