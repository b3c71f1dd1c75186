"""Squares of pairs, what lies between them, and their key."""

from __future__ import annotations

import pytest
from tests.drawn_marks import areas, cells, said, segments

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.pair_squares import pair_squares, pair_squares_key
from trueness.reporting.figures.palette import BLANK, BLUE, ORANGE, RULE
from trueness.reporting.figures.panel import Names
from trueness.studies.compare.settings import Settings


def drawn(rows, columns, **given):
    chosen = {"filled": [], "outlined": [], "undefined": [], "side": 0.3, **given}
    panel = pair_squares(rows=Names(texts=rows), columns=Names(texts=columns, far=True), **chosen)
    (axes,) = Drawing(subtitle="s", lines=[[panel]]).canvas("t").axes
    return axes


def test_a_square_lies_within_its_cell():
    axes = drawn("abc", "abc", filled=[(1, 0)], outlined=[(2, 0)], undefined=[(0, 2), (1, 2)])
    ((corners),) = areas(axes, fill=BLUE)
    assert corners.min(axis=0) == pytest.approx((0.55, -0.45))
    assert corners.max(axis=0) == pytest.approx((1.45, 0.45))
    assert cells(axes, edge=ORANGE) == {(2, 0)}
    assert cells(axes, hatched=True) == {(0, 2), (1, 2)}
    assert cells(axes, fill=BLANK) == {(0, 0), (1, 1), (2, 2)}


def test_rows_from_the_top_and_a_rule_between_cells():
    axes = drawn("abc", "xy", diagonal=False)
    assert (axes.get_xlim(), axes.get_ylim()) == ((-0.5, 1.5), (2.5, -0.5))
    assert (said(axes, "left"), said(axes, "top")) == (["a", "b", "c"], ["x", "y"])
    assert not areas(axes)
    assert segments(axes, RULE) == [((0, 0.5), (1, 0.5)), ((0, 1.5), (1, 1.5)), ((0.5, 0), (0.5, 1))]


def test_the_key_says_what_was_tested():
    assert list(pair_squares_key(Settings(), claim="row better")) == [
        "row better: two-sided p ≤ 0.05, uncorrected",
        "row better, also after the correction",
        "not significant, or in the other direction",
    ]
    one_sided = Settings(alternative="greater", correction="none", alpha=0.01)
    assert list(pair_squares_key(one_sided, claim="row better", printed=True, undefined=True)) == [
        "row better: p ≤ 0.01, uncorrected",
        "not significant; numbers: p, uncorrected",
        "undefined",
    ]
