"""Which scorers give scores that rank outputs alike: a plane of scorers."""

from __future__ import annotations

import functools

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Trace
from trueness.reporting.figures.palette import BLUE, GREEN, INK, ORANGE, PURPLE, VERMILLION
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.point_names import PointNames
from trueness.reporting.writing.labels import distinct_labels, shortened
from trueness.studies.equivalence.scorer_map import ScorerMapResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

_PLOT_WIDTH, _PLOT_HEIGHT = 5.2, 4.0
_COLOURS = (BLUE, ORANGE, GREEN, PURPLE, VERMILLION)
_MARKS = ("o", "^", "s", "v", "D", "P", "X")
_LABEL_SIZE, _LABEL_ROOM = 6.4, 1.8
_HUMAN = Look(colour=INK, mark="*", size=9.0, edge_width=0.4)


def scorer_plane(found: ScorerMapResult) -> Figure:
    """Draw scorers on their first two principal components, metrics joined to themselves under other conditions.

    As Figure 6 of Braun et al. (2022). Stars are human scorers; a metric has one colour and mark throughout, its name
    at the reference condition.

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
        drawing=functools.partial(_draw, found),
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


def _draw(found: ScorerMapResult) -> Drawing:
    first, second = found.explained
    own = [place for place in found.places if not place.condition]
    labels = distinct_labels([place.scorer for place in own], _LABEL_SIZE, _LABEL_ROOM)
    names = {place.scorer: label for place, label in zip(own, labels, strict=True)}
    metrics = [place.scorer for place in own if place.role == "metric"]
    starts = {place.scorer: place for place in own}
    ways: list[Mark] = []
    marks: list[Mark] = []
    texts = {}
    for k, place in enumerate(found.places):
        look = _HUMAN
        if place.role != "human":
            look = _look(metrics.index(place.scorer), under=bool(place.condition))
        said = ", ".join(filter(None, (place.scorer, place.condition)))
        marks.append(Trace([place.first], [place.second], look, [said]))
        texts[k] = shortened(place.condition, _LABEL_SIZE, 0.8) if place.condition else names[place.scorer]
        if place.condition:
            start = starts[place.scorer]
            way = Look(colour=look.colour, line=0.6, alpha=0.6)
            ways.append(Trace([start.first, place.first], [start.second, place.second], way))
    named = dict(sorted(texts.items(), key=lambda one: bool(found.places[one[0]].condition)))
    x, y = [place.first for place in found.places], [place.second for place in found.places]
    panel = Panel(
        width=_PLOT_WIDTH,
        height=_PLOT_HEIGHT,
        marks=[*ways, *marks],
        x=Scale(label=f"First component ({100 * first:.1f}% of the variance)", margin=0.12),
        y=Scale(label=f"Second component ({100 * second:.1f}%)", margin=0.12),
        named=PointNames(x, y, named, _LABEL_SIZE),
    )
    return Drawing(
        subtitle=f"{counted(len(found.places), 'scorer')}, {counted(found.n_outputs, 'output')}, ranks",
        lines=[[panel]],
    )


def _look(k: int, *, under: bool) -> Look:
    """Return the look of a metric, and the smaller one that it has under another condition."""
    return Look(
        colour=_COLOURS[k % len(_COLOURS)],
        mark=_MARKS[k % len(_MARKS)],
        size=3.8 if under else 5.5,
        edge=INK,
        edge_width=0.4,
        alpha=0.75 if under else 1.0,
    )
