"""What a reader has to know of intervals: below zero, across zero, or too wide to quote the number alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueness.data.score_table import ScoreTable
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.rows import Caution, Estimate
from trueness.studies.settings import Settings
from trueness.studies.words import grouped_by_place


def about_intervals(
    table: ScoreTable, estimates: Sequence[Estimate], settings: Settings
) -> Iterable[Caution]:
    """Yield what is to be said of the intervals of the correlations.

    Parameters
    ----------
    table : ScoreTable
        With the declared orientation of every metric.
    estimates : sequence of Estimate
    settings : Settings
    """
    chances = {coefficient_facts(row.coefficient).chance for row in estimates}
    for chance in sorted(value for value in chances if value is not None):
        here = [row for row in estimates if coefficient_facts(row.coefficient).chance == chance]
        yield from _against_chance(table, here, settings, chance)


def _against_chance(
    table: ScoreTable, estimates: Sequence[Estimate], settings: Settings, chance: float
) -> Iterable[Caution]:
    """Compare intervals with what chance gives; a coefficient for which that depends on ties is left out."""
    words = "zero" if chance == 0 else f"{chance:g}, which chance gives,"
    against = [row for row in estimates if row.high < chance]
    undeclared = [row for row in against if table.scorer(row.metric).higher_is_better]
    if undeclared:
        yield Caution(
            "negative_agreement",
            "warning",
            f"The interval lies below {words} for {grouped_by_place(undeclared, settings)}: the metric ranks against "
            "people. If lower is better for it, declare that (--lower-is-better).",
        )
    declared = [row for row in against if not table.scorer(row.metric).higher_is_better]
    if declared:
        yield Caution(
            "negative_agreement",
            "warning",
            f"The interval lies below {words} for {grouped_by_place(declared, settings)}: declared lower-is-better and "
            "negated already, it really ranks against people here.",
        )
    covering = [row for row in estimates if row.low <= chance <= row.high]
    if covering:
        yield Caution(
            "interval_covers_zero",
            "warning",
            f"The interval contains {words} for {grouped_by_place(covering, settings)}: these data do not show that "
            "the metric agrees with people at all.",
        )
    wide = [row for row in estimates if row.low > chance and row.high - row.low > row.estimate - chance]
    gain = "correlation itself" if chance == 0 else "gain over chance"
    if wide:
        yield Caution(
            "wide_interval",
            "note",
            f"The interval is wider than the {gain} for {grouped_by_place(wide, settings)}: do not quote "
            "the number without it.",
        )
