"""What stands in a panel that was drawn: marks, lines, squares and names, read off Matplotlib's own objects."""

from __future__ import annotations

from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgba


def names(axes, side):
    """Return the names at a side of a panel (``left``, ``right``, ``bottom``, ``top``) in their order."""
    across, place = side in ("bottom", "top"), 1 if side in ("bottom", "top") else 0
    transform = axes.get_xaxis_transform() if across else axes.get_yaxis_transform()
    far = side in ("right", "top")
    return [
        text
        for text in axes.texts
        if text.get_transform() == transform
        and (text.get_position()[place] > 1 if far else text.get_position()[place] < 0)
        and text.get_va() != "center_baseline"  # ranks, which stand between names and panel
    ]


def said(axes, side):
    """Return the names at a side as text."""
    return [text.get_text() for text in names(axes, side)]


def ranks(axes):
    """Return the column of ranks with its head, each with its place."""
    column = [text for text in axes.texts if text.get_va() == "center_baseline"]
    head = [
        text for text in axes.texts if text.get_text() == "Ranks" and text.get_transform() == axes.transAxes
    ]
    return [(text.get_text(), text.get_position()[1]) for text in [*head, *column]]


def inside(axes):
    """Return the text within a panel, by its place."""
    return {
        text.get_position(): text.get_text() for text in axes.texts if text.get_transform() == axes.transData
    }


def points(line):
    """Return where the marks of a line stand."""
    return [(float(x), float(y)) for x, y in zip(*line.get_data(), strict=True)]


def segments(axes, colour):
    """Return the ends of lines of a colour, one pair of places each."""
    return [
        tuple(map(tuple, ends.tolist()))
        for drawn in axes.collections
        if isinstance(drawn, LineCollection) and tuple(drawn.get_colors()[0][:3]) == to_rgba(colour)[:3]
        for ends in drawn.get_segments()
    ]


def areas(axes, *, fill=None, edge=None, hatched=False):
    """Return the corners of filled shapes of a look."""
    return [
        path.vertices[:-1]
        for drawn in axes.collections
        if isinstance(drawn, PolyCollection)
        and (fill is None or any(tuple(one) == to_rgba(fill) for one in drawn.get_facecolor()))
        and (edge is None or any(tuple(one) == to_rgba(edge) for one in drawn.get_edgecolor()))
        and bool(drawn.get_hatch()) == hatched
        for path in drawn.get_paths()
    ]


def cells(axes, **look):
    """Return the cells (column, row) of squares of a look."""
    return {tuple(corners.mean(axis=0).round().astype(int).tolist()) for corners in areas(axes, **look)}
