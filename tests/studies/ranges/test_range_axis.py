from __future__ import annotations

import pytest

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.panel import Panel, Scale
from trueness.studies.ranges.range_axis import between_kinds, range_axis, range_places
from trueness.studies.ranges.range_names import range_names


@pytest.mark.parametrize("bins", [1, 3, 7])
def test_single_bins_stand_apart_behind_a_line(bins):
    rows = [{"range": name, "kind": kind} for name, kind in range_names(bins)]
    places = range_places(rows)
    assert len(places) == 2 * bins
    panel = Panel(width=3, height=1, marks=[between_kinds(rows)], x=range_axis(rows), y=Scale())
    (axes,) = Drawing(subtitle="s", lines=[[panel]]).canvas("t").axes
    ((upright,),) = [drawn.get_segments() for drawn in axes.collections if len(drawn.get_segments()) == 1]
    assert places[bins - 1] < upright[0, 0] == upright[1, 0] < places[bins]
    assert [label.get_text() for label in axes.get_xticklabels()] == [row["range"] for row in rows]
    assert list(axes.get_xticks()) == pytest.approx(places)
    low, high = axes.get_xlim()
    assert low < places[0] < places[-1] < high
