"""Dimensions of human scores against each other, and how each and their mean are distributed."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from typing import Protocol

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Trace
from trueness.reporting.figures.palette import BLUE, GREEN, INK, ORANGE, PURPLE, VERMILLION
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.statistics.array_types import FloatArray
from trueness.studies.variants.rows import VariantsResult
from trueness.study.number_words import counted

_SIDE = 2.2
_OUTPUT = Look(colour=BLUE, mark="o", size=2, edge_width=0, alpha=0.25)
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


def dimension_scatter(result: HumanScores) -> Figure:
    """Draw every output's score by one dimension against that by another, as Figure 1 of Graham (2015).

    Parameters
    ----------
    result : VariantsResult or FacetsResult
    """
    pairs = list(itertools.combinations(result.dimensions, 2))
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
            _draw_scatter, result.people, pairs[:MOST_PANELS], counted(len(data), "point")
        ),
    )


def _draw_scatter(people: Mapping[str, FloatArray], pairs: list[tuple[str, str]], subtitle: str) -> Drawing:
    panels = [
        Panel(
            width=_SIDE,
            height=_SIDE,
            marks=[Trace(people[one].ravel(), people[other].ravel(), _OUTPUT)],
            x=Scale(label=one, grid=False),
            y=Scale(label=other, grid=False),
        )
        for one, other in pairs
    ]
    return Drawing(subtitle=subtitle, lines=[panels[k : k + 3] for k in range(0, len(panels), 3)])


def dimension_densities(result: VariantsResult) -> Figure:
    """Draw how the scores of outputs are distributed by each dimension and by their mean, as Figure 2 of Graham (2015).

    Returns
    -------
    Figure
        Its data are the points of the curves.
    """
    names = (result.human, *result.dimensions)
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
        drawing=functools.partial(_draw_densities, grid, curves, result.table.name),
    )


def _density(values: FloatArray, grid: FloatArray) -> FloatArray:
    """Return a Gaussian kernel density with the width of Silverman (1986), equation 3.31."""
    known = values[~np.isnan(values)]
    quartiles = np.subtract(*np.percentile(known, [75, 25])) / 1.34
    spread = min(known.std(ddof=1), quartiles or np.inf)
    width = 0.9 * spread * len(known) ** -0.2 or 1.0
    z = (grid[:, None] - known[None, :]) / width
    return np.asarray(np.exp(-0.5 * z * z).sum(axis=1) / (len(known) * width * np.sqrt(2 * np.pi)))


def _draw_densities(grid: FloatArray, curves: Mapping[str, FloatArray], subtitle: str) -> Drawing:
    looks = [
        Look(
            colour=_COLOURS[k % len(_COLOURS)],
            line=2.0 if k == 0 else 1.3,
            dash="-" if k < len(_COLOURS) else "--",
        )
        for k in range(len(curves))
    ]
    panel = Panel(
        width=4.7,
        height=2.2,
        marks=[Trace(grid, values, look) for values, look in zip(curves.values(), looks, strict=True)],
        x=Scale(label="score", grid=False),
        y=Scale(label="density", grid=False),
    )
    key = dict(zip((shortened(name, 8, 1.6) for name in curves), looks, strict=True))
    return Drawing(subtitle=subtitle, lines=[[panel]], key=key)
