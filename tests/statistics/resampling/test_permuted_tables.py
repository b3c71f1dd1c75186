"""Pooled permutation tests: coins of all tables at once, against plain loops and one table's own test."""

from __future__ import annotations

import itertools
import pickle

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.resampling.permuted_tables import (
    ACCURACY_KEY,
    OVERALL_KEY,
    PermutedPool,
    PermutedTable,
    TablePlan,
    permuted_tables,
    table_plans,
)
from trueness.statistics.score_arrays import ScoreArrays

KEY = ("system", "pearson")
RUNS = [(["system"], ("pearson",))]
PAIRS = [(0, 1), (0, 2)]


def arrays_of(n, m=4, seed=1):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, m))
    return ScoreArrays.of(human + (0.5 + np.arange(3))[:, None, None] * rng.normal(size=(3, n, m)), human)


def ready(tables, plans, weights=None, *, accuracy=False, runs=RUNS):
    weights = [1.0] * len(tables) if weights is None else weights
    return [
        PermutedTable.of(arrays, PAIRS, plan, runs, accuracy=accuracy, weight=weight)
        for arrays, plan, weight in zip(tables, plans, weights, strict=True)
    ]


def test_arrangements_are_those_of_all_tables_together():
    tables = [arrays_of(3), arrays_of(2), arrays_of(4)]
    plans = table_plans(tables, "systems", 512, [1, 2, 3])
    assert {(plan.exact, plan.resamples) for plan in plans} == {(True, 2**9)}
    coins = np.concatenate([plan.system_coins(0) for plan in plans], axis=1)
    assert coins.shape == (512, 9)
    assert len({row.tobytes() for row in coins}) == 512
    assert (coins[0] == 1).all()
    assert not any(plan.exact for plan in table_plans(tables, "systems", 511, [1, 2, 3]))
    assert not any(plan.exact for plan in table_plans(tables, "rows_then_columns", 10**6, [1, 2, 3]))
    cells = table_plans([arrays_of(2, 2), arrays_of(1, 3)], "cells", 2**7, [1, 2])
    together = [plan.cell_coins(0, j) for plan, m in zip(cells, (2, 3), strict=True) for j in range(m)]
    assert len({row.tobytes() for row in np.concatenate(together, axis=1)}) == 2**7


def test_one_table_has_the_coins_of_its_own_test():
    arrays = arrays_of(6)
    for swap, resamples in itertools.product(("systems", "inputs", "cells", "rows_then_columns"), (20, 99)):
        (plan,) = table_plans([arrays], swap, resamples, [7])
        alone = PermutationPlan.choose(swap, 6, 4, resamples, 7)
        assert isinstance(plan, TablePlan)
        assert (plan.exact, plan.resamples) == (alone.exact, alone.resamples)
        levels = ["system", "input"]
        found = permuted_tables(ready([arrays], [plan], runs=[(levels, ("pearson", "kendall"))]), plan)
        own = permutation_exceedances(arrays, PAIRS, alone, levels, ["pearson", "kendall"])
        assert set(found.pooled) == set(own)  # without a mean over all, which nobody asked for
        for key, expected in own.items():
            for mine in (found.pooled[key], found.tables[0][key]):
                for name in ("observed", "greater", "less", "beyond", "undefined"):
                    np.testing.assert_array_equal(getattr(mine, name), getattr(expected, name))


def swapped(arrays, coins, a, b):
    """Return r(X', Z) - r(Y', Z) of standardised system means, built anew."""
    x, y = (
        (means - means.mean()) / means.std()
        for means in (arrays.metrics[a].mean(axis=1), arrays.metrics[b].mean(axis=1))
    )
    z = arrays.human.mean(axis=1)
    sides = np.where(coins > 0, x, y), np.where(coins > 0, y, x)
    first, second = (correlate(side[:, None], z[:, None], *KEY).estimate for side in sides)
    return first - second


@pytest.mark.parametrize("weights", [[1.0, 1.0], [3.0, 0.5]])
def test_counts_of_random_coins_are_those_of_a_loop(weights):
    tables = [arrays_of(7, seed=2), arrays_of(9, seed=3)]
    plans = table_plans(tables, "systems", 60, [5, 6])
    found = permuted_tables(ready(tables, plans, weights), plans[0])
    coins = [plan.system_coins(0) for plan in plans]
    assert not plans[0].exact
    for p, (a, b) in enumerate(PAIRS):
        values = np.array(
            [
                np.average(
                    [swapped(arrays, own[r], a, b) for arrays, own in zip(tables, coins, strict=True)],
                    weights=weights,
                )
                for r in range(60)
            ]
        )
        observed = np.average(
            [swapped(arrays, np.ones(len(arrays.human)), a, b) for arrays in tables], weights=weights
        )
        pooled = found.pooled[KEY]
        assert pooled.observed[p] == pytest.approx(observed, abs=1e-12)
        assert pooled.greater[p] == np.sum(values >= observed - 1e-12)
        assert pooled.less[p] == np.sum(values <= observed + 1e-12)
        assert pooled.pvalue("two-sided")[p] == (1 + np.sum(np.abs(values) >= abs(observed) - 1e-12)) / 61


def test_a_table_without_a_difference_has_no_part_and_a_resample_without_one_is_counted():
    tables = [arrays_of(6, seed=1), arrays_of(5, seed=2)]
    broken = tables[1].metrics.copy()
    broken[1] = 0.5  # constant
    tables[1] = ScoreArrays.of(broken, tables[1].human)
    plans = table_plans(tables, "systems", 99, [1, 2])
    found = permuted_tables(ready(tables, plans, accuracy=True), plans[0], overall=True)
    alone = permuted_tables(ready(tables[:1], plans[:1], accuracy=True), plans[0])
    assert np.isnan(found.tables[1][KEY].observed[0])
    assert not np.isnan(found.tables[1][ACCURACY_KEY].observed).any()  # a tie is wrong, not undefined
    for name in ("observed", "greater", "less", "beyond", "undefined"):
        assert getattr(found.pooled[KEY], name)[0] == getattr(alone.pooled[KEY], name)[0]
    assert found.pooled[KEY].observed[1] != alone.pooled[KEY].observed[1]
    overall = (found.pooled[KEY].observed + found.pooled[ACCURACY_KEY].observed) / 2
    np.testing.assert_allclose(found.pooled[OVERALL_KEY].observed, overall, atol=1e-12)
    whole = [ScoreArrays.of(broken, arrays.human) for arrays in tables[1:]]
    nothing = permuted_tables(ready(whole, plans[1:]), plans[1])
    assert np.isnan(nothing.pooled[KEY].observed[0])
    assert np.isnan(nothing.pooled[KEY].pvalue("greater")[0])


def test_swaps_that_make_a_metric_constant_leave_resamples_undefined():
    """Of two opposite metrics, swapping two of four systems makes one constant."""
    x = np.array([[0.0, 1, 1, 0], [1, 0, 0, 1], [1, 3, 2, 0]])[:, :, None]
    tables = [ScoreArrays.of(x, np.array([[1.0], [2.0], [4.0], [3.0]])), arrays_of(4)]
    plans = table_plans(tables, "systems", 2**8, [1, 2])
    found = permuted_tables(ready(tables, plans), plans[0])
    assert found.pooled[KEY].undefined[0] == found.tables[0][KEY].undefined[0] > 0


def test_workers_and_chunks_move_no_count():
    tables = [arrays_of(12, seed=1), arrays_of(15, seed=2)]
    plans = table_plans(tables, "systems", 1300, [1, 2])
    runs = [
        executing(Execution(workers=w, chunk=c))(permuted_tables)(
            ready(tables, plans, accuracy=True),
            plans[0],
            overall=True,
        )
        for w, c in ((1, None), (3, 1), (2, 2))
    ]
    assert len({repr(run) for run in runs}) == 1


def test_work_can_be_given_to_another_process():
    tables = [arrays_of(12, seed=1), arrays_of(9, seed=2)]
    plans = table_plans(tables, "cells", 600, [1, 2])
    pool = PermutedPool.of(ready(tables, plans, accuracy=True), overall=True)
    again = pickle.loads(pickle.dumps(pool))  # noqa: S301 - made a moment ago
    assert repr(again([0, 1])) == repr(pool([0, 1]))


def test_no_table():
    with pytest.raises(ArgumentError, match="at least one table"):
        permuted_tables([], PermutationPlan.choose("systems", 3, 1, 9, 1))
    with pytest.raises(ArgumentError, match="swap"):
        table_plans([arrays_of(3)], "both", 9, [1])


def test_systems_of_a_cluster_share_their_coin_in_every_table():
    given = [arrays_of(5), arrays_of(4, seed=2)]
    tables = [
        ScoreArrays.of(arrays.metrics, arrays.human, system_clusters=families)
        for arrays, families in zip(given, ([0, 0, 1, 2, 1], [0, 1, 1, 1]), strict=True)
    ]
    plans = table_plans(tables, "systems", 32, [1, 2])
    assert {(plan.exact, plan.resamples) for plan in plans} == {(True, 2**5)}
    coins = np.concatenate([plan.system_coins(0) for plan in plans], axis=1)
    assert coins.shape == (32, 9)
    for same in ([0, 1], [2, 4], [6, 7, 8]):
        assert (coins[:, same] == coins[:, same[:1]]).all()
    assert len(np.unique(coins, axis=0)) == 32
