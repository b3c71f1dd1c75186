"""Max-t against closed forms, direct simulation and Holm's correction."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.corrections import adjust
from trueness.statistics.jackknife import max_t as module
from trueness.statistics.jackknife.max_t import max_t
from trueness.statistics.shaffer import shaffer


def pairs_of(n):
    return list(itertools.combinations(range(n), 2))


def pvalue(t, degrees):
    return 2 * stats.t.sf(np.abs(t), degrees)


@pytest.mark.parametrize("degrees", [3, 15.5, np.inf])
def test_a_single_pair_has_its_own_pvalue(degrees):
    units = np.random.default_rng(1).normal(size=(12, 1))
    for t in (0.3, -1.2, 2.4):
        expected = pvalue(t, degrees)
        found = max_t([t], units, degrees=degrees)
        assert found <= expected
        assert found == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / module.DRAWS))


def test_independent_pairs_have_sidaks_pvalue():
    # units that contribute to one pair each
    units = np.kron(np.eye(6), np.ones((40, 1))) * np.tile([[1.0], [-1.0]], (120, 1))
    t = np.array([2.5, 2.2, 0.5, 1.0, 0.1, 2.9])
    p = pvalue(t, 30)
    order = np.argsort(p)
    sidak = np.empty(6)
    sidak[order] = np.maximum.accumulate(1 - (1 - p[order]) ** np.arange(6, 0, -1))
    np.testing.assert_allclose(max_t(t, units, degrees=30, draws=40_000), sidak, atol=0.01)


def test_all_pairs_of_independent_metrics_have_tukeys_pvalue():
    rng = np.random.default_rng(2)
    metrics = rng.normal(size=(1000, 6))
    pairs = pairs_of(6)
    t = np.zeros(len(pairs))
    t[0] = 2.9
    found = max_t(t, metrics, degrees=np.inf, pairs=pairs, by_metric=True, draws=20_000)
    assert found[0] == pytest.approx(stats.studentized_range.sf(2.9 * np.sqrt(2), 6, np.inf), abs=0.005)


def test_systems_and_inputs_add_up():
    rng = np.random.default_rng(3)
    systems, inputs = rng.normal(size=(60, 5)), rng.normal(size=(80, 5)) / 2
    t = np.array([2.0, 2.5, 1.0, -3.0, 0.2])
    # the same independent weights, whichever kind of unit they are of
    together = np.concatenate([systems - systems.mean(axis=0), inputs - inputs.mean(axis=0)])
    together = np.concatenate([together, -together]) / np.sqrt(2)
    apart = max_t(t, systems, inputs, degrees=59, draws=20_000)
    np.testing.assert_allclose(apart, max_t(t, together, degrees=59, draws=20_000), atol=0.012)


def test_contributions_to_metrics_are_those_to_their_differences():
    rng = np.random.default_rng(4)
    systems, inputs = rng.normal(size=(30, 7)), rng.normal(size=(50, 7))
    pairs = pairs_of(7)
    first, second = np.array(pairs).T
    t = rng.normal(size=len(pairs)) * 2
    by_metric = max_t(t, systems, inputs, degrees=20.0, pairs=pairs, by_metric=True, draws=999)
    by_pair = max_t(
        t,
        systems[:, first] - systems[:, second],
        inputs[:, first] - inputs[:, second],
        degrees=20.0,
        pairs=pairs,
        draws=999,
    )
    np.testing.assert_allclose(by_metric, by_pair, atol=0.002)  # a draw on the edge may fall to either side


def test_the_shrinkage_is_that_of_its_definition():
    rng = np.random.default_rng(5)
    metrics = rng.normal(size=(40, 6)) @ rng.normal(size=(6, 6))
    metrics -= metrics.mean(axis=0)
    first, second = np.array(pairs_of(6)).T
    units = metrics[:, first] - metrics[:, second]
    scale = np.sqrt(np.square(units).sum(axis=0))
    own = np.arange(15)
    products = np.einsum("ui,uj->uij", units / scale, units / scale)
    variances = 40 * products.var(axis=0, ddof=1)
    shared = np.array([[len({*a} & {*b}) for a in pairs_of(6)] for b in pairs_of(6)])
    sign = np.array(
        [[1 if (a[0] == b[0]) or (a[1] == b[1]) else -1 for a in pairs_of(6)] for b in pairs_of(6)]
    )
    for targets, wanted in (((own,), np.eye(15)), ((first, second), shared / 2 * sign)):
        expected = variances.sum() / np.square(products.sum(axis=0) - wanted).sum()
        assert 0 < expected < 1
        assert module._shrinkage(units, (own,), scale, targets) == pytest.approx(expected, rel=1e-10)
        assert module._shrinkage(metrics, (first, second), scale, targets) == pytest.approx(
            expected, rel=1e-10
        )


def test_rejects_whatever_holm_and_shaffer_reject():
    rng = np.random.default_rng(6)
    pairs = pairs_of(8)
    for _ in range(10):
        units = rng.normal(size=(16, 28))
        t = rng.normal(size=28) * 3
        t[rng.integers(28)] = np.nan
        p = pvalue(t, 15)
        known = ~np.isnan(p)
        rounding = 1 + 1e-12
        assert (max_t(t, units, degrees=15, draws=199)[known] <= adjust(p)[known] * rounding).all()
        logical = max_t(t, units, degrees=15, pairs=pairs, draws=199)
        assert (logical[known] <= shaffer(p, pairs)[known] * rounding).all()
        assert (logical[known] >= p[known]).all() or np.min(logical[known] - p[known]) > -0.02


def test_small_pvalues_are_not_bounded_by_the_number_of_draws():
    units = np.random.default_rng(7).normal(size=(40, 3))
    found = max_t([12.0, 0.1, 0.2], units, degrees=39, draws=99)
    assert found[0] == pytest.approx(3 * pvalue(12.0, 39))
    assert found[0] < 1e-10


def test_pairs_keep_their_own_degrees_of_freedom():
    units = np.random.default_rng(8).normal(size=(200, 2))
    t = np.array([2.5, 2.5])
    found = max_t(t, units, degrees=[3.0, 60.0], draws=20_000)
    assert found[0] == pytest.approx(pvalue(2.5, 3.0), abs=0.01)  # last of two, on its own
    assert found[1] == pytest.approx(1 - (1 - pvalue(2.5, 60.0)) ** 2, abs=0.005)


def test_undefined_statistics_are_no_members():
    units = np.random.default_rng(9).normal(size=(20, 4))
    t = np.array([2.0, np.nan, -1.0, 3.0])
    holed = units.copy()
    holed[:, 1] = np.nan
    found = max_t(t, holed, degrees=19)
    assert np.isnan(found[1])
    kept = [0, 2, 3]
    np.testing.assert_array_equal(np.isnan(found), np.isnan(t))
    np.testing.assert_allclose(found[kept], max_t(t[kept], units[:, kept], degrees=19), atol=0.025)
    assert np.isnan(max_t([np.nan], holed[:, :1], degrees=19)).all()


def test_the_same_seed_gives_the_same_numbers_and_scale_plays_no_part():
    rng = np.random.default_rng(10)
    units, t = rng.normal(size=(16, 10)), rng.normal(size=10) * 2
    found = max_t(t, units, degrees=15, draws=999, seed=3)
    np.testing.assert_array_equal(found, max_t(t, units, degrees=15, draws=999, seed=3))
    np.testing.assert_allclose(
        found, max_t(-t, -4.0 * units + 7.0, degrees=15, draws=999, seed=3), rtol=1e-12
    )
    assert not np.array_equal(found, max_t(t, units, degrees=15, draws=999, seed=4))


def test_holds_the_family_wise_error_with_few_systems():
    # as the reproduction has it, smaller: eight metrics of equal means over 16 systems
    rng = np.random.default_rng(11)
    pairs = pairs_of(8)
    first, second = np.array(pairs).T
    errors, tables = 0, 600
    for table in range(tables):
        scores = rng.normal(size=(16, 8))
        between = scores[:, first] - scores[:, second]
        t = between.mean(axis=0) / (between.std(axis=0, ddof=1) / 4)
        errors += (
            max_t(t, scores, degrees=15, pairs=pairs, by_metric=True, draws=199, seed=table).min() <= 0.05
        )
    assert 0.02 < errors / tables <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / tables)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"statistics": [np.inf, 1.0]}, "`statistics` must be finite"),
        ({"statistics": [[1.0, 1.0]]}, "`statistics` must be finite"),
        ({"degrees": [0.0, 3.0]}, "`degrees` must be above 0"),
        ({"pairs": [(0, 1)]}, "one pair per statistic: 1 for 2"),
        ({"by_metric": True}, "takes the `pairs`"),
        ({"systems": np.ones((5, 3))}, r"one column per pair, 2 in all: they have shapes \(5, 3\)"),
        ({"inputs": np.ones((5, 3))}, "one column per pair"),
        ({"pairs": [(0, 1), (0, 2)], "by_metric": True}, "one column per metric, 3 in all"),
        ({"systems": np.ones(5)}, "`systems` must be a matrix"),
        (
            {"systems": np.ones((5, 2))},
            "statistic 0 is undefined or the same for all; make the statistic NaN",
        ),
        ({"statistics": 2.0}, "finite numbers, one per pair"),
        ({"draws": 0}, "draws"),
        ({"seed": -1}, "seed"),
    ],
)
def test_refuses_what_does_not_fit(given, message):
    units = np.random.default_rng(12).normal(size=(5, 2))
    arguments = {"statistics": [1.0, 2.0], "systems": units, "degrees": 4.0} | given
    with pytest.raises(ArgumentError, match=message):
        max_t(arguments.pop("statistics"), arguments.pop("systems"), **arguments)


def test_every_draw_reaches_a_statistic_of_nothing():
    units = np.random.default_rng(13).normal(size=(9, 3))
    assert max_t(np.zeros(3), units, degrees=8, draws=99).tolist() == [1.0, 1.0, 1.0]
