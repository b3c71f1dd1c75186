"""What a system-level correlation is made of: one point per system."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError, check_choice, unknown_name
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, FAINT_INK, INK
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.figures.wording import number, quoted
from trueness.reporting.writing.labels import distinct_labels, drawable, shortened, text_width
from trueness.result import Row
from trueness.studies.compare.aggregation import all_means
from trueness.studies.compare.marks import endings, note, system_score_legend
from trueness.studies.compare.metrics_in_order import leading_level, metrics_in_order
from trueness.studies.compare.rows import CompareResult
from trueness.study.number_words import counted, significant
from trueness.study.words import coefficient_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_MOST_ACROSS = 4
_PLOT_WIDTH = 7.6
_LABEL_SIZE = 6.2
_FEW_SYSTEMS = 6


def system_scatter(
    comparison: CompareResult, coefficient: str, *, metrics: Iterable[str] | None = None
) -> Figure:
    """Draw every system's human mean against its score by each metric, one small panel per metric.

    A system's score is the mean of its outputs' scores, unless the comparison takes corpus scores or medians.

    Each panel says its correlation at the system level, if that was computed. Up to six systems are all
    named, of more the best and the worst by the human and the one farthest from the line of agreement.

    Parameters
    ----------
    comparison : CompareResult
    coefficient : str
        Which of the computed coefficients to print.
    metrics : iterable of str, optional
        Which metrics to draw; default all.

    Returns
    -------
    Figure
        Its data have one row per metric and system, NaN where a system has no score.

    Raises
    ------
    ArgumentError
        If the coefficient was not computed.
    UnknownNameError
        If a metric is not in the comparison.
    DataError
        If the data name no system, or no metric is chosen.
    """
    check_choice("coefficient", coefficient, comparison.settings.coefficients)
    if not comparison.table.has_systems:
        raise DataError("the data name no system, so there are no system means to draw.")
    chosen = set(
        comparison.metrics if metrics is None else [metrics] if isinstance(metrics, str) else metrics
    )
    for name in sorted(chosen - set(comparison.metrics)):
        raise unknown_name("metric", name, comparison.metrics)
    order = [name for name in metrics_in_order(comparison, coefficient) if name in chosen]
    if not order:
        raise DataError("no metric is chosen, so there is nothing to draw.")
    table = comparison.table
    human = comparison.system_scores[comparison.human]
    data: list[Row] = [
        {
            "metric": metric,
            "system": system,
            "score_metric": float(x),
            "score_human": float(y),
            "higher_is_better": table.scorer(metric).higher_is_better,
        }
        for metric in order
        for system, x, y in zip(table.systems, comparison.system_scores[metric], human, strict=True)
    ]
    found = {
        row.metric: row.estimate
        for row in comparison.estimates
        if (row.level, row.coefficient) == ("system", coefficient)
    }
    against = counted(len(order), "metric")
    title = f"System {_kind(comparison, order)}s: '{drawable(comparison.human)}' against {against}"
    return Figure.of(
        name=f"system-scatter-{coefficient}".replace("_", "-"),
        title=title,
        caption=_caption(comparison, coefficient, order, data, found),
        data=data,
        drawing=functools.partial(_draw, comparison, order, data, found, coefficient, title),
    )


def _kind(comparison: CompareResult, metrics: Iterable[str]) -> str:
    """Return what a system's score by the metrics is called."""
    return "mean" if all_means(comparison, metrics) else "score"


def _caption(
    comparison: CompareResult, coefficient: str, order: list[str], data: list[Row], found: dict[str, float]
) -> str:
    table = comparison.table
    sentences = [
        (
            f"Each point is one of {counted(len(table.systems), 'system')}: its mean by "
            f"'{drawable(comparison.human)}' (up) against its {_kind(comparison, order)} by the metric (right), over "
            f"{counted(len(table.inputs), 'input')}."
        )
    ]
    if found:
        sentences.append(f"Above each panel: {coefficient_words(coefficient)} at the system level.")
    sentences += filter(None, [system_score_legend(comparison, order, "system")])
    turned = [name for name in order if not table.scorer(name).higher_is_better]
    if turned:
        sentences.append(f"Negated, because lower is better (↓): {quoted(turned)}.")
    if np.isnan(table.values).any():
        sentences.append(
            f"Scores are missing: a {_kind(comparison, order)} is over the scores there are, the correlation over "
            "the cells that metric and human share."
        )
    gone = sum(math.isnan(row["score_metric"]) or math.isnan(row["score_human"]) for row in data)
    if gone:
        sentences.append(
            f"{counted(gone, 'point')} cannot be drawn, for want of a {_kind(comparison, order)}."
        )
    if len(order) > 1:
        level = leading_level(comparison, coefficient).replace("_", "-")
        sentences.append(f"Panels are in the order of the estimates at the {level} level.")
    return " ".join(sentences)


def _draw(
    comparison: CompareResult,
    order: list[str],
    data: list[Row],
    found: dict[str, float],
    coefficient: str,
    title: str,
) -> Canvas:
    systems, human = comparison.table.systems, comparison.human
    across = min(len(order), _MOST_ACROSS)
    down = -(-len(order) // across)
    gap = 0.18
    side = min(3.6, (_PLOT_WIDTH - gap * (across - 1)) / across)
    block = 0.42 + side + 0.28
    left = MARGIN + 0.62
    sheet = Sheet(
        max(5.0, left + across * side + (across - 1) * gap + MARGIN),
        down * block + 0.25 + MARGIN,
        title=title,
        subtitle=f"{counted(len(systems), 'system')}; larger is better on every axis"
        + note(comparison, order, "system"),
    )
    names = distinct_labels(systems, _LABEL_SIZE, 0.62 * side)
    titles = distinct_labels(order, 8 * 1.12, side, endings(comparison, order, "system"))  # bold is wider
    y = np.array([row["score_human"] for row in data[: len(systems)]])
    for k, (metric, label) in enumerate(zip(order, titles, strict=True)):
        x0, y0 = left + (k % across) * (side + gap), sheet.top + (k // across) * block
        sheet.text(x0, y0 + 0.05, label, fontsize=8, fontweight="bold", va="top")
        if found:
            r = found.get(metric, float("nan"))
            sheet.text(
                x0, y0 + 0.21, f"{coefficient_words(coefficient)}: {number(r)}", fontsize=7.5, va="top"
            )
        axes = sheet.panel(x0, y0 + 0.42, side, side)
        x = np.array([row["score_metric"] for row in data[k * len(systems) : (k + 1) * len(systems)]])
        _panel(axes, x, y, names, side)
        for system, one, other in zip(systems, x, y, strict=True):
            said = f"{system}: {metric} {significant(one, 4)}, {human} {significant(other, 4)}"
            add_spot(axes, one, other, said, about=("system", system))
        if k % across:
            axes.tick_params(labelleft=False)
    middle = sheet.top + 0.42 + side / 2
    for row in range(down):
        sheet.text(
            MARGIN,
            middle + row * block,
            shortened(human, 8, side),
            fontsize=8,
            rotation=90,
            va="center",
            ha="left",
        )
    sheet.text(
        left,
        sheet.top + down * block + 0.1,
        f"{_kind(comparison, order)} by the metric",
        fontsize=8,
        va="center",
    )
    return sheet.canvas


def _panel(axes: Axes, x: NDArray[np.float64], y: NDArray[np.float64], names: list[str], side: float) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(3, min_n_ticks=2))
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.tick_params(labelsize=6.5, length=2)
    axes.grid(color="#E6E6E6", lw=0.5)
    axes.set_xlim(*_range(x))
    axes.set_ylim(*_range(y))
    there = ~(np.isnan(x) | np.isnan(y))
    if not there.any():
        style: dict[str, Any] = {
            "fontsize": 8,
            "ha": "center",
            "va": "center",
            "color": FAINT_INK,
            "style": "italic",
        }
        axes.text(0.5, 0.5, "undefined", transform=axes.transAxes, **style)
        axes.set_xticks([])
        return
    axes.plot(x[there], y[there], "o", ms=4, mfc=BLUE, mec="white", mew=0.5, alpha=0.85)
    points = _inches(x[there], y[there], axes, side)
    taken: list[Box] = []
    for k in _named(x, y, there):
        _name(axes, (float(x[k]), float(y[k])), names[k], side, points, taken)


def _inches(x: NDArray[np.float64], y: NDArray[np.float64], axes: Axes, side: float) -> NDArray[np.float64]:
    """Return where points lie in a panel, in inches from its lower left corner, shape (n, 2)."""
    (low_x, high_x), (low_y, high_y) = axes.get_xlim(), axes.get_ylim()
    return np.stack([(x - low_x) / (high_x - low_x), (y - low_y) / (high_y - low_y)], axis=1) * side


def _range(values: NDArray[np.float64]) -> tuple[float, float]:
    defined = values[~np.isnan(values)]
    if not len(defined):
        return 0.0, 1.0
    low, high = float(defined.min()), float(defined.max())
    room = 0.14 * (high - low) or 0.1 * abs(high) or 0.1
    return low - room, high + room


def _named(x: NDArray[np.float64], y: NDArray[np.float64], there: NDArray[np.bool_]) -> list[int]:
    """Return the systems to name, the most telling first."""
    places = np.flatnonzero(there)
    if len(places) <= _FEW_SYSTEMS:
        return [int(k) for k in places]
    best, worst = places[np.argmax(y[places])], places[np.argmin(y[places])]
    spread_x, spread_y = x[places].std(), y[places].std()
    chosen = [best, worst]
    if spread_x > 0 and spread_y > 0:
        off = np.abs((y[places] - y[places].mean()) / spread_y - (x[places] - x[places].mean()) / spread_x)
        chosen.append(places[np.argmax(off)])
    return list(dict.fromkeys(int(k) for k in chosen))


Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def _name(
    axes: Axes,
    point: tuple[float, float],
    name: str,
    side: float,
    points: NDArray[np.float64],
    taken: list[Box],
) -> None:
    """Write a system's name beside, above or below its point, where it covers least; never over a name."""
    x, y = _inches(np.array([point[0]]), np.array([point[1]]), axes, side)[0]
    wide, high, off = text_width(name, _LABEL_SIZE), 0.09, 0.055
    spots = [(off, -high / 2), (-off - wide, -high / 2), (-wide / 2, off), (-wide / 2, -off - high)]
    best: tuple[float, Box, tuple[float, float]] | None = None
    for right, up in spots:
        box = (x + right, y + up, x + right + wide, y + up + high)
        if any(_overlap(box, other) for other in taken):
            continue
        near = 0.025
        covered = (points[:, 0] > box[0] - near) & (points[:, 0] < box[2] + near)
        covered &= (points[:, 1] > box[1] - near) & (points[:, 1] < box[3] + near)
        outside = max(0.0, -box[0]) + max(0.0, box[2] - side) + max(0.0, -box[1]) + max(0.0, box[3] - side)
        cost = float(covered.sum()) + 20 * outside
        if best is None or cost < best[0]:
            best = (cost, box, (right, up))
    if best is None:
        return
    taken.append(best[1])
    axes.annotate(
        name,
        point,
        xytext=(best[2][0] * 72, best[2][1] * 72),
        textcoords="offset points",
        fontsize=_LABEL_SIZE,
        ha="left",
        va="bottom",
        color=INK,
        parse_math=False,
    )


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
