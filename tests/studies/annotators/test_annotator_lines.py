"""Annotators and metrics on one axis, with the numbers of the study."""

from __future__ import annotations

import dataclasses
import math
import types

import numpy as np
import pytest
from tests.drawn_marks import segments

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.reporting.figures.palette import INK
from trueness.studies.annotators.annotator_lines import alpha_lines, annotator_lines
from trueness.studies.annotators.rows import Agreement, AnnotatorsResult, CeilingRow, HeldOutCorrelation
from trueness.studies.annotators.settings import AnnotatorSettings

KEY = {"level": "system", "coefficient": "pearson"}
NAN = math.nan


def beside(metric, estimate, reaches, difference):
    limits = {"difference_low": difference - 0.1, "difference_high": difference + 0.1}
    limits |= {"n_unscored": 0, "n_undefined_resamples": 0, "resamples": 0}
    own = {"estimate": estimate, "low": estimate - 0.2, "high": estimate + 0.2, "difference": difference}
    ceiling = {"ceiling": 0.6, "ceiling_low": 0.5, "ceiling_high": 0.7}
    return CeilingRow(metric=metric, reaches=reaches, **KEY, **own, **ceiling, **limits)


@pytest.fixture(scope="module")
def study():
    names = ("a <b>", "b")
    values = np.zeros((3, 1, 2))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("good"), Scorer("cost", higher_is_better=False)),
        ("s",),
        ("i", "j"),
        values,
        annotations={"people": Annotations(names, values[:2])},
    )
    own = (0.7, 0.5)
    nothing = dict.fromkeys(("given", "pairs", "components", "variance", "designs"), ())
    nothing |= dict.fromkeys(("attenuation", "alt_tests", "alt_annotators", "cautions", "conclusions"), ())
    return AnnotatorsResult(
        signature=None,
        selection=types.SimpleNamespace(human="people", metrics=("good", "cost")),
        settings=AnnotatorSettings(),
        table=table,
        agreement=(Agreement("alpha_ordinal", 0.4, 0.3, 0.5, 2, 2, 0, 0, 0),),
        ceiling=(beside("good", 0.65, "better", 0.05), beside("cost", 0.4, "less", -0.2)),
        held_out=tuple(
            HeldOutCorrelation(
                name, name, **KEY, estimate=x, low=x - 0.1, high=x + 0.1, n_cells=2, n_undefined=0
            )
            for name, x in zip(names, own, strict=True)
        ),
        **nothing,
    )


def test_annotators_and_metrics_stand_in_one_order(study):
    found = annotator_lines(study, "system", "pearson")
    assert found.name == "annotators-pearson-system"
    assert [row.get("metric", row.get("annotator")) for row in found.data] == ["a <b>", "good", "b", "cost"]
    for said in (
        "a &lt;b&gt;, an annotator: 0.700 [0.600, 0.800]<",
        "good, a metric: 0.650 [0.450, 0.850]; better<",
        "cost ↓",
        "annotators on average",
    ):
        assert said in found.svg
    assert (
        "‘good’ agrees with 0.65, an annotator with 0.60: a difference of 0.05 [−0.05, 0.15] (better)."
        in (found.caption)
    )
    assert segments(found.draw().axes[0], INK) == [((0.6, 0), (0.6, 1))]


def test_without_metrics_there_are_annotators_alone(study):
    found = annotator_lines(dataclasses.replace(study, ceiling=()), "system", "pearson")
    assert [row["annotator"] for row in found.data] == ["a <b>", "b"]
    assert "metric" not in found.caption
    assert "annotators on average" not in found.svg


def test_what_is_undefined_is_said(study):
    rows = tuple(dataclasses.replace(row, estimate=NAN, low=NAN, high=NAN) for row in study.held_out)
    ceiling = (dataclasses.replace(study.ceiling[0], ceiling=NAN, difference=NAN, reaches="cannot_tell"),)
    found = annotator_lines(dataclasses.replace(study, held_out=rows, ceiling=ceiling), "system", "pearson")
    assert found.svg.count("an annotator: undefined<") == 2
    assert "agrees with" not in found.caption
    assert "annotators on average" not in found.svg


def test_where_nothing_is_correlated_there_is_agreement(study):
    found = alpha_lines(study)
    assert [row["measure"] for row in found.data] == ["alpha_ordinal"]
    assert "alpha_ordinal, all annotators: 0.400 [0.300, 0.500]<" in found.svg
