"""How well every metric agrees with the human, and how sure that is."""

from __future__ import annotations

import dataclasses
import functools
import math

import numpy as np
from numpy.typing import NDArray

from trueness.errors import check_choice
from trueness.methods.registry import interval_method
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Areas, Mark, Rules, Said, Spans, Trace, band, boxes, undefined
from trueness.reporting.figures.palette import INK, LEVEL_COLOURS, LEVEL_MARKS, SHADE
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.figures.wording import levels_phrase, number, percent
from trueness.reporting.writing.labels import drawable
from trueness.reporting.writing.tables import correlation, interval
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.figure_words import interval_sentence, size_sentence, undefined_sentences
from trueness.studies.compare.marks import endings, legend, note
from trueness.studies.compare.metrics_in_order import leading_level, metrics_in_order
from trueness.studies.compare.rows import CompareResult, Estimate
from trueness.study.number_words import counted
from trueness.study.rows import as_row
from trueness.study.words import capital, coefficient_words

FloatArray = NDArray[np.float64]

_LANE = 0.2
_PLOT_WIDTH = 4.4
_LABEL_ROOM = 2.3
_NUMBER_SIZE = 7.0
_GRID = 80
LEVEL_LOOKS = {
    level: Look(colour=colour, mark=LEVEL_MARKS[level], size=4.2, edge=INK, edge_width=0.8)
    for level, colour in LEVEL_COLOURS.items()
}


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
        drawing=functools.partial(_draw, comparison, order, estimates, densities, coefficient),
    )


def _caption(comparison: CompareResult, coefficient: str, estimates: list[Estimate], *, shapes: bool) -> str:
    sentences = [
        (
            f"{capital(coefficient_words(coefficient))} of {counted(len(comparison.metrics), 'metric')} with "
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
    coefficient: str,
) -> Drawing:
    levels, confidence = comparison.settings.levels_of(coefficient), comparison.settings.confidence
    lane = _LANE / (_LANE * len(levels) + 0.08)  # of a metric's row
    lanes = [
        place // len(levels) + (place % len(levels) - (len(levels) - 1) / 2) * lane
        for place in range(len(estimates))
    ]
    chance = coefficient_facts(coefficient).chance
    low, high = _ends(estimates, chance)
    marks: list[Mark] = [
        boxes([(low, k - 0.5, high, k + 0.5) for k in range(0, len(order), 2)], Look(colour=SHADE)),
        Rules([] if chance is None else [chance], Look(colour=INK, line=0.9), upright=True),
    ]
    for level in levels:
        here = [(at, row) for at, row in zip(lanes, estimates, strict=True) if row.level == level]
        marks += _level(here, densities, lane, LEVEL_LOOKS[level])
    marks += [
        Said(
            [(_end(row, row.low) + _end(row, row.high)) / 2 for row in estimates],
            lanes,
            [_said(row, has_systems=comparison.table.has_systems) for row in estimates],
            cells=[(_end(row, row.high) - _end(row, row.low), lane) for row in estimates],
        ),
        undefined([at for at, row in zip(lanes, estimates, strict=True) if math.isnan(row.estimate)]),
    ]
    has_intervals = any(not math.isnan(row.low) for row in estimates)
    kind = f"with {percent(confidence)} intervals" if has_intervals else "without intervals"
    panel = Panel(
        width=_PLOT_WIDTH,
        height=_LANE / lane * len(order),
        marks=marks,
        x=Scale(label=coefficient_words(coefficient), low=low, high=high, most=9),
        y=Names(
            texts=order,
            endings=endings(comparison, order),
            longest=_LABEL_ROOM,
            size=8.0,
            ranks=_rank_column(comparison, estimates),
            ranks_at=lanes,
        ),
        right=Names(
            texts=[_numbers(row) for row in estimates], apart=False, at=lanes, size=_NUMBER_SIZE, far=True
        ),
        sides=("bottom",),
    )
    return Drawing(
        subtitle=f"{counted(len(order), 'metric')} {levels_phrase(levels)}, {kind}" + note(comparison, order),
        lines=[[panel]],
        key={
            f"{level.replace('_', '-')} level": dataclasses.replace(LEVEL_LOOKS[level], line=6)
            for level in levels
        },
    )


def _level(
    here: list[tuple[float, Estimate]],
    densities: dict[tuple[str, str], tuple[FloatArray, FloatArray]],
    lane: float,
    look: Look,
) -> list[Mark]:
    """Return the shapes, intervals and marks of a level, each at its height."""
    shapes: list[FloatArray] = []
    for at, row in here:
        grid, heights = densities[row.metric, row.level]
        half = heights * lane * 0.46
        shapes += band(grid, at - half, at + half, look).corners
    lows, highs = [row.low for _, row in here], [row.high for _, row in here]
    return [
        Areas(shapes, Look(colour=look.colour, alpha=0.55)),
        Spans([at for at, _ in here], lows, highs, Look(colour=INK, line=0.9)),
        Trace([row.estimate for _, row in here], [at for at, _ in here], look),
    ]


def _end(row: Estimate, bound: float) -> float:
    """Return the end of an interval; that of an estimate without one is the estimate."""
    return row.estimate if math.isnan(row.low) else bound


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


def _ends(estimates: list[Estimate], chance: float | None) -> tuple[float, float]:
    """Return the ends of the axis: those of all intervals, and a little room."""
    values = np.array([value for row in estimates for value in (row.estimate, row.low, row.high)])
    values = np.append(values, [] if chance is None else chance)
    if np.isnan(values).all():
        values = np.array([0.0, 1.0])
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    if high - low < 0.2:
        high = low + 0.2 if high >= -low else high
    room = 0.03 * (high - low)
    return low - room, high + room
