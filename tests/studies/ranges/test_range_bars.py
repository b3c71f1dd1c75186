"""Figures of ranges: what is drawn is what was found, with any name and any number of bins."""

from __future__ import annotations

import functools
import math
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.studies.ranges.agreement_triangle import agreement_triangle
from trueness.studies.ranges.disagreement_bars import disagreement_bars
from trueness.studies.ranges.property_scatter import property_scatter
from trueness.studies.ranges.range_bars import range_bars
from trueness.studies.ranges.ratio_curves import ratio_curves
from trueness.studies.ranges.study import ranges

NAMES = ("<script>", "$x^2$ & y", "中文评价指标", "long_" * 20)


@functools.cache
def made(metrics=3, *, human=True, systems=10, **more):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(systems, 9)) + rng.normal(size=(systems, 1))
    values = [quality + 0.7 * rng.normal(size=quality.shape) for _ in range(metrics + human)]
    names = [NAMES[k] if k < len(NAMES) else f"m{k}" for k in range(metrics)]
    scorers = [Scorer(name, "metric") for name in names] + [Scorer("hu<man>", "human")] * human
    table = ScoreTable(
        tuple(scorers),
        tuple(f"s{k}" for k in range(systems)),
        tuple(f"d{k}" for k in range(9)),
        np.stack(values),
    )
    rows = [
        TextRow("s0", f"d{k}", "x", ("a b c d"[: 1 + 2 * (k % 4)],), "a b e f" + " g" * k) for k in range(9)
    ]
    return ranges(table, texts=Texts(tuple(rows)), rng=1, permutations=9, resamples=19, **more)


@pytest.fixture(scope="module")
def found():
    return made()


FIGURES = [
    range_bars,
    agreement_triangle,
    disagreement_bars,
    ratio_curves,
    lambda result: property_scatter(result, "coverage"),
]


@pytest.mark.parametrize("draw", FIGURES)
def test_figures_are_drawings_with_their_data_and_the_same_again(found, draw):
    figure = draw(found)
    assert ET.fromstring(figure.svg).tag.endswith("svg")  # noqa: S314 - made here
    assert figure.data
    assert figure.caption.endswith(".")
    assert draw(found).svg == figure.svg


@pytest.mark.parametrize("draw", FIGURES[:4])
@pytest.mark.parametrize("given", [{"human": False, "bins": 7}, {"metrics": 6}, {"systems": 4, "bins": 2}])
def test_figures_hold_other_shapes(draw, given):
    assert draw(made(**given)).svg.startswith("<svg")


def test_what_is_drawn_is_what_was_found(found):
    assert [row["estimate"] for row in range_bars(found).data] == [row.estimate for row in found.means]
    drawn = {
        (row["metric"], row["rival"], row["range"], row["kind"]): row["estimate"]
        for row in agreement_triangle(found).data
    }
    for row in found.pairs:
        value = drawn[row.metric, row.rival, row.range, row.kind]
        assert value == row.estimate or math.isnan(value)
    assert len(disagreement_bars(found).data) == len(found.disagreement)
    assert len(ratio_curves(found).data) == len(found.ratios)


def test_scatters_have_a_point_per_input_and_pair_of_metrics(found):
    data = property_scatter(found, "coverage").data
    assert len(data) == 9 * 3
    assert {row["rival"] for row in data}.isdisjoint({"hu<man>"})
    taus = found.taus[data[0]["metric"], data[0]["rival"]]
    assert [row["tau"] for row in data[:9]] == taus.tolist()
