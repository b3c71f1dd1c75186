from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from tests.drawn_comparisons import table
from tests.drawn_marks import points, said

from trueness.errors import DataError
from trueness.studies.equivalence.resolved_pairs import resolved_pairs
from trueness.studies.equivalence.shift_plot import shift_plot

FAST = {"resamples": 99, "rng": 1, "level": "system", "coefficient": "kendall"}


def conditions(made, **noise):
    def noisy(scale):
        rng = np.random.default_rng(3)
        values = made.values.copy()
        values[1:] += scale * rng.normal(size=values[1:].shape)
        return dataclasses.replace(made, values=values)

    return {name: noisy(scale) for name, scale in noise.items()}


@pytest.fixture(scope="module")
def found():
    made = table(["good", "mid", "bad", "low"], systems=30)
    return resolved_pairs(made, against=conditions(made, de=1.0, de_en=0.5, hi=3.0, hi_en=2.0), **FAST)


def test_there_and_back(found):
    figure = shift_plot(found, "kendall", level="system", back={"de": "de_en", "hi": "hi_en"})
    known = {row.condition: row for row in found.shifts}
    assert [(row["condition"], row["shift"], row["shift_back"]) for row in figure.rows()] == [
        ("de", known["de"].shift, known["de_en"].shift),
        ("hi", known["hi"].shift, known["hi_en"].shift),
    ]
    axes = figure.draw().axes[0]
    diagonal, dots = axes.lines
    assert diagonal.get_linestyle() == "--"
    marks = points(dots)
    assert marks == [(row["shift"], row["shift_back"]) for row in figure.rows()]
    assert "dashed line" in figure.caption


def test_without_a_way_back(found):
    figure = shift_plot(found, "kendall", level="system")
    assert [row["condition"] for row in figure.rows()] == ["de", "de_en", "hi", "hi_en"]
    assert all(math.isnan(row["shift_back"]) for row in figure.rows())
    turned = sum(row.n_reversed for row in found.shifts)
    assert f", {turned} turn round." in figure.caption
    axes = figure.draw().axes[0]
    assert said(axes, "left") == ["de", "de_en", "hi", "hi_en"]


def test_the_same_scores_do_not_shift():
    made = table(["good", "mid", "bad", "low"], systems=30)
    assert (
        shift_plot(resolved_pairs(made, against={"same": made}, **FAST), "kendall", level="system").rows()[0][
            "shift"
        ]
        == 0
    )


def test_a_condition_without_a_way_back_is_not_drawn_beside_one(found):
    with pytest.raises(DataError, match="way back"):
        shift_plot(found, "kendall", level="system", back={})
