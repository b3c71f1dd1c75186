"""Bias on single systems: rows, and a judge with a taste for systems."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.studies.judge.rows import ALL_SYSTEMS
from trueness.studies.judge.study import judge


def rated(taste, systems=6, inputs=60):
    rng = np.random.default_rng(3)
    human = rng.integers(1, 6, (systems, inputs)).astype(float)
    said = np.clip(human + np.round(rng.normal(0, 0.5, human.shape) + np.array(taste)[:, None]), 1, 5)
    return ScoreTable(
        (Scorer("human", "human"), Scorer("v")),
        tuple(f"s{k}" for k in range(systems))[::-1],
        tuple(f"d{k}" for k in range(inputs)),
        np.stack([human, said]),
    )


def test_a_judge_with_a_taste_has_a_wide_interval_and_a_small_p():
    table = rated([-1, -1, 0, 0, 1, 1])
    found = judge(table, **SMALL)
    whole, *rows = found.by_system
    assert (whole.system, whole.measure) == (ALL_SYSTEMS, "mean_error")
    assert whole.pvalue < 0.001
    assert whole.spread > 0.5
    assert whole.high - whole.low > 1
    assert [row.system for row in rows] == list(table.systems)
    errors = table.matrix("v") - table.matrix("human")
    assert [row.estimate for row in rows] == pytest.approx(errors.mean(axis=1))
    assert rows[0].high - rows[0].low < 0.7
    assert np.isnan(rows[0].pvalue)
    bias = next(row for row in found.measures if row.measure == "mean_error")
    assert (bias.low, bias.high) == (whole.low, whole.high)
    assert bias.applies_to == "other systems and other inputs"
    assert bias.resamples == 0


def test_without_a_taste_p_is_no_alarm_and_two_systems_are_these():
    found = judge(rated([0] * 6), **SMALL)
    assert found.by_system[0].pvalue > 0.05
    two = judge(rated([0, 0], systems=2), **SMALL)
    assert len(two.by_system) == 3
    bias = next(row for row in two.measures if row.measure == "mean_error")
    assert bias.applies_to == "these systems on other inputs"
    assert bias.resamples > 0


def test_of_labels_it_is_the_share_of_positives():
    table = labelled()
    found = judge(table, judges="v1", **SMALL)
    whole, first, *_ = found.by_system
    row = next(row for row in found.labels if row.measure == "rate_bias")
    assert (whole.estimate, whole.low, whole.n_outputs) == (row.estimate, row.low, row.n_outputs)
    people = table.annotations["human"].values[:, 0]
    gold = np.where(people[0] == people[1], people[0], np.nan)
    wanted = label_agreement(gold, table.matrix("v1")[0]).intervals["rate_bias"]
    assert first.measure == "rate_bias"
    assert (first.low, first.high) == pytest.approx(tuple(wanted))


def test_one_system_or_another_scale_has_none():
    assert not judge(labelled(systems=1), **SMALL).by_system
    table = rated([0] * 6)
    other = dataclasses.replace(table, values=table.values * np.array([1, 7.3])[:, None, None])
    assert not judge(other, **SMALL).by_system
