"""Squares of pairs, their frame and their key."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from trueness.reporting.figures.pair_squares import frame_cells, pair_squares_key, square, undefined_square
from trueness.studies.compare.settings import Settings


def test_a_square_lies_within_its_cell():
    assert square(2, 3, 0.1).get_bbox().bounds == pytest.approx((2.1, 3.1, 0.8, 0.8))
    assert undefined_square(2, 3).get_bbox().bounds == (2, 3, 1, 1)
    assert undefined_square(2, 3).get_hatch()


def test_rows_from_the_top_and_a_rule_between_cells():
    axes = Figure().add_subplot()
    frame_cells(axes, ["a", "b", "c"], ["x", "y"], 7)
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 2), (3, 0))
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a", "b", "c"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["x", "y"]
    assert sorted((list(line.get_xdata()), list(line.get_ydata())) for line in axes.lines) == [
        ([0, 1], [1, 1]),
        ([0, 1], [2, 2]),
        ([1, 1], [0, 1]),
    ]


def labels(settings, **more):
    return [handle.get_label() for handle in pair_squares_key(settings, claim="row better", **more)]


def test_the_key_says_what_was_tested():
    assert labels(Settings()) == [
        "row better: two-sided p ≤ 0.05, uncorrected",
        "row better, also after the correction",
        "not significant, or in the other direction",
    ]
    one_sided = Settings(alternative="greater", correction="none", alpha=0.01)
    assert labels(one_sided, printed=True, undefined=True) == [
        "row better: p ≤ 0.01, uncorrected",
        "not significant; numbers: p, uncorrected",
        "undefined",
    ]
