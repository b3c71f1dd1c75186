"""Which of the best variants outperforms which, with any others that are named."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.pair_squares import EMPTY, FILLED, OUTLINED, pair_squares
from trueness.reporting.figures.panel import Names
from trueness.reporting.figures.sheet import TEXT_SIZE
from trueness.result import Row
from trueness.studies.variants.rows import VariantsResult
from trueness.study.rows import as_row
from trueness.study.words import CORRECTION_NAMES, coefficient_words

_SIDE, _LABEL_ROOM = 0.24, 2.6


def variant_matrix(result: VariantsResult, coefficient: str) -> Figure:
    """Draw the outcomes of the tests of the best metrics and those that are named, as Figure 3 of Graham (2015).

    A cell says that the row's metric is significantly better than the column's: filled by Williams' test without
    correction, with an outline by the test that simulations speak for, corrected over all pairs.

    Returns
    -------
    Figure
        Its data have one row per cell.
    """
    rows = [row for row in result.pairs if row.coefficient == coefficient]
    shown = {row.metric for row in rows}
    order = [row.metric for row in result.of(coefficient) if row.metric in shown]
    title = "Which of the best variants outperforms which?"
    settings = result.settings
    correction = "uncorrected"
    if settings.correction != "none":
        correction = f"{CORRECTION_NAMES[settings.correction]}-corrected over all pairs"
    words = coefficient_words(coefficient)
    subtitle = f"{words} of systems' scores with {result.human}, alpha = {settings.alpha:g}"
    before, after = (
        sum(getattr(row, name) for row in rows) for name in ("significant", "significant_default_adjusted")
    )
    caption = (
        f"A cell says that the row's metric agrees better than the column's ({words}, systems' scores). Filled: by "
        f"Williams' test, one-sided and uncorrected ({before} of {len(rows)}). Outlined: by the two-way jackknife, "
        f"two-sided, {correction} ({after}). From the best down; of {len(result.of(coefficient))} metrics."
    )
    return Figure.of(
        name=figure_name("variants", coefficient),
        title=title,
        caption=caption,
        data=[as_row(row) for row in rows],
        drawing=functools.partial(_draw, order, [as_row(row) for row in rows], subtitle, correction),
    )


def _draw(order: Sequence[str], cells: Sequence[Row], subtitle: str, correction: str) -> Drawing:
    place = {name: k for k, name in enumerate(order)}
    at = [((place[cell["rival"]], place[cell["metric"]]), cell) for cell in cells]
    panel = pair_squares(
        filled=[where for where, cell in at if cell["significant"]],
        outlined=[where for where, cell in at if cell["significant_default_adjusted"]],
        undefined=[where for where, cell in at if math.isnan(cell["pvalue"])],
        rows=Names(texts=order, longest=_LABEL_ROOM, size=TEXT_SIZE),
        columns=Names(texts=order, longest=_LABEL_ROOM, size=TEXT_SIZE, turned=True, far=True),
        side=_SIDE,
    )
    key = {
        "row better than column: Williams' test, one-sided p, uncorrected": FILLED,
        f"by the two-way jackknife, {correction}": OUTLINED,
        "not significant": EMPTY,
    }
    return Drawing(subtitle=subtitle, lines=[[panel]], key=key, key_below=True)
