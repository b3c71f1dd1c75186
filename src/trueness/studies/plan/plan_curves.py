"""How the width of an interval and the power of a test depend on the numbers of systems and inputs."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

from trueness.methods.studied import studied_interval, studied_test
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.palette import FAINT_INK, LOOKS
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.studies.plan.rows import Design, PlanResult
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_WIDTH, _HEIGHT, _LEFT, _BETWEEN = 3.1, 2.5, 0.5, 0.75
_STYLES = ("-", "--", ":", "-.")
_APART = 0.015
NORMAL_QUANTILE = 1.96


def plan_curves(plan: PlanResult) -> Figure:
    """Draw the width of the interval against the number of systems, one line per number of inputs; power beside it.

    Bars are 95% intervals of the Monte-Carlo error: of the mean width, and the exact one of the power. Lines of other
    numbers of annotators have other dashes and hollow marks. What was asked for is a dotted line.

    Parameters
    ----------
    plan : PlanResult

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
        drawing=functools.partial(_draw, plan, title),
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


def _draw(plan: PlanResult, title: str) -> Canvas:
    both = _with_power(plan)
    lines = list(dict.fromkeys((design.n_inputs, design.n_annotators) for design in plan.designs))
    columns = min(len(lines), 4 if both else 2)
    key = 0.12 + 0.2 * math.ceil(len(lines) / columns)
    sheet = Sheet(
        2 * MARGIN + _LEFT + _WIDTH + both * (_BETWEEN + _WIDTH),
        key + _HEIGHT + 0.45 + MARGIN,
        title=title,
        subtitle=_settings_words(plan),
    )
    handles = []
    panels = [sheet.panel(MARGIN + _LEFT, sheet.top + key, _WIDTH, _HEIGHT)]
    if both:
        panels.append(sheet.panel(MARGIN + _LEFT + _WIDTH + _BETWEEN, sheet.top + key, _WIDTH, _HEIGHT))
    for line in lines:
        mine = sorted(
            (d for d in plan.designs if (d.n_inputs, d.n_annotators) == line), key=lambda d: d.n_systems
        )
        handles.append(_lines(panels, plan, mine, line))
    sheet.key(MARGIN, sheet.top + 0.04, handles, columns)
    _finish(panels, plan)
    return sheet.canvas


def _settings_words(plan: PlanResult) -> str:
    settings = plan.settings
    return f"{settings.coefficient.capitalize()}, {settings.level} level; {settings.runs:,} tables per design"


def _lines(panels: list[Axes], plan: PlanResult, designs: list[Design], line: tuple[int, int]) -> object:
    from matplotlib.lines import Line2D

    inputs = list(dict.fromkeys(design.n_inputs for design in plan.designs))
    annotators = list(dict.fromkeys(design.n_annotators for design in plan.designs))
    place, raters = inputs.index(line[0]), annotators.index(line[1])
    colour, mark = LOOKS[place % len(LOOKS)]
    style: dict[str, Any] = {
        "color": colour,
        "marker": mark,
        "mfc": "white" if raters % 2 else colour,
        "ls": _STYLES[raters % len(_STYLES)],
        "lw": 1.3,
        "ms": 4,
    }
    # bars side by side: lines stand a little apart
    lines = len(inputs) * len(annotators)
    apart = 1 + _APART * (place * len(annotators) + raters - (lines - 1) / 2)
    systems = [design.n_systems * apart for design in designs]
    label = counted(line[0], "input") + (f", {counted(line[1], 'annotator')}" if len(annotators) > 1 else "")
    panels[0].errorbar(
        systems,
        [design.width for design in designs],
        yerr=[0.0 if math.isnan(d.width_error) else NORMAL_QUANTILE * d.width_error for d in designs],
        label=label,
        capsize=2,
        **style,
    )
    if len(panels) > 1:
        errors = [
            [max(0.0, d.power - d.power_low) for d in designs],
            [max(0.0, d.power_high - d.power) for d in designs],
        ]
        panels[1].errorbar(systems, [design.power for design in designs], yerr=errors, capsize=2, **style)
    return Line2D([], [], label=label, **style)


def _finish(panels: list[Axes], plan: PlanResult) -> None:
    settings = plan.settings
    systems = sorted({design.n_systems for design in plan.designs})
    wanted = (settings.width, settings.power)
    names = ("Width of the interval", f"Power for a difference of {settings.difference:g}")
    for axes, asked, name in zip(panels, wanted, names, strict=False):
        if systems[-1] >= 4 * systems[0]:
            axes.set_xscale("log")
        axes.set_xticks(systems, [str(number) for number in systems])
        axes.minorticks_off()
        if asked is not None:
            axes.axhline(asked, color=FAINT_INK, lw=0.9, ls=(0, (1, 1.5)))
        axes.set_xlabel("Systems")
        axes.set_ylabel(name)
        axes.grid(axis="y", color="#DDDDDD", lw=0.6)
    panels[0].set_ylim(bottom=0)
    if len(panels) > 1:
        panels[1].set_ylim(0, 1)
