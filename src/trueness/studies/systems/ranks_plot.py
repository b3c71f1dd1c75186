"""Between which ranks every system stands by a scorer."""

from __future__ import annotations

import math

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.rank_lines import RankLine, known_ranks, rank_lines
from trueness.reporting.writing.labels import drawable
from trueness.studies.systems.rows import SystemsResult
from trueness.study.words import CORRECTION_WORDS

_LONGEST_NAME = 40
"""Letters of a scorer that stand in the name of a file."""


def ranks_of_systems(comparison: SystemsResult, scorer: str) -> Figure | None:
    """Draw between which ranks every system stands; None where no limits are known."""
    standing = sorted(
        (row for row in comparison.standing if row.scorer == scorer),
        key=lambda row: (math.isnan(row.estimate), -row.estimate),
    )
    lines = [RankLine(row.system, row) for row in standing]
    if not known_ranks(lines):
        return None
    settings = comparison.settings
    return rank_lines(
        name=figure_name("ranks", scorer[:_LONGEST_NAME]),
        title=f"Ranks of systems by '{drawable(scorer)}'",
        subtitle=CORRECTION_WORDS[settings.correction],
        caption=f"Limits of the ranks of systems by their scores by '{drawable(scorer)}'.",
        items="systems",
        lines=lines,
        alpha=settings.alpha,
        correction=settings.correction,
    )
