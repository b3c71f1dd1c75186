"""The first screen of a page on several human scores: which metrics hold their own by all, and the highest by each."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.reporting.view import LEVEL_NAMES
from trueness.studies.compare.decided import unshown
from trueness.studies.compare.head import estimate_words, highest
from trueness.studies.compare.words import shown_name
from trueness.studies.dimensions.rows import Dimensions
from trueness.studies.dimensions.said import by_all


def dimensions_head(found: Dimensions) -> Head:
    """Return which metrics may be the best by every human score, and the highest by the first of these."""
    return Head(by_all(found), tuple(_tiles(found)))


def _tiles(found: Dimensions) -> Iterator[Tile]:
    level = found.settings.computed_levels[0]
    for human, comparison in found.comparisons.items():
        coefficient = comparison.settings.coefficients_at(level)[0]
        best = highest(comparison, level, coefficient)
        if best is None:
            continue
        said = estimate_words(best)
        decision = comparison.decided("may_be_best", level, coefficient)
        if decision is not None:
            n_metrics = len(comparison.metrics) - len(decision.undefined)
            said += f"; {len(decision.names)} of {n_metrics} may be the best"
        if unshown(best):
            said += "; not shown to agree"
        where = LEVEL_NAMES[level].lower()
        yield Tile(
            f"Highest by ‘{human}’, {where}", shown_name(best.metric, best.level, comparison.settings), said
        )
