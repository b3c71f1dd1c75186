"""The first screen of a page on annotators says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.studies.annotators.study import annotators
from trueness.studies.annotators.view import AnnotatorView


@pytest.fixture(scope="module")
def study():
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(6, 12))
    part = Annotations(
        ("a", "b", "c"), np.clip(np.round(3 + truth + 0.5 * rng.normal(size=(3, 6, 12))), 1, 5)
    )
    table = ScoreTable(
        (Scorer("fluency", "human"), Scorer("near", "metric"), Scorer("far", "metric")),
        tuple("uvwxyz"),
        tuple(map(str, range(12))),
        np.stack([part.mean(), truth + 0.3 * rng.normal(size=truth.shape), rng.normal(size=truth.shape)]),
        annotations={"fluency": part},
    )
    return annotators(table, resamples=50, rng=1, minimum_units=5, folds=5, coefficient="pearson")


def test_the_numbers_are_those_of_annotators_and_of_the_nearest_metric(study):
    agree, one, nearest, test = AnnotatorView().head(study).tiles
    alpha = next(row for row in study.agreement if row.measure == "alpha_ordinal")
    assert (agree.label, agree.value) == ("3 annotators agree beyond chance: yes", f"{alpha.estimate:.2f}")
    equal = next(row for row in study.agreement if row.measure == "equal_ratings")
    assert agree.text == f"ordinal alpha, floor 0.20; equal ratings in {equal.estimate:.0%}"
    level = study.settings.levels[0]
    row = next(row for row in study.ceiling if (row.metric, row.level) == ("near", level))
    assert (one.value, one.interval) == (
        f"{row.ceiling:.2f}",
        f"[{row.ceiling_low:.2f}, {row.ceiling_high:.2f}]".replace("-", "−"),
    )
    assert nearest.label == "‘near’, of 2 the nearest"
    assert (nearest.value, nearest.interval) == (
        f"{row.estimate:.2f}",
        f"[{row.low:.2f}, {row.high:.2f}]".replace("-", "−"),
    )
    asked = [one for one in study.decisions if one.rule == "may_replace_annotator"]
    assert test.value == f"{sum(one.answer == 'yes' for one in asked)} of {len(asked)}"


@pytest.mark.parametrize(
    ("reaches", "said"),
    [
        ("better", "agrees better than an annotator"),
        ("as_well", "agrees as well as an annotator"),
        ("less", "agrees less than an annotator"),
        ("cannot_tell", "we cannot tell whether as well as an annotator"),
    ],
)
def test_how_a_metric_stands_beside_an_annotator(study, reaches, said):
    rows = tuple(dataclasses.replace(row, reaches=reaches) for row in study.ceiling if row.metric == "near")
    tile = AnnotatorView().head(dataclasses.replace(study, ceiling=rows)).tiles[2]
    assert (tile.label, tile.text) == ("‘near’", said)


def test_of_two_annotators_the_test_says_what_it_needs():
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(6, 40))
    part = Annotations(("a", "b"), np.clip(np.round(3 + truth + 0.5 * rng.normal(size=(2, 6, 40))), 1, 5))
    table = ScoreTable(
        (Scorer("fluency", "human"), Scorer("near", "metric")),
        tuple("uvwxyz"),
        tuple(map(str, range(40))),
        np.stack([part.mean(), truth]),
        annotations={"fluency": part},
    )
    tile = AnnotatorView().head(annotators(table, resamples=20, rng=1, coefficient="pearson")).tiles[-1]
    assert (tile.label, tile.value, tile.text) == (
        "May stand in for an annotator",
        "cannot tell",
        "needs 3 annotators",
    )


def test_what_is_undefined_is_left_out(study):
    nan = math.nan
    nothing = dataclasses.replace(
        study,
        ceiling=tuple(dataclasses.replace(row, estimate=nan) for row in study.ceiling),
        decisions=(),
    )
    assert AnnotatorView().head(nothing).tiles == ()
    alone = tuple(dataclasses.replace(row, ceiling=nan) for row in study.ceiling)
    labels = [tile.label for tile in AnnotatorView().head(dataclasses.replace(study, ceiling=alone)).tiles]
    assert "One annotator" not in labels
