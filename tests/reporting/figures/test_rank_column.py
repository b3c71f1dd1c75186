"""The limits of ranks beside names: what stands there, where, and what the caption says of it."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.writing.labels import text_width


def drawn(limits):
    axes = Figure().add_axes((0.5, 0, 0.5, 1))
    axes.set_ylim(3, 0)
    column = RankColumn(limits, 8)
    column.draw(axes, [k + 0.5 for k in range(len(limits))])
    return column, axes.texts


def test_each_line_has_its_limits_below_the_head():
    column, texts = drawn([(1, 1), (2, 12), (None, None)])
    assert [text.get_text() for text in texts] == ["Ranks", "1", "2–12", "–"]
    assert [text.get_position()[1] for text in texts[1:]] == [0.5, 1.5, 2.5]
    assert all(text.get_position()[0] < 0 for text in texts)
    assert {text.get_ha() for text in texts} == {"right"}
    assert column.width > text_width("Ranks", 8)


def test_it_is_as_wide_as_the_widest():
    assert RankColumn([(1234567, 2345678)], 8).width > text_width("1234567–2345678", 8)


@pytest.mark.parametrize("limits", [[], [(None, None)] * 3])
def test_without_limits_there_is_no_column(limits):
    column, texts = drawn(limits)
    assert (column.width, list(texts), column.sentence("metrics", 0.05, "holm")) == (0.0, [], "")


def test_the_caption_promises_what_the_correction_does():
    column = RankColumn([(1, 2), (1, 2)], 8)
    assert column.sentence("metrics", 0.1, "shaffer").endswith(
        "in 90% of studies those of all metrics are right at once."
    )
    assert column.sentence("metrics", 0.05, "bh").endswith("they promise nothing.")
