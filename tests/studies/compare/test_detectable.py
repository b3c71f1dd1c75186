"""What could have been found follows from standard errors."""

from __future__ import annotations

import dataclasses
import math

import pytest
from scipy import stats

from trueness.studies.compare.detectable import detectable
from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.settings import Settings

SETTINGS = Settings.of(rng=1)


def estimate(metric, value, low=None, high=None, coefficient="pearson", level="system"):
    blank = {field.name: 0 for field in dataclasses.fields(Estimate)}
    low, high = (value - 0.1 if low is None else low), (min(1, value + 0.1) if high is None else high)
    return Estimate(
        **(
            blank
            | {"metric": metric, "level": level, "coefficient": coefficient, "estimate": value}
            | {"low": low, "high": high, "n_systems": 16, "n_inputs": 50}
        )
    )


def row_of(metric, rival, verdict, low=-0.1, high=0.3, **more):
    blank = {field.name: 0.0 for field in dataclasses.fields(PairTest)}
    given = {"metric": metric, "rival": rival, "verdict": verdict, "low": low, "high": high}
    return PairTest(**(blank | given | more))


def test_the_detectable_difference_is_that_of_its_definition():
    """A t test of 12 degrees of freedom finds it with power .8, by the noncentral t distribution."""
    best, se, degrees = estimate("a", 0.9), 0.2, 12.0
    rows = [row_of("a", name, "not separated", standard_error=se, degrees=degrees) for name in "bcd"]
    quantile = stats.t.ppf(0.975, degrees)
    needed = (quantile + stats.t.ppf(0.8, degrees)) * se
    least = 0.9 - math.tanh(math.atanh(0.9) - needed)
    assert detectable(best, rows, Settings.of(rng=1, correction="none")) == (
        f"For a typical pair, one test on such data finds a difference of {least:.2f} or more (80% power)."
    )
    assert stats.nct.sf(quantile, degrees, needed / se) == pytest.approx(0.8, abs=0.02)


def test_without_a_standard_error_the_interval_stands_for_it():
    unknown = {"standard_error": math.nan, "degrees": math.nan}
    rows = [row_of("a", name, "not separated", -0.1, 0.3, **unknown) for name in "bcd"]
    quantile = stats.t.ppf(0.975, 15)  # 16 systems
    least = (quantile + stats.t.ppf(0.8, 15)) * 0.2 / quantile
    assert f"a difference of {least:.2f} or more" in detectable(estimate("a", 0.9), rows, SETTINGS)


def test_the_detectable_difference_is_left_out_where_it_says_nothing():
    best = estimate("a", 0.9)
    assert detectable(best, [], SETTINGS) == ""
    undefined = [row_of("a", "b", "not separated", low=math.nan, high=math.nan)]
    assert detectable(best, undefined, SETTINGS) == ""
