"""Small panels: each under its name, none over another, what axes show said once."""

from __future__ import annotations

import pytest

from trueness.reporting.figures.figure import styled
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.small_panels import Small, small_panels


@pytest.mark.parametrize(("count", "square"), [(1, True), (3, False), (4, True), (9, False)])
def test_one_panel_per_name_none_over_another(count, square):
    names = [f"judge {k}" for k in range(count)]
    drawn = []

    def panel(name):
        drawn.append(name)
        return Small([], Scale(), Scale())

    with styled():
        canvas = small_panels(
            names,
            panel,
            subtitle="subtitle",
            notes=dict.fromkeys(names, "a note"),
            across="right",
            up="up",
            square=square,
        ).canvas("Title")
    assert drawn == names
    boxes = [axes.get_position() for axes in canvas.axes]
    assert len(boxes) == count
    for k, one in enumerate(boxes):
        assert one.x0 >= 0
        assert one.x1 <= 1
        assert one.y0 >= 0
        assert one.y1 <= 1
        assert not any(one.overlaps(other) for other in boxes[k + 1 :])
    width, height = canvas.get_size_inches()
    if square:
        assert boxes[0].width * width == pytest.approx(boxes[0].height * height)
    texts = [text.get_text() for text in canvas.texts]
    assert texts.count("a note") == count
    assert texts.count("right") == 1
    assert [axes.get_ylabel() for axes in canvas.axes] == ["" if k % 4 else "up" for k in range(count)]
