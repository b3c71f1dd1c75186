import dataclasses

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods.studied import studied_interval
from trueness.studies.certify import interval_coverage as module
from trueness.studies.certify.held_out_coverage import REPLICATE_COVERAGE
from trueness.studies.certify.interval_coverage import (
    CoverageTrials,
    coverages_of,
    interval_coverage,
    population_values,
    trial_limits,
)
from trueness.studies.certify.scenario import Scenario, metrics_of_quality
from trueness.studies.certify.trials import Wanted, table_generator
from trueness.studies.certify.truths import find_truth


def scenario(name="one", n=12, m=8):
    return Scenario(name, n, m, metrics_of_quality((0.2, 0.2)))


def run(scenarios, **given):
    settings = {
        "intervals": ("fisher", "jackknife"),
        "coefficients": ("pearson",),
        "runs": 30,
        "resamples": 99,
    }
    return interval_coverage(scenarios, **(settings | given), seed=3, workers=1).coverages


def test_the_population_value_is_that_of_the_model():
    found = population_values(scenario(m=4), [("system", "pearson")], 1)["system", "pearson"]
    # of means over 4 inputs: covariance .7 x .25, variances .25 + 1/4 and .49 x .25 + .04 + 1/4
    expected = 0.7 * 0.25 / np.sqrt((0.25 + 0.25) * (0.49 * 0.25 + 0.04 + 0.25))
    assert found == pytest.approx(expected, abs=0.02)


def test_counts_what_the_intervals_hold(monkeypatch):
    monkeypatch.setattr(module, "POPULATION_TABLES", 2)
    one = scenario()
    row = next(row for row in run([one]) if (row.interval, row.level) == ("jackknife", "system"))
    covered = held = 0
    for number in range(30):
        rng = table_generator(3, "one", number)
        arrays, fresh = one.draw(rng), one.draw(rng)
        limits = studied_interval("jackknife").of_table(arrays, ("system",), ("pearson",), 9, 0)[
            "system", "pearson"
        ]
        r = np.corrcoef(fresh.metrics[0].mean(axis=1), fresh.human.mean(axis=1))[0, 1]
        covered += limits.low <= row.population <= limits.high
        held += limits.low <= r <= limits.high
    assert (row.coverage, row.replicate_coverage) == (covered / 30, held / 30)
    assert row.low <= row.coverage <= row.high


@pytest.mark.slow
def test_normal_theory_covers_a_replicate_as_often_as_it_should():
    """Fisher's interval covers a normal correlation in 95% and a replicate of it in 83.4%."""
    rows = run([scenario(n=30, m=1)], intervals=("fisher",), levels=("system",), runs=600)
    assert rows[0].coverage == pytest.approx(0.95, abs=0.03)
    assert rows[0].replicate_coverage == pytest.approx(REPLICATE_COVERAGE, abs=0.05)


def test_a_scenario_is_the_same_alone_and_among_others(monkeypatch):
    monkeypatch.setattr(module, "POPULATION_TABLES", 2)
    alone = run([scenario()])
    monkeypatch.setattr(module.CoverageTrials, "BLOCK", 7)
    assert run([scenario("other"), scenario()])[len(alone) :] == alone


def test_population_values_are_computed_where_they_are_not_known(monkeypatch):
    monkeypatch.setattr(module, "POPULATION_TABLES", 2)
    wanted = Wanted.every(("fisher",), ("system",), ("pearson", "kendall"))
    studies = [CoverageTrials(wanted, 39, 3, scenario())]
    first, second = coverages_of(studies, 5)
    known = {("system", "pearson"): 0.25}
    told, same = coverages_of(studies, 5, known)
    assert (told.population, told.width) == (0.25, first.width)
    assert same == second


def test_refusals():
    with pytest.raises(UnsupportedMethodError, match="no studied interval"):
        run([scenario()], intervals=("other",))
    with pytest.raises(UnsupportedMethodError, match="names of their own"):
        run([scenario(), scenario()])


def test_where_an_interval_refuses_it_has_no_limits(monkeypatch):
    monkeypatch.setattr(module, "POPULATION_TABLES", 2)
    told = dataclasses.replace(find_truth("families of 2, told").scenario("normal", 8, 6), name="told")
    found = interval_coverage(
        [told],
        intervals=("fisher", "two_way_jackknife"),
        levels=("system",),
        coefficients=("pearson",),
        runs=4,
        resamples=39,
        workers=1,
    )
    undefined = {row.interval: row.n_undefined for row in found.coverages}
    assert undefined == {"fisher": 4, "two_way_jackknife": 0}


@pytest.mark.parametrize("truth", ["alike, bias .2", "systems judged unequally", "families of 4, told"])
def test_tables_that_go_together_are_as_they_are_alone(truth):
    """Of one interval that takes tables at once, and one that does not; with families the latter is refused."""
    one = find_truth(truth).scenario("normal", 8, 20)
    intervals, levels = ("two_way_jackknife", "fisher"), ("system", "input")
    wanted = Wanted.every(intervals, levels, ("pearson", "kendall"))
    found = CoverageTrials(wanted, 39, 3, one).outcomes(range(4))
    for number, outcome in enumerate(found):
        rng = table_generator(3, one.name, number)
        arrays, fresh = (module._first_metric(one.draw(rng)) for _ in range(2))
        alone = trial_limits(arrays, fresh, wanted, 39, int(rng.integers(2**53)))
        assert outcome.keys() == alone.keys()
        for cell, values in outcome.items():
            assert values == pytest.approx(alone[cell], rel=1e-10, nan_ok=True)


def test_a_population_is_the_same_for_any_number_of_systems(monkeypatch):
    drawn = []
    trial = module.PopulationTrials.trial
    monkeypatch.setattr(
        module.PopulationTrials, "trial", lambda self, number: drawn.append(number) or trial(self, number)
    )
    monkeypatch.setattr(module, "POPULATION_TABLES", 3)
    truth, keys = find_truth("alike, bias .5"), [("system", "pearson")]
    first = population_values(truth.scenario("normal", 8, 20), keys, 11)
    assert population_values(truth.scenario("normal", 25, 20), keys, 11) == first
    assert len(drawn) == 3
    others = [
        population_values(truth.scenario("normal", 8, 50), keys, 11),
        population_values(truth.scenario("likert", 8, 20), keys, 11),
        population_values(truth.scenario("normal", 8, 20), keys, 12),
        population_values(scenario("alone"), keys, 11),
        population_values(scenario("another"), keys, 11),
    ]
    assert len(drawn) == 18
    assert len({found[keys[0]] for found in [first, *others]}) == 6
