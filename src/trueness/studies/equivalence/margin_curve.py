"""How many tests find equivalence as the margin grows."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Trace
from trueness.reporting.figures.palette import BLUE, INK, ORANGE
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.reporting.writing.labels import drawable
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.equivalence.rows import CurvePoint, EquivalenceResult, together
from trueness.study.number_words import counted
from trueness.study.rows import as_row
from trueness.study.words import CORRECTION_WORDS

_PLOT_WIDTH, _PLOT_HEIGHT = 4.6, 2.6
_STEPS = 101


def margin_curve(
    found: EquivalenceResult,
    coefficient: str,
    *,
    level: str,
    margins: Sequence[float] | None = None,
) -> Figure:
    """Draw the share of tests that find equivalence against the margin, before and after correction.

    As Figure 4a of Braun et al. (2022), as shares. The margin is the same for all tests, whatever the study's own
    margins were; where that was one number, a line marks it.

    Parameters
    ----------
    found : EquivalenceResult
        From bootstrap tests, or those of the two-way jackknife, with a difference that is defined.
    coefficient, level : str
        What was computed.
    margins : sequence of float, optional
        Where the curve is computed; default 101 margins from 0 to a little beyond where the last test passes.

    Returns
    -------
    Figure
        Its data have one row per margin, with the counts.
    """
    mine = together(found.tests, level, coefficient)
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
        drawing=functools.partial(_draw, found, points, level),
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


def _draw(found: EquivalenceResult, points: list[CurvePoint], level: str) -> Drawing:
    settings, bounds = found.settings, found.settings.bounds
    margins = [point.margin for point in points]
    tests = max(1, points[0].n_tests)
    curves = {"each test alone": ([point.n_equivalent for point in points], Look(colour=BLUE, line=1.6))}
    if settings.correction != "none":
        corrected = [point.n_equivalent_adjusted for point in points]
        curves[f"with {CORRECTION_WORDS[settings.correction]}"] = (
            corrected,
            Look(colour=ORANGE, line=1.6, dash="--"),
        )
    key = {label: look for label, (_, look) in curves.items()}
    marks: list[Mark] = [
        Trace(margins, [count / tests for count in counts], look, steps=True)
        for counts, look in curves.values()
    ]
    if bounds is not None and bounds.low == -bounds.high and margins[0] <= bounds.high <= margins[-1]:
        given = key[f"the margin that was given, {bounds.high:g}"] = Look(colour=INK, line=0.8, dash=":")
        marks.append(Rules([bounds.high], given, upright=True))
    panel = Panel(
        width=_PLOT_WIDTH,
        height=_PLOT_HEIGHT,
        marks=marks,
        x=Scale(label="Margin", low=margins[0], high=margins[-1], grid=False),
        y=Scale(
            label="Tests that find equivalence", low=0.0, high=1.0, ticks=(0, 0.25, 0.5, 0.75, 1), shares=True
        ),
    )
    subtitle = f"{counted(points[0].n_tests, 'test')} {levels_phrase([level])}"
    return Drawing(subtitle=subtitle, lines=[[panel]], key=key)
