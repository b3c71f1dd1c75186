import dataclasses

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.methods.studied import studied_test
from trueness.studies.simulation import rejection_rates as module
from trueness.studies.simulation.rejection_rates import (
    RejectionRate,
    is_alternative,
    rejection_rates,
    simultaneous_interval,
    size_held,
    size_verdict,
)
from trueness.studies.simulation.scenario import Scenario, metrics_of_quality
from trueness.studies.simulation.trials import proportion_interval, table_generator


def null(name="null", **given):
    return Scenario(name, 8, 6, metrics_of_quality((0.2, 0.2)), null_levels=("system", "input"), **given)


def run(scenarios, **given):
    settings = {"tests": ("sign_flip", "williams"), "coefficients": ("pearson",), "runs": 30, "resamples": 99}
    return rejection_rates(scenarios, **(settings | given), seed=3, workers=1).rates


def test_counts_what_the_tests_say():
    scenario = null()
    rates = {(rate.test, rate.level): rate for rate in run([scenario])}
    assert set(rates) == {("sign_flip", "system"), ("sign_flip", "input"), ("williams", "system")}
    rejected = 0
    for number in range(30):
        rng = table_generator(3, "null", number)
        arrays = scenario.draw(rng)
        found = studied_test("sign_flip").pvalues(
            arrays, ("input",), ("pearson",), 99, int(rng.integers(2**53)), "two-sided"
        )
        rejected += found["input", "pearson"] <= 0.05
    rate = rates["sign_flip", "input"]
    assert (rate.rejected, rate.runs, rate.n_undefined) == (rejected, 30, 0)
    assert rate.null
    assert rate.low <= rate.rate == rejected / 30 <= rate.high


def test_a_scenario_is_the_same_alone_and_among_others():
    alone = run([null()])
    assert run([null("other"), null()])[len(alone) :] == alone


def test_blocks_do_not_show(monkeypatch):
    plain = run([null()])
    monkeypatch.setattr(module.RejectionTrials, "BLOCK", 7)
    assert run([null()]) == plain


def test_power_is_more_than_size():
    different = Scenario("different", 20, 30, metrics_of_quality((0.0, 1.0)))
    (rate,) = run([different], tests=("sign_flip",), levels=("system",), runs=40)
    assert not rate.null
    assert rate.rate > 0.5


def test_undefined_pvalues_are_counted_apart():
    # human scores that round to one value have no correlation
    model = metrics_of_quality((0.2, 0.2), quality=1e-9, difficulty=1e-9)
    model = type(model)(
        model.mean, model.systems, model.inputs, model.outputs * [[1e-9, 0, 0], [0, 1, 0], [0, 0, 1]]
    )
    observed = (np.zeros(4), np.arange(4.0), np.arange(4.0))
    scenario = Scenario("constant", 8, 6, model, "observed", observed=observed)
    (rate,) = run([scenario], tests=("permute_systems",), levels=("system",))
    assert rate.n_undefined == rate.runs == 30
    assert np.isnan(rate.rate)


@pytest.mark.parametrize(("count", "of"), [(0, 10), (3, 10), (10, 10), (97, 2000)])
def test_proportion_interval(count, of):
    expected = stats.binomtest(count, of).proportion_ci(0.95, method="exact")
    assert proportion_interval(count, of) == pytest.approx((expected.low, expected.high))
    assert np.isnan(proportion_interval(0, 0)[0])


def test_refusals():
    with pytest.raises(ArgumentError, match="runs"):
        run([null()], runs=0)
    with pytest.raises(UnsupportedMethodError, match="no studied test"):
        run([null()], tests=("other",))
    with pytest.raises(UnsupportedMethodError, match="names of their own"):
        run([null(), null()])


def sized(rejected, test="right", *, null=True, scenario="alike"):
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


RATES = [sized(100), sized(130), sized(260, "liberal"), sized(2, "timid"), sized(900, null=False)]


def test_size_is_judged_over_all_cells():
    assert [size_verdict(one, 4) for one in RATES] == ["inside", "open", "above", "below", "above"]
    assert [size_held(found) for found in (["inside", "open"], ["above", "open"], ["below"], ["inside"])] == [
        "open",
        "no",
        "no",
        "yes",
    ]


def test_simultaneous_intervals_are_exact_ones_at_a_smaller_error():
    from scipy import stats

    expected = stats.binomtest(130, 2000).proportion_ci(1 - 0.05 / 4, method="exact")
    assert simultaneous_interval(RATES[1], 4) == pytest.approx((expected.low, expected.high))


def test_tables_without_a_pvalue_do_not_count():
    known = dataclasses.replace(sized(50), runs=1000)
    unknown = dataclasses.replace(sized(50), n_undefined=1000)
    assert simultaneous_interval(unknown, 2) == simultaneous_interval(known, 2)


def test_alternatives():
    assert not any(is_alternative(one) for one in RATES[:4])
    assert is_alternative(RATES[4])
    assert not is_alternative(sized(900, null=False, scenario="unequal noise, equal at input level"))
