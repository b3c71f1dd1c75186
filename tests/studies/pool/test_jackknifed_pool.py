"""Pooled values without systems and inputs: against one table's comparison, plain loops, and by simulation."""

from __future__ import annotations

import dataclasses
import functools
import itertools

import numpy as np
import pytest
from scipy import stats

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnsupportedMethodError
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.pairs.system_pairwise_accuracy import system_pairwise_accuracy
from trueness.studies.compare.study import compare
from trueness.studies.pool.study import pool

COEFFICIENTS = ["pearson", "spearman", "kendall", "pairwise_accuracy"]


def table(n=9, m=5, *, seed=1, gaps=False, noise=(0.5, 1.5, 2.5), names=None, prefix=""):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    metrics = human + np.array(noise)[:, None, None] * rng.normal(size=(len(noise), n, m))
    if gaps:
        metrics[rng.random(metrics.shape) < 0.1] = np.nan
        human[rng.random(human.shape) < 0.1] = np.nan
    names = names or [f"m{k}" for k in range(len(noise))]
    scorers = (Scorer("human", "human"), *(Scorer(name) for name in names))
    systems = tuple(f"{prefix or seed}-{k}" for k in range(n))
    inputs = tuple(f"d{k}" for k in range(m))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"applies_to": "systems"},
        {"applies_to": "inputs"},
        {"applies_to": "these", "alternative": "greater"},
        {"level": ["global", "per_system"], "coefficient": ["pearson", "kendall"]},
        {"coefficient": ["acc_eq", "pairwise_accuracy"], "baseline": "m1"},
    ],
    ids=str,
)
def test_one_table_gives_what_compare_gives(options, gaps):
    scores, chosen = table(gaps=gaps), {"coefficient": COEFFICIENTS, **options}
    one, pooled = compare(scores, **chosen), pool({"only": scores}, **chosen)
    assert len(one.estimates) == len(pooled.estimates) > 0
    for row, mine, task in zip(one.estimates, pooled.estimates, pooled.tasks, strict=True):
        wanted = (row.metric, row.level, row.coefficient, row.interval, row.over)
        assert wanted == (mine.metric, mine.level, mine.coefficient, mine.interval, mine.over)
        assert (row.low, row.high) == pytest.approx((mine.low, mine.high), abs=1e-12, nan_ok=True)
        assert repr((row.low, row.high)) == repr((task.low, task.high))
    assert len(one.tests) == len(pooled.tests) > 0
    for row, mine in zip(one.tests, pooled.tests, strict=True):
        for name, value in dataclasses.asdict(row).items():
            if isinstance(value, float):
                assert getattr(mine, name) == pytest.approx(value, rel=1e-9, abs=1e-12, nan_ok=True), name
            else:
                assert getattr(mine, name) == value, name
    plain = {"estimate": 0.0, "pvalue_best": 0.0}
    assert [dataclasses.replace(rank, **plain) for rank in one.ranks] == [
        dataclasses.replace(rank, **plain) for rank in pooled.ranks
    ]
    assert [rank.pvalue_best for rank in one.ranks] == pytest.approx(
        [rank.pvalue_best for rank in pooled.ranks], rel=1e-9, nan_ok=True
    )


def squares(values):
    """Return the sum of squares about the mean, and the jackknife's degrees of freedom less for kurtosis."""
    values = np.asarray(values)
    n = len(values)
    centred = values - values.mean()
    kurtosis = np.mean(centred**4) / np.mean(centred**2) ** 2
    degrees = 2 / (2 / (n - 1) + 0.5 * max(0.0, kurtosis - 3 * (n - 1) / (n + 1)) / n)
    return np.sum(centred**2), degrees


def second_order(whole, left, two):
    """Return Q of Efron and Stein from values as they are, without each system, and without each two."""
    n = len(left)
    twice = [
        n * whole - (n - 1) * (left[i] + left[k]) + (n - 2) * two(i, k)
        for i, k in itertools.combinations(range(n), 2)
    ]
    return np.sum((np.array(twice) - np.mean(twice)) ** 2) / (n * (n + 1))


def plain_loop(tables, shares, value):
    """Return estimate, variance and degrees of freedom, everything computed anew without every unit of every table."""

    def pooled(changed=None, keep=None):
        return value({name: (scores if name != changed else keep(scores)) for name, scores in tables.items()})

    variance = doubt = 0.0
    for name in tables:
        n, m = tables[name].shape[1:]

        def without(i=(), j=None, name=name, n=n, m=m):
            rows, columns = ~np.isin(np.arange(n), i), np.arange(m) != j
            return pooled(name, lambda scores: scores[:, rows][:, :, columns])

        by_systems = np.array([without(i) for i in range(n)])
        by_inputs = np.array([without((), j) for j in range(m)])
        both = np.array([[without(i, j) for j in range(m)] for i in range(n)])
        left = both - both.mean(axis=0) - both.mean(axis=1, keepdims=True) + both.mean()
        total, degrees = squares(by_systems)
        of_systems = (n - 1) / n * total
        excess = second_order(pooled(), by_systems, lambda i, k, without=without: without((i, k)))
        # Pearson's r: nothing of one table, half of two
        of_systems = max(of_systems - 0.5 * excess, of_systems / 2)
        more = (m - 1) / m * squares(by_inputs)[0] - (n - 1) * (m - 1) / (n * m) * np.sum(left**2)
        more = max(0.0, more)
        alone = of_systems + more
        variance += alone
        doubt += max(of_systems**2 / degrees + more**2 / (m - 1), alone**2 / (m - 1))
    return pooled(), variance, variance**2 / doubt


@functools.cache
def correlated(shape, level, *matrices):
    """Return Pearson's r of two matrices from their bytes: the same ones are left out of many pools."""
    return correlate(*(np.frombuffer(one).reshape(shape) for one in matrices), level, "pearson").estimate


@pytest.mark.parametrize("weights", [{"a": 1.0, "b": 3.0}, {"a": 1.0, "b": 1.0}])
@pytest.mark.parametrize("level", ["system", "input"])
def test_two_tables_are_those_of_a_plain_loop(level, weights):
    tables = {"a": table(7, 5, seed=3), "b": table(9, 4, seed=4)}
    found = pool(tables, weights=weights, level=level, coefficient="pearson")
    values = {name: one.values for name, one in tables.items()}
    shares = {name: weight / sum(weights.values()) for name, weight in weights.items()}

    def coefficient(k, given):
        return np.arctanh(
            sum(
                shares[name] * correlated(one.shape[1:], level, one[1 + k].tobytes(), one[0].tobytes())
                for name, one in given.items()
            )
        )

    for k, row in enumerate(found.estimates):
        z, variance, degrees = plain_loop(values, shares, lambda given, k=k: coefficient(k, given))
        half = stats.t.ppf(0.975, degrees) * np.sqrt(variance)
        assert (row.low, row.high) == pytest.approx((np.tanh(z - half), np.tanh(z + half)), abs=1e-9)
    for row, (a, b) in zip(found.tests, itertools.combinations(range(3), 2), strict=True):
        d, variance, degrees = plain_loop(
            values, shares, lambda given, a=a, b=b: coefficient(a, given) - coefficient(b, given)
        )
        assert row.standard_error == pytest.approx(np.sqrt(variance), rel=1e-8)
        assert row.degrees == pytest.approx(degrees, rel=1e-8)
        assert row.pvalue == pytest.approx(2 * stats.t.sf(abs(d) / np.sqrt(variance), degrees), rel=1e-7)


def test_a_share_of_pairs_takes_the_numbers_of_pairs_as_given():
    """V is the sum of squared shares times each table's own V: the coefficient has no other scale than its own."""
    tables = {"a": table(7, 5, seed=3), "b": table(11, 4, seed=4)}
    found = pool(tables, level="system", coefficient="pairwise_accuracy")
    alone = {
        name: compare(one, level="system", coefficient="pairwise_accuracy") for name, one in tables.items()
    }
    pairs = {
        name: system_pairwise_accuracy(one.values[1], one.values[0]).n_pairs for name, one in tables.items()
    }
    assert pairs == {"a": 21, "b": 55}
    for row in found.tests:
        parts = {
            name: next(r for r in one.tests if (r.metric, r.rival) == (row.metric, row.rival))
            for name, one in alone.items()
        }
        variances = {name: (pairs[name] / 76 * parts[name].standard_error) ** 2 for name in parts}
        total = sum(variances.values())
        assert row.standard_error == pytest.approx(np.sqrt(total))
        doubt = sum(variances[name] ** 2 / parts[name].degrees for name in parts)
        assert row.degrees == pytest.approx(total**2 / doubt)


def test_an_interval_holds_0_exactly_where_the_test_does_not_reject():
    tables = {name: table(8, 6, seed=seed, noise=(0.5, 0.9, 1.5, 2.5)) for seed, name in enumerate("abc")}
    found = pool(tables, coefficient=COEFFICIENTS, correction="none", overall=True)
    assert {row.significant for row in found.tests} == {True, False}
    for row in found.tests:
        assert (row.low <= 0 <= row.high) == (not row.significant), row
    assert {row.level for row in found.tests} == {"system", "input", "all"}


def test_the_mean_of_all_is_of_systems_left_out_of_all_at_once():
    """With one input a plain loop over systems says all."""
    tables = {"a": table(7, 1, seed=3), "b": table(9, 1, seed=4)}
    found = pool(tables, coefficient=["pearson", "pairwise_accuracy"], overall=True)
    values = {name: one.values[:, :, 0] for name, one in tables.items()}

    def mean(given, k):
        accuracies = [
            system_pairwise_accuracy(one[1 + k, :, None], one[0, :, None]) for one in given.values()
        ]
        right = sum(21 * accuracies[0].accuracy + 36 * accuracies[1].accuracy for _ in [0]) / 57
        return (np.mean([np.corrcoef(one[1 + k], one[0])[0, 1] for one in given.values()]) + right) / 2

    for k in range(3):
        row = found.estimate(f"m{k}", "all", "all")
        assert row.estimate == pytest.approx(mean(values, k))
        variance = doubt = 0.0
        for name, one in values.items():
            n = one.shape[1]
            left = [mean({**values, name: np.delete(one, i, axis=1)}, k) for i in range(n)]
            total, degrees = squares(left)
            rs = {other: np.corrcoef(kept[1 + k], kept[0])[0, 1] for other, kept in values.items()}

            def two(i, j, one=one, k=k):
                kept = np.delete(one, [i, j], axis=1)
                return np.corrcoef(kept[1 + k], kept[0])[0, 1] / 4

            # of Pearson's r alone, half of the mean over two tables: a share of pairs is not known without two systems
            alone = [np.corrcoef(*np.delete(one, i, axis=1)[[1 + k, 0]])[0, 1] / 4 for i in range(n)]
            excess = second_order(rs[name] / 4, alone, two)
            of_systems = (n - 1) / n * total
            of_systems = max(of_systems - (0.5 + 0.75) / 2 * excess, of_systems / 2)
            variance += of_systems
            doubt += of_systems**2 / degrees
        half = stats.t.ppf(0.975, variance**2 / doubt) * np.sqrt(variance)
        wanted = max(-1.0, row.estimate - half), min(1.0, row.estimate + half)
        assert (row.low, row.high) == pytest.approx(wanted, abs=1e-9)


def test_inputs_make_the_mean_of_all_no_surer_than_its_parts_together():
    tables = {"a": table(8, 6, seed=3), "b": table(9, 7, seed=4)}
    chosen = {"coefficient": ["pearson", "kendall"], "overall": True, "tests": False}
    for applies_to in ("systems,inputs", "inputs", "these"):
        found = pool(tables, **chosen, applies_to=applies_to)
        systems = pool(tables, **chosen, applies_to="systems")
        for metric in found.metrics:
            row, other = (some.estimate(metric, "all", "all") for some in (found, systems))
            assert row.low < row.estimate < row.high
            if applies_to == "systems,inputs":
                assert row.high - row.low > 0.8 * (other.high - other.low)


def contributed(left):
    left = np.array(left)
    return (left - left.mean()) * np.sqrt((len(left) - 1) / len(left))


def test_a_system_in_two_tables_is_left_out_of_both_at_once():
    """With one input a plain loop over systems says all; four of them are in both tables, the others in one."""
    tables = {"a": table(7, 1, seed=3, prefix="s"), "b": table(9, 1, seed=4, prefix="s")}
    tables["b"] = dataclasses.replace(
        tables["b"], systems=(*tables["b"].systems[:4], *(f"only-{k}" for k in range(5)))
    )
    found = pool(tables, level="system", coefficient="pearson")
    values = {name: one.values[:, :, 0] for name, one in tables.items()}

    def z(given, k):
        return np.arctanh(np.mean([np.corrcoef(one[1 + k], one[0])[0, 1] for one in given.values()]))

    for row, (a, b) in zip(found.tests, itertools.combinations(range(3), 2), strict=True):
        variance, parts = 0.0, {}
        for name, one in values.items():
            left = [
                z(given, a) - z(given, b)
                for i in range(one.shape[1])
                for given in [{**values, name: np.delete(one, i, axis=1)}]
            ]
            parts[name] = dict(zip(tables[name].systems, contributed(left), strict=True))
            variance += sum(value**2 for value in parts[name].values())  # one stratum: nothing is taken away
        variance += 2 * sum(parts["a"][name] * parts["b"][name] for name in tables["a"].systems[:4])
        assert row.standard_error == pytest.approx(np.sqrt(variance), rel=1e-9)
        both = [
            sum(part.get(name, 0.0) for part in parts.values())
            for name in dict.fromkeys(name for part in parts.values() for name in part)
        ]
        assert len(both) == 12
        assert row.degrees <= squares(both)[1] + 1e-9


def test_the_same_table_twice_is_no_more_than_once():
    scores = table(12, 1, seed=6)
    chosen = {"level": "system", "coefficient": "pearson", "tests": False}
    once, twice = (pool(dict.fromkeys(names, scores), **chosen).estimates[0] for names in ("a", "ab"))
    apart = {"a": scores, "b": dataclasses.replace(scores, systems=tuple(f"o{k}" for k in range(12)))}
    other = pool(apart, **chosen).estimates[0]
    assert twice.estimate == pytest.approx(once.estimate)
    assert twice.high - twice.low == pytest.approx(once.high - once.low, rel=0.1)
    assert other.high - other.low < 0.8 * (twice.high - twice.low)


def test_systems_of_one_cluster_are_left_out_of_all_tables_together():
    """Two systems of one cluster, one in each table, count as a system of one name does."""
    one, other = table(6, 1, seed=3), table(6, 1, seed=4)
    families = tuple("abcdef")
    grouped = {
        name: dataclasses.replace(some, system_groups={"family": families})
        for name, some in (("a", one), ("b", other))
    }
    named = {name: dataclasses.replace(some, systems=families) for name, some in grouped.items()}
    chosen = {"level": "system", "coefficient": "pearson"}
    found = pool(grouped, system_clusters="family", **chosen)
    wanted = pool(named, **chosen)
    for row, mine in zip(wanted.tests, found.tests, strict=True):
        assert mine.standard_error == pytest.approx(row.standard_error)
    assert pool(grouped, **chosen).tests[0].standard_error != pytest.approx(wanted.tests[0].standard_error)


def test_over_inputs_it_does_not_matter_whether_systems_are_shared():
    shared = {name: table(8, 6, seed=seed, prefix="s") for seed, name in enumerate("ab")}
    apart = {name: table(8, 6, seed=seed) for seed, name in enumerate("ab")}
    for applies_to in ("inputs", "these"):
        one, other = (pool(some, applies_to=applies_to) for some in (shared, apart))
        assert one.tests == other.tests


def test_tables_with_one_input_vary_over_systems_only():
    """Among others with more inputs, as test sets with scores of systems alone."""
    tables = {"a": table(8, 1, seed=3), "b": table(9, 6, seed=4)}
    chosen = {"level": "system", "coefficient": "pearson"}
    found = pool(tables, **chosen)
    alone = compare(tables["a"], **chosen)
    mine = [row for row in found.tasks if row.table == "a"]
    assert [(row.low, row.high) for row in mine] == [(row.low, row.high) for row in alone.estimates]
    assert not np.isnan([row.high for row in found.estimates]).any()
    assert not np.isnan([row.pvalue for row in found.tests]).any()
    with pytest.raises(
        UnsupportedMethodError, match=r"table 'a': .*at least 2 inputs.*`applies_to`='systems'"
    ):
        pool({"a": tables["a"]}, **chosen, applies_to="systems,inputs")


def test_a_table_of_too_few_systems_is_left_out_and_refused_alone():
    tables = {"big": table(8), "small": table(3, 6, seed=2)}
    found = pool(tables, level="system", coefficient="pearson")
    alone = pool({"big": tables["big"]}, level="system", coefficient="pearson")
    assert repr(found.estimates) == repr(alone.estimates)
    assert list(found.left_out) == ["small"]
    assert "'small': what holds for other systems shows with at least 4" in found.cautions[0].message
    with pytest.raises(UnsupportedMethodError, match=r"table 'small': .*there are 3.*`applies_to`='inputs'"):
        pool({"small": tables["small"]}, level="system", coefficient="pearson")
    found = pool(tables, level="system", coefficient="pearson", applies_to="inputs")
    assert not np.isnan([row.low for row in found.estimates]).any()
    assert {row.over for row in found.tests} == {"inputs"}


def test_a_table_where_a_value_is_undefined_has_no_part():
    tables = {"a": table(8, seed=3), "b": table(9, seed=4)}
    values = tables["b"].values.copy()
    values[1] = 1.0  # m0 is constant
    flat = {**tables, "b": dataclasses.replace(tables["b"], values=values)}
    chosen = {"level": "system", "coefficient": "pearson"}
    found, alone = pool(flat, **chosen), compare(tables["a"], **chosen)
    row, other = found.estimate("m0", "system", "pearson"), alone.estimates[0]
    assert (row.n_tables, row.n_undefined) == (1, 1)
    assert row.estimate == pytest.approx(other.estimate)
    assert other.low - 1e-9 <= row.low < row.estimate < row.high <= other.high + 1e-9


def test_clusters_of_a_table_follow_its_own_one_sided_tests():
    tables = {"a": table(14, 20, seed=3), "b": table(12, 20, seed=4)}
    found = pool(tables, level="system", coefficient="pearson")
    alone = compare(
        tables["a"], level="system", coefficient="pearson", alternative="greater", correction="none"
    )
    worse = {row.rival for row in alone.tests if row.metric == "m0" and row.pvalue < 0.05}
    mine = {row.metric: row.cluster for row in found.tasks if row.table == "a"}
    assert mine["m0"] == 1
    assert "m2" in worse
    assert mine["m2"] > 1


def test_a_jackknife_test_beside_bootstrap_intervals_and_the_other_way():
    tables = {"a": table(8, seed=3), "b": table(9, seed=4)}
    chosen = {"level": "system", "coefficient": ["pearson", "kendall"], "rng": 1, "resamples": 99}
    both = pool(tables, **chosen)
    drawn = pool(tables, **chosen, interval="percentile")
    swapped = pool(tables, **chosen, test="permutation")
    assert [row.pvalue for row in both.tests] == [row.pvalue for row in drawn.tests]
    assert [row.low for row in both.tests] == [row.low for row in swapped.tests]
    assert [row.low for row in both.tests] != [row.low for row in drawn.tests]
    assert "seed:" not in str(both.signature)
    assert "seed:1|" in str(drawn.signature)
    assert "seed:1|" in str(swapped.signature)


@pytest.mark.parametrize("pools", [40, pytest.param(120, marks=pytest.mark.slow)])
def test_size_of_differences_pooled_over_three_tables(pools):
    """Two metrics of one quality: .05 of the tests reject, within what so many pools say of that, or fewer."""
    rejected = 0
    for one in range(pools):
        tables = {
            name: table(n, 6, seed=(one, n), noise=(1.0, 1.0)) for name, n in (("a", 8), ("b", 10), ("c", 12))
        }
        found = pool(tables, level="system", coefficient="pearson", interval="none")
        rejected += found.tests[0].significant
    assert 1 <= rejected <= stats.binom.ppf(0.999, pools, 0.05)
