"""People against machines: areas counted by hand and by SciPy, the test by enumeration, edges."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing
from trueness.statistics.systems.human_machine_separation import human_machine_separation
from trueness.statistics.systems.system_pairs import SystemPairs

NAN = np.nan
QUICK = {"resamples": 999, "rng": 1}


def area(people, machines):
    people, machines = (v[~np.isnan(v)] for v in (people, machines))
    if not (len(people) and len(machines)):
        return NAN
    return scipy.stats.mannwhitneyu(people, machines).statistic / (len(people) * len(machines))


def test_areas_are_us_within_inputs_and_the_test_is_exact():
    rng = np.random.default_rng(3)
    scores = rng.integers(1, 6, (6, 9)) / 3
    scores[:2] += 1 / 3
    scores[0, :4] = scores[4, 2] = scores[:2, 8] = NAN
    people = np.array([True, True, False, False, False, False])
    found = human_machine_separation(SystemPairs.of(scores), people, **QUICK)
    areas = np.array([area(scores[:2, j], scores[2:, j]) for j in range(9)])
    known = areas[~np.isnan(areas)]
    assert found.auc == pytest.approx(known.mean())
    assert (found.n_people, found.n_machines, found.n_inputs) == (2, 4, len(known)) == (2, 4, 8)
    null = [np.mean((known - 0.5) * s) for s in itertools.product((1, -1), repeat=8)]
    assert found.exact
    assert found.pvalue == pytest.approx(np.mean(np.abs(null) >= abs(known.mean() - 0.5) - 1e-12))
    assert 0 <= found.low <= found.auc <= found.high <= 1


def test_systems_are_compared_on_inputs_both_have():
    scores = np.array([[4.0, NAN, 1.0], [NAN, 2.0, 2.0], [3.0, 9.0, 2.0], [5.0, 1.0, 0.0]])
    found = human_machine_separation(SystemPairs.of(scores), [True, True, False, False], **QUICK)
    # 2.5 against 2.5 and 2.5; 2 against 5.5 and .5
    assert found.auc_systems == (0.5 + 0.5 + 0 + 1) / 4


def test_of_one_person_and_one_machine_an_input_is_won_or_lost():
    found = human_machine_separation(
        SystemPairs.of([[3.0, 1, 2, 2, NAN], [1.0, 2, 2, 1, 1]]), [True, False], **QUICK
    )
    assert (found.auc, found.n_inputs) == ((1 + 0 + 0.5 + 1) / 4, 4)


def test_perfect_separation_and_none():
    scores = np.arange(40.0).reshape(4, 10)
    pairs = SystemPairs.of(scores)
    best = human_machine_separation(pairs, [False, False, False, True], resamples=2000, rng=1)
    assert (best.auc, best.auc_systems, best.low, best.high) == (1, 1, 1, 1)
    assert best.pvalue == 2 / 1024
    worst = human_machine_separation(pairs, [True, False, False, False], **QUICK)
    assert (worst.auc, worst.auc_systems) == (0, 0)
    same = human_machine_separation(SystemPairs.of(np.ones((3, 5))), [True, False, False], **QUICK)
    assert (same.auc, same.pvalue, same.auc_systems) == (0.5, 1, 0.5)


WHOLE = arrays(np.float64, (4, 6), elements=st.integers(1, 4).map(float))


@settings(max_examples=15)
@given(WHOLE, st.permutations(range(6)))
def test_monotone_transforms_order_and_roles(scores, order):
    people = np.array([True, True, False, False])
    found = human_machine_separation(SystemPairs.of(scores), people, **QUICK)
    moved = human_machine_separation(SystemPairs.of(np.exp(scores[:, order])), people, **QUICK)
    turned = human_machine_separation(SystemPairs.of(scores), ~people, **QUICK)
    assert found.auc == pytest.approx(moved.auc)
    assert found.pvalue == moved.pvalue == turned.pvalue
    assert found.auc + turned.auc == pytest.approx(1)
    assert found.auc_systems + turned.auc_systems == pytest.approx(1)


def test_no_input_in_common():
    found = human_machine_separation(SystemPairs.of([[1.0, NAN], [NAN, 2.0]]), [True, False], **QUICK)
    assert found.n_inputs == 0
    assert all(math.isnan(v) for v in (found.auc, found.low, found.pvalue, found.auc_systems))


@pytest.mark.slow
def test_its_size_is_near_its_level():
    """Three people and five machines with one law, on 25 inputs that differ; 3.3 standard errors."""
    rng = np.random.default_rng(4)
    runs = 1500
    people = np.arange(8) < 3
    rejected = [
        executing(Execution(workers=1))(human_machine_separation)(
            SystemPairs.of(rng.normal(size=25) + rng.normal(size=(8, 25))),
            people,
            resamples=199,
            rng=rng,
        ).pvalue
        <= 0.05
        for _ in range(runs)
    ]
    assert abs(np.mean(rejected) - 0.05) < 3.3 * np.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("people", [[True, True], [False, False], [1, 0], [True]])
def test_unusable_people_are_refused(people):
    with pytest.raises(ArgumentError, match="`people`"):
        human_machine_separation(SystemPairs.of(np.eye(2)), people)
