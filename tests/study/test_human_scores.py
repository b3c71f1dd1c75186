"""Combinations of dimensions and standardized annotators in a table."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.statistics.annotators.annotator_combination import annotator_combination
from trueness.statistics.annotators.human_assessment import mean_of_dimensions
from trueness.study.human_scores import with_human_combination, with_standardized_annotators

RNG = np.random.default_rng(1)
RATINGS = RNG.integers(1, 6, size=(2, 3, 4, 5)).astype(float)
RATINGS[0, 1, 2, 3] = np.nan


def table(annotators=(("a", "b", "c"), ("a", "b", "c"))):
    parts = [Annotations(names, values) for names, values in zip(annotators, RATINGS, strict=True)]
    return ScoreTable(
        scorers=(
            Scorer("coverage", "human"),
            Scorer("quality", "human"),
            Scorer("cost", "human", higher_is_better=False),
        ),
        systems=tuple("wxyz"),
        inputs=tuple("12345"),
        values=np.stack([parts[0].mean(), parts[1].mean(), np.ones((4, 5))]),
        annotations={"coverage": parts[0], "quality": parts[1]},
    )


@pytest.mark.parametrize("how", ["arithmetic", "harmonic", "geometric"])
def test_annotator_by_annotator_where_they_are_the_same(how):
    found = with_human_combination(table(), "overall", ["coverage", "quality"], how)
    part = found.annotations["overall"]
    assert part.annotators == ("a", "b", "c")
    assert part.values == pytest.approx(mean_of_dimensions(list(RATINGS), how), nan_ok=True)
    assert np.isnan(part.values[1, 2, 3])
    assert found.matrix("overall") == pytest.approx(part.mean())
    assert found.scorer("overall").role == "human"


@pytest.mark.parametrize("how", ["arithmetic", "harmonic", "geometric"])
def test_annotators_are_matched_by_name(how):
    """The same ratings with the columns of one dimension's annotators in another order."""
    plain, order = table(), [2, 0, 1]
    quality = Annotations(("c", "a", "b"), RATINGS[1][order])
    moved = dataclasses.replace(plain, annotations={**plain.annotations, "quality": quality})
    wanted = with_human_combination(plain, "overall", ["coverage", "quality"], how)
    found = with_human_combination(moved, "overall", ["coverage", "quality"], how)
    assert found.annotations["overall"].annotators == ("a", "b", "c")
    np.testing.assert_array_equal(found.annotations["overall"].values, wanted.annotations["overall"].values)
    np.testing.assert_array_equal(found.matrix("overall"), wanted.matrix("overall"))
    turned = with_human_combination(moved, "overall", ["quality", "coverage"], how).annotations["overall"]
    assert turned.annotators == ("c", "a", "b")
    np.testing.assert_allclose(turned.values, wanted.annotations["overall"].values[order], rtol=1e-15)


@pytest.mark.parametrize("others", [("d", "e", "f"), ("a", "b", "d")])
def test_by_scores_where_annotators_differ(others):
    here = table((("a", "b", "c"), others))
    found = with_human_combination(here, "overall", ["coverage", "quality"])
    assert "overall" not in found.annotations
    assert found.matrix("overall") == pytest.approx((here.matrix("coverage") + here.matrix("quality")) / 2)


def test_standardized_annotators():
    found = with_standardized_annotators(table(), "coverage")
    assert found.matrix("coverage") == pytest.approx(annotator_combination(RATINGS[0], "standardized"))
    assert np.nanmean(found.annotations["coverage"].values, axis=(1, 2)) == pytest.approx(np.zeros(3))
    assert np.array_equal(found.matrix("quality"), table().matrix("quality"))
    assert found.notes == ()


def test_a_constant_annotator_drops_out_with_a_note():
    here = table()
    values = here.annotations["coverage"].values.copy()
    values[2] = 4.0
    part = Annotations(("a", "b", "c"), values)
    here = ScoreTable(here.scorers, here.systems, here.inputs, here.values, annotations={"coverage": part})
    found = with_standardized_annotators(here, "coverage")
    assert "'c'" in found.notes[0]
    assert found.matrix("coverage") == pytest.approx(annotator_combination(values[:2], "standardized"))


def test_errors():
    with pytest.raises(DataError, match="already"):
        with_human_combination(table(), "quality", ["coverage", "quality"])
    with pytest.raises(DataError, match="lower is better for 'cost'"):
        with_human_combination(table(), "overall", ["coverage", "cost"])
    with pytest.raises(UnknownNameError, match="Did you mean 'quality'"):
        with_human_combination(table(), "overall", ["coverage", "qualiti"])
    with pytest.raises(ArgumentError, match="`how`"):
        with_human_combination(table(), "overall", ["coverage", "quality"], "mean")
    with pytest.raises(ArgumentError, match="one or more"):
        with_human_combination(table(), "overall", [])
    with pytest.raises(UnknownNameError, match="lacks annotators"):
        with_standardized_annotators(table(), "cost")
