"""The first screen of a comparison: which metric to use, and the numbers that matter most."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.errors import listing
from trueness.reporting.page import Head, Tile
from trueness.reporting.view import LEVEL_NAMES, select
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.rows import Comparison, Estimate, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.verdict import (
    POWER,
    Decision,
    decide,
    least_detectable,
    times_the_data,
    unshown,
)
from trueness.studies.compare.words import shown_name
from trueness.studies.number_words import bracketed, decimal, percent
from trueness.studies.words import LEVEL_WORDS, after_correction

MOST_TIMES = 100
"""Of more times the data the number says nothing."""

MOST_NAMED = 3
"""Metrics that may be as good as the highest and are named in a line; of more the number is said."""


def comparison_head(comparison: Comparison) -> Head:
    """Return which metric to use, and what that rests on; a page puts its table of metrics below."""
    return Head(lead(comparison), tiles(comparison))


def lead(comparison: Comparison) -> str:
    """Return in a line which metric to use at each level; empty where metrics are compared with a baseline."""
    settings = comparison.settings
    if settings.baseline is not None or not comparison.tests:
        return ""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for level in settings.computed_levels:
        decision = decision_at(comparison, level)
        if decision is not None:  # levels go together only where the same metrics may be as good
            found.setdefault(_use(decision, settings), []).append(
                LEVEL_WORDS[level] if comparison.table.has_systems else "ranking outputs"
            )
    return " ".join(
        f"For {' and '.join(places)}: {what}{_as_good(others)}." for (what, others), places in found.items()
    )


def _use(decision: Decision, settings: Settings) -> tuple[str, tuple[str, ...]]:
    """Return which metric to use, and those that may be as good."""
    best = decision.best
    name = f"‘{shown_name(best.metric, best.level, settings)}’"
    if all(unshown(row) for row in decision.metrics):
        return "no metric is shown to agree with people", ()
    if unshown(best):
        return f"{name} is highest, but not shown to agree with people", ()
    if not decision.beaten:
        return f"{name} is highest, and not shown to be better than any other", ()
    others = tuple(f"‘{shown_name(row.metric, row.level, settings)}’" for row in decision.alike)
    return f"use {name}", others


def _as_good(others: tuple[str, ...]) -> str:
    if not others:
        return ""
    if len(others) > MOST_NAMED:
        return f"; {len(others)} others may be as good"
    *first, last = others
    return f"; {', '.join(first)}{' and ' if first else ''}{last} may be as good"


def tiles(comparison: Comparison) -> tuple[Tile, ...]:
    """Return the numbers that matter most, at the first level and by the first coefficient there.

    They are the highest metric with its interval; from how many others it is separated, or how many differ from the
    baseline; how far its correlation moves when one system is left out; which difference could have been found, and how
    much more data would separate the next metric. One that was not asked for is left out.
    """
    settings = comparison.settings
    decision = decision_at(comparison, settings.computed_levels[0])
    if decision is None:
        return ()
    best = decision.best
    tests = select(comparison.tests, best.level, best.coefficient)
    found = [_highest(best, decision.n_others + 1, settings)]
    if tests and settings.baseline is not None:
        apart = sum(row.verdict in ("better", "worse") for row in tests)
        found.append(
            Tile(
                "Unlike the baseline",
                f"{apart} of {len(tests)}",
                f"{_metrics(len(tests))} {after_correction(settings.correction)}",
            )
        )
    elif tests:
        found.append(_separated(decision, settings))
    for row in select(comparison.sensitivity, best.level, best.coefficient):
        if row.metric == best.metric:
            values = f"{decimal(row.low)} to {decimal(row.high)}"
            found.append(
                Tile(
                    "One system left out",
                    values,
                    f"is its correlation then; ‘{row.most_influential}’ moves it most",
                )
            )
    if tests and settings.baseline is None:
        found.append(_more_data(decision, tests, settings))
    return tuple(found)


def estimate_words(row: Estimate) -> str:
    """Return a correlation with its name and interval: ``Kendall's tau-b 0.81 [0.60, 0.92]``."""
    return f"{coefficient_facts(row.coefficient).words} {decimal(row.estimate)}{bracketed(row.low, row.high)}"


def _highest(best: Estimate, n_metrics: int, settings: Settings) -> Tile:
    name = shown_name(best.metric, best.level, settings)
    where = LEVEL_NAMES[best.level].lower()
    label = f"Highest, {where}" if n_metrics > 1 else LEVEL_NAMES[best.level]
    return Tile(label, name, estimate_words(best))


def _separated(decision: Decision, settings: Settings) -> Tile:
    alike = [shown_name(row.metric, row.level, settings) for row in decision.alike]
    said = after_correction(settings.correction)
    if alike:
        said += f"; may be as good: {listing(alike, MOST_NAMED, '‘’')}"
    return Tile("Shown to be better than", f"{len(decision.beaten)} of {decision.n_others}", f"others {said}")


def _more_data(decision: Decision, tests: Sequence[PairTest], settings: Settings) -> Tile:
    """Return which difference could have been found, and how much more data would separate the next metric."""
    if not decision.open:
        return Tile("More data", "not needed", "to separate it from any other")
    best, rival = decision.best, decision.open[0]
    name = shown_name(rival.metric, rival.level, settings)
    least, times = least_detectable(best, tests, settings), times_the_data(best, rival, tests, settings)
    away = decimal(best.estimate - rival.estimate)
    if math.isnan(times):
        if math.isnan(least):
            return Tile("Not separated", name, f"is {away} below")
        return Tile(
            "Differences found",
            f"from {decimal(least)}",
            f"typically, with power {percent(POWER)}; ‘{name}’ is {away} below",
        )
    # of a single test: a correction asks for more
    value = f"over {MOST_TIMES} times" if times > MOST_TIMES else f"at least {max(times, 1.1):.2g} times"
    needed = (
        ""
        if math.isnan(least)
        else f"; now it typically takes a difference of {decimal(least)} (power {percent(POWER)})"
    )
    return Tile("More data", value, f"as much would separate it from ‘{name}’, {away} below{needed}")


def _metrics(count: int) -> str:
    return "metric" if count == 1 else "metrics"


def decision_at(comparison: Comparison, level: str, coefficient: str = "") -> Decision | None:
    """Return what is decided at a level, by its first coefficient or another; None where no metric has one."""
    coefficient = coefficient or comparison.settings.coefficients_at(level)[0]
    rows = [row for row in select(comparison.estimates, level, coefficient) if not math.isnan(row.estimate)]
    known = sorted(rows, key=lambda row: -row.estimate)
    return decide(known, select(comparison.tests, level, coefficient)) if known else None
