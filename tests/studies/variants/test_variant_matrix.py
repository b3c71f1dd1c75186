"""Figures of variants: what is drawn is what was found, with any names."""

from __future__ import annotations

import dataclasses
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tests.studies.variants.conftest import QUICK, made

from trueness.data.scores.score_table import Scorer
from trueness.studies.variants.human_dimensions import dimension_densities, dimension_scatter
from trueness.studies.variants.luck_plot import luck_plot
from trueness.studies.variants.rank_lines import rank_lines
from trueness.studies.variants.study import variants
from trueness.studies.variants.variant_matrix import variant_matrix
from trueness.studies.variants.variant_strip import variant_strip

HOSTILE = ("<script>", "$x^2$ & y", "rouge1_f", "long_" * 20, "中文评价指标")


@pytest.fixture(scope="module")
def table():
    plain = made()
    names = [*("cov<er>", "qual$ity"), *HOSTILE]
    scorers = tuple(Scorer(name, one.role) for name, one in zip(names, plain.scorers, strict=True))
    return dataclasses.replace(plain, scorers=scorers)


@pytest.fixture(scope="module")
def found(table):
    return variants(table, dimensions=["cov<er>", "qual$ity"], named=[HOSTILE[0]], top=3, **QUICK)


@pytest.fixture(scope="module")
def lone(table):
    return variants(table, human="cov<er>", metrics=["rouge1_f"], halves=["inputs"], **QUICK)


def test_every_figure_is_one_svg_whatever_the_names(found, lone):
    for figure in (
        *(make(found, "pearson") for make in (variant_matrix, variant_strip)),
        *(make(found) for make in (luck_plot, rank_lines, dimension_scatter, dimension_densities)),
        *(variant_matrix(lone, "pearson"), rank_lines(lone), luck_plot(lone)),
    ):
        assert ET.fromstring(figure.svg).tag.endswith("svg")  # noqa: S314 - our own
        assert figure.data


def test_cells_are_the_pairs_that_are_drawn(found):
    figure = variant_matrix(found, "pearson")
    assert len(figure.data) == len(found.pairs)
    n = sum(row.significant for row in found.pairs)
    assert f"({n} of {len(found.pairs)})" in figure.caption


def test_strips_hold_every_metric(found):
    assert {row["metric"] for row in variant_strip(found, "pearson").data} == {
        row.metric for row in found.variants
    }


def test_densities_are_densities_and_points_are_outputs(found):
    data = dimension_densities(found).data
    for name in {row["dimension"] for row in data}:
        x, y = (
            np.array([row[key] for row in data if row["dimension"] == name]) for key in ("score", "density")
        )
        assert np.trapezoid(y, x) == pytest.approx(1, abs=0.05)
    points = dimension_scatter(found).data
    assert len(points) == found.table.shape[1] * found.table.shape[2]
    assert points[0]["estimate"] == found.table.matrix("cov<er>")[0, 0]
