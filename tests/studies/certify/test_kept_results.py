import dataclasses
import json

import numpy as np
import pytest

from trueness.errors import FormatError
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.kept_results import (
    KeptResults,
    Pass,
    cell_of,
    missing_cells,
    read_results,
    results_path,
    write_results,
)
from trueness.studies.certify.pilot_scenario import PilotScenario
from trueness.studies.certify.quality_model import QualityModel
from trueness.studies.certify.rejection_rates import RejectionRate
from trueness.studies.certify.scenario import Scenario, metrics_of_quality
from trueness.studies.certify.settings import INTERVALS, TESTS, CertifySettings

SCENARIO = Scenario("one", 8, 6, metrics_of_quality((0.2, 0.2)), null_levels=("system",))
DRAWN = CertifySettings(runs=20, resamples=99)
RATE = RejectionRate(
    *("one", 8, 6, "normal", "system", "pearson", "sign_flip", True),
    *(0.1 + 0.2, 0.0, 1.0, 1, 20, 0, 0.05),
)
COVERAGE = IntervalCoverage(
    *("one", 8, 6, "normal", "input", "kendall", "fisher"), *(0.5, 0.9, 0.8, 1.0, float("nan"), 0.7, 20, 0)
)


def results():
    empty = KeptResults()
    asked = (cell_of(RATE), ("williams", "input", "kendall"))
    with_rates = empty.with_pass(Pass(TESTS, asked, 1.5), (RATE,))
    return with_rates.with_pass(Pass(INTERVALS, (cell_of(COVERAGE),), 2.5), (COVERAGE,))


def path(folder, scenario=SCENARIO, drawn=DRAWN):
    return results_path(folder, scenario, drawn)


def test_written_and_read_again(tmp_path):
    place = path(tmp_path / "new")
    assert read_results(place, SCENARIO, DRAWN) == KeptResults()
    write_results(place, results(), SCENARIO, DRAWN)
    found = read_results(place, SCENARIO, DRAWN)
    assert (found.rates, found.passes) == (results().rates, results().passes)
    (covered,) = found.coverages.values()
    assert np.isnan(covered.replicate_coverage)
    assert dataclasses.replace(covered, replicate_coverage=0) == dataclasses.replace(
        COVERAGE, replicate_coverage=0
    )
    assert [one.name for one in place.parent.iterdir()] == [place.name]
    about = json.loads(place.read_text())
    assert about["scenario"]["name"] == "one"
    assert (about["scenario"]["n_systems"], about["settings"]["runs"]) == (8, 20)


def test_what_is_missing():
    found = results()
    cells = [cell_of(RATE), ("williams", "input", "kendall"), ("williams", "system", "kendall")]
    # what a pass asked for and did not find does not exist, and is not asked for again
    assert found.missing(TESTS, cells) == [cells[2]]
    # an interval may have the name of a test
    assert found.missing(INTERVALS, cells) == cells


def test_names_are_of_all_that_numbers_depend_on(tmp_path):
    systems = np.random.default_rng(1).normal(size=(2, 3, 8))
    pilots = [PilotScenario("one", 8, 6, SCENARIO.model, systems=one) for one in systems]
    scenarios = [
        SCENARIO,
        dataclasses.replace(SCENARIO, name="other"),
        dataclasses.replace(SCENARIO, n_inputs=7),
        dataclasses.replace(SCENARIO, cluster_size=2),
        dataclasses.replace(SCENARIO, null_levels=()),
        dataclasses.replace(SCENARIO, sought_levels=()),
        dataclasses.replace(SCENARIO, look="outlying systems"),
        dataclasses.replace(SCENARIO, told_families=2),
        dataclasses.replace(SCENARIO, pairs=((0, 1), (1, 0))),
        dataclasses.replace(SCENARIO, model=QualityModel()),
        dataclasses.replace(SCENARIO, model=QualityModel(slope_spread=0.1)),
        dataclasses.replace(SCENARIO, model=metrics_of_quality((0.2, 0.3))),
        dataclasses.replace(SCENARIO, scores="observed", observed=(np.zeros(2),) * 3),
        *pilots,
    ]
    drawn = [
        dataclasses.replace(DRAWN, **change) for change in ({"runs": 21}, {"resamples": 49}, {"seed": 2})
    ]
    names = [path(tmp_path, one) for one in scenarios] + [path(tmp_path, drawn=one) for one in drawn]
    assert len(set(names)) == len(names)
    # and of nothing else
    other = dataclasses.replace(DRAWN, tests=("williams",), intervals=(), levels=("system",))
    assert path(tmp_path, drawn=other) == path(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"passes"', '"others"', "KeyError"),
        ('"rejected"', '"refused"', "KeyError: 'rejected'"),
        ('"rejected": 1,', '"rejected": "1",', "'rejected' is '1'"),
        ('"rejected": 1,', '"rejected": true,', "'rejected' is True"),
        ('"rejected": 1,', '"rejected": null,', "'rejected' is None"),
        ('"null": true', '"null": 1', "'null' is 1"),
        ('"rates": [', '"rates": [1,', "TypeError"),
        ('"kind": "tests"', '"kind": "luck"', "no kind 'luck'"),
        ('["sign_flip", "system", "pearson"], ', "", "results of no pass"),
        ('"name": "one"', '"name": "two"', "not of 'one'"),
        ("}\n", "", "JSONDecodeError"),
    ],
)
def test_a_damaged_file_is_named_with_the_remedy(tmp_path, old, new, reason):
    place = path(tmp_path)
    write_results(place, results(), SCENARIO, DRAWN)
    text = place.read_text()
    assert old in text
    place.write_text(new.join(text.rsplit(old, 1)))
    with pytest.raises(FormatError, match=f"{place.name}.*damaged.*{reason}.*Remove the file"):
        read_results(place, SCENARIO, DRAWN)


def test_a_file_that_is_not_text(tmp_path):
    place = path(tmp_path)
    place.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="Remove the file"):
        read_results(place, SCENARIO, DRAWN)


A, B, C = (("a", "system", "pearson"), ("b", "system", "pearson"), ("b", "input", "pearson"))


def scenario(n, m):
    return Scenario(f"{n} x {m}", n, m, metrics_of_quality((0.2, 0.2)))


def kept(*passes):
    return KeptResults(passes=passes)


def test_nothing_is_missing_where_every_pass_was_gone_through():
    found = missing_cells([scenario(8, 6)], [kept(Pass(TESTS, (A, B, C), 3.0))], [{TESTS: [A, B, C]}], 10)
    assert found == ()


def test_time_is_that_of_the_same_method_in_the_nearest_data():
    scenarios = [scenario(8, 10), scenario(64, 10), scenario(16, 10)]
    results = [
        kept(Pass(TESTS, (A,), 2.0), Pass(TESTS, (B, C), 12.0)),
        kept(Pass(TESTS, (A,), 500.0)),
        kept(),
    ]
    asked = [{TESTS: [A, B, C]}] * 3
    found = {(one.scenario, one.kind): one for one in missing_cells(scenarios, results, asked, 10)}
    assert set(found) == {("64 x 10", TESTS), ("16 x 10", TESTS)}
    # twice the outputs of the nearest data, 8 x 10: 2 x (2 + 6 + 6)
    assert found["16 x 10", TESTS].cells == (A, B, C)
    assert found["16 x 10", TESTS].seconds == pytest.approx(28.0)
    # b was tried with 8 systems only
    assert found["64 x 10", TESTS].cells == (B, C)
    assert found["64 x 10", TESTS].seconds == pytest.approx(8 * 12.0)


def test_a_method_never_tried_is_told_by_others_of_its_kind():
    scenarios, results = [scenario(8, 10)], [kept(Pass(TESTS, (A, B), 4.0))]
    asked = [{TESTS: [("new", "input", "kendall")], INTERVALS: [A]}]
    found = missing_cells(scenarios, results, asked, 10)
    assert [one.kind for one in found] == [TESTS, INTERVALS]
    assert found[0].seconds == pytest.approx(2.0)
    assert np.isnan(found[1].seconds)
