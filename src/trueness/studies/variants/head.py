"""The first screen of a page on variants: which agrees best, how many are not outperformed, and how lucky it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.reporting.page import Head, Tile
from trueness.studies.variants.rows import VariantRow, Variants
from trueness.studies.variants.said import OVER_PHRASES, quoted
from trueness.study.number_words import bracketed, counted, decimal, interval, percent
from trueness.study.words import after_correction, coefficient_words


def variants_head(found: Variants) -> Head:
    """Return the best by the first coefficient, how many are not outperformed, and what is left of it elsewhere."""
    rows = found.of(found.settings.coefficients[0])
    if math.isnan(rows[0].estimate):
        return Head()
    return Head(_lead(found, rows), tuple(_tiles(found, rows)))


def _counted(rows: Sequence[VariantRow], *, corrected: bool) -> tuple[int, int]:
    """Return how many are not outperformed by the two-way jackknife, and by Williams' test."""
    names = ("optimal_default_adjusted", "optimal_adjusted") if corrected else ("optimal_default", "optimal")
    default, williams = (sum(getattr(row, name) for row in rows) for name in names)
    return default, williams


def _lead(found: Variants, rows: Sequence[VariantRow]) -> str:
    best, others = rows[0], rows[1:]
    if not others:
        return ""
    said = f"Of {counted(len(rows), 'metric')} ‘{best.metric}’ agrees best with ‘{found.human}’"
    default, _ = _counted(others, corrected=found.settings.correction != "none")
    if not default:
        return f"{said}, and every other is shown to be outperformed."
    are = "1 other is" if default == 1 else f"{default} others are"
    return f"{said}; {are} not shown to be outperformed, either."


def _tiles(found: Variants, rows: Sequence[VariantRow]) -> Iterator[Tile]:
    settings, best = found.settings, rows[0]
    yield Tile(
        "Agrees best",
        best.metric,
        f"{coefficient_words(best.coefficient)} {decimal(best.estimate)}{bracketed(best.low, best.high)}",
    )
    default, williams = _counted(rows, corrected=settings.correction != "none")
    yield Tile(
        "Not outperformed",
        f"{default} of {len(rows)}",
        f"by the two-way jackknife {after_correction(settings.correction)}; {williams} by Williams’ test",
    )
    for row, _ in quoted(found, best.coefficient)[-1:]:  # of other systems and inputs, where that is known
        elsewhere = OVER_PHRASES[row.over]
        yield Tile(
            "It reaches elsewhere",
            decimal(row.honest),
            f"in place of {decimal(row.estimate)}, with {elsewhere}",
            interval(row.estimate - row.drop_high, row.estimate - row.drop_low),
        )
        yield Tile("Another is best in", percent(1 - row.share_same), f"of other samples, of {elsewhere}")
