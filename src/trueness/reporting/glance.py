"""The table at the head of a report: one line per metric, what matters at each level."""

from __future__ import annotations

import dataclasses
import math

from trueness.reporting.view import LEVEL_NAMES
from trueness.reporting.writing import tables
from trueness.reporting.writing.marks import endings, legend
from trueness.reporting.writing.templates import environment
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.rows import Comparison, Estimate, PairTest, Rank

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
    not_outperformed : bool
    verdict : str
        Against the baseline; empty where there is none.
    """

    estimate: str
    interval: str
    whisker: Whisker
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
    ranks = {(row.metric, row.level): row for row in comparison.ranks if row.coefficient == coefficient}
    tests = {(row.metric, row.level): row for row in comparison.tests if row.coefficient == coefficient}
    bounds = [
        value for row in estimates.values() for value in (row.low, row.estimate) if not math.isnan(value)
    ]
    facts = coefficient_facts(coefficient)
    levels = settings.levels_of(coefficient)
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
                    ranks.get((metric, level)),
                    tests.get((metric, level)) if settings.baseline is not None else None,
                    left,
                    facts.chance,
                )
                for level in levels
            ),
        )
        for metric in sorted(comparison.metrics, key=order)
    )


def _standing(
    row: Estimate, rank: Rank | None, test: PairTest | None, left: float, chance: float | None
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
        not_outperformed=rank is not None and rank.not_outperformed,
        verdict="" if test is None else test.verdict,
    )


def _position(value: float, left: float) -> float | None:
    if math.isnan(value):
        return None
    return round((min(max(value, left), 1.0) - left) / (1 - left) * WIDTH, 2)


def glance_html(comparison: Comparison) -> str:
    """Return the table at the head of a report as markup, by the first coefficient, others folded away below it."""
    settings = comparison.settings
    names = settings.coefficients
    return (
        environment()
        .get_template("glance.html.j2")
        .render(
            human=comparison.human,
            ranked=bool(comparison.ranks),
            has_baseline=settings.baseline is not None,
            has_intervals=any(row.low == row.low for row in comparison.estimates),
            corrected=settings.correction != "none",
            levels={name: settings.levels_of(name) for name in names},
            alpha=f"{settings.alpha:g}",
            confidence=f"{100 * settings.confidence:g}%",
            level_names=LEVEL_NAMES,
            words={name: coefficient_facts(name).words for name in names},
            chance_words={name: _chance_words(name) for name in names},
            symbols={name: coefficient_facts(name).symbol for name in names},
            whole=tables.WHOLE,
            marked=legend(comparison, comparison.metrics),
            glances=[(name, glance(comparison, name)) for name in names],
        )
    )


def _chance_words(coefficient: str) -> str:
    """Return what the stroke on the axis of a whisker is; there is none where chance has no fixed value."""
    chance = coefficient_facts(coefficient).chance
    if chance is None:
        return "absent, since what chance gives depends on the ties of the human scores"
    return "zero" if chance == 0 else f"{chance:g}, what chance gives"
