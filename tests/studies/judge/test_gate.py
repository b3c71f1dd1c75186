"""Criteria of a gate, and what an interval shows of them."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.studies.judge.gate import Criterion
from trueness.studies.judge.study import judge


@pytest.mark.parametrize(
    ("text", "measure", "side", "bar", "shown"),
    [
        ("kappa>=.6", "kappa", True, 0.6, "kappa>=.6"),
        ("kappa >= 0.6", "kappa", True, 0.6, "kappa>=0.6"),
        ("rate_bias<=5e-2", "rate_bias", False, 0.05, "rate_bias<=5e-2"),
    ],
)
def test_a_criterion_is_read(text, measure, side, bar, shown):
    found = Criterion.of(text)
    assert (found.measure, found.at_least, found.bar) == (measure, side, bar)
    ground = found.ground(SimpleNamespace(estimate=0.5, low=0.4, high=0.6))
    assert (ground.measure, ground.side) == (shown, "at_least" if side else "at_most")


@pytest.mark.parametrize("text", ["kappa", "kappa>.6", "kappa>=x", "kappa>=1e", "auc>=.5", ""])
def test_what_is_no_criterion(text):
    with pytest.raises(ArgumentError, match="gate"):
        Criterion.of(text)


def test_every_judge_has_to_meet_every_criterion():
    table = labelled(systems=1, inputs=200)
    one = judge(table, judges="v2", gate=("kappa>=.5", "tpr>=.8"), **SMALL)
    assert [row.verdict for row in one.gate] == ["holds", "holds"]
    assert one.passes
    (decision,) = (each for each in one.decisions if each.rule == "passes_gate")
    assert (decision.answer, decision.applies_to) == ("yes", "other outputs")
    both = judge(table, gate="tnr>=.7", **SMALL)
    assert {row.metric: row.verdict for row in both.gate} == {"v1": "fails", "v2": "holds"}
    assert not both.passes
    assert {each.about: each.answer for each in both.decisions if each.rule == "passes_gate"} == {
        "": "no",
        "v1": "no",
        "v2": "yes",
    }
    assert {row.confidence for row in both.gate} == {0.975}  # one of two passes: the error is divided
    assert any("not passed: 'tnr>=.7 of v1 (fails)'" in text for text in both.conclusions)
    table = labelled()
    rated = dataclasses.replace(
        table,
        values=table.values * 4 + 1,
        annotations={},
        scorers=tuple(dataclasses.replace(one, labels=()) for one in table.scorers),
    )
    assert judge(rated, gate="mean_absolute_error<=4", **SMALL).passes
    with pytest.raises(
        UnsupportedMethodError, match=r"no kappa, which is of labels\. It has .*'quadratic_kappa'"
    ):
        judge(rated, gate="kappa>=.5", **SMALL)


def with_silence(share, *, errs=False):
    """A judge that is right on all but what it is silent on, a part of the outputs that people fail, or on one more."""
    rng = np.random.default_rng(5)
    human = (rng.random((1, 300)) < 0.5).astype(float)
    said = np.where((human == 0) & (rng.random((1, 300)) < share), np.nan, human)
    if errs:  # else it would be a copy
        said[0, np.flatnonzero(human[0])[0]] = 0
    return ScoreTable(
        (Scorer("human", "human"), Scorer("v")),
        ("s",),
        tuple(f"d{k}" for k in range(300)),
        np.stack([human, said]),
        has_systems=False,
    )


def test_silence_counts_as_the_worst_that_may_have_been_said():
    heard = judge(with_silence(0.0, errs=True), gate="kappa>=.8", **SMALL)
    assert heard.passes
    silent = judge(with_silence(0.5), gate="kappa>=.8", **SMALL)
    assert not silent.passes
    (row,) = silent.gate
    human, said = silent.table.values[:, 0]
    n = int(np.isnan(said).sum())
    assert (row.n_outputs, row.n_silent, row.n_divided) == (300 - n, n, 0)
    assert row.estimate == 1
    worst = label_agreement(human, np.where(np.isnan(said), 1 - human, said))
    assert row.low == pytest.approx(worst.intervals["kappa"].low)
    best = label_agreement(human, np.where(np.isnan(said), human, said))
    assert row.high == pytest.approx(best.intervals["kappa"].high)
    gate, *_ = silent.conclusions
    assert gate.startswith("✗ The gate is not passed: ")
    assert gate.endswith(
        f" 'v' said nothing on {n} of 300 outputs that people labelled, and these count as wrong."
    )
    assert heard.conclusions[0] == "✓ The gate is passed: the one criterion holds."
    harmless = judge(with_silence(0.02, errs=True), gate="kappa>=.8", **SMALL)
    assert harmless.gate[0].n_silent > 0
    assert harmless.passes


def test_a_silent_judge_of_ratings_is_held_against_the_worst_it_may_have_said():
    rng = np.random.default_rng(6)
    human = rng.integers(1, 6, (1, 200)).astype(float)
    said = human.copy()
    said[0, :40] = np.nan
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("v")),
        ("s",),
        tuple(f"d{k}" for k in range(200)),
        np.stack([human, said]),
        has_systems=False,
    )
    found = judge(table, gate=("mean_error<=.3", "mean_absolute_error<=.3", "quadratic_kappa>=.5"), **SMALL)
    rows = {row.measure: row for row in found.gate}
    worst = np.where(human < 3, 5, 1)[0, :40]
    far = np.abs(np.where(np.arange(200) < 40, np.r_[worst, np.zeros(160)], human[0]) - human[0]).mean()
    assert rows["mean_absolute_error"].high >= far
    assert rows["mean_absolute_error"].low == 0
    assert rows["mean_error"].high > 0.3
    assert not found.passes


def test_evenly_divided_outputs_count_in_parts():
    table = labelled(systems=1, inputs=200)
    found = judge(table, judges="v2", gate="accuracy>=.5", **SMALL)
    (row,) = found.gate
    people, said = table.annotations["human"].values[:, 0], table.matrix("v2")[0]
    divided = people[0] != people[1]
    assert row.n_divided == divided.sum() == found.n_divided > 0
    assert row.estimate == pytest.approx(np.mean([people[0] == said, people[1] == said]))


def test_a_gate_of_nothing_is_refused():
    with pytest.raises(ArgumentError, match=r"a criterion\. Give one"):
        judge(labelled(), gate="", **SMALL)
