import numpy as np
import pytest

from trueness.studies.simulation.kept_results import INTERVALS, TESTS, KeptResults, Pass
from trueness.studies.simulation.missing_cells import missing_cells
from trueness.studies.simulation.scenario import Scenario, metrics_of_quality

A, B, C = (("a", "system", "pearson"), ("b", "system", "pearson"), ("b", "input", "pearson"))


def scenario(n, m):
    return Scenario(f"{n} x {m}", n, m, metrics_of_quality((0.2, 0.2)))


def kept(*passes):
    return KeptResults(passes=passes)


def test_nothing_is_missing_where_every_pass_was_gone_through():
    found = missing_cells([scenario(8, 6)], [kept(Pass(TESTS, (A, B, C), 3.0))], {TESTS: [A, B, C]}, 10)
    assert found == ()


def test_time_is_that_of_the_same_method_in_the_nearest_data():
    scenarios = [scenario(8, 10), scenario(64, 10), scenario(16, 10)]
    results = [
        kept(Pass(TESTS, (A,), 2.0), Pass(TESTS, (B, C), 12.0)),
        kept(Pass(TESTS, (A,), 500.0)),
        kept(),
    ]
    found = {
        (one.scenario, one.kind): one for one in missing_cells(scenarios, results, {TESTS: [A, B, C]}, 10)
    }
    assert set(found) == {("64 x 10", TESTS), ("16 x 10", TESTS)}
    # twice the outputs of the nearest data, 8 x 10: 2 x (2 + 6 + 6)
    assert found["16 x 10", TESTS].cells == (A, B, C)
    assert found["16 x 10", TESTS].seconds == pytest.approx(28.0)
    # b was tried with 8 systems only
    assert found["64 x 10", TESTS].cells == (B, C)
    assert found["64 x 10", TESTS].seconds == pytest.approx(8 * 12.0)


def test_a_method_never_tried_is_told_by_others_of_its_kind():
    scenarios, results = [scenario(8, 10)], [kept(Pass(TESTS, (A, B), 4.0))]
    found = missing_cells(scenarios, results, {TESTS: [("new", "input", "kendall")], INTERVALS: [A]}, 10)
    assert [one.kind for one in found] == [TESTS, INTERVALS]
    assert found[0].seconds == pytest.approx(2.0)
    assert np.isnan(found[1].seconds)
