from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import isotonic_regression

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError, UnknownNameError
from trueness.statistics.judging.covariate_bias import covariate_bias
from trueness.studies.judge.judge_scores import (
    Covariate,
    JudgeScores,
    bias_rows,
    measure_rows,
    output_covariates,
    reliability_rows,
)
from trueness.studies.judge.length_residuals import length_residuals
from trueness.studies.judge.settings import JudgeSettings
from trueness.studies.judge.study import judge

SETTINGS = JudgeSettings(resamples=80, seed=2, bins=4)


def judged(*, same=True, sign=1.0):
    rng = np.random.default_rng(0)
    human = rng.integers(1, 6, (3, 30)).astype(float)
    judge = np.clip(human + rng.integers(-1, 2, human.shape), 1, 5) * sign
    length = rng.integers(5, 90, human.shape).astype(float)
    human[0, 0] = judge[1, 1] = length[2, 2] = np.nan
    return JudgeScores(
        name="j",
        human=human,
        judge=judge,
        oriented=sign * judge,
        people=human,
        clusters=np.broadcast_to(np.arange(30), (3, 30)),
        same=same,
        covariates=(Covariate("length", "100 words", 100.0, length),),
    )


def test_measures_depend_on_the_scale():
    part = judged()
    rows = {row.measure: row for row in measure_rows(part, SETTINGS)}
    known = ~np.isnan(part.human + part.judge)
    assert rows["mean_error"].estimate == pytest.approx((part.judge - part.human)[known].mean())
    assert {row.n_outputs for row in rows.values()} == {88}
    slope, intercept = np.polyfit(part.judge[known], part.human[known], 1)
    assert (rows["calibration_slope"].estimate, rows["calibration_intercept"].estimate) == pytest.approx(
        (slope, intercept)
    )
    other = {row.measure: row for row in measure_rows(judged(same=False), SETTINGS)}
    assert set(rows) - set(other) == {"mean_error", "mean_absolute_error", "quadratic_kappa"}
    assert other["calibration_slope"] == rows["calibration_slope"]
    assert other["calibration_error"].estimate < rows["calibration_error"].estimate


def test_bias_is_in_standard_deviations_and_for_longer_being_better():
    part = judged()
    (row,) = bias_rows(part, SETTINGS)
    length = part.covariates[0].values
    known = ~np.isnan(part.human + part.judge + length)
    found = covariate_bias(part.human[known], part.judge[known], length[known], rng=1, resamples=9)
    assert row.slope == pytest.approx(100 * found.slope)
    assert row.estimate == pytest.approx(100 * found.slope / part.judge[known].std())
    assert row.low <= row.estimate <= row.high
    (turned,) = bias_rows(judged(sign=-1.0), SETTINGS)
    assert (turned.estimate, turned.low) == pytest.approx((row.estimate, row.low))


def test_reliability_on_the_humans_scale():
    part = judged(same=False, sign=-1.0)
    rows = reliability_rows(part, SETTINGS)
    assert [row.bin for row in rows] == list(range(1, len(rows) + 1))
    assert [row.mean_judge for row in rows] == sorted(row.mean_judge for row in rows)
    assert rows[-1].mean_human > rows[0].mean_human  # the line has turned the judge round
    known = ~np.isnan(part.human + part.judge)
    order = np.argsort(part.calibrated[known], kind="stable")
    fit = isotonic_regression(part.human[known][order]).x
    assert rows[0].isotonic >= fit.min() - 1e-9
    assert rows[-1].isotonic <= fit.max() + 1e-9
    assert sum(row.n_outputs for row in rows) == 88


def table(**groups):
    return ScoreTable(
        (Scorer("human"), Scorer("length"), Scorer("rank")),
        ("a", "b"),
        ("x", "y"),
        np.arange(12.0).reshape(3, 2, 2),
        **groups,
    )


def test_lengths_from_texts_come_before_those_of_a_scorer():
    texts = Texts((TextRow("b", "x", "one two  three"), TextRow("a", "y", ""), TextRow("z", "x", "else")))
    (found,) = output_covariates(table(), texts, None)
    np.testing.assert_array_equal(found.values, [[np.nan, 0], [3, np.nan]])
    assert (found.name, found.per, found.unit) == ("length", "100 words", 100)
    (scorer,) = output_covariates(table(), None, None)
    np.testing.assert_array_equal(scorer.values, [[4, 5], [6, 7]])
    assert output_covariates(table().select(scorers=["human"]), None, None) == []


def test_places():
    found = output_covariates(table(), None, "rank")[1]
    np.testing.assert_array_equal(found.values, [[8, 9], [10, 11]])
    by_input = output_covariates(table(input_groups={"place": ("2", "")}), None, "place")[1]
    np.testing.assert_array_equal(by_input.values, [[2, np.nan]] * 2)
    by_system = output_covariates(table(system_groups={"place": ("1", "2.5")}), None, "place")[1]
    np.testing.assert_array_equal(by_system.values, [[1, 1], [2.5, 2.5]])


def test_covariates_that_are_refused():
    with pytest.raises(DataError, match=r"'place' holds 'first'; a position is a number"):
        output_covariates(table(input_groups={"place": ("first", "2")}), None, "place")
    with pytest.raises(UnknownNameError, match="no scorer or grouping column is called 'rnk'"):
        output_covariates(table(), None, "rnk")
    with pytest.raises(DataError, match="The texts' first is system 'q', input 'r'"):
        output_covariates(table(), Texts((TextRow("q", "r", "s"),)), None)


def test_lengths_are_told_by_names_and_units_are_not_invented():
    rng = np.random.default_rng(1)
    names = ("human", "gpt", "n_words", "response_length", "Länge (Zeichen)")
    table = ScoreTable(
        tuple(Scorer(name, "human" if name == "human" else None) for name in names),
        ("s",),
        tuple(f"i{k:02}" for k in range(40)),
        rng.integers(1, 200, (5, 1, 40)).astype(float),
        has_systems=False,
    )
    found = output_covariates(table, None, None)
    assert [(one.name, one.per) for one in found] == [
        ("n_words", "100 words"),
        ("response_length", "100 of 'response_length'"),
        ("Länge (Zeichen)", "100 characters"),
    ]
    study = judge(table, rng=1, resamples=20, coefficient="pearson")
    assert study.judges == ("gpt",)
    assert "no_lengths" not in {one.code for one in study.cautions}
    assert length_residuals(study).caption.startswith("Outputs in up to 10 bins by their length in words")
