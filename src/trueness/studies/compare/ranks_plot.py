"""Between which ranks every metric stands, at a level by a coefficient."""

from __future__ import annotations

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.rank_lines import RankLine, known_ranks, rank_lines
from trueness.reporting.figures.wording import levels_phrase
from trueness.reporting.view import LEVEL_NAMES
from trueness.reporting.writing.labels import drawable
from trueness.studies.compare.marks import endings
from trueness.studies.compare.metrics_in_order import metrics_at
from trueness.studies.compare.rows import CompareResult
from trueness.study.words import CORRECTION_WORDS, coefficient_words


def ranks_plots(comparison: CompareResult, coefficient: str) -> tuple[Figure, ...]:
    """Return a figure for each level at which limits of ranks are known, by one coefficient."""
    found = (
        _ranks_plot(comparison, level, coefficient) for level in comparison.settings.levels_of(coefficient)
    )
    return tuple(figure for figure in found if figure is not None)


def _ranks_plot(comparison: CompareResult, level: str, coefficient: str) -> Figure | None:
    standing = comparison.standing(level, coefficient)
    order = [name for name in metrics_at(comparison, level, coefficient) if name in standing]
    lines = [
        RankLine(name, standing[name], ending)
        for name, ending in zip(order, endings(comparison, order), strict=True)
    ]
    if not known_ranks(lines):
        return None
    words = coefficient_words(coefficient)
    settings = comparison.settings
    return rank_lines(
        name=figure_name("ranks", coefficient, level),
        title=f"Ranks by agreement with '{drawable(comparison.human)}'",
        subtitle=f"{LEVEL_NAMES[level]}, {words}; {CORRECTION_WORDS[settings.correction]}",
        caption=(
            f"Limits of the ranks of metrics by their {words} with '{drawable(comparison.human)}' "
            f"{levels_phrase([level])}."
        ),
        items="metrics",
        lines=lines,
        alpha=settings.alpha,
        correction=settings.correction,
    )
