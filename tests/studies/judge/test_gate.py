"""Criteria of a gate, and what an interval shows of them."""

from __future__ import annotations

import dataclasses

import pytest
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.judge.gate import Criterion
from trueness.studies.judge.study import judge


@pytest.mark.parametrize(
    ("text", "low", "high", "verdict"),
    [
        ("kappa>=.6", 0.6, 0.9, "holds"),
        ("kappa >= 0.6", 0.5, 0.9, "undecided"),
        ("kappa>=.6", 0.5, 0.59, "fails"),
        ("rate_bias<=5e-2", -0.2, 0.05, "holds"),
        ("rate_bias<=.05", 0.06, 0.1, "fails"),
        ("tpr>=.8", float("nan"), float("nan"), "undefined"),
    ],
)
def test_an_interval_and_a_criterion(text, low, high, verdict):
    assert Criterion.of(text).verdict(low, high) == verdict


@pytest.mark.parametrize("text", ["kappa", "kappa>.6", "kappa>=x", "kappa>=1e", "auc>=.5", ""])
def test_what_is_no_criterion(text):
    with pytest.raises(ArgumentError, match="gate"):
        Criterion.of(text)


def test_every_judge_has_to_meet_every_criterion():
    table = labelled()
    one = judge(table, judges="v2", gate=("kappa>=.5", "tpr>=.8"), **SMALL)
    assert [row.verdict for row in one.gate] == ["holds", "holds"]
    assert one.passes
    both = judge(table, gate="tnr>=.7", **SMALL)
    assert {row.metric: row.verdict for row in both.gate} == {"v1": "fails", "v2": "holds"}
    assert not both.passes
    assert any("not passed: 'tnr>=.7 of v1 (fails)'" in text for text in both.conclusions)
    rated = dataclasses.replace(
        table,
        values=table.values * 4 + 1,
        annotations={},
        scorers=tuple(dataclasses.replace(one, labels=()) for one in table.scorers),
    )
    assert judge(rated, gate="mean_absolute_error<=4", **SMALL).passes
    with pytest.raises(UnsupportedMethodError, match="no kappa"):
        judge(rated, gate="kappa>=.5", **SMALL)
