from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from tests.drawn_marks import points, segments

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.figures.palette import RULE
from trueness.studies.judge.length_residuals import BINS, length_residuals, residuals
from trueness.studies.judge.study import judge


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(0)
    human = rng.normal(size=(4, 60))
    length = rng.integers(5, 200, human.shape).astype(float)
    judges = [human + 0.01 * length, human + rng.normal(size=human.shape), np.ones_like(human)]
    length[0, :5] = np.nan
    return judge(
        ScoreTable(
            (
                Scorer("human", "human"),
                *(Scorer(n) for n in ("long", "<fair>", "constant")),
                Scorer("length"),
            ),
            tuple("abcd"),
            tuple(map(str, range(60))),
            np.stack([human, *judges, length]),
        ),
        human="human",
        rng=1,
        resamples=50,
        coefficient="pearson",
        level="global",
    )


def test_residuals_are_those_of_least_squares(found):
    scores = found.scores["long"]
    length, left = residuals(scores)
    known = ~np.isnan(scores[:, 2])
    human, oriented = scores[known, 0], scores[known, 1]
    wanted = oriented - np.polyval(np.polyfit(human, oriented, 1), human)
    np.testing.assert_allclose(left, wanted / oriented.std(), atol=1e-9)
    np.testing.assert_array_equal(length, scores[known, 2])
    assert left.mean() == pytest.approx(0, abs=1e-9)


def test_data_and_drawing(found):
    figure = length_residuals(found)
    rows = figure.rows()
    mine = [row for row in rows if row["metric"] == "long"]
    assert len(mine) == BINS
    assert sum(row["n_outputs"] for row in mine) == 235
    means = [row["mean"] for row in mine]
    assert np.corrcoef([row["length"] for row in mine], means)[0, 1] > 0.95
    for row in rows:
        assert row["q10"] <= row["q25"] <= row["q50"] <= row["q75"] <= row["q90"]
    axes = dict(zip(found.in_order(), figure.draw().axes, strict=True))
    slope = next(row.estimate for row in found.bias if row.metric == "long") / 100
    x, y = axes["long"].lines[0].get_data()
    assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(slope)
    assert not any(points(line) and np.isfinite(points(line)).all() for line in axes["constant"].lines)
    assert segments(axes["constant"], RULE) == [((0, 0), (1, 0))]  # nothing but the line at 0
    ET.fromstring(figure.svg)  # noqa: S314
    assert figure.svg == length_residuals(found).svg
    assert "slope undefined" in figure.svg
