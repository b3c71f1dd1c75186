import dataclasses
import itertools

import numpy as np
import pytest

from trueness.statistics.jackknife import far_units as far_units_module
from trueness.statistics.jackknife.far_units import (
    FAR_SHARE,
    SOME_SHARE,
    FarUnits,
    far_units,
    leverages,
    moves,
    of_pairs,
    usual_move,
)
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.jackknife.two_way_tables import two_way_jackknife_of_tables
from trueness.studies.certify.quality_model import QualityModel
from trueness.studies.certify.truths import find_truth

FIRST, SECOND = np.array([0]), np.array([1])


def scores(n=12, columns=3, *, far=2, missing=0.0, seed=0):
    """Three metrics and the human, some systems far from the others."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(n, 1))
    quality[:far] -= 6
    human = quality + rng.normal(size=(n, columns))
    metrics = quality + rng.normal(size=(3, n, columns))
    metrics[0, :far] += 5 * rng.normal(size=(far, 1))
    return metrics, human, rng.random((n, columns)) >= missing


@pytest.mark.parametrize("units", [np.arange(12), np.arange(12) % 9, np.minimum(np.arange(12), 8)])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_a_leverage_is_what_is_lost_of_the_squares_without_a_unit(units, missing):
    metrics, human, present = scores(missing=missing)
    every = np.concatenate([human[None], metrics])
    number = int(units.max()) + 1
    found = leverages(every, present if missing else None, units, number)
    for v, u in itertools.product(range(4), range(number)):
        shares = []
        for c in range(3):
            values, kept = every[v, present[:, c], c], every[v, present[:, c] & (units != u), c]
            shares.append(1 - kept.var() * len(kept) / (values.var() * len(values)))
        assert found[v, u] == pytest.approx(np.mean(shares))


def test_leverages_are_the_same_for_any_number_of_columns_at_a_time(monkeypatch):
    metrics, human, present = scores(columns=9, missing=0.2)
    whole = leverages([human, *metrics], present, np.arange(12), 12)
    monkeypatch.setattr(far_units_module, "BLOCK", 2 * 12 * 4)
    found = leverages([human, *metrics], present, np.arange(12), 12)
    np.testing.assert_allclose(found, whole, rtol=1e-14)


@pytest.mark.parametrize("units", [np.arange(12), np.minimum(np.arange(12), 8)])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_values_are_those_of_the_others(units, missing):
    metrics, human, present = scores(missing=missing)
    number = int(units.max()) + 1
    found = far_units(metrics, human, present if missing else None, units, number)
    shares = leverages(np.concatenate([human[None], metrics]), present, units, number)
    wanted = [
        (i, j)
        for i, j in itertools.combinations(range(number), 2)
        if (shares[:, i] + shares[:, j] >= FAR_SHARE).any()
        and (shares[:, [i, j]] >= SOME_SHARE).any(axis=0).all()
    ]
    assert found.pairs.T.tolist() == [list(pair) for pair in wanted]
    assert len(found.without) == len(wanted) > 0
    for pair, values, own in zip(wanted, found.without, found.own.transpose(1, 0, 2), strict=True):
        for k, value in enumerate(values):
            kept = present & ~np.isin(units, pair)[:, None]
            r = [np.corrcoef(metrics[k, kept[:, c], c], human[kept[:, c], c])[0, 1] for c in range(3)]
            assert value == pytest.approx(np.mean(r))
            mine = shares[[0, 1 + k]]
            assert own[:, k].tolist() == [
                bool((mine[:, pair[0]] + mine[:, pair[1]] >= FAR_SHARE).any()),
                bool((mine[:, pair[0]] >= SOME_SHARE).any()),
                bool((mine[:, pair[1]] >= SOME_SHARE).any()),
            ]


def test_differences_move_as_far_as_the_farthest_pair_takes_them_and_other_metrics_do_not_matter():
    metrics, human, _ = scores()
    units = np.arange(12)
    found = far_units(metrics, human, None, units, 12)
    whole = np.array([np.corrcoef(x.T, human.T)[:3, 3:].diagonal().mean() for x in metrics])
    moved = moves(found, whole, FIRST, SECOND)
    alone = far_units(metrics[:2], human, None, units, 12)
    assert moves(alone, whole[:2], FIRST, SECOND) == pytest.approx(moved)
    assert moved == pytest.approx(moves(found, whole, SECOND, FIRST))
    change = np.abs((found.without - whole)[:, 0] - (found.without - whole)[:, 1])
    assert moved[0] <= change.max()
    assert moved[0] in change
    swapped = moves(found, whole, np.array([1]), np.array([2]))
    assert swapped[0] < moved[0]  # the first metric alone has odd biases


def test_few_units_and_scores_without_far_ones_have_none():
    metrics, human, _ = scores(7)
    assert not far_units(metrics, human, None, np.arange(7), 7).without.size
    rng = np.random.default_rng(1)
    found = far_units(rng.normal(size=(2, 40, 1)), rng.normal(size=(40, 1)), None, np.arange(40), 40)
    assert found.without.shape == (0, 2)
    assert moves(found, np.zeros(2), FIRST, SECOND).tolist() == [0.0]
    assert moves(FarUnits.none(2), np.zeros(2), FIRST, SECOND).tolist() == [0.0]


def test_scores_that_do_not_vary_have_no_far_units():
    metrics, _, _ = scores(far=0)
    metrics[:] = 1.0
    assert leverages(metrics, None, np.arange(12), 12).tolist() == np.zeros((3, 12)).tolist()


def test_tables_beside_each_other_keep_theirs():
    parts = [far_units(*scores(seed=seed)[:2], None, np.arange(12), 12) for seed in (1, 2)]
    found = FarUnits.beside(parts)
    q = len(parts[0].without)
    np.testing.assert_array_equal(found.without[:q, :3], parts[0].without)
    np.testing.assert_array_equal(found.own[:, q:, 3:], parts[1].own)
    assert np.isnan(found.without[:q, 3:]).all()
    assert not found.own[:, :q, 3:].any()


@pytest.mark.parametrize("n", [8, 10, 16])
def test_normal_scores_seldom_move_so_far(n):
    model = QualityModel()
    tables, beyond = 120, 0
    for scores_of in model.draw(n, 20, np.random.default_rng(n), tables=tables):
        means = scores_of.mean(axis=2)
        z = np.arctanh([np.corrcoef(means[k], means[0])[0, 1] for k in (1, 2)])
        gone = [np.arange(n) != i for i in range(n)]
        one = [
            np.subtract(*np.arctanh([np.corrcoef(means[k, g], means[0, g])[0, 1] for k in (1, 2)]))
            for g in gone
        ]
        error = np.sqrt((n - 1) * np.var(one))
        two = []
        for i, j in itertools.combinations(range(n), 2):
            g = gone[i] & gone[j]
            two.append(
                np.subtract(*np.arctanh([np.corrcoef(means[k, g], means[0, g])[0, 1] for k in (1, 2)]))
            )
        beyond += np.abs(np.array(two) - (z[0] - z[1])).max() > usual_move(n) * error
    assert beyond <= 0.04 * tables


@pytest.mark.parametrize("level", ["system", "input"])
def test_two_far_systems_that_hide_each_other_are_no_proof(level):
    truth = find_truth("two far systems of spread biases")
    drawn = [truth.scenario("normal", 16, 40).draw(np.random.default_rng(seed)) for seed in range(1000)]
    before, after = 0, 0
    for places, ready in two_way_jackknife_of_tables(drawn, level):
        first = 2 * np.arange(len(places))
        precision = ready.of_pairs(first, first + 1)
        after += np.sum(2 * np.minimum(precision.greater(), precision.less()) <= 0.001)
        hidden = dataclasses.replace(ready, far=None).of_pairs(first, first + 1)
        before += np.sum(2 * np.minimum(hidden.greater(), hidden.less()) <= 0.001)
    assert before >= 6
    assert after <= before / 3
    one = two_way_jackknife(drawn[0], drawn[0].group((0, 1)), (level,), ("spearman",))[level, "spearman"]
    assert one.far is None  # ranks do not see how far systems are


def test_other_pairs_change_what_each_unit_changes_alone():
    metrics, human, _ = scores()
    found = far_units(metrics, human, None, np.arange(12), 12)
    rng = np.random.default_rng(1)
    systems, whole = rng.normal(size=(12, 3)), rng.normal(size=3)
    pairs = np.concatenate([[[10], [11]], found.pairs], axis=1)
    more = of_pairs(found, pairs, systems, whole)
    assert more.without[1:].tolist() == found.without.tolist()
    assert more.own[:, 1:].tolist() == found.own.tolist()
    assert more.without[0] == pytest.approx(systems[10] + systems[11] - whole)
    assert not more.own[:, 0].any()


def test_of_two_entries_each_carries_all_that_varies():
    scores = np.random.default_rng(2).normal(size=(1, 4, 2))
    present = np.array([[True, True], [True, True], [True, False], [True, False]])
    found = leverages(scores, present, np.arange(4), 4)
    first = [1 - np.delete(scores[0, :, 0], u).var() * 3 / (scores[0, :, 0].var() * 4) for u in range(4)]
    assert found[0] == pytest.approx((np.array(first) + np.array([1.0, 1.0, 0.0, 0.0])) / 2)
