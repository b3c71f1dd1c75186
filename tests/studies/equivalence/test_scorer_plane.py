from __future__ import annotations

from tests.drawn_comparisons import HOSTILE, table

from trueness.studies.equivalence.scorer_map import scorer_map
from trueness.studies.equivalence.scorer_plane import scorer_plane
from trueness.study.rows import as_row


def test_data_are_the_places_and_points_are_drawn_there():
    found = scorer_map(table(["good", "low", "bad"]), against={"de": table(["good", "low", "bad"], seed=4)})
    figure = scorer_plane(found)
    assert figure.rows() == [as_row(place) for place in found.places]
    axes = figure.draw().axes[0]
    marks = [(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines if len(line.get_xdata()) == 1]
    assert marks == [(place.first, place.second) for place in found.places]
    joined = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    assert len(joined) == 3
    assert "1 other condition;" in figure.caption
    assert "48 outputs" in figure.caption


def test_hostile_names():
    figure = scorer_plane(scorer_map(table(list(HOSTILE))))
    assert "<script" not in figure.svg
    assert "Lines lead" not in figure.caption
