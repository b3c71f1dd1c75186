import dataclasses

import numpy as np
import pytest

from trueness.errors import FormatError
from trueness.studies.planning.pilot_scenario import PilotScenario
from trueness.studies.simulation import certify as module
from trueness.studies.simulation import interval_coverage
from trueness.studies.simulation.certified_scenarios import certified_scenarios
from trueness.studies.simulation.certify import (
    CertificationSettings,
    certify,
    holds_size,
    is_alternative,
    settled,
    simultaneous_interval,
    size_verdict,
)
from trueness.studies.simulation.rejection_rates import rejection_rates

SETTINGS = CertificationSettings(
    tests=("sign_flip", "williams"), intervals=("fisher",), coefficients=("pearson",), runs=20, resamples=99
)


@pytest.fixture(autouse=True)
def few_tables(monkeypatch):
    monkeypatch.setattr(interval_coverage, "POPULATION_TABLES", 2)


def two():
    return certified_scenarios("quick")[:2]


def test_gathers_both_studies():
    found = certify(two(), SETTINGS, workers=1)
    alone = rejection_rates(
        two(), tests=SETTINGS.tests, coefficients=("pearson",), runs=20, resamples=99, seed=1, workers=1
    )
    assert found.rates == alone.rates
    assert {row.interval for row in found.coverages} == {"fisher"}
    assert len(found.rows()) == len(found.rates) + len(found.coverages)


def test_what_is_kept_is_not_computed_again(tmp_path, monkeypatch):
    first = certify(two()[:1], SETTINGS, folder=tmp_path, workers=1)
    seen = []
    monkeypatch.setattr(module, "rejection_rates", lambda *a, **k: seen.append(a) or rejection_rates(*a, **k))
    both = certify(two(), SETTINGS, folder=tmp_path, workers=1)
    assert len(seen) == 1
    assert both.rates[: len(first.rates)] == first.rates
    certify(two()[:1], dataclasses.replace(SETTINGS, runs=21), folder=tmp_path, workers=1)
    assert len(seen) == 2


def test_a_damaged_file_is_named(tmp_path):
    certify(two()[:1], SETTINGS, folder=tmp_path, workers=1)
    (path,) = tmp_path.glob("*.json")
    path.write_text("{")
    with pytest.raises(FormatError, match="Remove the file"):
        certify(two()[:1], SETTINGS, folder=tmp_path, workers=1)


def test_size_is_judged_over_all_cells():
    def rate(rejected, test, null=True):
        found = certify(two()[:1], dataclasses.replace(SETTINGS, intervals=()), workers=1).rates[0]
        return dataclasses.replace(found, rejected=rejected, runs=2000, test=test, null=null, n_undefined=0)

    rates = [
        rate(100, "right"),
        rate(130, "right"),
        rate(260, "liberal"),
        rate(2, "timid"),
        rate(900, "right", False),
    ]
    assert holds_size(rates) == {"right": "open", "liberal": "no", "timid": "no"}
    assert [size_verdict(rate, 4) for rate in rates] == ["inside", "open", "above", "below", "above"]
    assert holds_size(rates[:1]) == {"right": "yes"}
    assert not any(is_alternative(rate) for rate in rates[:4])
    assert is_alternative(rates[4])
    unequal = dataclasses.replace(rates[4], scenario="unequal noise, equal at input level; normal scores")
    assert not is_alternative(unequal)
    low, high = simultaneous_interval(rates[1], 4)
    assert low < 0.0555
    assert high > 0.075


def test_cells_in_doubt_run_again_with_more_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_RUNS_AGAIN", 50)
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",))
    scenarios = [two()[0], certified_scenarios("quick")[6]]
    assert [bool(scenario.null_levels) for scenario in scenarios] == [True, False]
    before = certify(scenarios, settings, workers=1)
    watched = []
    after = certify(scenarios, settings, folder=tmp_path, settle=True, workers=1, watch=watched.append)
    # 20 tables, then 50 where there is nothing to find; what is an alternative is as it was
    assert [rate.runs for rate in after.rates] == [50, 20]
    assert after.rates[1] == before.rates[1]
    assert watched == [scenarios[0].name, scenarios[1].name, scenarios[0].name]
    alone = rejection_rates(
        scenarios[:1],
        tests=("williams",),
        levels=("system",),
        coefficients=("pearson",),
        runs=50,
        resamples=99,
        workers=1,
    )
    assert after.rates[0] == alone.rates[0]
    assert "settled:50" in str(after.signature)
    # everything is found again
    watched.clear()
    assert (
        certify(scenarios, settings, folder=tmp_path, settle=True, workers=1, watch=watched.append) == after
    )
    assert watched == []


def test_what_is_settled_is_left_alone(monkeypatch):
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",))
    found = certify(two()[:1], settings, workers=1)
    sure = [dataclasses.replace(found.rates[0], rejected=1000, runs=20_000, n_undefined=0)]
    assert size_verdict(sure[0], 1) == "inside"
    monkeypatch.setattr(module, "rejection_rates", None)
    assert settled(two()[:1], sure, settings) == sure


def test_files_are_of_scenarios_of_their_own(tmp_path):
    """Two scenarios that differ in their systems alone have results of their own."""
    plain = two()[0]
    settings = dataclasses.replace(SETTINGS, tests=("williams",), intervals=(), levels=("system",))
    for seed in (1, 2):
        effects = np.random.default_rng(seed).normal(size=(3, 8))
        pilot = PilotScenario(
            plain.name, 8, 5, plain.model, null_levels=plain.null_levels, systems=effects, exchanged=True
        )
        certify([pilot], settings, folder=tmp_path, workers=1)
    assert len(list(tmp_path.glob("*.json"))) == 2
