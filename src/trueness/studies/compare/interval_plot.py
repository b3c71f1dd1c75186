"""How well every metric agrees with the human, and how sure that is."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from trueness.errors import check_choice
from trueness.methods.registry import interval_method
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import FAINT_INK, INK, LEVEL_COLOURS, LEVEL_MARKS, SHADE
from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.figures.wording import levels_phrase, number, percent
from trueness.reporting.writing.labels import distinct_labels, drawable, text_width
from trueness.reporting.writing.tables import correlation, interval
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.figure_words import interval_sentence, size_sentence, undefined_sentences
from trueness.studies.compare.marks import endings, legend, note
from trueness.studies.compare.metrics_in_order import leading_level, metrics_in_order
from trueness.studies.compare.rows import CompareResult, Estimate
from trueness.study.number_words import counted
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

FloatArray = NDArray[np.float64]

_LANE = 0.2
_PLOT_WIDTH = 4.4
_LABEL_SIZE, _LABEL_ROOM = 8.0, 2.3
_NUMBER_SIZE = 7.0
_GRID = 80


def interval_plot(comparison: CompareResult, coefficient: str) -> Figure:
    """Draw every metric's estimate, its interval and the bootstrap distribution within it.

    Levels lie side by side in each metric's row; metrics are sorted by their estimate at the system level. Beside the
    names stand the limits of ranks, where all pairs were tested.
    The distributions are cut at the interval's bounds, as in Figure 4 of Deutsch et al. (2021); those behind
    a basic interval are mirrored at the estimate, as the interval is. An undefined estimate keeps its row and
    says so.

    Parameters
    ----------
    comparison : CompareResult
    coefficient : str
        One that was computed.

    Returns
    -------
    Figure
        Its data are the estimates of this coefficient, in the order drawn, with the limits of their ranks.

    Raises
    ------
    ArgumentError
        If the coefficient was not computed.
    """
    check_choice("coefficient", coefficient, comparison.settings.coefficients)
    levels = comparison.settings.levels_of(coefficient)
    order = metrics_in_order(comparison, coefficient)
    estimates = [comparison.estimate(metric, level, coefficient) for metric in order for level in levels]
    densities = {(row.metric, row.level): _density(row, _samples(comparison, row)) for row in estimates}
    limits = _rank_limits(comparison, estimates)
    title = f"Agreement with '{drawable(comparison.human)}': {coefficient_words(coefficient)}"
    caption = _caption(comparison, coefficient, estimates, shapes=any(len(x) for x, _ in densities.values()))
    return Figure.of(
        name=f"intervals-{coefficient.replace('_', '-')}",
        title=title,
        caption=caption,
        data=[
            as_row(row) | {"rank_low": low, "rank_high": high}
            for row, (low, high) in zip(estimates, limits, strict=True)
        ],
        drawing=functools.partial(_draw, comparison, order, estimates, densities, title, coefficient),
    )


def _caption(comparison: CompareResult, coefficient: str, estimates: list[Estimate], *, shapes: bool) -> str:
    sentences = [
        (
            f"{_capital(coefficient_words(coefficient))} of {counted(len(comparison.metrics), 'metric')} with "
            f"'{drawable(comparison.human)}' {levels_phrase(comparison.settings.levels_of(coefficient))}."
        ),
        size_sentence(estimates, has_systems=comparison.table.has_systems),
        interval_sentence(comparison, estimates),
    ]
    if shapes:
        sentences.append(
            "A mark is the estimate, a line its interval, and a shape the distribution of the resamples "
            "within the interval, all drawn equally high."
        )
    else:
        sentences.append("A mark is the estimate and a line, where there is one, its interval.")
    chance = coefficient_facts(coefficient).chance
    if chance:
        sentences.append(f"The upright line is {chance:g}, what chance gives.")
    if len(comparison.metrics) > 1:
        level = leading_level(comparison, coefficient).replace("_", "-")
        sentences.append(f"Metrics are in the order of their estimates at the {level} level.")
    settings = comparison.settings
    items = "metrics at a level" if len(settings.levels_of(coefficient)) > 1 else "metrics"
    ranks = _rank_column(comparison, estimates).sentence(items, settings.alpha, settings.correction)
    sentences += filter(None, [ranks, legend(comparison, comparison.metrics)])
    sentences += undefined_sentences(estimates)
    if len(comparison.metrics) > 1:
        sentences.append(
            "Intervals that overlap do not show that two metrics are equal: the tests of their "
            "difference decide."
        )
    return " ".join(sentences)


def _rank_limits(comparison: CompareResult, estimates: list[Estimate]) -> list[tuple[int | None, int | None]]:
    """Return the limits of every metric's rank at every level; None without tests of all pairs."""
    found = {key: comparison.standing(*key) for key in comparison.settings.keys}
    rows = [found[row.level, row.coefficient].get(row.metric) for row in estimates]
    return [(row.rank_low, row.rank_high) if row else (None, None) for row in rows]


def _rank_column(comparison: CompareResult, estimates: list[Estimate]) -> RankColumn:
    return RankColumn(_rank_limits(comparison, estimates), _NUMBER_SIZE)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _samples(comparison: CompareResult, row: Estimate) -> FloatArray:
    drawn = comparison.samples.get((row.level, row.coefficient))
    if drawn is None:
        return np.empty(0)
    values = drawn[:, comparison.metrics.index(row.metric)]
    return np.asarray(values[~np.isnan(values)])


def _density(row: Estimate, values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the density of the samples between the bounds, largest 1; empty where there is nothing to draw.

    A Gaussian kernel with Scott's bandwidth. Where the range of a coefficient ends (-1 and 1 for a correlation, 0 and 1
    for a share) kernels are mirrored, so that the density does not sink there for no reason. A basic interval mirrors
    the samples at the estimate, so their density is read off there.
    """
    facts = coefficient_facts(row.coefficient)
    spread = float(values.std()) if len(values) > 1 else 0.0
    if not row.low < row.high or spread < 1e-9:
        return np.empty(0), np.empty(0)
    grid = np.linspace(row.low, row.high, _GRID)
    at = 2 * row.estimate - grid if interval_method(row.interval).mirrors else grid
    width = spread * len(values) ** (-1 / 5)
    height = np.zeros(_GRID)
    for part in np.array_split(values, max(1, len(values) // 1000)):  # bounds memory
        for mirrored in (part, 2 * facts.high - part, 2 * facts.low - part):
            height += np.exp(-0.5 * ((at[:, None] - mirrored) / width) ** 2).sum(axis=1)
    height[(at > facts.high) | (at < facts.low)] = 0.0
    largest = height.max()
    return (grid, height / largest) if largest > 0 else (np.empty(0), np.empty(0))


def _draw(
    comparison: CompareResult,
    order: list[str],
    estimates: list[Estimate],
    densities: dict[tuple[str, str], tuple[FloatArray, FloatArray]],
    title: str,
    coefficient: str,
) -> Canvas:
    levels, confidence = comparison.settings.levels_of(coefficient), comparison.settings.confidence
    labels = distinct_labels(order, _LABEL_SIZE, _LABEL_ROOM, endings(comparison, order))
    row_height = _LANE * len(levels) + 0.08
    has_intervals = any(not math.isnan(row.low) for row in estimates)
    ranks = _rank_column(comparison, estimates)
    label_room = max(text_width(label, _LABEL_SIZE) for label in labels) + 0.12 + ranks.width
    number_room = max(text_width(_numbers(row), _NUMBER_SIZE) for row in estimates) + 0.12
    height = row_height * len(order)
    head = 0.38 if ranks.width else 0.3
    kind = f"with {percent(confidence)} intervals" if has_intervals else "without intervals"
    sheet = Sheet(
        MARGIN * 2 + label_room + _PLOT_WIDTH + number_room,
        head + height + 0.45 + MARGIN,
        title=title,
        subtitle=f"{counted(len(order), 'metric')} {levels_phrase(levels)}, {kind}" + note(comparison, order),
    )
    _key(sheet, levels)
    axes = sheet.panel(MARGIN + label_room, sheet.top + head, _PLOT_WIDTH, height)
    axes.set_ylim(height, 0)
    chance = coefficient_facts(coefficient).chance
    _scale(axes, estimates, chance)
    for k in range(0, len(order), 2):
        axes.axhspan(k * row_height, (k + 1) * row_height, color=SHADE, lw=0, zorder=0)
    axes.grid(axis="x", color="#DDDDDD", lw=0.6)
    if chance is not None:
        axes.axvline(chance, color=INK, lw=0.9, zorder=1)
    lanes = [
        (place // len(levels)) * row_height + 0.04 + (place % len(levels) + 0.5) * _LANE
        for place in range(len(estimates))
    ]
    for lane, row in zip(lanes, estimates, strict=True):
        _lane(axes, lane, row, densities[row.metric, row.level])
        low, high = (row.low, row.high) if not math.isnan(row.low) else (row.estimate, row.estimate)
        said = _said(row, has_systems=comparison.table.has_systems)
        add_spot(axes, (low + high) / 2, lane, said, cell=(high - low, _LANE))
        axes.text(
            1 + 0.1 / _PLOT_WIDTH,
            lane,
            _numbers(row),
            transform=axes.get_yaxis_transform(),
            fontsize=_NUMBER_SIZE,
            va="center",
            color=INK if not math.isnan(row.estimate) else FAINT_INK,
        )
    axes.set_yticks([(k + 0.5) * row_height for k in range(len(order))], labels)
    axes.tick_params(axis="y", length=0, pad=5 + 72 * ranks.width)
    ranks.draw(axes, lanes)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(coefficient_words(coefficient))
    return sheet.canvas


def _said(row: Estimate, *, has_systems: bool) -> str:
    """Return an estimate with its interval and what is behind it."""
    value = f"{coefficient_words(row.coefficient)} {correlation(row.estimate)}"
    if not math.isnan(row.low):
        value += f" {interval(row.low, row.high)}"
    size = f"{counted(row.n_inputs, 'input' if has_systems else 'item')}"
    if has_systems:
        size = f"{counted(row.n_systems, 'system')}, {size}"
    return f"{row.metric}, {row.level.replace('_', '-')} level: {value}; {size}"


def _numbers(row: Estimate) -> str:
    if math.isnan(row.low) or math.isnan(row.estimate):
        return number(row.estimate)
    return f"{number(row.estimate)} [{number(row.low)}, {number(row.high)}]"


def _scale(axes: Axes, estimates: list[Estimate], chance: float | None) -> None:
    values = np.array([value for row in estimates for value in (row.estimate, row.low, row.high)])
    values = np.append(values, [] if chance is None else chance)
    if np.isnan(values).all():
        values = np.array([0.0, 1.0])
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    if high - low < 0.2:
        high = low + 0.2 if high >= -low else high
    room = 0.03 * (high - low)
    axes.set_xlim(low - room, high + room)
    axes.locator_params(axis="x", nbins=9, steps=[1, 2, 2.5, 5, 10])  # steps that lead from 0 to 1


def _lane(axes: Axes, lane: float, row: Estimate, density: tuple[FloatArray, FloatArray]) -> None:
    colour = LEVEL_COLOURS[row.level]
    if math.isnan(row.estimate):
        axes.text(0, lane, "  undefined", fontsize=_NUMBER_SIZE, va="center", color=FAINT_INK, style="italic")
        return
    grid, heights = density
    if len(grid):
        half = heights * _LANE * 0.46
        axes.fill_between(grid, lane - half, lane + half, color=colour, alpha=0.55, lw=0, zorder=2)
    if not math.isnan(row.low):
        axes.plot([row.low, row.high], [lane, lane], color=INK, lw=0.9, solid_capstyle="butt", zorder=3)
    axes.plot([row.estimate], [lane], LEVEL_MARKS[row.level], ms=4.2, mfc=colour, mec=INK, mew=0.8, zorder=4)


def _key(sheet: Sheet, levels: tuple[str, ...]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D(
            [],
            [],
            color=LEVEL_COLOURS[level],
            lw=6,
            solid_capstyle="butt",
            marker=LEVEL_MARKS[level],
            ms=4.2,
            mec=INK,
            mew=0.8,
            label=f"{level.replace('_', '-')} level",
            markerfacecolor=LEVEL_COLOURS[level],
        )
        for level in levels
    ]
    sheet.key(MARGIN, sheet.top + 0.04, handles, len(levels))
