"""Two judges of scores beside each other: the difference of their correlations, on the same outputs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import pearsonr

import trueness
from trueness.statistics.dependent_correlations import hittner_may_silver


def table(noise=(1.0, 0.6), n=150, missing=0):
    rng = np.random.default_rng(3)
    human = rng.normal(size=(1, n))
    v1, v2 = (human + size * rng.normal(size=(1, n)) for size in noise)
    v1[0, :missing] = np.nan
    scorers = (
        trueness.Scorer("human", "human"),
        trueness.Scorer("v1", "metric"),
        trueness.Scorer("v2", "metric"),
    )
    return trueness.ScoreTable(
        scorers, ("s",), tuple(map(str, range(n))), np.stack([human, v1, v2]), has_systems=False
    )


def test_the_difference_is_that_of_both_correlations_on_the_outputs_of_both():
    found = trueness.judge(table(missing=30), human="human", resamples=50, rng=1)
    (row,) = found.versions
    human, v1, v2 = (found.table.matrix(name)[0, 30:] for name in ("human", "v1", "v2"))
    r1, r2 = pearsonr(v1, human).statistic, pearsonr(v2, human).statistic
    assert (row.metric, row.rival, row.measure, row.n_outputs) == ("v2", "v1", "pearson", 120)
    assert (row.estimate_metric, row.estimate_rival) == pytest.approx((r2, r1))
    assert row.estimate == pytest.approx(r2 - r1)
    assert row.low < row.estimate < row.high
    assert row.pvalue < 0.05
    said = " ".join(found.conclusions)
    assert "Of 2 judges 'v2' agrees best with people." in said


def test_its_p_value_is_near_that_of_a_closed_form():
    found = trueness.judge(table(noise=(0.7, 0.65), n=1000), human="human", resamples=50, rng=1)
    human, v1, v2 = (found.table.matrix(name)[0] for name in ("human", "v1", "v2"))
    r = np.corrcoef([human, v1, v2])
    closed = hittner_may_silver(r[0, 2], r[0, 1], r[1, 2], 1000)
    assert ndtri(found.versions[0].pvalue / 2) == pytest.approx(ndtri(float(closed.pvalue) / 2), rel=0.1)


def test_judges_that_say_the_same_do_not_differ():
    same = table()
    values = same.values.copy()
    values[2] = values[1]
    found = trueness.judge(
        trueness.ScoreTable(same.scorers, same.systems, same.inputs, values, has_systems=False),
        human="human",
        resamples=50,
        rng=1,
    )
    (row,) = found.versions
    assert (row.estimate, row.pvalue, row.n_differ) == (0, 1, 0)


def test_both_directions_turned_are_none_turned():
    plain, turned = table(), table().with_orientation(lower_is_better=["human", "v1", "v2"])
    (one,), (other,) = (
        trueness.judge(asked, human="human", resamples=50, rng=1).versions for asked in (plain, turned)
    )
    assert (other.estimate_metric, other.estimate_rival) == (one.estimate_metric, one.estimate_rival)
    assert one.estimate_metric > 0
