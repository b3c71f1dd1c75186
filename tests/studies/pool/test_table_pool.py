"""The work behind a pool: each table with its own seed, and the tests that its coefficients have."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnsupportedMethodError
from trueness.parallel import Execution, current_execution, executing
from trueness.studies.compare.pair_tests import compared_pairs
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.chosen_tables import choose_tables
from trueness.studies.pool.table_pool import TablePool, _sharing_memory

SETTINGS = Settings(
    interval="percentile",
    test="permutation",
    coefficients=("pearson", "pairwise_accuracy"),
    resamples=60,
    seed=1,
)


def table(n, seed):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 5))
    metrics = human + rng.normal(size=(3, n, 5))
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}", "metric") for k in range(3)))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", 5)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


def pool(settings=SETTINGS, seeds=(1, 2), *, overall=False, tested=True):
    tables = {"a": table(12, 1), "b": table(15, 2)}
    found = choose_tables(tables, settings, human=None, metrics=None)
    return TablePool(
        tables=found.tables,
        metrics=found.metrics,
        pairs=compared_pairs(found.metrics, settings) if tested else [],
        arrays={one.name: one.arrays(settings, None) for one in found.tables},
        weights=dict.fromkeys(tables, 1.0),
        settings=settings,
        of_table={
            name: dataclasses.replace(settings, seed=seed) for name, seed in zip(tables, seeds, strict=True)
        },
        overall=overall,
    )


def test_tables_are_resampled_independently():
    """A table's resamples depend on its own seed alone; the pool changes with either."""
    one, other = pool(seeds=(1, 2)).run(), pool(seeds=(1, 3)).run()
    assert repr(one.tasks["a"]) == repr(other.tasks["a"])
    assert repr(one.tasks["b"]) != repr(other.tasks["b"])
    key = ("system", "pearson")
    assert not np.array_equal(one.values[key].samples, other.values[key].samples)
    np.testing.assert_array_equal(one.values[key].sides, other.values[key].sides)
    equal = pool(seeds=(1, 1)).run().values[key].samples
    assert not np.array_equal(equal, one.values[key].samples)


def test_what_is_tested():
    assert pool().tested == dict.fromkeys(SETTINGS.keys, ("permutation", "systems"))
    assert set(pool(overall=True).tested) == {*SETTINGS.keys, ("all", "all")}
    assert pool(tested=False).tested == {}
    mixed = dataclasses.replace(SETTINGS, coefficients=("pearson", "acc_eq"), levels=("input",))
    assert pool(mixed, overall=True).tested == {
        ("input", "pearson"): ("permutation", "systems"),
        ("input", "acc_eq"): ("permutation", "inputs"),
    }


def test_without_tests_nothing_is_counted():
    found = pool(tested=False).run()
    assert (found.counted, found.drawn, found.differences) == ({}, {}, {})
    assert {row.cluster for rows in found.tasks.values() for row in rows} == {None}


def test_a_bootstrap_over_something_else_than_the_intervals_is_drawn_by_itself():
    settings = dataclasses.replace(SETTINGS, test="bootstrap", test_over="systems", over="inputs")
    found = pool(settings).run()
    key = ("system", "pearson")
    assert found.counted == {}
    assert set(found.drawn) == set(settings.keys)
    assert not np.array_equal(found.drawn[key].samples, found.differences[key].samples)
    shared = pool(dataclasses.replace(settings, test_over="inputs")).run()
    np.testing.assert_array_equal(shared.drawn[key].samples, shared.differences[key].samples)
    assert {row.cluster for row in found.tasks["a"]} != {None}


def test_a_test_that_does_not_exist_is_refused_at_once():
    settings = dataclasses.replace(SETTINGS, aggregate="median", test_over="inputs")
    with pytest.raises(UnsupportedMethodError, match=r"table 'a': .*medians"):
        pool(settings).check()
    pool(dataclasses.replace(settings, test_over="systems")).check()


def test_memory_is_shared_and_moves_no_number():
    with executing(Execution(memory=10**6)):
        with _sharing_memory(4):
            assert current_execution().memory == 250_000
        small = pool().run()
    plain = pool().run()
    assert repr(small.counted) == repr(plain.counted)
    assert repr(small.tasks) == repr(plain.tasks)
