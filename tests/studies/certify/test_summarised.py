"""Of the truths of a place the worst: rows of the published tables from rates and coverages."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.rejection_rates import RejectionRate
from trueness.studies.certify.summarised import summarised_coverages, summarised_rates


def rate(scenario, rejected, *, null=True, test="permute_systems", n=10, runs=1000, undefined=0, **more):
    return RejectionRate(
        scenario=f"{scenario}; normal scores; {n} systems, 20 inputs",
        n_systems=n,
        n_inputs=20,
        scores="normal",
        level="system",
        coefficient="pearson",
        test=test,
        null=null,
        rate=rejected / max(1, runs - undefined),
        low=0.01,
        high=0.2,
        rejected=rejected,
        runs=runs,
        n_undefined=undefined,
        alpha=0.05,
        **more,
    )


RATES = (
    rate("alike, bias .2", 50),
    rate("alike, bias .5", 76),
    rate("bias .2 against .6", 300, null=False),
    rate("no bias against .3", 500, null=False),
    rate("unequal noise, equal at input level", 900, null=False, sought=False),
    rate("alike, bias .2", 40, n=16),
    rate("alike, bias .2", 0, test="other", undefined=1000),
    rate("bias .2 against .6", 300, null=False, test="powerful"),
)


def test_the_worst_null_truth_and_the_mean_power():
    first, second = summarised_rates(RATES)
    assert (first.size, first.truth, first.truths, first.runs) == (0.076, "alike, bias .5", 2, 1000)
    assert first.power == pytest.approx(0.4)
    assert (second.n_systems, second.size) == (16, 0.04)
    assert np.isnan(second.power)


def test_the_median_truth_and_truths_apart_by_look_and_alpha():
    rates = (
        *(rate(name, count) for name, count in (("a", 40), ("b", 70), ("c", 50), ("d", 60))),
        rate("two bad systems", 200, look="outlying systems"),
        dataclasses.replace(rate("a", 9), alpha=0.01),
        dataclasses.replace(rate("a", 900), alternative="greater"),
        dataclasses.replace(rate("six metrics", 900), family_size=15),
    )
    plain, outlying, tail = summarised_rates(rates)
    assert (plain.size, plain.truth, plain.median, plain.median_truth) == (0.07, "b", 0.06, "d")
    assert (outlying.look, outlying.truth, outlying.truths) == ("outlying systems", "two bad systems", 1)
    assert (tail.alpha, tail.size, tail.look) == (0.01, 0.009, "")


def coverage(truth, share, *, replicate=0.8, width=0.5, n=10, runs=1000, undefined=0):
    return IntervalCoverage(
        scenario=f"{truth}; normal scores; {n} systems, 20 inputs",
        n_systems=n,
        n_inputs=20,
        scores="normal",
        level="system",
        coefficient="pearson",
        interval="fisher",
        population=0.6,
        coverage=share,
        low=share - 0.01,
        high=share + 0.01,
        replicate_coverage=replicate,
        width=width,
        runs=runs,
        n_undefined=undefined,
    )


COVERAGES = (
    coverage("alike, bias .2", 0.95, replicate=0.84, width=0.4),
    coverage("alike, bias .5", 0.91, replicate=0.80, width=0.6, undefined=10),
    coverage("bias .2 against .6", 0.93, replicate=float("nan")),
    coverage("alike, bias .2", 0.97, n=16, replicate=float("nan")),
    coverage("alike, bias .5", float("nan"), n=25, undefined=1000),
)


def test_the_truth_that_is_covered_least():
    first, second = summarised_coverages(COVERAGES)
    assert (first.coverage, first.low, first.high) == (0.91, 0.90, 0.92)
    assert (first.truth, first.truths, first.runs) == ("alike, bias .5", 3, 990)
    assert first.mean_coverage == pytest.approx(0.93)
    assert first.replicate == pytest.approx(0.82)
    assert first.width == pytest.approx(0.5)
    assert (second.n_systems, second.coverage) == (16, 0.97)
    assert np.isnan(second.replicate)
