"""Systems in clusters are taken as units, or refused with another method's name."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods.clustered_systems import refuse_clusters, units_of_systems
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.registry import INTERVALS, PAIR_TESTS, interval_method, pair_test
from trueness.statistics.score_arrays import ScoreArrays

KEY = ("system", "pearson")


def scores(families=None):
    rng = np.random.default_rng(3)
    human = rng.normal(size=(12, 6))
    metrics = human + rng.normal(size=(2, 12, 6)) * np.array([0.5, 1.5])[:, None, None]
    return ScoreArrays.of(metrics, human, ("x", "y"), system_clusters=families)


FAMILIES = np.arange(12) // 2


def test_units():
    assert units_of_systems(scores()) == (12, "systems")
    assert units_of_systems(scores(FAMILIES)) == (6, "clusters of systems")


def test_refusal_names_another_method():
    refuse_clusters(scores(), "Williams' test", "--test")
    with pytest.raises(
        UnsupportedMethodError,
        match=r"Williams' test takes every system .* these 12 are in 6 clusters\. Use --test two_way_jackknife",
    ):
        refuse_clusters(scores(FAMILIES), "Williams' test", "--test")


def families_of_copies():
    """Return scores of six systems, and the same with each of them four times, as a family of copies."""
    one = scores()
    six = ScoreArrays.of(one.metrics[:, :6], one.human[:6], ("x", "y"))
    copies = np.repeat(np.arange(6), 4)
    return six, ScoreArrays.of(six.metrics[:, copies], six.human[copies], ("x", "y"), system_clusters=copies)


@pytest.mark.parametrize("name", [name for name in PAIR_TESTS if not pair_test(name).single_systems])
def test_a_family_of_copies_counts_once_in_tests(name):
    """A test of families of equal copies is that of one member of each: nothing is gained by copying."""
    test, (six, families) = pair_test(name), families_of_copies()
    over = "systems" if "systems" in test.overs else test.overs[0]
    found, expected = (
        test.findings(Differences(arrays, [(0, 1)], [KEY], resamples=199, seed=1), over, [KEY])[KEY, (0, 1)]
        for arrays in (six, families)
    )
    assert found.two_sided == pytest.approx(expected.two_sided, rel=1e-9)
    assert 0 < found.two_sided < 1


@pytest.mark.parametrize(
    "name", [name for name in INTERVALS if name != "none" and not interval_method(name).single_systems]
)
def test_a_family_of_copies_counts_once_in_intervals(name):
    method, (six, families) = interval_method(name), families_of_copies()
    found, expected = (
        method.limits(Correlations(arrays, [KEY], resamples=199, seed=1), "systems")[KEY][0]
        for arrays in (six, families)
    )
    assert tuple(found) == pytest.approx(tuple(expected), rel=1e-9)
    assert found.low < found.high


@pytest.mark.parametrize("name", [name for name in PAIR_TESTS if pair_test(name).single_systems])
def test_tests_of_single_systems_are_refused(name):
    test = pair_test(name)
    test.check_units(scores(), "systems")
    with pytest.raises(UnsupportedMethodError, match="Use --test two_way_jackknife"):
        test.check_units(scores(FAMILIES), "systems")


@pytest.mark.parametrize("name", [name for name in INTERVALS if interval_method(name).single_systems])
def test_intervals_of_single_systems_are_refused(name):
    method = interval_method(name)
    method.check_units(scores(), "systems")
    with pytest.raises(UnsupportedMethodError, match="Use --interval two_way_jackknife"):
        method.check_units(scores(FAMILIES), "systems")


@pytest.mark.parametrize("name", ["sign_flip", "jackknife"])
def test_the_least_number_of_units_is_of_clusters(name):
    three = scores(np.arange(12) // 4)
    with pytest.raises(UnsupportedMethodError, match=r"leaves clusters of systems out .* there are 3"):
        pair_test(name).check_units(three, "systems")
    pair_test(name).check_units(three, "inputs")


def test_the_least_number_of_units_of_an_interval_is_of_clusters():
    with pytest.raises(UnsupportedMethodError, match=r"leaves clusters of systems out .* there are 3"):
        interval_method("jackknife").check_units(scores(np.arange(12) // 4), "systems")
