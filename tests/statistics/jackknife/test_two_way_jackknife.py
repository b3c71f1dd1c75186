"""Variances from leaving out units: against analyses of variance, their definition, Efron and Stein, and simulation."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife.two_way_jackknife import (
    OVERS,
    Precision,
    excess_share,
    of_replicates,
    room_for_excess,
    two_way_jackknife,
)
from trueness.statistics.jackknife.two_way_replicates import Replicates, two_way_replicates
from trueness.statistics.score_arrays import ScoreArrays

UNSCALED = "spa"
"""A coefficient that stays as it is, and moves in no steps: what is said of it holds for any mean."""

PLACES = list(
    itertools.product(("system", "input", "global", "per_system"), ("pearson", "spearman", "kendall"))
)
FIRST, SECOND = np.array([0]), np.array([1])


def replicates_of_means(values):
    """Return the replicates of K means of tables of shape (K, N, M)."""
    n_metrics, n, m = values.shape
    total, rows, columns = values.sum(axis=(1, 2)), values.sum(axis=2), values.sum(axis=1)
    both = (total[:, None, None] - rows[:, :, None] - columns[:, None, :] + values) / ((n - 1) * (m - 1))
    return Replicates(
        n,
        n,
        m,
        total / (n * m),
        ((total[:, None] - rows) / ((n - 1) * m)).T,
        ((total[:, None] - columns) / (n * (m - 1))).T,
        (m - 1) / m,
        lambda: iter(np.split(both.transpose(1, 2, 0), [m // 2], axis=1)),
        (m - 1) / m * (n - 1) / n,
        np.empty((0, n_metrics)),
    )


def tables(spreads, size=(900, 12, 15), seed=1):
    """Return tables of a part per system, a part per input and noise, of such standard deviations."""
    rng = np.random.default_rng(seed)
    n_tables, n, m = size
    of_systems, of_inputs, noise = spreads
    return (
        of_systems * rng.normal(size=(n_tables, n, 1))
        + of_inputs * rng.normal(size=(n_tables, 1, m))
        + noise * rng.normal(size=size)
    )


def arrays_of(n=9, m=11, k=3, *, seed=0, missing=0.08, **given):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(n, 1))
    x = quality + rng.normal(size=(k, n, m))
    z = quality + rng.normal(size=(n, m))
    x[:, rng.random((n, m)) < missing] = np.nan
    return ScoreArrays.of(x, z, **given)


def jackknifed(arrays, level, name):
    group = arrays.group(range(arrays.n_metrics))
    return two_way_jackknife(arrays, group, (level,), (name,))[level, name]


def agree(one, other, **given):
    for name in ("estimates", "variances", "degrees"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), **{"rtol": 1e-7, **given})


# of means everything is known


def test_variances_of_means_are_those_of_an_analysis_of_variance():
    values = tables((1.0, 1.0, 1.0), (5, 6, 7))
    n, m = values.shape[1:]
    rows, columns = values.mean(axis=2), values.mean(axis=1)
    residuals = values - rows[:, :, None] - columns[:, None, :] + values.mean(axis=(1, 2), keepdims=True)
    of_systems, of_inputs = rows.var(axis=1, ddof=1) / n, columns.var(axis=1, ddof=1) / m
    noise = np.square(residuals).sum(axis=(1, 2)) / (n * m * (n - 1) * (m - 1))
    ready = of_replicates(replicates_of_means(values), "system", UNSCALED)
    np.testing.assert_allclose(ready.of_metrics("systems").variances, of_systems)
    np.testing.assert_allclose(ready.of_metrics("inputs").variances, of_inputs)
    np.testing.assert_allclose(ready.of_metrics("these").variances, noise)
    np.testing.assert_allclose(
        ready.of_metrics("both").variances, of_systems + np.maximum(of_inputs - noise, 0)
    )
    np.testing.assert_array_equal(ready.of_metrics("inputs").degrees, m - 1)
    np.testing.assert_array_equal(ready.of_metrics("these").degrees, (n - 1) * (m - 1))


@pytest.mark.parametrize("spreads", [(1.0, 1.0, 1.0), (0.5, 2.0, 1.0), (1.0, 1.0, 5.0)])
def test_they_are_the_true_ones_on_average(spreads):
    values = tables(spreads)
    n, m = values.shape[1:]
    of_systems, of_inputs, noise = np.square(spreads)
    ready = of_replicates(replicates_of_means(values), "system", UNSCALED)
    found = {over: ready.of_metrics(over).variances.mean() for over in OVERS}
    # the floor of zero below what inputs add makes the last no less
    alone = found["systems"] + found["inputs"] - found["these"]
    assert alone == pytest.approx(of_systems / n + of_inputs / m + noise / (n * m), rel=0.06)
    assert found["systems"] == pytest.approx(of_systems / n + noise / (n * m), rel=0.06)
    assert found["inputs"] == pytest.approx(of_inputs / m + noise / (n * m), rel=0.06)
    assert found["these"] == pytest.approx(noise / (n * m), rel=0.06)
    assert found["both"] >= alone * (1 - 1e-12)


def test_what_pairs_of_systems_do_together_is_taken_away_in_part():
    """What only pairs of systems make is counted twice by the jackknife (Efron and Stein 1981)."""
    rng = np.random.default_rng(4)
    n, n_tables = 14, 2000
    pairs = np.triu(rng.normal(size=(n_tables, n, n)), 1)
    pairs = pairs + pairs.transpose(0, 2, 1)
    total, rows = pairs.sum(axis=(1, 2)), pairs.sum(axis=2)
    one = (total[:, None] - 2 * rows) / ((n - 1) * (n - 2))
    two = total[:, None, None] - 2 * rows[:, :, None] - 2 * rows[:, None, :] + 2 * pairs
    none = np.empty((0, n_tables))
    replicates = Replicates(
        n,
        n,
        1,
        total / (n * (n - 1)),
        one.T,
        none,
        0.0,
        lambda: iter(()),
        0.0,
        (two / ((n - 2) * (n - 3)))[:, *np.triu_indices(n, 1)].T,
    )
    truth = 2 / (n * (n - 1))
    nothing, half, most = (
        of_replicates(replicates, "input", UNSCALED, tables=np.full(n_tables, tables))
        .of_metrics("systems")
        .variances.mean()
        for tables in (1, 2, 10)
    )
    assert nothing / truth == pytest.approx(2, rel=0.25)
    assert half / truth == pytest.approx(1.5, rel=0.25)
    assert most / truth == pytest.approx(1.1, rel=0.25)


@pytest.mark.parametrize(
    ("coefficient", "tables", "share"),
    [("pearson", 1, 0.0), ("pearson", 5, 0.8), ("kendall", 1, 0.5), ("spearman", 18, 1 - 0.5 / 18)],
)
def test_the_more_tables_the_more_of_the_excess_is_taken(coefficient, tables, share):
    assert excess_share(coefficient, np.array([tables])) == pytest.approx(share)
    no_room = 1 - 1 / tables  # what is known from many tables needs nothing that makes up for it
    assert excess_share(coefficient, np.array([tables]), np.zeros(1)) == pytest.approx(no_room)


@pytest.mark.parametrize("level", ["system", "input"])
def test_of_families_of_uneven_sizes_little_of_the_excess_is_taken(level):
    sizes = np.array([4, 3, 2, 1, 1, 1])
    arrays = arrays_of(n=12, missing=0.0, system_clusters=np.repeat(np.arange(6), sizes))
    replicates = two_way_replicates(arrays, arrays.group(range(3)), level, ("kendall",))["kendall"]
    assert replicates.evenness == pytest.approx(2 * 12**2 / (6 * (16 + 9 + 4 + 3)) - 1)
    uneven, even = (
        of_replicates(one, level, "kendall")
        for one in (replicates, dataclasses.replace(replicates, evenness=1.0))
    )
    np.testing.assert_allclose(uneven.paired, replicates.evenness * even.paired)
    assert (uneven.of_metrics("systems").variances >= even.of_metrics("systems").variances).all()
    large = arrays_of(n=12, missing=0.0, system_clusters=np.maximum(np.arange(12) - 6, 0))
    assert two_way_replicates(large, large.group(range(3)), level, ("kendall",))["kendall"].evenness == 0
    same = arrays_of(n=12, missing=0.0, system_clusters=np.arange(12) // 2)
    assert two_way_replicates(same, same.group(range(3)), level, ("kendall",))["kendall"].evenness == 1


def test_the_more_inputs_bring_the_less_excess_is_taken():
    found = room_for_excess(
        np.array([1.0, 1.0, 1.0, 1.0, 1.0, 0.0]), np.array([-3.0, 0.25, 0.375, 0.5, np.nan, 1])
    )
    assert found == pytest.approx([1, 1, 0.5, 0, 1, 1])


# the definition


@pytest.mark.parametrize(("level", "name"), PLACES)
def test_differences_of_metrics_follow_the_definition(level, name):
    arrays = arrays_of(missing=0.0)
    group = arrays.group(range(3))
    replicates = two_way_replicates(arrays, group, level, (name,))[name]
    n = replicates.n_systems

    def difference(values):
        scaled = z_scale(values, name, replicates.entries)
        return scaled[..., 0] - scaled[..., 2]

    whole, systems, inputs = (
        difference(one) for one in (replicates.whole, replicates.systems, replicates.inputs)
    )
    both = difference(np.concatenate(list(replicates.both()), axis=1))
    centred = both - both.mean(axis=0) - both.mean(axis=1, keepdims=True) + both.mean()
    of_systems = (n - 1) / n * np.sum(np.square(systems - systems.mean()))
    of_inputs = replicates.input_factor * np.sum(np.square(inputs - inputs.mean()))
    noise = replicates.noise_factor * np.sum(np.square(centred))
    of_both = of_systems
    if replicates.two.size:
        two = zip(itertools.combinations(range(n), 2), difference(replicates.two), strict=True)
        twice = np.array(
            [n * whole - (n - 1) * (systems[i] + systems[j]) + (n - 2) * left for (i, j), left in two]
        )
        excess = np.sum(np.square(twice - twice.mean())) / (n * (n + 1))
        room = np.clip(2 - 4 * max(of_inputs - noise, 0) / of_systems, 0, 1)
        of_both = max(of_systems - room * excess / 2, of_systems / 2)
        of_systems = max(of_systems - excess / 2, of_systems / 2)
    ready = two_way_jackknife(arrays, group, (level,), (name,))[level, name]
    found = {over: ready.of_pairs(np.array([0]), np.array([2]), over) for over in OVERS}
    assert found["both"].estimates == pytest.approx([whole])
    assert found["systems"].variances == pytest.approx([of_systems])
    assert found["inputs"].variances == pytest.approx([of_inputs])
    assert found["these"].variances == pytest.approx([noise])
    assert found["both"].variances == pytest.approx([of_both + max(of_inputs - noise, 0)])


@pytest.mark.parametrize(("level", "name"), PLACES)
def test_more_that_varies_is_never_less_variance(level, name):
    for seed in range(4):
        ready = jackknifed(arrays_of(seed=seed), level, name)
        both, systems = ready.of_metrics("both"), ready.of_metrics("systems")
        assert (both.variances >= systems.variances).all()
        pairs = np.array([0, 0, 1]), np.array([1, 2, 2])
        assert (ready.of_pairs(*pairs).variances >= ready.of_pairs(*pairs, "systems").variances).all()


def test_single_systems_that_stand_out_cost_degrees_of_freedom():
    n, m = 10, 5
    values = np.zeros((3, n, m))
    values[0, 0] = 1.0  # one of ten
    values[1, :5] = 1.0  # half of them
    values[2] = np.linspace(0, 1, n)[:, None]
    found = of_replicates(replicates_of_means(values), "system", UNSCALED).of_metrics("systems").degrees
    kurtosis = ((n - 1) ** 3 + 1) / (n * (n - 1))
    beyond = kurtosis - 3 * (n - 1) / (n + 1)
    assert found == pytest.approx([2 / (2 / (n - 1) + beyond / (2 * n)), n - 1, n - 1])


def test_degrees_of_a_sum_are_those_of_satterthwaite():
    values = tables((1.0, 2.0, 0.3), (4, 9, 8))
    ready = of_replicates(replicates_of_means(values), "system", UNSCALED)
    systems, inputs, these = (ready.of_metrics(over) for over in ("systems", "inputs", "these"))
    more = inputs.variances - these.variances
    assert (more > 0).all()
    expected = np.square(systems.variances + more) / (
        np.square(systems.variances) / systems.degrees + np.square(more) / 7
    )
    assert (expected > 7).any()
    np.testing.assert_allclose(ready.of_metrics("both").degrees, np.minimum(expected, 7))


def test_two_families_tell_nothing_of_others():
    rng = np.random.default_rng(2)
    human = rng.normal(size=(8, 20))
    arrays = ScoreArrays.of(human + rng.normal(size=(2, 8, 20)), human, system_clusters=np.repeat([0, 1], 4))
    ready = jackknifed(arrays, "input", "pearson")
    for over, known in (("both", False), ("systems", False), ("inputs", True), ("these", True)):
        assert np.isnan(ready.of_metrics(over).variances).all() != known, over


def test_what_may_vary_is_one_of_four():
    ready = jackknifed(arrays_of(), "input", "pearson")
    with pytest.raises(ArgumentError, match="`over` must be one of"):
        ready.of_metrics("cells")
    with pytest.raises(ArgumentError, match="`over` must be one of"):
        ready.of_pairs(FIRST, SECOND, "cells")


# what must change nothing


@pytest.mark.parametrize(("level", "name"), PLACES)
def test_order_and_scale_change_nothing(level, name):
    arrays = arrays_of(missing=0.0)
    rng = np.random.default_rng(5)
    rows = rng.permutation(9)
    plain = jackknifed(arrays, level, name)
    turned = jackknifed(ScoreArrays.of(arrays.metrics[:, rows], arrays.human[rows]), level, name)
    scaled = jackknifed(ScoreArrays.of(arrays.metrics * 7 - 300, arrays.human / 3 + 1), level, name)
    for over in OVERS:
        agree(plain.of_metrics(over), turned.of_metrics(over))
        agree(plain.of_pairs(FIRST, SECOND, over), scaled.of_pairs(FIRST, SECOND, over), rtol=1e-6)
    # halves of inputs are drawn by their places
    if (level, name) not in {("system", "spearman"), ("system", "kendall")}:
        columns = rng.permutation(11)
        other = ScoreArrays.of(arrays.metrics[:, :, columns], arrays.human[:, columns])
        agree(plain.of_metrics(), jackknifed(other, level, name).of_metrics())


@pytest.mark.parametrize("level", ["input", "global", "per_system"])
@pytest.mark.parametrize("name", ["spearman", "kendall"])
def test_rank_coefficients_ignore_how_scores_are_spread(level, name):
    arrays = arrays_of()
    spread = ScoreArrays.of(np.exp(2 * arrays.metrics), arrays.human**3)
    for over in OVERS:
        agree(
            *(jackknifed(one, level, name).of_pairs(FIRST, SECOND, over) for one in (arrays, spread)),
            rtol=1e-9,
        )


@pytest.mark.parametrize(("level", "name"), PLACES)
def test_turning_a_pair_round_turns_the_sign(level, name):
    ready = jackknifed(arrays_of(), level, name)
    for over in OVERS:
        one, other = ready.of_pairs(FIRST, SECOND, over), ready.of_pairs(SECOND, FIRST, over)
        np.testing.assert_allclose(one.statistics(), -other.statistics())
        np.testing.assert_allclose(one.greater(), other.less())
        np.testing.assert_allclose(one.degrees, other.degrees)


@pytest.mark.parametrize(("level", "name"), PLACES)
def test_equal_metrics_do_not_differ(level, name):
    arrays = arrays_of()
    twins = ScoreArrays.of(arrays.metrics[[0, 0]], arrays.human)
    for over in OVERS:
        found = jackknifed(twins, level, name).of_pairs(FIRST, SECOND, over)
        assert found.statistics().tolist() == [0.0]
        assert (found.greater(), found.less()) == ([0.5], [0.5])


@pytest.mark.parametrize(("level", "name"), PLACES)
def test_a_perfect_metric_has_limits_beside_another(level, name):
    arrays = arrays_of(missing=0.0)
    metrics = np.stack([arrays.human, arrays.metrics[0]])
    ready = jackknifed(ScoreArrays.of(metrics, arrays.human), level, name)
    assert ready.correlations[0] == pytest.approx(1)
    found = ready.of_pairs(FIRST, SECOND)
    assert np.isfinite(found.statistics()).all()
    assert found.greater() < 0.1


def test_what_has_no_error_but_for_rounding_is_not_tested():
    variances = np.array([0.0, 0.0, 0.0, np.nan])
    found = Precision(np.array([0.0, 1e-16, 0.3, 0.0]), variances, np.full(4, 5.0))
    np.testing.assert_array_equal(found.statistics(), [0.0, 0.0, np.nan, np.nan])
    np.testing.assert_array_equal(found.greater(), [0.5, 0.5, np.nan, np.nan])


def test_limits_are_those_of_student():
    found = Precision(np.array([0.3]), np.array([0.04]), np.array([7.0]))
    low, high = stats.t.interval(0.9, 7, 0.3, 0.2)
    assert [float(limit[0]) for limit in found.limits(0.9)] == pytest.approx([low, high])
    assert found.greater()[0] == pytest.approx(stats.t.sf(1.5, 7))
    assert found.less()[0] == pytest.approx(stats.t.cdf(1.5, 7))


def test_a_rank_coefficient_of_systems_is_known_no_better_than_its_step():
    """Systems far apart keep their order whichever system or input is left out; one swap of neighbours counts."""
    n = 8
    quality = 100.0 * np.arange(n)[:, None]
    rng = np.random.default_rng(0)
    arrays = ScoreArrays.of(quality + rng.normal(size=(2, n, 6)), quality + rng.normal(size=(n, 6)))
    for name, step in (("kendall", 4 / (n * (n - 1))), ("spearman", 12 / (n * (n * n - 1)))):
        found = jackknifed(arrays, "system", name).of_metrics()
        assert found.errors == pytest.approx(
            np.arctanh(n / (n + 1)) - np.arctanh((1 - step) * n / (n + 1)), abs=1e-12
        )


# what it is for


def test_many_systems_give_the_variance_of_fishers_z():
    n = 900
    rng = np.random.default_rng(2)
    z = rng.normal(size=(n, 1))
    found = jackknifed(ScoreArrays.of(z[None] + rng.normal(size=(1, n, 1)), z), "system", "pearson")
    assert found.of_metrics("systems").variances == pytest.approx([1 / (n - 3)], rel=0.12)


@pytest.mark.parametrize(("level", "name"), [("input", "pearson"), ("input", "kendall")])
def test_metrics_whose_sensitivity_varies_over_inputs_are_seldom_told_apart(level, name):
    """Two exchangeable metrics; the jackknife over systems alone takes what inputs do to them for a difference."""
    rejected = {"both": 0, "systems": 0}
    n_tables = 200
    for seed in range(n_tables):
        rng = np.random.default_rng(seed)
        n, m = 20, 15
        quality = rng.normal(size=(n, m)) + rng.normal(size=(n, 1))
        slopes = 1 + 0.7 * rng.normal(size=(2, 1, m))
        x = slopes * quality + rng.normal(size=(2, n, m))
        ready = jackknifed(ScoreArrays.of(x, quality + 0.5 * rng.normal(size=(n, m))), level, name)
        for over in rejected:
            found = ready.of_pairs(FIRST, SECOND, over)
            rejected[over] += 2 * min(found.greater()[0], found.less()[0]) <= 0.05
    assert rejected["both"] <= 0.09 * n_tables
    assert rejected["systems"] >= 0.2 * n_tables


# where there is little or nothing


LITTLE = [(1, 5), (2, 5), (3, 5), (5, 1), (5, 2), (1, 1)]


# every two values of two factors meet
@pytest.mark.parametrize(
    ("level", "second", "size"),
    [
        (level, ("scored", "constant", "missing")[(k + n) % 3], size)
        for k, level in enumerate(("system", "input", "global", "per_system"))
        for n, size in enumerate(LITTLE)
    ],
)
def test_what_too_little_says_is_undefined_and_no_error(level, second, size):
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=(2, *size)), rng.normal(size=size)
    x[1] = {"scored": x[1], "constant": 1.0, "missing": np.nan}[second]
    arrays = ScoreArrays.of(x, z)
    for name in ("pearson", "spearman", "kendall", "gamma"):
        for metrics in ((0,), (1,), (0, 1)):
            group = arrays.group(metrics)
            ready = two_way_jackknife(arrays, group, (level,), (name,))[level, name]
            for over in OVERS:
                found = ready.of_metrics(over)
                assert found.variances.shape == found.degrees.shape == (len(metrics),)
                assert not (found.variances < 0).any()
                # NumPy's warnings are errors
                found.limits(0.95)
                found.greater()
                if len(metrics) > 1:
                    ready.of_pairs(FIRST, SECOND, over).greater()
            if size[0] <= 3 and level in ("system", "input"):
                assert np.isnan(ready.of_metrics("systems").greater()).all()
            if size[1] == 1:
                for over in ("both", "inputs", "these"):
                    assert np.isnan(ready.of_metrics(over).variances).all()
            if size[0] == 1:
                assert np.isnan(ready.of_metrics("these").variances).all()


def test_metrics_without_a_common_output_have_no_correlation():
    x = np.random.default_rng(1).normal(size=(2, 5, 4))
    x[0, :, :2] = x[1, :, 2:] = np.nan
    arrays = ScoreArrays.of(x, np.random.default_rng(2).normal(size=(5, 4)))
    for level, name in (*PLACES, ("system", "pairwise_accuracy"), ("input", "acc_eq")):
        found = jackknifed(arrays, level, name)
        assert np.isnan(found.correlations).all()
        assert np.isnan(found.of_pairs(FIRST, SECOND).greater()).all()


def test_limits_of_every_value_are_on_the_scale_of_its_own_n():
    values, n = np.array([0.5, 0.5, 1.0]), np.array([4, 9, 9])
    z = z_scale(values, "kendall", n)
    np.testing.assert_allclose(z, np.arctanh([0.4, 0.45, 0.9]))
    precise = Precision(z, np.full(3, 1e-30), np.full(3, 9.0))
    for limit in precise.limits_off_the_scale(values, "kendall", n, 0.95):
        np.testing.assert_allclose(limit, values)
    wide = Precision(z, np.full(3, 4.0), np.full(3, 9.0))
    low, high = wide.limits_off_the_scale(values, "kendall", n, 0.95)
    assert np.all((low >= -1) & (low < values) & (high >= values) & (high <= 1))


def test_limits_are_within_the_range_of_a_coefficient_that_has_no_scale():
    wide = Precision(np.array([0.9]), np.array([0.04]), np.array([9.0]))
    low, high = wide.limits_off_the_scale(np.array([0.9]), "gamma", np.array([9]), 0.95)
    assert low[0] == pytest.approx(0.9 - stats.t.ppf(0.975, 9) * 0.2)
    assert high[0] == 1
