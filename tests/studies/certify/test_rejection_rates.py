import dataclasses

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.methods.studied import studied_test
from trueness.statistics.corrections import adjust
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify import rejection_rates as module
from trueness.studies.certify.quality_model import QualityModel
from trueness.studies.certify.rejection_rates import (
    SIDES,
    RejectionRate,
    RejectionTrials,
    alpha_band,
    is_alternative,
    rates_of,
    rejection_rates,
    simultaneous_interval,
    size_held,
    size_verdict,
)
from trueness.studies.certify.scenario import Scenario, metrics_of_quality
from trueness.studies.certify.trials import Wanted, table_generator


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


def test_refusals():
    with pytest.raises(ArgumentError, match="runs"):
        run([null()], runs=0)
    with pytest.raises(UnsupportedMethodError, match="no studied test"):
        run([null()], tests=("other",))
    with pytest.raises(UnsupportedMethodError, match="names of their own"):
        run([null(), null()])


def sized(rejected, test="right", *, null=True):
    return RejectionRate(
        scenario="alike; normal scores; 10 systems, 20 inputs",
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

    expected = stats.binomtest(130, 2000).proportion_ci(1 - 0.05 / 4, method="exact")
    assert simultaneous_interval(RATES[1], 4) == pytest.approx((expected.low, expected.high))


def test_tables_without_a_pvalue_do_not_count():
    known = dataclasses.replace(sized(50), runs=1000)
    unknown = dataclasses.replace(sized(50), n_undefined=1000)
    assert simultaneous_interval(unknown, 2) == simultaneous_interval(known, 2)


def test_alternatives():
    assert not any(is_alternative(one) for one in RATES[:4])
    assert is_alternative(RATES[4])
    assert not is_alternative(dataclasses.replace(sized(900, null=False), sought=False))


def test_every_alpha_and_side_is_counted_in_the_same_pvalues():
    wanted = Wanted.every(("jackknife",), ("system",), ("pearson",))
    trials = RejectionTrials(wanted, 99, 3, null())
    rates = {one.side: one for one in rates_of([trials], 60)}
    assert set(rates) == set(SIDES)
    pvalues = np.array([trials.trial(number)["jackknife", "system", "pearson"] for number in range(60)])
    for (alternative, alpha), one in rates.items():
        column = ("two-sided", "greater").index(alternative)
        assert one.rejected == np.sum(pvalues[:, column] <= alpha)
    # two-sided p-values are twice the smaller of the two sides
    np.testing.assert_allclose(pvalues[:, 0], 2 * np.minimum(pvalues[:, 1], 1 - pvalues[:, 1]))


def test_a_family_is_rejected_as_holm_rejects_any_of_it():
    scenario = dataclasses.replace(
        null("six"),
        model=QualityModel((0.7,) * 4, (0.2,) * 4, (1.0,) * 4),
        pairs=((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)),
    )
    trials = RejectionTrials(Wanted.every(("jackknife",), ("system",), ("pearson",)), 99, 3, scenario)
    for number in range(20):
        (found,) = trials.trial(number).values()
        arrays = scenario.draw(table_generator(3, "six", number))
        pvalues = [
            studied_test("jackknife").pvalues(
                ScoreArrays.of(arrays.metrics[list(pair)], arrays.human),
                ("system",),
                ("pearson",),
                99,
                1,
                side,
            )["system", "pearson"]
            for side in ("two-sided", "greater")
            for pair in scenario.pairs
        ]
        for side, values in enumerate((pvalues[:6], pvalues[6:])):
            assert found[side] == pytest.approx(min(adjust(values, "holm")), rel=1e-9)
    (rate, *_) = rates_of([trials], 20)
    assert rate.family_size == 6


def test_where_a_test_refuses_it_has_no_pvalue():
    """Systems in families are refused by what takes every system for independent of the others."""
    told = dataclasses.replace(null("told"), told_families=2)
    rates = {
        rate.test: rate for rate in run([told], tests=("williams", "two_way_jackknife"), levels=("system",))
    }
    assert rates["williams"].n_undefined == 30
    assert rates["two_way_jackknife"].n_undefined == 0


def test_bands_are_a_factor_of_two_in_the_tail():
    assert alpha_band(0.05) == (0.035, 0.065)
    assert alpha_band(0.01) == (0.005, 0.02)
    many = dataclasses.replace(sized(300), runs=30_000, alpha=0.01, rate=0.01)
    assert size_verdict(many, 10) == "inside"
    assert size_verdict(dataclasses.replace(many, rejected=900), 10) == "above"
    assert size_verdict(dataclasses.replace(many, rejected=30), 10) == "below"
    assert size_verdict(dataclasses.replace(many, rejected=3, runs=300), 10) == "open"
