"""Several tables as one analysis: against one table's comparison, plain loops, and the whole of WMT 2019."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.data.layouts.wmt import read_wmt_pairs
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.pairs.system_pairwise_accuracy import system_pairwise_accuracy
from trueness.studies.compare.study import compare
from trueness.studies.pool.chosen_tables import table_seed
from trueness.studies.pool.study import pool

NAN = np.nan
DRAWN = {"interval": "percentile", "test": "permutation"}
"""Methods that draw resamples and arrangements."""

QUICK = {"rng": 3, "resamples": 99, **DRAWN}
LEVELS = ["system", "input", "global", "per_system"]


def table(n=8, m=6, *, k=3, gaps=False, seed=1, human="human", extra=(), whole=False):
    rng = np.random.default_rng(seed)
    judged = rng.integers(1, 6, (n, m)) / (1 if whole else 3)
    noise = (0.2 + np.arange(k + len(extra)))[:, None, None] * rng.normal(size=(k + len(extra), n, m))
    metrics = judged + noise
    if whole:
        metrics = np.rint(metrics)
    if gaps:
        metrics[rng.random(metrics.shape) < 0.1] = NAN
        judged[rng.random((n, m)) < 0.1] = NAN
    names = [*(f"m{i}" for i in range(k)), *extra]
    scorers = (Scorer(human, "human"), *(Scorer(name, "metric") for name in names))
    systems, inputs = (tuple(f"{kind}{i}" for i in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([judged[None], metrics]))


def three(**options):
    return {name: table(n, m, seed=seed, **options) for name, n, m, seed in SHAPES}


SHAPES = (("en-de", 8, 6, 1), ("zh-en", 5, 7, 2), ("de-fr", 6, 4, 3))


def same(one, other):
    """Return whether rows agree to the last bit, in the fields that both have."""
    shared = [field.name for field in dataclasses.fields(one) if hasattr(other, field.name)]
    return {name: repr(getattr(one, name)) for name in shared} == {
        name: repr(getattr(other, name)) for name in shared
    }


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"interval": "bca", "over": "systems", "correction": "none"},
        {"interval": "basic", "test_over": "both", "alternative": "greater"},
        {"test": "bootstrap", "test_over": "inputs", "over": "inputs"},
        {"test": "bootstrap", "test_over": "both", "over": "systems", "interval": "bca"},
        {"interval": "none", "baseline": "m1", "test_over": "inputs"},
        {"level": ["global", "per_system"], "coefficient": ["tau_c", "pearson"], "missing": "complete"},
        {"aggregate": "median", "family": "per_metric"},
        {"test_over": "rows_then_columns", "standardize": "cells"},
        {"coefficient": ["pairwise_accuracy", "kendall"], "interval": "bca"},
        {"coefficient": ["pairwise_accuracy"], "test_over": "both", "over": "systems", "aggregate": "mean"},
        {"coefficient": ["pairwise_accuracy"], "test_over": "rows_then_columns", "level": "system"},
        {"coefficient": ["pairwise_accuracy", "pearson"], "test": "bootstrap", "over": "inputs"},
        {"coefficient": ["acc_eq", "pdp", "pearson"], "level": LEVELS},
    ],
    ids=str,
)
@pytest.mark.parametrize("gaps", [False, True])
def test_one_table_gives_what_compare_gives(options, gaps):
    scores = table(n=9, m=5, gaps=gaps)
    chosen = {"coefficient": ["pearson", "spearman", "kendall"], "rng": 3, "resamples": 200}
    chosen |= {**DRAWN, **options}
    one = compare(scores, **chosen, beside=[])
    pooled = pool({"only": scores}, **chosen)
    assert len(one.estimates) == len(pooled.estimates) == len(pooled.tasks)
    for row, task, mine in zip(one.estimates, pooled.tasks, pooled.estimates, strict=True):
        assert same(row, task)
        names = ("metric", "level", "coefficient", "estimate", "low", "high", "interval", "over")
        names += ("n_systems", "n_undefined_resamples", "resamples")
        assert [repr(getattr(row, name)) for name in names] == [repr(getattr(mine, name)) for name in names]
        assert mine.n_tables == 1
    for mine, row in zip(pooled.tests, one.tests, strict=True):
        exact = (
            row.coefficient != "pairwise_accuracy"
        )  # there a difference of counts is divided, not of shares
        for name, value in dataclasses.asdict(row).items():
            if exact or not isinstance(value, float):
                assert repr(getattr(mine, name)) == repr(value)
            else:
                assert getattr(mine, name) == pytest.approx(value, abs=1e-12, nan_ok=True)
    assert repr(one.ranks) == repr(pooled.ranks)
    if one.ranks and "family" not in options:  # those of a table by the same decisions
        assert [row.cluster for row in pooled.tasks] == [row.cluster for row in one.ranks]


def test_soft_pairwise_accuracy_is_pooled_like_other_coefficients():
    scores, chosen = table(n=6, m=8), {"coefficient": ["spa", "pearson"], **QUICK, "level": "system"}
    one = compare(scores, **chosen, beside=[])
    pooled = pool({"only": scores}, **chosen)
    assert repr(one.tests) == repr(pooled.tests)
    found = pool(three(), **chosen)
    row = found.estimate("m1", "system", "spa")
    alone = [task.estimate for task in found.tasks if same_task(task, row)]
    assert row.estimate == pytest.approx(np.mean(alone))


def test_coefficients_with_other_tests_have_theirs():
    """acc_eq swaps what becomes of pairs, input by input; at the global level there is a bootstrap only."""
    chosen = {"coefficient": ["acc_eq", "pearson"], "level": ["input", "global"], **QUICK}
    found = pool(three(), **chosen, overall=True)
    kinds = {(row.level, row.coefficient): (row.test, row.over) for row in found.tests}
    assert kinds == {
        ("input", "acc_eq"): ("permutation", "inputs"),
        ("input", "pearson"): ("permutation", "systems"),
        ("global", "acc_eq"): ("bootstrap", "both"),
        ("global", "pearson"): ("permutation", "systems"),
    }
    assert {"other_test", "no_common_test"} <= {caution.code for caution in found.cautions}
    assert ("all", "all") in found.keys
    assert {row.level for row in found.ranks} == {"input", "global"}
    same_way = pool(three(), **{**chosen, "test": "bootstrap"}, overall=True)
    assert {row.test for row in same_way.tests} == {"bootstrap"}
    assert ("all", "all") in {(row.level, row.coefficient) for row in same_way.tests}


def test_tables_are_those_of_compare_with_their_own_seeds():
    tables = three(gaps=True)
    found = pool(tables, **QUICK, level=LEVELS, coefficient=["pearson", "kendall"])
    for facts in found.facts:
        alone = compare(
            tables[facts.table],
            rng=facts.seed,
            resamples=99,
            level=LEVELS,
            coefficient=["pearson", "kendall"],
            interval="percentile",
            tests=False,
        )
        mine = [row for row in found.tasks if row.table == facts.table]
        assert len(mine) == len(alone.estimates)
        assert all(same(row, task) for row, task in zip(alone.estimates, mine, strict=True))
        assert facts.seed == table_seed(3, facts.table)
        assert facts.fingerprint == tables[facts.table].fingerprint
        assert f"{facts.table}={facts.fingerprint[:12]}" in str(found.signature)


def numbers(found):
    rows = (found.estimates, found.tests, found.ranks, sorted(found.tasks, key=repr))
    return repr(rows)


@functools.cache
def numbers_in_order(order, weights):
    tables = three(gaps=True, k=2)
    names = list(tables)
    chosen = {"rng": 7, "weights": weights, "coefficient": ["pearson", "pairwise_accuracy"]}
    return numbers(pool({names[k]: tables[names[k]] for k in order}, **chosen, overall=True))


@settings(max_examples=6)
@given(order=st.permutations(range(3)).map(tuple), weights=st.sampled_from(["equal", "pairs"]))
def test_the_order_of_tables_moves_no_number(order, weights):
    assert numbers_in_order(order, weights) == numbers_in_order((0, 1, 2), weights)


def test_workers_and_chunks_move_no_number():
    chosen = {"rng": 3, "resamples": 1100, **DRAWN, "interval": "bca", "overall": True}
    chosen |= {"coefficient": ["kendall", "pairwise_accuracy"]}
    tables = three(gaps=True, k=2)
    runs = [pool(tables, **chosen, workers=w, chunk=c) for w, c in ((1, None), (2, 1), (3, 2))]
    assert len({numbers(run) for run in runs}) == 1
    assert numbers(pool(tables, **{**chosen, "rng": 4})) != numbers(runs[0])


@pytest.mark.parametrize("weights", ["equal", "pairs", {"en-de": 0.5, "zh-en": 2, "de-fr": 1}])
def test_values_are_weighted_averages_and_shares_of_all_pairs(weights):
    tables = three(whole=True)
    found = pool(tables, rng=1, interval="none", tests=False, weights=weights, overall=True)
    factor = {
        "equal": dict.fromkeys(tables, 1),
        "pairs": {name: math.comb(n, 2) for name, n, *_ in SHAPES},
    }.get(weights if isinstance(weights, str) else "", weights)
    for row in found.estimates:
        x, z = ([tables[name].matrix(who) for name in tables] for who in (row.metric, "human"))
        if row.coefficient == "pairwise_accuracy":
            parts = [system_pairwise_accuracy(one, other) for one, other in zip(x, z, strict=True)]
            n_pairs = sum(part.n_pairs for part in parts)
            assert row.n_pairs == n_pairs == sum(math.comb(n, 2) for _, n, *_ in SHAPES)
            assert row.estimate == pytest.approx(
                sum(part.accuracy * part.n_pairs for part in parts) / n_pairs
            )
        elif row.level != "all":
            values = [
                correlate(one, other, row.level, row.coefficient).estimate
                for one, other in zip(x, z, strict=True)
            ]
            assert row.estimate == pytest.approx(
                np.average(values, weights=[factor[name] for name in tables])
            )
        else:
            rest = [other.estimate for other in found.estimates if other.metric == row.metric][:-1]
            assert len(rest) == 2 * 3 + 1
            assert row.estimate == pytest.approx(np.mean(rest))
    assert {row.weight for row in found.facts} == set(map(float, factor.values()))


@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
def test_intervals_are_those_of_a_plain_loop(over):
    """Every resample is built as a table, and every number computed from it anew."""
    tables = three(whole=True, k=2)
    found = pool(
        tables,
        **DRAWN,
        rng=7,
        resamples=12,
        over=over,
        coefficient=["pearson", "kendall", "pairwise_accuracy"],
        overall=True,
    )
    keys = [(level, name) for level in ("system", "input") for name in ("pearson", "kendall")]
    drawn = {key: np.zeros((12, 2)) for key in keys}
    right, total = np.zeros((12, 2)), np.zeros((12, 2))
    for name, scores in tables.items():
        n, m = scores.shape[1:]
        weights = BootstrapPlan(over, n, m, 12, table_seed(7, name)).tile(0)
        for b, k in itertools.product(range(12), range(2)):
            rows = (
                np.arange(n)
                if weights.systems is None
                else np.repeat(np.arange(n), weights.systems[b].astype(int))
            )
            columns = (
                np.arange(m)
                if weights.inputs is None
                else np.repeat(np.arange(m), weights.inputs[b].astype(int))
            )
            x, z = (scores.matrix(who)[np.ix_(rows, columns)] for who in (f"m{k}", "human"))
            for key in keys:
                drawn[key][b, k] += correlate(x, z, *key).estimate / 3
            for i, j in itertools.combinations(range(n), 2):
                if rows[i] != rows[j]:  # copies of a system are no pair
                    agree = np.sign(x[i].sum() - x[j].sum()) == np.sign(z[i].sum() - z[j].sum())
                    tie = abs(x[i].sum() - x[j].sum()) < 1e-9
                    agree = (abs(z[i].sum() - z[j].sum()) < 1e-9) if tie else agree
                    right[b, k] += agree
                    total[b, k] += 1
    drawn["system", "pairwise_accuracy"] = right / total
    drawn["all", "all"] = np.mean(list(drawn.values()), axis=0)
    for row in found.estimates:
        values = drawn[row.level, row.coefficient][:, int(row.metric[1])]
        assert row.n_undefined_resamples == np.isnan(values).sum()
        low, high = np.nanquantile(values, [0.025, 0.975])
        assert (row.low, row.high) == pytest.approx((low, high), abs=1e-10)
    for row in found.tests:
        values = drawn[row.level, row.coefficient]
        low, high = np.nanquantile(values[:, 0] - values[:, 1], [0.025, 0.975])
        assert (row.low, row.high) == pytest.approx((low, high), abs=1e-10)


def swapped_means(scores, coins):
    """Return the tables of X' and Y' of standardised system means of m0 and m1, swapped where a coin says so."""
    means = [scores.matrix(name).mean(axis=1) for name in ("m0", "m1")]
    x, y = ((values - values.mean()) / values.std() for values in means)
    return np.where(coins > 0, x, y), np.where(coins > 0, y, x)


def accuracy(x, z):
    pairs = list(itertools.combinations(range(len(x)), 2))
    sign = [
        0 if abs(values[i] - values[j]) < 1e-9 else np.sign(values[i] - values[j])
        for i, j in pairs
        for values in (x, z)
    ]
    return sum(a == b for a, b in zip(sign[::2], sign[1::2], strict=True)), len(pairs)


@pytest.mark.parametrize("weights", ["equal", "pairs"])
def test_pvalues_are_those_of_all_arrangements(weights):
    """Every arrangement of every table with every one of the others: 2^(4+3+4) of them, each built anew."""
    tables = {
        name: table(n, 5, k=2, seed=seed, whole=True)
        for name, n, seed in (("b", 4, 5), ("a", 3, 9), ("c", 4, 7))
    }
    found = pool(
        tables,
        rng=1,
        level="system",
        coefficient=["pearson", "kendall", "pairwise_accuracy"],
        interval="none",
        test="permutation",
        weights=weights,
        overall=True,
    )
    factor = {
        name: 1 if weights == "equal" else math.comb(scores.shape[1], 2) for name, scores in tables.items()
    }

    def differences(name, coins):
        z = tables[name].matrix("human").mean(axis=1)
        sides = swapped_means(tables[name], np.array(coins))
        r, tau = (
            np.subtract(*(correlate(side[:, None], z[:, None], "system", name).estimate for side in sides))
            for name in ("pearson", "kendall")
        )
        (one, pairs), (other, _) = (accuracy(side, z) for side in sides)
        return r, tau, one - other, pairs

    each = {
        name: [differences(name, coins) for coins in itertools.product([1, -1], repeat=scores.shape[1])]
        for name, scores in tables.items()
    }
    whole = sum(factor.values())
    values = []
    for parts in itertools.product(*each.values()):
        r, tau = (
            sum(factor[name] * part[k] for name, part in zip(tables, parts, strict=True)) / whole
            for k in (0, 1)
        )
        share = sum(part[2] for part in parts) / sum(part[3] for part in parts)
        values.append((r, tau, share, (r + tau + share) / 3))
    values = np.array(values)
    assert len(values) == 2**11
    for k, row in enumerate(found.tests):
        observed, column = values[0, k], values[:, k]
        column = column[~np.isnan(column)]
        assert (row.exact, row.resamples, row.n_undefined_resamples) == (True, 2**11, 2**11 - len(column))
        assert row.estimate == pytest.approx(observed, abs=1e-12)
        assert row.pvalue == pytest.approx(np.mean(np.abs(column) >= abs(observed) - 1e-9), abs=1e-12)
        assert row.pvalue_greater == pytest.approx(np.mean(column >= observed - 1e-9), abs=1e-12)
        assert row.pvalue_less == pytest.approx(np.mean(column <= observed + 1e-9), abs=1e-12)


def wmt_clusters(estimates, better, alpha):
    """Return ranks by the rule of WMT, written from its definition: a list of lists, the best first."""
    order = sorted(range(len(estimates)), key=lambda k: -estimates[k])
    groups = [[order[0]]]
    for metric in order[1:]:
        if any(better[rival, metric] <= alpha for rival in groups[-1]):
            groups.append([])
        groups[-1].append(metric)
    return {metric: rank for rank, group in enumerate(groups, 1) for metric in group}


def test_one_sided_and_uncorrected_the_clusters_are_those_of_wmt():
    """P-values of WMT: one-sided, without correction."""
    tables = {name: table(14, 10, k=6, seed=seed) for name, seed in (("a", 1), ("b", 2), ("c", 3))}
    options = {"alternative": "greater", "correction": "none", "test": "permutation", "interval": "none"}
    found = pool(tables, rng=2, resamples=999, **options)
    for key in found.keys:
        ranks = [row for row in found.ranks if (row.level, row.coefficient) == key]
        better = np.full((6, 6), 1.0)
        for row in found.tests:
            if (row.level, row.coefficient) == key:
                better[int(row.metric[1]), int(row.rival[1])] = row.pvalue
        expected = wmt_clusters([row.estimate for row in ranks], better, 0.05)
        assert {k: row.cluster for k, row in enumerate(ranks)} == expected


def test_ranks_follow_the_rule_of_wmt():
    tables = {name: table(14, 10, k=6, seed=seed) for name, seed in (("a", 1), ("b", 2), ("c", 3))}
    found = pool(tables, rng=2, resamples=999, interval="none")
    seen = set()
    for key in found.keys:
        ranks = [row for row in found.ranks if (row.level, row.coefficient) == key]
        better = np.full((6, 6), 1.0)
        for row in found.tests:
            if (row.level, row.coefficient) == key:
                a, b = int(row.metric[1]), int(row.rival[1])
                better[a, b], better[b, a] = row.verdict != "better", row.verdict != "worse"
        expected = wmt_clusters([row.estimate for row in ranks], better, 0.05)
        assert {k: row.cluster for k, row in enumerate(ranks)} == expected
        seen |= set(expected.values())
        beaten = {
            row.metric for row in found.tests if (row.level, row.coefficient, row.verdict) == (*key, "worse")
        }
        beaten |= {
            row.rival for row in found.tests if (row.level, row.coefficient, row.verdict) == (*key, "better")
        }
        assert {row.metric for row in ranks if row.not_outperformed} == set(found.metrics) - beaten
    assert len(seen) > 2


def test_metrics_that_some_tables_lack_are_named_and_not_pooled():
    tables = three()
    tables["zh-en"] = table(5, 7, seed=2, extra=("new",))
    tables["de-fr"] = table(6, 4, seed=3, k=2)
    found = pool(tables, **QUICK)
    assert found.metrics == ("m0", "m1")
    (caution,) = [c for c in found.cautions if c.code == "metrics_not_pooled"]
    assert "'m2' in 'de-fr'; 'new' in 'en-de', 'de-fr'" in caution.message
    assert {row.metric for row in found.tasks if row.table == "zh-en"} == {"m0", "m1", "m2", "new"}
    assert {row.cluster for row in found.tasks if row.metric == "new"} == {None}
    two = pool(tables, **QUICK, metrics=["m2", "new"])
    assert (two.metrics, list(two.tables)) == (("m2",), ["en-de", "zh-en"])
    assert "'de-fr': no metric that scores what 'human' judged" in two.cautions[0].message
    apart = {
        "a": table(5, 5).select(scorers=["human", "m0"]),
        "b": table(5, 5).select(scorers=["human", "m[12]"]),
    }
    with pytest.raises(
        DataError, match=r"pooling takes a metric that is in all 2 tables.* 'm0' lacks in 'b'"
    ):
        pool(apart, **QUICK)
    assert pool(tables, **QUICK, metrics=["new", "m0"]).metrics == ("m0",)


def test_tables_without_the_human_are_left_out():
    tables = three()
    tables["xx-yy"] = table(4, 4, human="other")
    found = pool(tables, **QUICK, human="human")
    assert list(found.tables) == list(three())
    (caution,) = [c for c in found.cautions if c.code == "tables_left_out"]
    assert "1 of 4 tables is left out: 'xx-yy': no scorer 'human'" in caution.message
    assert numbers(found) == numbers(pool(three(), **QUICK))
    each = pool(tables, **QUICK, human={"xx-yy": "other"})
    assert [row.human for row in each.facts] == ["human", "human", "human", "other"]
    assert len(pool(tables, **QUICK).facts) == 4  # every table declares one


def test_a_table_in_which_a_value_is_undefined_is_counted_and_named():
    tables = three()
    values = tables["de-fr"].values.copy()
    values[tables["de-fr"].index("m2")] = 0.5
    tables["de-fr"] = dataclasses.replace(tables["de-fr"], values=values)
    found = pool(tables, **QUICK)
    row = found.estimate("m2", "system", "pearson")
    assert (row.n_tables, row.n_undefined) == (2, 1)
    others = [task.estimate for task in found.tasks if same_task(task, row) and task.table != "de-fr"]
    assert row.estimate == pytest.approx(np.mean(others))
    assert found.estimate("m2", "system", "pairwise_accuracy").n_tables == 3  # a tie is wrong, not undefined
    assert found.estimate("m0", "system", "pearson").n_tables == 3
    (caution,) = [c for c in found.cautions if c.code == "undefined_tables"]
    assert caution.severity == "warning"
    assert "In 'de-fr' a value is undefined" in caution.message
    # the pair is compared on the tables in which both are defined
    pair = next(
        t
        for t in found.tests
        if (t.metric, t.rival, t.level, t.coefficient) == ("m0", "m2", "system", "pearson")
    )
    alone = {
        task.table: task.estimate
        for task in found.tasks
        if same_task(task, found.estimate("m0", "system", "pearson"))
    }
    assert pair.estimate_metric == pytest.approx((alone["en-de"] + alone["zh-en"]) / 2)
    assert pair.estimate_rival == pytest.approx(row.estimate)


def same_task(task, row):
    return (task.metric, task.level, task.coefficient) == (row.metric, row.level, row.coefficient)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"test": "williams", "level": "system"}, UnsupportedMethodError, "pooled over tables"),
        ({"interval": "fisher", "level": "system"}, UnsupportedMethodError, "average over tables"),
        (
            {"level": "input", "coefficient": "pairwise_accuracy"},
            UnsupportedMethodError,
            "exists at other levels than input",
        ),
        ({"weights": "size"}, ArgumentError, "`weights` must be one of 'equal', 'pairs'"),
        ({"weights": {"en-de": 1, "zh-en": 0, "de-fr": 1}}, ArgumentError, "'zh-en' has 0"),
        ({"human": "nobody"}, UnknownNameError, "'nobody'"),
        ({"human": {"xx": "human"}}, ArgumentError, "names a table 'xx'"),
        ({"human": {"en-de": "nobody"}}, UnknownNameError, "table 'en-de': no scorer is called 'nobody'"),
        ({"metrics": "nothing*"}, UnknownNameError, r"'nothing\*'"),
        ({"baseline": "m7"}, UnknownNameError, "pooled metric"),
        ({"clusters": "document"}, UnknownNameError, "table 'en-de': the data lack a grouping column"),
        ({"aggregate": "median", "test_over": "both"}, UnsupportedMethodError, "table 'de-fr': .*medians"),
    ],
    ids=str,
)
def test_what_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        pool(three(), **{**QUICK, **options})


def test_what_is_refused_of_tables():
    with pytest.raises(ArgumentError, match="at least one score table"):
        pool({})
    one = table(1, 6)
    with pytest.raises(UnsupportedMethodError, match="table 'one': there is one system"):
        pool({"one": one}, **{**QUICK, "level": "system"})
    nobody = dataclasses.replace(one, scorers=tuple(dataclasses.replace(s, role=None) for s in one.scorers))
    with pytest.raises(DataError, match=r"pooling takes a table with both.* a: no scorer declared human"):
        pool({"a": nobody}, **QUICK)
    both = table(5, 5).with_role("human", ["m0"])
    with pytest.raises(DataError, match="table 'two': which scorer is the human one"):
        pool({**three(), "two": both}, **QUICK)


def test_only_the_accuracy():
    found = pool(three(), **QUICK, level="system", coefficient="pairwise_accuracy", overall=True)
    assert found.keys == (("system", "pairwise_accuracy"),)
    whole = pool(three(), **QUICK, level="system")
    assert [row for row in whole.estimates if row.coefficient == "pairwise_accuracy"] == list(found.estimates)
    mine = [row for row in whole.tests if row.coefficient == "pairwise_accuracy"]
    assert repr(mine) == repr(list(found.tests))
    assert "coef:pairwise_accuracy|" in str(found.signature)


BLEU_2019 = 0.9053
"""The mean over 18 language pairs of BLEU's Pearson's r with direct assessment: Ma et al. (2019, W19-5302), tables 3-5,
.941 .849 .891 .897 .921 .969 .737 .852 .989 .986 .901 .982 .864 .834 .946 .961 .879 .899."""


@pytest.mark.parametrize(
    ("metrics", "n_metrics"),
    [
        (["BLEU", "YiSi-[12]", "chrF", "TER"], 5),
        pytest.param(None, 16, marks=pytest.mark.slow),
    ],
)
def test_the_whole_of_2019_as_one_analysis(test_data: Path, metrics, n_metrics):
    """The 18 judged language pairs of the news task of 2019, at system level."""
    tables = read_wmt_pairs(test_data / "data" / "wmt19")
    found = pool(
        tables,
        human="DA",
        metrics=metrics,
        level="system",
        coefficient=["pearson", "kendall", "pairwise_accuracy"],
        overall=True,
        rng=1,
        resamples=999,
    )
    assert (len(found.facts), len(found.metrics), len(found.tests)) == (
        18,
        n_metrics,
        4 * math.comb(n_metrics, 2),
    )
    assert "'cs-de': no scorer 'DA'" in next(c for c in found.cautions if c.code == "tables_left_out").message
    assert found.estimate("BLEU", "system", "pearson").estimate == pytest.approx(BLEU_2019, abs=5e-4)
    for metric in found.metrics:
        right = pairs = 0
        taus = []
        for scores in (tables[facts.table] for facts in found.facts):
            z, x = scores.matrix("DA")[:, 0], scores.matrix(metric)[:, 0]
            both = ~np.isnan(z) & ~np.isnan(x)
            taus.append(scipy.stats.kendalltau(x[both], z[both]).statistic)
            sign = [np.sign(values[both][:, None] - values[both][None, :]) for values in (x, z)]
            upper = np.triu_indices(both.sum(), 1)
            right += np.sum(sign[0][upper] == sign[1][upper])
            pairs += len(upper[0])
        row = found.estimate(metric, "system", "pairwise_accuracy")
        assert (row.estimate, row.n_pairs) == (pytest.approx(right / pairs, abs=1e-12), pairs)
        assert found.estimate(metric, "system", "kendall").estimate == pytest.approx(np.mean(taus), abs=1e-12)
    ranks = {(row.metric, row.coefficient): row.cluster for row in found.ranks}
    # a metric on sources alone is the last, YiSi-1 is among the first
    assert {ranks["YiSi-1", coefficient] for _, coefficient in found.keys} == {1}
    for _, coefficient in found.keys:
        assert ranks["YiSi-2", coefficient] == max(ranks[metric, coefficient] for metric in found.metrics) > 1


def test_the_arguments_of_a_result_repeat_it():
    tables = three()
    tables["xx-yy"] = table(4, 4, human="other")
    chosen = {
        "coefficient": ["pearson", "pairwise_accuracy"],
        "weights": {"en-de": 1, "zh-en": 2, "de-fr": 1},
    }
    found = pool(tables, **QUICK, **chosen, human="human", metrics="m*", overall=True)
    assert (found.weights, found.selection.metrics) == ("given", ("m0", "m1", "m2"))
    assert set(found.data) == set(tables)
    again = pool(found.data, **found.arguments)
    assert numbers(again) == numbers(found)
    assert (again.cautions, again.selection, str(again.signature)) == (
        *(found.cautions, found.selection, str(found.signature)),
    )


@pytest.mark.parametrize("whole", [False, True])
def test_a_manifest_repeats_the_study(whole, tmp_path):
    tables = three(gaps=True)
    tables["xx-yy"] = dataclasses.replace(
        table(4, 4), scorers=tuple(Scorer(name) for name in ("human", "a", "b", "c"))
    )
    if whole:
        tables["en-de"] = twice(tables["en-de"])
    found = pool(tables, **{**QUICK, "test": "bootstrap"}, drop_duplicates=whole, clusters=None)
    path = write_manifest(manifest_of(found), tmp_path / "m.json")
    again = rerun(read_manifest(path), sources=list(found.data.values()))
    assert differences(read_manifest(path), again, tolerance=0.0) == []
    assert [list(row.tables) for row in (found, again)] == [list(three())] * 2


def twice(scores):
    """Return the table with a copy of its first system."""
    values = np.concatenate([scores.values, scores.values[:, :1]], axis=1)
    return dataclasses.replace(scores, systems=(*scores.systems, "copy"), values=values)


def test_tables_of_two_systems_are_pooled_by_their_outputs():
    tables = {name: table(2, 9, seed=seed) for name, seed in (("a", 1), ("b", 2))}
    found = pool(tables, rng=3)
    assert found.settings.levels == ("global",)
    assert not any(np.isnan(row.estimate) for row in found.estimates)
