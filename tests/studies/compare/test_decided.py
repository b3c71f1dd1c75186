"""Which metrics may be the best, and may be ranked."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from tests.decided_metrics import CLEAR, KNOWN, SETTINGS, decided

import trueness
from trueness.decisions.nobody_among import OPPOSITE_METRICS
from trueness.studies.compare.decided import compare_decisions
from trueness.studies.compare.settings import Settings


def test_against_a_baseline_and_without_tests_nothing_is_decided():
    assert compare_decisions(Settings.of(rng=1, baseline="a"), KNOWN, CLEAR) == ()
    assert compare_decisions(SETTINGS, KNOWN, ()) == ()
    undefined = [dataclasses.replace(row, pvalue=math.nan) for row in CLEAR]
    assert compare_decisions(SETTINGS, KNOWN, undefined) == ()


@pytest.mark.parametrize("correction", ["none", "bh"])
def test_a_ranking_without_a_correction_of_the_family_promises_nothing(correction):
    settings = dataclasses.replace(SETTINGS, correction=correction)
    assert decided(KNOWN, CLEAR, settings)["may_be_ranked"].reason == "corrected_together"


def test_what_says_which_way_a_metric_points(tmp_path):
    """A column that falls as people's scores rise withholds the choice, unless something says that more is better."""
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(8, 1)) + 0.3 * rng.normal(size=(8, 20))
    noise = rng.normal(size=(2, 8, 20))
    columns = {"human": quality, "near": quality + 0.8 * noise[0], "loss": 0.2 * noise[1] - quality}
    lines = [
        ",".join([f"s{i}", f"d{j}", *(f"{scores[i, j]:.4f}" for scores in columns.values())])
        for i in range(8)
        for j in range(20)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join([f"system,input,{','.join(columns)}", *lines]), encoding="utf-8")
    table = trueness.read_scores(path)
    asked = {"human": "human", "level": "system", "coefficient": "pearson"}
    best = trueness.compare(table, **asked).decided("may_be_best", "system", "pearson")
    assert (best.answer, best.reason) == ("cannot_tell", OPPOSITE_METRICS)
    turned = table.with_orientation(lower_is_better=["loss"])
    for told in (table.with_role("metric", ["near", "loss"]), turned):
        best = trueness.compare(told, **asked).decided("may_be_best", "system", "pearson")
        assert best.reason != OPPOSITE_METRICS
        assert ("loss" in best.names) is (told is turned)
