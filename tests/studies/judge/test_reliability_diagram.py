from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.judge.reliability_diagram import MOST_DRAWN, reliability_diagram
from trueness.studies.judge.study import judge


def validated(names):
    rng = np.random.default_rng(0)
    human = rng.normal(size=(4, 30))
    judges = [
        np.ones_like(human) if name == "constant" else human + (1 + k) * rng.normal(size=human.shape)
        for k, name in enumerate(names)
    ]
    human[:, 20:] = np.nan
    return judge(
        ScoreTable(
            (Scorer("hu<man> $z$", "human"), *(Scorer(name, "metric") for name in names)),
            tuple("abcd"),
            tuple(map(str, range(30))),
            np.stack([human, *judges]),
        ),
        human="hu<man> $z$",
        rng=1,
        resamples=30,
        coefficient="pearson",
        level="global",
    )


HOSTILE = (
    "<script>alert(1)</script>",
    '$x^2$ & "quotes"',
    "中文评价指标",
    "new\nline\x00\x1b[31m",
    "long_" * 30,
    "constant",
)


def test_data_are_the_rows_of_the_table():
    found = validated(("good", "bad"))
    rows = reliability_diagram(found).rows()
    wanted = [row for name in found.in_order() for row in found.reliability if row.metric == name]
    assert [(row["metric"], row["mean_judge"], row["isotonic"]) for row in rows] == [
        (row.metric, row.mean_judge, row.isotonic) for row in wanted
    ]


def test_what_is_drawn():
    found = validated(("bad",))
    figure = reliability_diagram(found)
    (axes,) = figure.draw().axes
    dots = axes.lines[-1]
    rows = figure.rows()
    np.testing.assert_allclose(dots.get_xdata(), [row["mean_judge"] for row in rows])
    np.testing.assert_allclose(dots.get_ydata(), [row["mean_human"] for row in rows])
    diagonal = axes.lines[0]
    np.testing.assert_array_equal(diagonal.get_xdata(), diagonal.get_ydata())
    assert axes.get_xlim() == axes.get_ylim()


def test_trouble_in_names_and_the_same_bytes():
    found = validated(HOSTILE)
    figure, again = reliability_diagram(found), reliability_diagram(found)
    assert figure.svg == again.svg
    ET.fromstring(figure.svg)  # noqa: S314
    assert "<script" not in figure.svg
    assert len(figure.draw().axes) == len(HOSTILE)


def test_too_many_judges():
    found = validated(tuple(f"judge{k:02d}" for k in range(MOST_DRAWN + 1)))
    figure = reliability_diagram(found)
    assert len(figure.draw().axes) == MOST_DRAWN
    assert f"The {MOST_DRAWN} of {MOST_DRAWN + 1} judges that agree best" in figure.caption
