"""Matrices of cells: their colours, and what stands in and around them."""

from __future__ import annotations

import numpy as np
import pytest
from tests.drawn_marks import inside, said

from trueness.reporting.figures.cells import PALE, cells, mixed, named_cells, shades
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.palette import BLANK, BLUE
from trueness.reporting.figures.panel import Names


def hexes(colours):
    return ["#" + bytes(np.round(255 * one).astype(int).tolist()).hex().upper() for one in colours]


def test_shades_are_blue_above_nothing_red_below_and_grey_without():
    blue, white, red, grey = shades(np.array([[0.5, 0.0, -0.5, np.nan]]), 0.5)[0]
    assert blue[2] > blue[0]
    np.testing.assert_allclose(white, 1)
    assert red[0] > red[2]
    assert grey[0] == grey[1] == grey[2] < 1


def test_colours_lead_from_pale_to_full():
    assert hexes(mixed(np.array([0.0, 1.0, 2.0, np.nan]))) == [PALE, BLUE, BLUE, BLANK]
    assert mixed(np.zeros((2, 3))).shape == (2, 3, 3)


def test_a_matrix_stands_between_its_names():
    colours = mixed(np.arange(6).reshape(2, 3) / 5)
    panel = cells(colours, Names(texts="ab"), Names(texts="xyz"), size=(0.5, 0.2), texts=["123", "456"])
    assert (panel.width, panel.height) == (1.5, 0.4)
    (axes,) = Drawing(subtitle="s", lines=[[panel]]).canvas("t").axes
    assert (said(axes, "left"), said(axes, "bottom")) == (["a", "b"], ["x", "y", "z"])
    assert inside(axes) == {(j, i): str(1 + 3 * i + j) for i in range(2) for j in range(3)}
    assert (axes.get_xlim(), axes.get_ylim()) == ((-0.5, 2.5), (1.5, -0.5))
    assert axes.images[0].get_array().shape == (2, 3, 3)


def test_names_and_headings_are_shortened_and_told_apart():
    panel = named_cells(mixed(np.zeros((2, 1))), ["m" * 90] * 2, ["c"], texts=(), heading="h" * 90)
    one, other = panel.y.shown
    assert one != other
    assert max(map(len, (one, other, panel.above()[0].text))) < 40
    assert panel.width == pytest.approx(0.42)
