"""The first screen of a report on metrics: the numbers that matter most, and a table with one line per metric."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from trueness.errors import listing
from trueness.reporting.page import Alternatives, Block, Text, Tile
from trueness.reporting.view import LEVEL_NAMES, select
from trueness.reporting.writing import tables
from trueness.reporting.writing.marks import endings, legend
from trueness.reporting.writing.templates import environment
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
from trueness.studies.number_words import decimal, percent
from trueness.studies.words import CORRECTION_NAMES, LEVEL_WORDS

WIDTH = 100.0
"""Length of the axis of a whisker, in its own units."""

MOST_TIMES = 100
"""Of more times the data the number says nothing."""

MOST_NAMED = 3
"""Metrics that may be as good as the highest and are named in a line; of more the number is said."""


@dataclasses.dataclass(frozen=True)
class Whisker:
    """Where an estimate and its interval lie on a common axis of `WIDTH` units.

    Attributes
    ----------
    estimate, low, high : float or None
        Positions; None where undefined.
    zero : float or None
        Position of what chance gives, zero for a correlation; None where that is not known.
    """

    estimate: float | None
    low: float | None
    high: float | None
    zero: float | None


@dataclasses.dataclass(frozen=True)
class Standing:
    """One metric at one level.

    Attributes
    ----------
    estimate, interval : str
        Rounded to two digits.
    whisker : Whisker
    as_good : bool
        The highest, or one that may be as good (`Decision.alike`).
    not_outperformed : bool
    verdict : str
        Against the baseline; empty where there is none.
    """

    estimate: str
    interval: str
    whisker: Whisker
    as_good: bool
    not_outperformed: bool
    verdict: str


@dataclasses.dataclass(frozen=True)
class GlanceLine:
    """One metric: its standing at every level, in the order of the settings; `label` has its marks."""

    metric: str
    label: str
    standings: tuple[Standing, ...]


def glance(comparison: Comparison, coefficient: str) -> tuple[GlanceLine, ...]:
    """Return one line per metric, the best at the first level first, metrics without a correlation last."""
    settings = comparison.settings
    estimates = {
        (row.metric, row.level): row for row in comparison.estimates if row.coefficient == coefficient
    }
    tests = {(row.metric, row.level): row for row in comparison.tests if row.coefficient == coefficient}
    bounds = [
        value for row in estimates.values() for value in (row.low, row.estimate) if not math.isnan(value)
    ]
    facts = coefficient_facts(coefficient)
    levels = settings.levels_of(coefficient)
    marked = {level: comparison.marked(level, coefficient) for level in levels}
    good = {level: _as_good_metrics(comparison, level, coefficient) for level in levels}
    left = max(facts.low, math.floor(10 * min([0.0, *bounds])) / 10)

    def order(metric: str) -> float:
        value = estimates[metric, levels[0]].estimate
        return math.inf if math.isnan(value) else -value

    return tuple(
        GlanceLine(
            metric,
            metric + endings(comparison, [metric])[0],
            tuple(
                _standing(
                    estimates[metric, level],
                    tests.get((metric, level)) if settings.baseline is not None else None,
                    left,
                    facts.chance,
                    marked=metric in marked[level],
                    good=metric in good[level],
                )
                for level in levels
            ),
        )
        for metric in sorted(comparison.metrics, key=order)
    )


def _standing(
    row: Estimate, test: PairTest | None, left: float, chance: float | None, *, marked: bool, good: bool
) -> Standing:
    return Standing(
        estimate=tables.correlation(row.estimate, 2),
        interval=tables.interval(row.low, row.high, 2),
        whisker=Whisker(
            _position(row.estimate, left),
            _position(row.low, left),
            _position(row.high, left),
            None if chance is None else (chance - left) / (1 - left) * WIDTH,
        ),
        as_good=marked and good,
        not_outperformed=marked,
        verdict="" if test is None else test.verdict,
    )


def _position(value: float, left: float) -> float | None:
    if math.isnan(value):
        return None
    return round((min(max(value, left), 1.0) - left) / (1 - left) * WIDTH, 2)


def glance_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the table at the head of a report, of which the reader chooses the coefficient."""
    names = comparison.settings.coefficients
    choices = tuple(
        (coefficient_facts(name).words, (Text(html=_glance_html(comparison, name)),)) for name in names
    )
    return choices[0][1] if len(choices) == 1 else (Alternatives("Coefficient", choices),)


def _glance_html(comparison: Comparison, coefficient: str) -> str:
    """Return the table and its legend as markup."""
    settings = comparison.settings
    facts = coefficient_facts(coefficient)
    return (
        environment()
        .get_template("glance.html.j2")
        .render(
            human=comparison.human,
            ranked=any(comparison.marked(level, coefficient) for level in settings.levels_of(coefficient)),
            has_baseline=settings.baseline is not None,
            has_intervals=any(row.low == row.low for row in comparison.estimates),
            corrected=settings.correction != "none",
            levels=settings.levels_of(coefficient),
            alpha=f"{settings.alpha:g}",
            confidence=f"{100 * settings.confidence:g}%",
            level_names=LEVEL_NAMES,
            words=facts.words,
            chance=f"{facts.chance:g}" if facts.chance else "zero",
            chance_words=_chance_words(coefficient),
            symbol=facts.symbol,
            whole=tables.WHOLE,
            marked=legend(comparison, comparison.metrics),
            lines=glance(comparison, coefficient),
        )
    )


def _chance_words(coefficient: str) -> str:
    """Return what the stroke on the axis of a whisker is; there is none where chance has no fixed value."""
    chance = coefficient_facts(coefficient).chance
    if chance is None:
        return "absent, since what chance gives depends on the ties of the human scores"
    return "zero" if chance == 0 else f"{chance:g}, what chance gives"


def lead(comparison: Comparison) -> str:
    """Return in a line which metric to use at each level; empty where metrics are compared with a baseline."""
    settings = comparison.settings
    if settings.baseline is not None or not comparison.tests:
        return ""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for level in settings.computed_levels:
        decision = _decision(comparison, level)
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


def _as_good_metrics(comparison: Comparison, level: str, coefficient: str) -> set[str]:
    """Return the highest metric and those that may be as good, of those that are shown to agree with people."""
    decision = _decision(comparison, level, coefficient)
    return set() if decision is None else {row.metric for row in decision.good}


def _decision(comparison: Comparison, level: str, coefficient: str = "") -> Decision | None:
    """Return what is decided at a level, by its first coefficient or another; None where no metric has one."""
    coefficient = coefficient or comparison.settings.coefficients_at(level)[0]
    rows = [row for row in select(comparison.estimates, level, coefficient) if not math.isnan(row.estimate)]
    known = sorted(rows, key=lambda row: -row.estimate)
    return decide(known, select(comparison.tests, level, coefficient)) if known else None


def tiles(comparison: Comparison) -> tuple[Tile, ...]:
    """Return the numbers that matter most, at the first level and by the first coefficient there.

    They are the highest metric with its interval; from how many others it is separated, or how many differ from the
    baseline; how far its correlation moves when one system is left out; which difference could have been found, and how
    much more data would separate the next metric. One that was not asked for is left out.
    """
    settings = comparison.settings
    decision = _decision(comparison, settings.computed_levels[0])
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
                f"{_metrics(len(tests))} {_corrected(settings)}",
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


def _highest(best: Estimate, n_metrics: int, settings: Settings) -> Tile:
    interval = f" [{decimal(best.low)}, {decimal(best.high)}]" if best.low == best.low else ""
    facts = coefficient_facts(best.coefficient)
    name = shown_name(best.metric, best.level, settings)
    where = LEVEL_NAMES[best.level].lower()
    label = f"Highest, {where}" if n_metrics > 1 else LEVEL_NAMES[best.level]
    return Tile(label, name, f"{facts.words} {decimal(best.estimate)}{interval}")


def _separated(decision: Decision, settings: Settings) -> Tile:
    alike = [shown_name(row.metric, row.level, settings) for row in decision.alike]
    said = _corrected(settings)
    if alike:
        said += f"; may be as good: {listing(alike, MOST_NAMED)}"
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


def _corrected(settings: Settings) -> str:
    return (
        "without a correction"
        if settings.correction == "none"
        else f"after {CORRECTION_NAMES[settings.correction]} correction"
    )


def _metrics(count: int) -> str:
    return "metric" if count == 1 else "metrics"
