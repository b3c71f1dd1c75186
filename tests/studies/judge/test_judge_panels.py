from __future__ import annotations

import pytest

from trueness.reporting.figures.figure import styled
from trueness.studies.judge.judge_panels import judge_panels


@pytest.mark.parametrize(("count", "square"), [(1, True), (3, False), (4, True), (9, False)])
def test_one_panel_per_name_none_over_another(count, square):
    names = [f"judge {k}" for k in range(count)]
    drawn = []
    with styled():
        canvas = judge_panels(
            names,
            lambda axes, name: drawn.append((axes, name)),
            title="Title",
            subtitle="subtitle",
            notes=dict.fromkeys(names, "a note"),
            across="right",
            up="up",
            square=square,
        )
    assert [name for _, name in drawn] == names
    boxes = [axes.get_position() for axes, _ in drawn]
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
