"""Which metric to use follows from the verdicts; what could not have been found from standard errors."""

from __future__ import annotations

import dataclasses
import math

import pytest
from scipy import stats

from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.verdict import (
    POWER,
    against_best,
    below,
    choice,
    decide,
    detectable,
    disagreement,
    times_the_data,
)

SETTINGS = Settings.of(rng=1)
FAMILY = " after Holm correction"


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


def test_the_best_of_all():
    known = [estimate("a", 0.9), estimate("b", 0.5), estimate("c", 0.3)]
    tests = [row_of("a", "b", "better"), row_of("c", "a", "worse"), row_of("b", "c", "not separated")]
    assert choice(known, tests, SETTINGS, FAMILY) == (
        "Use 'a': it is better than all 2 others after Holm correction."
    )


def test_what_is_not_separated_is_named_only_if_its_interval_reaches_the_best():
    known = [
        estimate("a", 0.9),
        estimate("b", 0.85),
        estimate("c", 0.6),
        estimate("d", 0.2),
        estimate("e", -0.8),
    ]
    tests = [row_of("a", "d", "better"), *(row_of("a", other, "not separated") for other in "bce")]
    assert choice(known, tests, SETTINGS, FAMILY) == (
        "It is better than 1 of 4 others after Holm correction. 'b' may be as good. 2 more are not shown to be worse, "
        "but their own intervals end below its value. Use 'a', or one that may be as good."
    )


def test_what_is_not_shown_to_agree_with_people_is_not_recommended():
    known = [
        estimate("a", 0.9),
        estimate("b", 0.8, 0.2, 0.95),
        estimate("c", 0.5, -0.4, 0.9),
        estimate("d", 0.1),
    ]
    tests = [row_of("a", "d", "better"), *(row_of("a", other, "not separated") for other in "bc")]
    assert [row.metric for row in decide(known, tests).alike] == ["b"]
    assert choice(known, tests, SETTINGS, FAMILY) == (
        "It is better than 1 of 3 others after Holm correction. 'b' may be as good. 1 more is not shown to be worse, "
        "but neither to agree with people at all: its interval holds zero. Use 'a', or one that may be as good."
    )
    assert choice([known[0], *known[2:]], tests, SETTINGS, FAMILY).endswith(
        "1 other is not shown to be worse, but neither to agree with people at all: its interval holds zero. Use 'a'."
    )


def test_a_highest_metric_whose_interval_holds_zero_is_not_recommended():
    known = [estimate("a", 0.9, -0.1, 1.0), estimate("b", 0.8, 0.5, 0.9), estimate("c", 0.2)]
    tests = [row_of("a", "b", "not separated"), row_of("a", "c", "better")]
    text = choice(known, tests, SETTINGS, FAMILY)
    assert text.endswith("Its own interval holds zero: it is not shown to agree with people.")
    both = [row_of("a", name, "better") for name in "bc"]
    assert choice(known, both, SETTINGS, FAMILY) == (
        "It is better than all 2 others after Holm correction. Its own interval holds zero: it is not shown to agree "
        "with people."
    )


def test_never_a_list_of_all():
    known = [estimate(f"m{k:02}", 0.9 - k / 1000) for k in range(64)]
    tests = [row_of("m00", row.metric, "not separated") for row in known[1:]]
    text = choice(known, tests, SETTINGS, FAMILY)
    assert text.startswith("It is not shown to be better than any of the 63 others after Holm correction.")
    assert text.count("'m") == 6
    assert text.endswith("and 57 more may be as good.")
    assert "Use" not in text


def test_where_every_interval_holds_zero_none_is_recommended():
    known = [estimate("a", 0.4, -0.1, 0.7), estimate("b", 0.1)]
    text = choice(known, [row_of("a", "b", "better")], SETTINGS, FAMILY)
    assert text == (
        "No metric is shown to agree with people, since no interval lies above zero: none can be recommended."
    )


def test_one_other_metric():
    known = [estimate("a", 0.9), estimate("b", 0.8)]
    assert (
        choice(known, [row_of("a", "b", "better")], SETTINGS, "")
        == "Use 'a': it is better than the other one."
    )
    assert choice(known, [row_of("b", "a", "not separated")], SETTINGS, "") == (
        "It is not shown to be better than 'b'."
    )


def test_a_pair_without_a_test_is_counted_as_that():
    known = [estimate("a", 0.9), estimate("b", 0.85), estimate("c", 0.2)]
    text = choice(known, [row_of("a", "b", "undefined"), row_of("a", "c", "better")], SETTINGS, FAMILY)
    assert "1 has no test against it." in text


def test_either_direction_of_a_pair_decides():
    assert against_best("a", [row_of("a", "b", "not separated"), row_of("b", "a", "worse")]) == {
        "b": "better"
    }
    assert against_best("a", [row_of("b", "a", "better"), row_of("a", "b", "not separated")]) == {
        "b": "worse"
    }


def test_an_undefined_interval_is_not_below():
    assert not below(estimate("b", 0.2, math.nan, math.nan), estimate("a", 0.9))
    assert below(estimate("b", -0.5, -0.9, -0.1), estimate("a", -0.3))


def test_coefficients_that_put_another_one_first():
    rows = [estimate("a", 0.9), estimate("b", 0.8)]
    rows += [estimate("a", 0.5, coefficient="kendall"), estimate("b", 0.6, coefficient="kendall")]
    rows += [estimate("a", 0.7, coefficient="spearman"), estimate("b", 0.7, coefficient="spearman")]
    settings = Settings.of(rng=1, level="system")
    assert (
        disagreement(rows, "system", settings)
        == "Coefficients disagree: highest is 'b' by Kendall's tau-b (0.60)."
    )
    assert disagreement(rows[:2], "system", settings) == ""


def test_the_detectable_difference_is_that_of_its_definition():
    """A t test of 12 degrees of freedom finds it with power .8, by the noncentral t distribution."""
    best, se, degrees = estimate("a", 0.9), 0.2, 12.0
    rows = [row_of("a", name, "not separated", standard_error=se, degrees=degrees) for name in "bcd"]
    quantile = stats.t.ppf(0.975, degrees)
    needed = (quantile + stats.t.ppf(0.8, degrees)) * se
    least = 0.9 - math.tanh(math.atanh(0.9) - needed)
    assert detectable(best, rows, Settings.of(rng=1, correction="none")) == (
        f"To be found reliably, a difference from it typically has to be {least:.2f} or more (power 80%)."
    )
    assert stats.nct.sf(quantile, degrees, needed / se) == pytest.approx(0.8, abs=0.02)
    assert "(power 80%, before the correction)" in detectable(best, rows, SETTINGS)


def test_without_a_standard_error_the_interval_stands_for_it():
    unknown = {"standard_error": math.nan, "degrees": math.nan}
    rows = [row_of("a", name, "not separated", -0.1, 0.3, **unknown) for name in "bcd"]
    quantile = stats.t.ppf(0.975, 15)  # 16 systems
    least = (quantile + stats.t.ppf(0.8, 15)) * 0.2 / quantile
    assert f"has to be {least:.2f} or more" in detectable(estimate("a", 0.9), rows, SETTINGS)


def test_the_detectable_difference_is_left_out_where_it_says_nothing():
    best = estimate("a", 0.9)
    assert detectable(best, [row_of("a", "b", "better")], SETTINGS) == ""
    assert detectable(best, [], SETTINGS) == ""
    undefined = [row_of("a", "b", "not separated", low=math.nan, high=math.nan)]
    assert detectable(best, undefined, SETTINGS) == ""


@pytest.mark.parametrize("error", [0.2, 0.05])
def test_times_the_data_is_where_the_power_is_reached(error):
    best, rival = estimate("a", 0.9), estimate("b", 0.8)
    rows = [row_of("a", "b", "not separated", standard_error=error, degrees=15)]
    times = times_the_data(best, rival, rows, SETTINGS)
    shift = (math.atanh(0.9) - math.atanh(0.8)) / (error / math.sqrt(times))
    quantile = stats.t.ppf(1 - SETTINGS.alpha / 2, 15)
    assert stats.t.cdf(shift - quantile, 15) == pytest.approx(POWER)
    assert math.isnan(times_the_data(best, best, rows, SETTINGS))
    assert math.isnan(times_the_data(best, estimate("c", 0.9), rows, SETTINGS))
