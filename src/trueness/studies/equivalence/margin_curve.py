"""How many tests find equivalence as the margin grows."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import DataError, check_choice
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.palette import BLUE, FAINT_INK, INK, ORANGE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.reporting.writing.labels import drawable
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.equivalence.rows import TOGETHER, CurvePoint, EquivalenceResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row
from trueness.study.words import CORRECTION_WORDS

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_PLOT_WIDTH, _PLOT_HEIGHT = 4.6, 2.6
_STEPS = 101


def margin_curve(
    found: EquivalenceResult,
    coefficient: str,
    *,
    level: str | None = None,
    margins: Sequence[float] | None = None,
) -> Figure:
    """Draw the share of tests that find equivalence against the margin, before and after correction.

    As Figure 4a of Braun et al. (2022), as shares. The margin is the same for all tests, whatever the study's own
    margins were; where that was one number, a line marks it.

    Parameters
    ----------
    found : EquivalenceResult
        From bootstrap tests, or those of the two-way jackknife.
    coefficient : str
        One that was computed.
    level : str, optional
        One that was computed; default the first.
    margins : sequence of float, optional
        Where the curve is computed; default 101 margins from 0 to a little beyond where the last test passes.

    Returns
    -------
    Figure
        Its data have one row per margin, with the counts.

    Raises
    ------
    ArgumentError
        If the coefficient or level was not computed, or a margin is negative.
    DataError
        If no test is one of these, with a defined difference.
    """
    settings = found.settings
    check_choice("coefficient", coefficient, settings.coefficients)
    level = check_choice("level", settings.levels[0] if level is None else level, settings.levels)
    mine = [
        row
        for row in found.tests
        if (row.level, row.coefficient) == (level, coefficient) and row.group in TOGETHER
    ]
    if settings.equivalence.closed_form or all(np.isnan(row.estimate) for row in mine):
        raise DataError(
            "there are no tests with a difference here but closed forms, so there is no curve to draw."
        )
    if margins is None:
        largest = max((row.smallest_margin for row in mine if np.isfinite(row.smallest_margin)), default=0.1)
        margins = np.linspace(0, 1.1 * largest if largest > 0 else 0.1, _STEPS).tolist()
    points = list(found.curve(margins, level=level, coefficient=coefficient))
    title = f"How equivalence depends on the margin: {coefficient_facts(coefficient).words}"
    return Figure.of(
        name=figure_name("margin-curve", coefficient, level),
        title=title,
        caption=_caption(found, points, level, coefficient),
        data=[as_row(point) for point in points],
        drawing=functools.partial(_draw, found, points, level, title),
    )


def _caption(found: EquivalenceResult, points: list[CurvePoint], level: str, coefficient: str) -> str:
    settings = found.settings
    humans = ", ".join(f"'{drawable(name)}'" for name in found.humans)
    words, rule = coefficient_facts(coefficient).words, CORRECTION_WORDS[settings.correction]
    return (
        f"Share of {counted(points[0].n_tests, 'test')} that find correlations ({words}) with {humans} "
        f"{levels_phrase([level])} equivalent, at level {percent(settings.alpha)}, as one margin for all grows: each "
        f"test alone, and with {rule}. A margin chosen on this curve is no margin fixed beforehand."
    )


def _draw(found: EquivalenceResult, points: list[CurvePoint], level: str, title: str) -> Canvas:
    from matplotlib.lines import Line2D

    corrected = found.settings.correction != "none"
    sheet = Sheet(
        2 * MARGIN + 0.5 + _PLOT_WIDTH,
        0.3 + _PLOT_HEIGHT + 0.5 + MARGIN,
        title=title,
        subtitle=f"{counted(points[0].n_tests, 'test')} {levels_phrase([level])}",
    )
    lines = [("each test alone", BLUE, "-", "n_equivalent")]
    if corrected:
        lines.append(
            (f"with {CORRECTION_WORDS[found.settings.correction]}", ORANGE, "--", "n_equivalent_adjusted")
        )
    handles = [
        Line2D([], [], color=colour, ls=style, lw=1.6, label=label) for label, colour, style, _ in lines
    ]
    sheet.key(MARGIN, sheet.top + 0.04, handles, len(lines))
    axes = sheet.panel(MARGIN + 0.5, sheet.top + 0.3, _PLOT_WIDTH, _PLOT_HEIGHT)
    margins = [point.margin for point in points]
    for _, colour, style, field in lines:
        counts = [getattr(point, field) / max(1, point.n_tests) for point in points]
        axes.plot(margins, counts, color=colour, ls=style, lw=1.6, drawstyle="steps-post")
    bounds = found.settings.bounds
    if bounds is not None and bounds.low == -bounds.high and margins[0] <= bounds.high <= margins[-1]:
        axes.axvline(bounds.high, color=INK, lw=0.8, ls=":")
        axes.text(bounds.high, 1.02, f"{bounds.high:g}", fontsize=7, ha="center", color=FAINT_INK)
    axes.set_xlim(margins[0], margins[-1])
    axes.set_ylim(0, 1)
    axes.grid(axis="y", color="#DDDDDD", lw=0.6)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.set_xlabel("Margin")
    axes.set_ylabel("Tests that find equivalence")
    return sheet.canvas
