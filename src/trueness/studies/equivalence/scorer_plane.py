"""Which scorers give scores that rank outputs alike: a plane of scorers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, FAINT_INK, GREEN, INK, ORANGE, PURPLE, VERMILLION
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.writing.labels import distinct_labels, shortened
from trueness.studies.equivalence.scorer_map import ScorerMapResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_PLOT_WIDTH, _PLOT_HEIGHT = 5.2, 4.0
_COLOURS = (BLUE, ORANGE, GREEN, PURPLE, VERMILLION)
_MARKS = ("o", "^", "s", "v", "D", "P", "X")
_LABEL_SIZE, _LABEL_ROOM = 6.4, 1.8


def scorer_plane(found: ScorerMapResult) -> Figure:
    """Draw scorers on their first two principal components, metrics joined to themselves under other conditions.

    As Figure 6 of Braun et al. (2022). Stars are human scorers; a metric has one colour and mark throughout, its name
    at the reference condition.

    Parameters
    ----------
    found : ScorerMapResult

    Returns
    -------
    Figure
        Its data have one row per point.
    """
    title = "Scorers by how they rank outputs"
    return Figure.of(
        name="scorer-plane",
        title=title,
        caption=_caption(found),
        data=[as_row(place) for place in found.places],
        drawing=functools.partial(_draw, found, title),
    )


def _caption(found: ScorerMapResult) -> str:
    first, second = found.explained
    conditions = {place.condition for place in found.places} - {""}
    variance = f"{100 * first:.1f}% and {100 * second:.1f}% of the variance"
    sentences = [
        f"Each scorer is a point, placed by the ranks of its scores of {counted(found.n_outputs, 'output')}.",
        f"The first two principal components hold {variance}.",
        "Stars are human scorers.",
    ]
    if conditions:
        sentences.append(
            f"Lines lead from a metric to itself under {counted(len(conditions), 'other condition')}; lines of like "
            f"length "
            "and direction mean that a condition moves all metrics alike."
        )
    sentences.append("What lies on other components is not seen here.")
    return " ".join(sentences)


def _draw(found: ScorerMapResult, title: str) -> Canvas:
    first, second = found.explained
    sheet = Sheet(
        2 * MARGIN + 0.6 + _PLOT_WIDTH + 0.3,
        _PLOT_HEIGHT + 0.55 + MARGIN,
        title=title,
        subtitle=f"{counted(len(found.places), 'scorer')}, {counted(found.n_outputs, 'output')}, ranks",
    )
    axes = sheet.panel(MARGIN + 0.6, sheet.top, _PLOT_WIDTH, _PLOT_HEIGHT)
    axes.grid(color="#DDDDDD", lw=0.6)
    own = [place for place in found.places if not place.condition]
    labels = distinct_labels([place.scorer for place in own], _LABEL_SIZE, _LABEL_ROOM)
    metrics = [place.scorer for place in own if place.role == "metric"]
    for place in found.places:
        if place.role == "human":
            style, colour, size = "*", INK, 9.0
        else:
            k = metrics.index(place.scorer)
            style, colour = _MARKS[k % len(_MARKS)], _COLOURS[k % len(_COLOURS)]
            size = 5.5 if not place.condition else 3.8
        axes.plot(
            [place.first],
            [place.second],
            style,
            ms=size,
            mfc=colour,
            mec=INK,
            mew=0.4,
            zorder=3,
            alpha=1.0 if not place.condition else 0.75,
        )
        add_spot(axes, place.first, place.second, ", ".join(filter(None, (place.scorer, place.condition))))
        if place.condition:
            start = next(item for item in own if item.scorer == place.scorer)
            axes.plot(
                [start.first, place.first],
                [start.second, place.second],
                color=colour,
                lw=0.6,
                alpha=0.6,
                zorder=2,
            )
            axes.annotate(
                shortened(place.condition, 5.2, 0.8),
                (place.first, place.second),
                (3, -6),
                fontsize=5.2,
                textcoords="offset points",
                color=FAINT_INK,
            )
    for place, label in zip(own, labels, strict=True):
        axes.annotate(
            label, (place.first, place.second), (4, 3), textcoords="offset points", fontsize=_LABEL_SIZE
        )
    axes.margins(0.12)
    axes.set_xlabel(f"First component ({100 * first:.1f}% of the variance)")
    axes.set_ylabel(f"Second component ({100 * second:.1f}%)")
    return sheet.canvas
