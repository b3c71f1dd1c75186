"""How the width of an interval and the power of a test depend on the numbers of systems and inputs."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from trueness.methods.studied import studied_interval, studied_test
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Spans, Trace
from trueness.reporting.figures.palette import FAINT_INK, LOOKS
from trueness.reporting.figures.panel import Panel, Scale
from trueness.studies.plan.rows import PlanResult
from trueness.study.number_words import counted, decimal

_WIDTH, _HEIGHT = 3.1, 2.5
_STYLES = ("-", "--", ":", "-.")
_APART = 0.015
NORMAL_QUANTILE = 1.96


def plan_curves(plan: PlanResult) -> Figure:
    """Draw the width of the interval against the number of systems, one line per number of inputs; power beside it.

    Bars are 95% intervals of the Monte-Carlo error: of the mean width, and the exact one of the power. Lines of other
    numbers of annotators have other dashes and hollow marks. What was asked for is a dotted line.

    Returns
    -------
    Figure
        Its data are the designs. Without a power there is one panel.
    """
    settings = plan.settings
    title = f"Designs: the width of the {studied_interval(settings.interval).interval.words} interval"
    if _with_power(plan):
        title += f", and the power of {studied_test(settings.test).test.noun}"
    return Figure.of(
        name=figure_name("plan", settings.level, settings.coefficient),
        title=title,
        caption=_caption(plan),
        data=plan.rows(),
        drawing=functools.partial(_draw, plan),
    )


def _with_power(plan: PlanResult) -> bool:
    return any(not math.isnan(design.power) for design in plan.designs)


def _caption(plan: PlanResult) -> str:
    settings = plan.settings
    said = (
        f"Mean width of 95% intervals of the {settings.level}-level {settings.coefficient} correlation, from "
        f"{settings.runs:,} simulated tables per design; bars are Monte-Carlo 95% intervals."
    )
    if _with_power(plan):
        said += (
            f" Power is the share of tables in which a difference of {settings.difference:g} is found at "
            f"{settings.alpha:g}."
        )
    return said


def _draw(plan: PlanResult) -> Drawing:
    settings = plan.settings
    lines = list(dict.fromkeys((design.n_inputs, design.n_annotators) for design in plan.designs))
    inputs = list(dict.fromkeys(n_inputs for n_inputs, _ in lines))
    annotators = list(dict.fromkeys(raters for _, raters in lines))
    widths: list[Mark] = []
    powers: list[Mark] = []
    key = {}
    for n_inputs, raters in lines:
        mine = sorted(
            (d for d in plan.designs if (d.n_inputs, d.n_annotators) == (n_inputs, raters)),
            key=lambda d: d.n_systems,
        )
        place, rater = inputs.index(n_inputs), annotators.index(raters)
        look = _look(place, rater)
        # bars side by side: lines stand a little apart
        step = place * len(annotators) + rater - (len(inputs) * len(annotators) - 1) / 2
        systems = [design.n_systems * (1 + _APART * step) for design in mine]
        errors = [0.0 if math.isnan(d.width_error) else NORMAL_QUANTILE * d.width_error for d in mine]
        label = counted(n_inputs, "input") + (
            f", {counted(raters, 'annotator')}" if len(annotators) > 1 else ""
        )
        key[label] = look
        low = [d.width - error for d, error in zip(mine, errors, strict=True)]
        high = [d.width + error for d, error in zip(mine, errors, strict=True)]
        widths += _line(label, systems, [(d.n_systems, d.width) for d in mine], low, high, look)
        low, high = [min(d.power, d.power_low) for d in mine], [max(d.power, d.power_high) for d in mine]
        powers += _line(label, systems, [(d.n_systems, d.power) for d in mine], low, high, look)
    panels = [_panel(plan, widths, settings.width, Scale(label="Width of the interval", low=0.0))]
    if _with_power(plan):
        power = Scale(label=f"Power for a difference of {settings.difference:g}", low=0.0, high=1.0)
        panels.append(_panel(plan, powers, settings.power, power))
    return Drawing(subtitle=_settings_words(plan), lines=[panels], key=key)


def _settings_words(plan: PlanResult) -> str:
    settings = plan.settings
    return f"{settings.coefficient.capitalize()}, {settings.level} level; {settings.runs:,} tables per design"


def _look(place: int, rater: int) -> Look:
    """Return the look of a number of inputs and one of annotators: colour and mark, and dash and filling."""
    colour, mark = LOOKS[place % len(LOOKS)]
    fill = "white" if rater % 2 else colour
    return Look(colour=colour, mark=mark, size=4, fill=fill, line=1.3, dash=_STYLES[rater % len(_STYLES)])


def _line(
    label: str,
    systems: Sequence[float],
    values: Sequence[tuple[int, float]],
    low: Sequence[float],
    high: Sequence[float],
    look: Look,
) -> list[Mark]:
    said = [f"{label}, {counted(n, 'system')}: {decimal(value)}" for n, value in values]
    return [
        Spans(systems, low, high, Look(colour=look.colour, line=1.3), upright=True),
        Trace(systems, [value for _, value in values], look, said),
    ]


def _panel(plan: PlanResult, marks: Sequence[Mark], asked: float | None, y: Scale) -> Panel:
    systems = sorted({design.n_systems for design in plan.designs})
    wanted = Look(colour=FAINT_INK, line=0.9, dash=(0, (1, 1.5)))
    return Panel(
        width=_WIDTH,
        height=_HEIGHT,
        marks=[*marks, Rules([] if asked is None else [asked], wanted)],
        x=Scale(label="Systems", ticks=systems, log=systems[-1] >= 4 * systems[0], grid=False),
        y=y,
    )
