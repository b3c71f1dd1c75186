"""Between which ranks every metric stands by its average over tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.rank_lines import RankLine, known_ranks, rank_lines
from trueness.reporting.view import LEVEL_NAMES, select
from trueness.statistics.array_types import Key
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.pool.rows import PoolResult
from trueness.studies.pool.table_matrix import tables_sentence
from trueness.study.words import CORRECTION_WORDS, coefficient_words


def ranked_keys(comparison: PoolResult) -> list[Key]:
    """Return the levels and coefficients at which limits of ranks are known, where all pairs were tested."""
    if comparison.settings.baseline is not None:
        return []
    return [key for key in comparison.keys if known_ranks(_lines(comparison, key))]


def pool_ranks(comparison: PoolResult, key: Key) -> Figure:
    """Draw between which ranks every metric stands.

    Parameters
    ----------
    comparison : PoolResult
    key : (level, coefficient)
        One of `ranked_keys`.
    """
    level, coefficient = key
    settings = comparison.settings
    values = (
        "mean of all pooled values"
        if key == OVERALL_KEY
        else f"{coefficient_words(coefficient)}, {LEVEL_NAMES[level][:1].lower()}{LEVEL_NAMES[level][1:]}"
    )
    return rank_lines(
        name=figure_name("ranks", coefficient, level),
        title="Ranks by agreement with people over all tables",
        subtitle=f"{values}; {CORRECTION_WORDS[settings.correction]}",
        caption=(
            f"Limits of the ranks of metrics by their averages over tables ({values}). {tables_sentence(comparison)}"
        ),
        items="metrics",
        lines=_lines(comparison, key),
        alpha=settings.alpha,
        correction=settings.correction,
    )


def _lines(comparison: PoolResult, key: Key) -> Sequence[RankLine]:
    rows = sorted(select(comparison.ranks, *key), key=lambda row: (math.isnan(row.estimate), -row.estimate))
    return [RankLine(row.metric, row) for row in rows]
