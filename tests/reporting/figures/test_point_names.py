"""Names of points lie over no other name, beside their own point, and are left out where there is no room."""

from __future__ import annotations

import itertools

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import styled
from trueness.reporting.figures.panel import Panel, Scale
from trueness.reporting.figures.point_names import PointNames


def boxes_of(x, y, names, size=2.0):
    """Return where names are drawn, by their text, in inches."""
    scale = Scale(low=-0.2, high=1.2)
    panel = Panel(width=size, height=size, marks=[], x=scale, y=scale, named=PointNames(x, y, names))
    with styled():
        canvas = Drawing(subtitle="s", lines=[[panel]]).canvas("t")
        renderer = FigureCanvasAgg(canvas).get_renderer()
        found = canvas.axes[0].findobj(mpl.text.Annotation)
        return {one.get_text(): one.get_window_extent(renderer).extents / canvas.dpi for one in found}


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
def test_no_name_lies_over_another(points):
    x, y = zip(*points, strict=True)
    found = boxes_of(x, y, {k: f"name {k}" for k in range(len(points))})
    assert "name 0" in found  # the most telling always finds room
    for one, other in itertools.combinations(found.values(), 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        up = min(one[3], other[3]) - max(one[1], other[1])
        assert across < 0.02 or up < 0.03


def test_a_name_keeps_away_from_other_points_and_the_edge():
    free = boxes_of([0.5, 0.6, 1.1], [0.5, 0.5, 0.2], {0: "left of me", 2: "at the edge"})
    assert free["left of me"][2] < boxes_of([0.5], [0.5], {0: "left of me"})["left of me"][0]
    alone = boxes_of([0.2], [0.2], {0: "at the edge"})["at the edge"]
    assert np.ptp(free["at the edge"][[0, 2]]) == pytest.approx(np.ptp(alone[[0, 2]]))
    assert free["at the edge"][2] < 5


def test_of_many_at_one_place_those_without_room_are_left_out():
    found = boxes_of([0.5] * 9, [0.5] * 9, {k: f"name {k}" for k in range(9)})
    assert 2 <= len(found) < 9
