from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.drawn_comparisons import HOSTILE, table
from tests.drawn_marks import areas, segments

from trueness.data.scores.score_table import Annotations
from trueness.reporting.figures.palette import BLUE, INK
from trueness.studies.equivalence.margin_spread import margin_spread
from trueness.studies.equivalence.study import equivalence

FAST = {"resamples": 49, "rng": 1, "level": "system", "coefficient": "pearson"}


def annotated(names):
    made = table(names)
    human = made.scorer_names[0]
    ratings = made.matrix(human) + np.random.default_rng(0).normal(size=(3, 6, 8))
    return dataclasses.replace(made, annotations={human: Annotations(("a", "b", "c"), ratings)})


@pytest.fixture(scope="module")
def found():
    return equivalence(annotated(["good", "low", "bad"]), margin="sd", **FAST)


def test_data_are_the_margins(found):
    figure = margin_spread(found, "pearson", level="system")
    assert [(row["metric"], row["margin"]) for row in figure.rows()] == [
        (row.metric, row.margin) for row in found.margins
    ]
    assert figure.caption.startswith(
        "Standard deviation of the single annotators' correlations with each of 3 metrics"
    )


def test_points_and_median_are_drawn(found):
    axes = margin_spread(found, "pearson", level="system").draw().axes[0]
    margins = sorted(row.margin for row in found.margins)
    assert [list(line.get_xdata()) for line in axes.lines] == [margins]
    assert [low[0] for low, _ in segments(axes, INK)] == [float(np.median(margins))]
    (half,) = areas(axes, fill=(BLUE, 0.3))
    assert (half[:, 0].min(), half[:, 0].max()) == pytest.approx(np.quantile(margins, [0.25, 0.75]))


def test_the_range_and_an_undefined_margin():
    found = equivalence(annotated(list(HOSTILE)), margin="range", **FAST)
    figure = margin_spread(found, "pearson", level="system")
    assert figure.caption.startswith("Largest difference")
    assert "1 margin undefined and not drawn." in figure.caption
    assert "<script" not in figure.svg
