"""Lights: an interval and a bar, and what annotators and a hundred more labels change."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import pytest

from trueness.studies.judge.label_rows import LabelMeasure
from trueness.studies.judge.settings import JudgeSettings
from trueness.studies.judge.uses import judge_uses

NAN = float("nan")


def kappa(estimate, low, high, *, difference=(NAN, NAN, NAN), n=100):
    return LabelMeasure("j", "kappa", estimate, low, high, 0.0, NAN, NAN, NAN, NAN, *difference, n, n)


def lights(*labels, systems=1, agreement=(), measures=(), names=("no", "yes"), **bars):
    validation = SimpleNamespace(
        judges=("j",),
        comparison=SimpleNamespace(table=SimpleNamespace(systems=("s",) * systems)),
        agreement=agreement,
        label_names=names,
        labels=labels,
        measures=measures,
        n_labelled=100,
    )
    return judge_uses(validation, JudgeSettings.of(rng=1, **bars))


@pytest.mark.parametrize(
    ("low", "high", "light"),
    [(0.6, 0.9, "green"), (0.59, 0.9, "yellow"), (0.2, 0.6, "yellow"), (0.2, 0.59, "red")],
)
def test_an_interval_and_a_bar(low, high, light):
    (row,) = lights(kappa((low + high) / 2, low, high))
    assert (row.use, row.light, row.bar) == ("grade outputs", light, 0.6)


def test_a_bias_has_two_sides():
    bias = dataclasses.replace(kappa(0, -0.05, 0.04), measure="rate_bias")
    assert lights(bias)[0].light == "green"
    assert lights(bias, rate_margin=0.045)[0].light == "yellow"
    assert lights(dataclasses.replace(bias, low=0.051, high=0.06))[0].light == "red"
    assert lights(dataclasses.replace(bias, low=-0.08, high=-0.051))[0].light == "red"


def test_a_judge_as_good_as_one_annotator_may_grade_whatever_its_kappa():
    assert lights(kappa(0.4, 0.3, 0.5, difference=(0, -0.09, 0.1)))[0].light == "green"
    assert lights(kappa(0.4, 0.3, 0.5, difference=(0, -0.11, 0.1)))[0].light == "yellow"
    assert lights(kappa(0.4, 0.3, 0.5, difference=(-0.3, -0.4, -0.2)))[0].light == "red"
    assert "one annotator with another" in lights(kappa(0.7, 0.65, 0.8, difference=(0, -0.2, 0.1)))[0].rule


def test_a_hundred_more_labels_narrow_the_interval_by_the_root_of_their_number():
    (row,) = lights(kappa(0.8, 0.55, 0.95, n=50))
    assert (row.light, row.more_labels) == ("yellow", "green")  # .8 - .25 · √(50/150) = .656
    (row,) = lights(kappa(0.7, 0.45, 0.95, n=10_000))
    assert (row.light, row.more_labels) == ("yellow", "yellow")


def test_systems_are_ranked_from_three_on_and_more_labels_make_no_more_systems():
    correlation = SimpleNamespace(
        metric="j", level="system", coefficient="pearson", estimate=0.9, low=0.7, high=0.97
    )
    assert not lights(systems=2, agreement=[correlation])
    (row,) = lights(systems=3, agreement=[correlation])
    assert (row.use, row.light, row.more_labels, row.bar) == ("rank systems", "yellow", "yellow", 0.8)


def test_scores_on_another_scale_are_graded_by_correlation():
    correlation = SimpleNamespace(
        metric="j", level="global", coefficient="pearson", estimate=0.9, low=0.7, high=0.97
    )
    (row,) = lights(agreement=[correlation], names=())
    assert (row.use, row.measure, row.light) == ("grade outputs", "pearson", "green")
