import dataclasses

import pytest

from trueness.studies.simulation.rejection_rates import RejectionRate
from trueness.studies.simulation.size_verdict import (
    holds_size,
    is_alternative,
    simultaneous_interval,
    size_verdict,
)


def rate(rejected, test="right", *, null=True, scenario="alike"):
    return RejectionRate(
        scenario=f"{scenario}; normal scores; 10 systems, 20 inputs",
        n_systems=10,
        n_inputs=20,
        scores="normal",
        level="system",
        coefficient="pearson",
        test=test,
        null=null,
        rate=rejected / 2000,
        low=0.0,
        high=1.0,
        rejected=rejected,
        runs=2000,
        n_undefined=0,
        alpha=0.05,
    )


RATES = [rate(100), rate(130), rate(260, "liberal"), rate(2, "timid"), rate(900, null=False)]


def test_size_is_judged_over_all_cells():
    assert holds_size(RATES) == {"right": "open", "liberal": "no", "timid": "no"}
    assert [size_verdict(one, 4) for one in RATES] == ["inside", "open", "above", "below", "above"]
    assert holds_size(RATES[:1]) == {"right": "yes"}


def test_simultaneous_intervals_are_exact_ones_at_a_smaller_error():
    from scipy import stats

    expected = stats.binomtest(130, 2000).proportion_ci(1 - 0.05 / 4, method="exact")
    assert simultaneous_interval(RATES[1], 4) == pytest.approx((expected.low, expected.high))


def test_tables_without_a_pvalue_do_not_count():
    known = dataclasses.replace(rate(50), runs=1000)
    unknown = dataclasses.replace(rate(50), n_undefined=1000)
    assert simultaneous_interval(unknown, 2) == simultaneous_interval(known, 2)


def test_alternatives():
    assert not any(is_alternative(one) for one in RATES[:4])
    assert is_alternative(RATES[4])
    assert not is_alternative(rate(900, null=False, scenario="unequal noise, equal at input level"))
