"""The table at the head of a report on metrics: one line per metric."""

from __future__ import annotations

import dataclasses
import math

from trueness.reporting.page import Block, Text, alternatives
from trueness.reporting.view import FIRST_ROWS, LEVEL_NAMES
from trueness.reporting.writing import tables
from trueness.reporting.writing.escaping import WHOLE
from trueness.reporting.writing.templates import environment
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.decided import unshown
from trueness.studies.compare.marks import endings, legend
from trueness.studies.compare.rows import CompareResult, Estimate, PairTest
from trueness.studies.compare.standing_table import why_ruled_out

WIDTH = 100.0
"""Length of the axis of a whisker, in its own units."""


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
    may_be_best : bool
        Whether it is among those that may be the best, and shown to agree with people.
    unshown : bool
        Whether it is among these, but not shown to agree with people.
    verdict : str
        Against the baseline; empty where there is none.
    """

    estimate: str
    interval: str
    whisker: Whisker
    may_be_best: bool
    unshown: bool
    verdict: str


@dataclasses.dataclass(frozen=True)
class GlanceLine:
    """One metric: its standing at every level, in the order of the settings; `label` has its marks."""

    metric: str
    label: str
    standings: tuple[Standing, ...]


def glance(comparison: CompareResult, coefficient: str) -> tuple[GlanceLine, ...]:
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
                )
                for level in levels
            ),
        )
        for metric in sorted(comparison.metrics, key=order)
    )


def _standing(
    row: Estimate, test: PairTest | None, left: float, chance: float | None, *, marked: bool
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
        may_be_best=marked and not unshown(row),
        unshown=marked and unshown(row),
        verdict="" if test is None else test.verdict,
    )


def _position(value: float, left: float) -> float | None:
    if math.isnan(value):
        return None
    return round((min(max(value, left), 1.0) - left) / (1 - left) * WIDTH, 2)


def glance_blocks(comparison: CompareResult) -> tuple[Block, ...]:
    """Return the table at the head of a report, of which the reader chooses the coefficient."""
    names = comparison.settings.coefficients
    choices = tuple(
        (coefficient_facts(name).words, (Text(html=_glance_html(comparison, name)),)) for name in names
    )
    return alternatives("Coefficient", choices)


def _glance_html(comparison: CompareResult, coefficient: str) -> str:
    """Return the table and its legend as markup."""
    settings = comparison.settings
    facts = coefficient_facts(coefficient)
    why = (why_ruled_out(comparison, level, coefficient) for level in settings.levels_of(coefficient))
    return (
        environment()
        .get_template("glance.html.j2")
        .render(
            human=comparison.human,
            ranked=any(comparison.marked(level, coefficient) for level in settings.levels_of(coefficient)),
            has_baseline=settings.baseline is not None,
            has_intervals=any(row.low == row.low for row in comparison.estimates),
            levels=settings.levels_of(coefficient),
            alpha=f"{settings.alpha:g}",
            confidence=f"{100 * settings.confidence:g}%",
            level_names=LEVEL_NAMES,
            words=facts.words,
            chance=f"{facts.chance:g}" if facts.chance else "zero",
            chance_words=_chance_words(coefficient),
            symbol=facts.symbol,
            whole=WHOLE,
            marked=legend(comparison, comparison.metrics),
            why=next(filter(None, why), ""),
            lines=glance(comparison, coefficient),
            most=FIRST_ROWS,
        )
    )


def _chance_words(coefficient: str) -> str:
    """Return what the stroke on the axis of a whisker is; there is none where chance has no fixed value."""
    chance = coefficient_facts(coefficient).chance
    if chance is None:
        return "absent, since what chance gives depends on the ties of the human scores"
    return "zero" if chance == 0 else f"{chance:g}, what chance gives"
