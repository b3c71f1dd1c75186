"""Jackknife intervals of metrics against the plain function."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.jackknife_intervals import JACKKNIFE, PREDICTION
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.captions import estimates_caption
from trueness.studies.compare.study import compare

KEYS = [("system", "pearson"), ("input", "kendall"), ("system", "gap_tau:high=0.3")]


@pytest.fixture
def table_of():
    def table(n_systems):
        human = np.random.default_rng(1).normal(size=(n_systems, 7))
        metrics = human + np.random.default_rng(2).normal(size=(2, n_systems, 7))
        scorers = (Scorer("human", "human"), Scorer("a"), Scorer("b"))
        names = (tuple(f"{letter}{k}" for k in range(n)) for letter, n in (("s", n_systems), ("d", 7)))
        return ScoreTable(scorers, *names, np.concatenate([human[None], metrics]))

    return table


@pytest.mark.parametrize(("method", "new_systems"), [(JACKKNIFE, None), (PREDICTION, 9)])
def test_limits_are_the_plain_ones(arrays, method, new_systems):
    given = Correlations(arrays, KEYS, confidence=0.9)
    found = method.limits(given, "both")
    for level, name in KEYS[:2]:
        (group,) = given.groups
        expected = jackknife_interval(
            arrays, group, (level,), (name,), confidence=0.9, new_systems=new_systems
        )
        assert found[level, name] == expected[level, name]
    assert np.isnan(found[KEYS[2]]).all()


def test_differences_have_none(arrays):
    assert JACKKNIFE.of_differences(Differences(arrays, [(0, 1)], KEYS), "both") == {}


def test_it_needs_four_systems():
    few = ScoreArrays.of(np.random.default_rng(1).normal(size=(2, 3, 5)), np.ones((3, 5)))
    with pytest.raises(UnsupportedMethodError, match="needs 4 of them or more; there are 3"):
        JACKKNIFE.check_units(few, "systems")


def test_a_comparison_has_them_of_metrics_only(table_of):
    found = compare(table_of(9), interval="jackknife", level="system", resamples=99, rng=1)
    arrays = ScoreArrays.of(found.table.values[1:], found.table.values[0])
    (group,) = arrays.single_groups()
    expected = jackknife_interval(arrays, group, ("system",), ("pearson",))["system", "pearson"]
    rows = [row for row in found.estimates if row.coefficient == "pearson"]
    assert [(row.low, row.high) for row in rows] == [pytest.approx(tuple(one)) for one in expected]
    assert {(row.interval, row.over, row.resamples) for row in rows} == {("jackknife", "systems", 0)}
    assert np.isnan([(row.low, row.high) for row in found.tests]).all()
    assert "|interval:jackknife|" in str(found.signature)
    assert "jackknife intervals (Tukey, 1958), from Student's t" in found.methods().text
    assert "with its two-sided 95% jackknife interval." in estimates_caption(found)


def test_too_few_systems_are_said_before_anything_is_drawn(table_of):
    with pytest.raises(UnsupportedMethodError, match="the jackknife interval leaves systems out"):
        compare(table_of(3), interval="jackknife", resamples=99, rng=1)
