"""Dimensions of human scores against each other, and how each and their mean are distributed."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, GREEN, INK, ORANGE, PURPLE, VERMILLION
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.statistics.array_types import FloatArray
from trueness.studies.variants.rows import VariantsResult
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_SIDE, _GAP, _LEFT = 2.2, 0.75, 0.5
_COLOURS = (INK, BLUE, ORANGE, GREEN, PURPLE, VERMILLION)
_POINTS = 160
MOST_PANELS = 6
"""Of more pairs of dimensions the first are drawn; the data hold all."""


class HumanScores(Protocol):
    """A result with several human scores."""

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Their names, without means of them."""

    @property
    def people(self) -> Mapping[str, FloatArray]:
        """The scores of outputs by name, larger is better."""

    @property
    def table(self) -> ScoreTable:
        """The scores that they are of."""


def _people(result: HumanScores) -> tuple[str, ...]:
    names = result.dimensions
    if len(names) < 2:
        raise DataError(
            "there is one human score alone: name several dimensions (`dimensions`, --dimensions)."
        )
    return names


def dimension_scatter(result: HumanScores) -> Figure:
    """Draw every output's score by one dimension against that by another, as Figure 1 of Graham (2015).

    Parameters
    ----------
    result : VariantsResult or DimensionsResult

    Raises
    ------
    DataError
        If there are no dimensions.
    """
    names = _people(result)
    pairs = list(itertools.combinations(names, 2))
    data: list[Row] = [
        {"dimension": one, "other": other, "estimate": float(x), "estimate_other": float(y)}
        for one, other in pairs
        for x, y in zip(result.people[one].ravel(), result.people[other].ravel(), strict=True)
        if not np.isnan(x + y)
    ]
    title = "One human dimension against another"
    return Figure.of(
        name="dimension-scatter",
        title=title,
        caption=f"Each point is an output that people scored by both dimensions ({result.table.name}).",
        data=data,
        drawing=functools.partial(
            _draw_scatter, result.people, pairs[:MOST_PANELS], title, counted(len(data), "point")
        ),
    )


def _draw_scatter(
    people: Mapping[str, FloatArray], pairs: list[tuple[str, str]], title: str, subtitle: str
) -> Canvas:
    across = min(3, len(pairs))
    lines = -(-len(pairs) // across)
    width = 2 * MARGIN + _LEFT + across * (_SIDE + _GAP) - _GAP
    sheet = Sheet(max(4.0, width), lines * (_SIDE + 0.6) + MARGIN, title=title, subtitle=subtitle)
    for k, (one, other) in enumerate(pairs):
        line, column = divmod(k, across)
        axes = sheet.panel(
            MARGIN + _LEFT + column * (_SIDE + _GAP), sheet.top + 0.05 + line * (_SIDE + 0.6), _SIDE, _SIDE
        )
        axes.plot(
            people[one].ravel(),
            people[other].ravel(),
            "o",
            ms=2,
            color=BLUE,
            alpha=0.25,
            mew=0,
            rasterized=True,
        )
        axes.set_xlabel(shortened(one, 8, _SIDE), parse_math=False)
        axes.set_ylabel(shortened(other, 8, _SIDE), parse_math=False)
    return sheet.canvas


def dimension_densities(result: VariantsResult) -> Figure:
    """Draw how the scores of outputs are distributed by each dimension and by their mean, as Figure 2 of Graham (2015).

    Parameters
    ----------
    result : VariantsResult

    Returns
    -------
    Figure
        Its data are the points of the curves.

    Raises
    ------
    DataError
        If there are no dimensions.
    """
    names = (result.human, *_people(result))
    every = np.concatenate([result.people[name].ravel() for name in names])
    low, high = float(np.nanmin(every)), float(np.nanmax(every))
    room = 0.08 * ((high - low) or 1.0)
    grid = np.linspace(low - room, high + room, _POINTS)
    curves = {name: _density(result.people[name].ravel(), grid) for name in names}
    title = "How human scores are distributed"
    data: list[Row] = [
        {"dimension": name, "score": float(x), "density": float(y)}
        for name, values in curves.items()
        for x, y in zip(grid, values, strict=True)
    ]
    return Figure.of(
        name="dimension-densities",
        title=title,
        caption=f"Gaussian kernel densities of the scores of outputs by each dimension, and by their {result.human}.",
        data=data,
        drawing=functools.partial(_draw_densities, grid, curves, title, result.table.name),
    )


def _density(values: FloatArray, grid: FloatArray) -> FloatArray:
    """Return a Gaussian kernel density with the width of Silverman (1986), equation 3.31."""
    known = values[~np.isnan(values)]
    quartiles = np.subtract(*np.percentile(known, [75, 25])) / 1.34
    spread = min(known.std(ddof=1), quartiles or np.inf)
    width = 0.9 * spread * len(known) ** -0.2 or 1.0
    z = (grid[:, None] - known[None, :]) / width
    return np.asarray(np.exp(-0.5 * z * z).sum(axis=1) / (len(known) * width * np.sqrt(2 * np.pi)))


def _draw_densities(grid: FloatArray, curves: Mapping[str, FloatArray], title: str, subtitle: str) -> Canvas:
    from matplotlib.lines import Line2D

    sheet = Sheet(2 * MARGIN + 5.2, 0.4 + 2.2 + 0.5 + MARGIN, title=title, subtitle=subtitle)
    handles = []
    axes = sheet.panel(MARGIN + 0.45, sheet.top + 0.4, 4.7, 2.2)
    for k, (name, values) in enumerate(curves.items()):
        colour = _COLOURS[k % len(_COLOURS)]
        axes.plot(
            grid, values, color=colour, lw=2.0 if k == 0 else 1.3, ls="-" if k < len(_COLOURS) else "--"
        )
        handles.append(Line2D([], [], color=colour, label=shortened(name, 8, 1.6)))
    sheet.key(MARGIN, sheet.top + 0.02, handles, min(4, len(handles)))
    axes.set_xlabel("score")
    axes.set_ylabel("density")
    return sheet.canvas
