"""Which of the best variants outperforms which, with any others that are named."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.errors import check_choice
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.pair_squares import frame_cells, square, undefined_square
from trueness.reporting.figures.palette import BLANK, BLUE, FAINT_INK, ORANGE
from trueness.reporting.figures.sheet import MARGIN, TEXT_SIZE, Sheet
from trueness.reporting.writing.labels import distinct_labels, text_width
from trueness.result import Row
from trueness.studies.variants.rows import VariantsResult
from trueness.study.rows import as_row
from trueness.study.words import CORRECTION_NAMES, coefficient_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_SIDE, _LABEL_ROOM, _LEAST_WIDTH = 0.24, 2.6, 6.0


def variant_matrix(result: VariantsResult, coefficient: str) -> Figure:
    """Draw the outcomes of the tests of the best metrics and those that are named, as Figure 3 of Graham (2015).

    A cell says that the row's metric is significantly better than the column's: filled by Williams' test without
    correction, with an outline by the test that simulations speak for, corrected over all pairs.

    Parameters
    ----------
    result : VariantsResult
    coefficient : str

    Returns
    -------
    Figure
        Its data have one row per cell.

    Raises
    ------
    ArgumentError
        If nothing was compared by that coefficient.
    """
    check_choice("coefficient", coefficient, result.settings.coefficients)
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
        drawing=functools.partial(_draw, order, [as_row(row) for row in rows], title, subtitle, correction),
    )


def _draw(order: Sequence[str], cells: Sequence[Row], title: str, subtitle: str, correction: str) -> Canvas:
    from matplotlib.patches import Patch

    labels = distinct_labels(order, TEXT_SIZE, _LABEL_ROOM)
    room = max(text_width(label, TEXT_SIZE) for label in labels) + 0.12
    width = _SIDE * len(order)
    handles = [
        Patch(facecolor=BLUE, label="row better than column: Williams' test, one-sided p, uncorrected"),
        Patch(facecolor="white", edgecolor=ORANGE, lw=2, label=f"by the two-way jackknife, {correction}"),
        Patch(facecolor="white", edgecolor=FAINT_INK, lw=0.5, label="not significant"),
    ]
    sheet = Sheet(
        max(_LEAST_WIDTH, 2 * MARGIN + room + width),
        room + width + 0.2 + 0.17 * len(handles) + MARGIN,
        title=title,
        subtitle=subtitle,
    )
    axes = sheet.panel(MARGIN + room, sheet.top + room, width, width)
    place = {name: k for k, name in enumerate(order)}
    for cell in cells:
        x, y = place[cell["rival"]], place[cell["metric"]]
        if math.isnan(cell["pvalue"]):
            axes.add_patch(undefined_square(x, y))
        if cell["significant"]:
            axes.add_patch(square(x, y, 0.06, facecolor=BLUE, lw=0))
        if cell["significant_default_adjusted"]:
            axes.add_patch(square(x, y, 0.14, facecolor="none", edgecolor=ORANGE, lw=1.6, joinstyle="miter"))
    for k in range(len(order)):
        axes.add_patch(square(k, k, 0, facecolor=BLANK, lw=0))
    frame_cells(axes, labels, labels, TEXT_SIZE)
    sheet.key(MARGIN, sheet.top + room + width + 0.2, handles, 1)
    return sheet.canvas
