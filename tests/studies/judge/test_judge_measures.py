from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import isotonic_regression

from trueness.statistics.judging.covariate_bias import covariate_bias
from trueness.studies.judge.judge_measures import Judged, bias_rows, measure_rows, reliability_rows
from trueness.studies.judge.judge_settings import JudgeSettings
from trueness.studies.judge.output_covariates import Covariate

SETTINGS = JudgeSettings(resamples=80, seed=2, bins=4)


def judged(*, same=True, sign=1.0):
    rng = np.random.default_rng(0)
    human = rng.integers(1, 6, (3, 30)).astype(float)
    judge = np.clip(human + rng.integers(-1, 2, human.shape), 1, 5) * sign
    length = rng.integers(5, 90, human.shape).astype(float)
    human[0, 0] = judge[1, 1] = length[2, 2] = np.nan
    return Judged(
        name="j",
        human=human,
        judge=judge,
        oriented=sign * judge,
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
