"""Limits of steepness: the jackknife done slowly, what inputs add, and coverage of a known curve."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit, stdtrit

from trueness.statistics.worth.agreement_curve import logistic_curve
from trueness.statistics.worth.scored_pairs import output_pairs, system_pairs
from trueness.statistics.worth.steepness_interval import steepness_interval


def _table(rng, systems, inputs):
    x = rng.normal(size=(systems, inputs))
    return x, x + rng.gumbel(size=x.shape)


def test_of_pairs_of_systems_it_is_the_jackknife():
    x, z = _table(np.random.default_rng(1), 9, 1)
    found = steepness_interval(system_pairs(x[:, 0], z[:, 0]), np.arange(9), None, 0.95)
    without = []
    for i in range(9):
        kept = np.arange(9) != i
        pairs = system_pairs(x[kept, 0], z[kept, 0])
        without.append(logistic_curve(pairs.gaps, *pairs.counts(np.ones(len(pairs.gap)))).steepness)
    i, k = np.triu_indices(9, 1)
    middle = np.median(np.abs(x[i, 0] - x[k, 0]))
    low, estimate, high, *left_out = np.arcsinh(
        middle * np.array([*found[1:2], found.estimate, found.high, *without])
    )
    error = np.sqrt(8 / 9 * np.sum(np.square(left_out - np.mean(left_out))))
    assert (low + high) / 2 == pytest.approx(estimate)
    # at most eight degrees of freedom
    assert (high - low) / 2 >= stdtrit(8, 0.975) * error * (1 - 1e-9)
    assert (high - low) / 2 < 1.5 * stdtrit(8, 0.975) * error


def test_what_inputs_differ_by_makes_it_wider():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(30, 8))
    steep = rng.permutation([0.0, 0, 0, 0, 3, 3, 3, 3])
    pairs = output_pairs(x, steep * x + rng.gumbel(size=x.shape))
    systems_alone, both = (
        steepness_interval(pairs, np.arange(30), units, 0.95) for units in (None, np.arange(8))
    )
    assert both.estimate == systems_alone.estimate
    assert both.high - both.low > 1.5 * (systems_alone.high - systems_alone.low)
    noise = output_pairs(x, x + rng.gumbel(size=x.shape))
    systems_alone, both = (
        steepness_interval(noise, np.arange(30), units, 0.95) for units in (None, np.arange(8))
    )
    assert both.high - both.low < 1.5 * (systems_alone.high - systems_alone.low)


@pytest.mark.parametrize("m", [4, 5])
def test_inputs_add_what_they_differ_by_beyond_single_outputs(m):
    rng = np.random.default_rng(2)
    x = rng.normal(size=(12, m))
    pairs = output_pairs(x, rng.permutation([0.0, 0, 3, 3, 3][:m]) * x + rng.gumbel(size=x.shape))
    alone, both = (steepness_interval(pairs, np.arange(12), units, 0.95) for units in (None, np.arange(m)))
    b, sizes = both.estimate, pairs.gaps[pairs.gap]
    chances = expit(b * sizes)
    parts = sizes * (pairs.agreed - chances) / np.sum(sizes**2 * chances * (1 - chances))
    inputs = m / (m - 1) * sum(parts[pairs.place == j].sum() ** 2 for j in range(m))
    outputs = sum(
        parts[((pairs.one == i) | (pairs.other == i)) & (pairs.place == j)].sum() ** 2
        for i in range(12)
        for j in range(m)
    )
    assert inputs > outputs
    middle = np.median(sizes)
    more = (inputs - outputs) * middle**2 / (1 + (middle * b) ** 2)

    def reach(found):
        return np.diff(np.arcsinh(middle * np.array([found.low, found.high])))[0] / 2

    systems = one_system_less(pairs, 12)
    error = np.sqrt(11 / 12 * np.sum((systems - systems.mean()) ** 2))
    assert (reach(both) / reach(alone)) ** 2 == pytest.approx(1 + more / error**2)


def one_system_less(pairs, n, share=0.0):
    """Return arsinh(b m) without each system, with a share of a pair at every difference."""
    found = []
    for i in range(n):
        counts, agreed = pairs.counts(((pairs.one != i) & (pairs.other != i)).astype(float))
        found.append(logistic_curve(pairs.gaps, counts + share, agreed + share / 2).steepness)
    return np.arcsinh(np.median(pairs.gaps[pairs.gap]) * np.array(found))


def test_clusters_of_systems_are_left_out_as_a_whole():
    x, z = _table(np.random.default_rng(3), 12, 1)
    pairs = system_pairs(x[:, 0], z[:, 0])
    single, families = (
        steepness_interval(pairs, units, None, 0.95) for units in (np.arange(12), np.arange(12) // 3)
    )
    assert single.estimate == families.estimate
    assert single.low != families.low


def test_where_all_agree_something_is_left_open():
    x = np.arange(6.0)
    found = steepness_interval(system_pairs(x, x), np.arange(6), None, 0.95)
    low, _ = found.chances(np.array([1.0]))
    assert low[0] < 0.999
    pairs = system_pairs(x, x)
    share = 1 / len(pairs.gaps)
    counts, agreed = pairs.counts(np.ones(len(pairs.gap)))
    middle = np.arcsinh(
        np.median(pairs.gaps[pairs.gap])
        * logistic_curve(pairs.gaps, counts + share, agreed + share / 2).steepness
    )
    systems = one_system_less(pairs, 6, share)
    reach = middle - np.arcsinh(np.median(pairs.gaps[pairs.gap]) * found.low)
    error = np.sqrt(5 / 6 * np.sum((systems - systems.mean()) ** 2))
    assert stdtrit(5, 0.975) * error * (1 - 1e-9) <= reach < 1.5 * stdtrit(5, 0.975) * error
    none = steepness_interval(system_pairs(x[:2], x[:2]), np.arange(2), None, 0.95)
    assert np.isnan(none.low)
    assert np.isnan(none.high)


def test_limits_of_needed_differences_are_those_of_the_steepness():
    x, z = _table(np.random.default_rng(4), 30, 1)
    found = steepness_interval(system_pairs(x[:, 0], z[:, 0]), np.arange(30), None, 0.95)
    low, high = found.needed(0.8)
    assert expit(found.high * low) == pytest.approx(0.8)
    assert low < np.log(4) / found.estimate < high


@pytest.mark.parametrize(("systems", "inputs"), [(8, 1), (20, 1), (8, 10)])
def test_it_covers_a_known_curve(systems, inputs):
    """Differences of Gumbel numbers are logistic, so that the steepness is 1."""
    held = 0
    for seed in range(100):
        x, z = _table(np.random.default_rng(seed), systems, inputs)
        if inputs == 1:
            found = steepness_interval(system_pairs(x[:, 0], z[:, 0]), np.arange(systems), None, 0.95)
        else:
            found = steepness_interval(output_pairs(x, z), np.arange(systems), np.arange(inputs), 0.95)
        held += found.low <= 1 <= found.high
    assert held >= 86
