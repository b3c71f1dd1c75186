"""Rows of agreement are the statistics' own values, and intervals follow what is resampled."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.parallel import Execution, executing
from trueness.statistics.annotators.gwet_ac1 import gwet_ac1
from trueness.statistics.annotators.intraclass_correlation import intraclass_correlations
from trueness.statistics.annotators.kappa import kappa
from trueness.statistics.annotators.krippendorff_alpha import krippendorff_alpha, krippendorff_alpha_interval
from trueness.statistics.engine import resample
from trueness.studies.annotators.agreement import agreement_rows
from trueness.studies.annotators.settings import AnnotatorSettings

RNG = np.random.default_rng(4)
TRUTH = RNG.normal(size=(6, 1)) + RNG.normal(size=(6, 15))
RATINGS = np.clip(np.round(3 + TRUTH + 0.8 * RNG.normal(size=(3, 6, 15))), 1, 5)
GAPS = np.where(RNG.random(RATINGS.shape) < 0.2, np.nan, RATINGS)
NAMES = ("a", "b", "c")


def rows(ratings, **options):
    found, pairs = agreement_rows(
        ratings, NAMES[: len(ratings)], AnnotatorSettings(resamples=200, seed=3, **options)
    )
    return {row.measure: row for row in found}, {
        (row.annotator, row.other, row.measure): row for row in pairs
    }


@pytest.mark.parametrize("ratings", [RATINGS, GAPS], ids=["complete", "gaps"])
def test_values_are_those_of_the_statistics(ratings):
    found, pairs = rows(ratings)
    for name in ("nominal", "ordinal", "interval"):
        alpha = krippendorff_alpha(ratings, name)
        row = found[f"alpha_{name}"]
        assert row.estimate == pytest.approx(alpha.estimate)
        assert (row.n_units, row.n_dropped) == (alpha.n_units, alpha.n_dropped)
        assert row.low < row.estimate < row.high
    for icc in intraclass_correlations(ratings):
        assert found[icc.form].estimate == pytest.approx(icc.estimate, nan_ok=True)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        x, y = ratings[a], ratings[b]
        key = (NAMES[a], NAMES[b])
        assert pairs[*key, "kappa"].estimate == pytest.approx(kappa(x, y).estimate)
        assert pairs[*key, "kappa_quadratic"].estimate == pytest.approx(kappa(x, y, "quadratic").estimate)
        assert pairs[*key, "ac1"].estimate == pytest.approx(gwet_ac1(x, y, [1, 2, 3, 4, 5]).estimate)
        assert pairs[*key, "ac1"].n_units == kappa(x, y).n_units


def test_intraclass_intervals_are_resampled_and_wider_than_those_of_independent_outputs():
    complete, gaps = (rows(one, interval="percentile")[0] for one in (RATINGS, GAPS))
    for icc in intraclass_correlations(RATINGS):
        row = complete[icc.form]
        assert row.low < row.estimate < row.high
        assert row.high - row.low > icc.high - icc.low or icc.form in ("ICC(2,1)", "ICC(2,k)")
    assert gaps["ICC(2,k)"].low < gaps["ICC(2,k)"].estimate < gaps["ICC(2,k)"].high
    assert np.isnan(gaps["ICC(1,1)"].estimate)


def test_one_system_resampled_over_inputs_is_a_bootstrap_of_units():
    ratings = RATINGS[:, :1]
    found, _ = rows(ratings, levels=("global",), over="inputs", interval="percentile")
    expected = krippendorff_alpha_interval(ratings, "ordinal", resamples=200, rng=3)
    assert (found["alpha_ordinal"].low, found["alpha_ordinal"].high) == pytest.approx(tuple(expected))


def test_what_varies_makes_the_width():
    width = {}
    for interval in ("two_way_jackknife", "percentile"):
        for over in ("inputs", "systems", "both"):
            row = rows(RATINGS, over=over, interval=interval)[0]["alpha_interval"]
            width[over] = row.high - row.low
        assert width["both"] > 0.95 * max(width["inputs"], width["systems"])


def test_workers_do_not_change_the_numbers():
    settings = AnnotatorSettings(resamples=1100, seed=3, interval="percentile")
    one, two = (
        executing(Execution(workers=workers))(agreement_rows)(GAPS, NAMES, settings) for workers in (1, 2)
    )
    assert repr(one) == repr(two)


def test_without_intervals_and_with_clusters():
    found, pairs = rows(GAPS, interval="none")
    assert all(np.isnan(row.low) for row in pairs.values())
    assert {row.resamples for row in found.values()} == {0}
    whole = agreement_rows(
        np.repeat(RATINGS, 2, axis=2),
        NAMES,
        AnnotatorSettings(resamples=200, seed=3),
        clusters=np.repeat(np.arange(15), 2),
    )[0]
    half = rows(RATINGS)[0]["alpha_nominal"]
    # two copies of every input drawn together are as little information as one
    assert whole[0].high - whole[0].low == pytest.approx(half.high - half.low, rel=0.05)


def test_equal_ratings_and_ac1_stand_beside_alpha():
    ratings = np.full((5, 1, 5), 3.0)
    ratings[3, 0, 4] = 1
    for gap in ((4, 1), (2, 2), (2, 3)):
        ratings[gap[0], 0, gap[1]] = np.nan
    names = ("a", "b", "c", "d", "e")
    found = {
        row.measure: row
        for row in agreement_rows(ratings, names, AnnotatorSettings(over="inputs", levels=("global",)))[0]
    }
    # 4 outputs whose pairs all agree, one of five ratings of which 6 of 10 pairs do
    assert found["equal_ratings"].estimate == pytest.approx((4 + 0.6) / 5)
    share = (1 / 5) / 5
    chance = 2 * share * (1 - share)
    assert found["ac1"].estimate == pytest.approx((0.92 - chance) / (1 - chance))
    assert abs(found["alpha_ordinal"].estimate) < 0.01


def test_ratings_of_many_values_have_no_kappa_of_categories():
    _, pairs = rows(RNG.normal(size=(2, 6, 15)))
    assert {key[2] for key in pairs} == {"kappa_quadratic"}


def test_a_killed_run_computes_only_what_is_missing(killed_and_resumed):
    settings = AnnotatorSettings(resamples=1600, seed=3, interval="percentile")
    found, reported = killed_and_resumed(lambda: agreement_rows(GAPS, NAMES, settings), after=2)
    assert reported == [(2, 4), (3, 4), (4, 4)]
    assert repr(found) == repr(agreement_rows(GAPS, NAMES, settings))


def test_a_few_resamples_and_measures_at_a_time_are_the_same(monkeypatch):
    settings = AnnotatorSettings(resamples=100, seed=3, interval="percentile")
    whole = agreement_rows(GAPS, NAMES, settings)
    monkeypatch.setattr(resample, "BLOCK", 7 * 15)
    parts = executing(Execution(memory=2 * 8 * 100 * 3))(agreement_rows)(GAPS, NAMES, settings)
    for mine, theirs in zip(itertools.chain(*parts), itertools.chain(*whole), strict=True):
        for name in ("estimate", "low", "high"):
            assert getattr(mine, name) == pytest.approx(getattr(theirs, name), rel=1e-12, nan_ok=True)
