"""Scores of systems by sums of statistics and by medians, against the resamples built literally."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.data.scores.corpus_formulas import CORPUS_FORMULAS, corpus_score
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.parallel import Execution, executing
from trueness.statistics.engine.resample import TILE, Weights
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import (
    corpus_scores,
    system_means,
    system_medians,
    system_scores,
    with_outputs,
)

NAN = np.nan
PLAIN = Weights(None, None)
N, M = 7, 9


def percentages(rng, shape=(N, M)):
    """Return two counts per output, and the scores of single outputs they give."""
    counts = np.stack([rng.integers(0, 6, shape), rng.integers(6, 20, shape)], axis=-1).astype(float)
    return counts, 100 * counts[..., 0] / counts[..., 1]


def bleu_counts(rng, shape=(N, M)):
    """Return what BLEU is computed from: two lengths, four numbers of matches and of n-grams."""
    lengths = rng.integers(5, 30, (*shape, 2))
    totals = np.maximum(lengths[..., :1] - np.arange(4), 0)
    return np.concatenate([lengths, rng.integers(0, totals + 1), totals], axis=-1).astype(float)


def three(seed=0, *, gaps=False, aggregate="corpus", means="judged"):
    """Return a metric of percentages, one of BLEU where lower is called better, and one of plain scores."""
    rng = np.random.default_rng(seed)
    counts, scores = percentages(rng)
    grams = bleu_counts(rng)
    metrics = np.stack([scores, -rng.normal(size=(N, M)), rng.normal(size=(N, M))])
    human = rng.integers(1, 6, (N, M)) / 3
    if gaps:
        metrics[rng.random(metrics.shape) < 0.1] = NAN
        human[rng.random(human.shape) < 0.1] = NAN
    counts[np.isnan(metrics[0])] = NAN  # the others keep statistics where they have no score
    return ScoreArrays.of(
        metrics,
        human,
        aggregate=aggregate,
        means=means,
        corpus={0: CorpusStatistics("percentage", counts), 1: CorpusStatistics("bleu", grams)},
        negated=[1],
    )


def literal(arrays, members, metric, rows, columns, coefficients=("pearson",)):
    """Build the resample, score every system from its repeated outputs, and correlate with SciPy in several ways."""
    shared = (~np.isnan(arrays.metrics[list(members)])).all(axis=0)
    both = shared & ~np.isnan(arrays.human)
    cells_x, cells_z = (shared, ~np.isnan(arrays.human)) if arrays.means == "all" else (both, both)
    x, z = [], []
    for i in rows:
        there_x, there_z = ([j for j in columns if cells[i, j]] for cells in (cells_x, cells_z))
        if not there_x or not there_z:
            continue
        z.append(np.mean(arrays.human[i, there_z]).round(12))
        kind = arrays.aggregation(metric)
        if kind == "corpus":
            statistics = arrays.corpus[metric]
            sums = sum(statistics.values[i, j] for j in there_x)
            sign = -1 if metric in arrays.negated else 1
            x.append(sign * float(corpus_score(statistics.formula, sums[None])[0]))
        else:
            x.append({"mean": np.mean, "median": np.median}[kind](arrays.metrics[metric][i, there_x]))
    x, z = np.round(x, 11), np.array(z)
    if len(x) < 3 or len(set(x)) < 2 or len(set(z)) < 2:
        return [NAN] * len(coefficients)
    correlate = {
        "pearson": scipy.stats.pearsonr,
        "spearman": scipy.stats.spearmanr,
        "kendall": scipy.stats.kendalltau,
    }
    return [correlate[name](x, z).statistic for name in coefficients]


@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
@pytest.mark.parametrize(
    ("gaps", "means", "aggregate"),
    [
        (False, "judged", "corpus"),
        (True, "judged", "corpus"),
        (True, "all", "corpus"),
        (False, "judged", "median"),
        (True, "judged", "median"),
        (True, "all", "median"),
        (True, "judged", "mean"),
    ],
)
def test_bootstrap_equals_the_literal_resamples(over, gaps, means, aggregate):
    arrays = three(3, gaps=gaps, means=means, aggregate=aggregate)
    plan = bootstrap_plan(arrays, over, 6, 5)
    weights = plan.tile(0)
    members = [(group.metrics[:1], group) for group in arrays.single_groups()]
    members += [(pairs[0], group) for group, pairs in arrays.pair_groups()]
    coefficients = ("pearson", "spearman", "kendall")
    drawn = bootstrap(arrays, [group for _, group in members], plan, ["system"], coefficients)
    defined = 0
    for (chosen, group), found in zip(members, drawn, strict=True):
        for metric, b in itertools.product(group.metrics, range(6)):
            rows, columns = (
                np.repeat(np.arange(size), 1 if counts is None else counts[b].astype(int))
                for size, counts in ((N, weights.systems), (M, weights.inputs))
            )
            expected = literal(arrays, chosen, metric, rows, columns, coefficients)
            values = [found.of(metric, ("system", name))[b] for name in coefficients]
            assert values == pytest.approx(expected, abs=1e-9, nan_ok=True), (metric, b)
            defined += np.sum(~np.isnan(expected))
    assert defined > 50


def repeated(counts):
    return np.repeat(np.arange(len(counts)), counts.astype(int))


@pytest.mark.parametrize("formula", sorted(CORPUS_FORMULAS))
def test_scores_are_the_formula_of_the_repeated_rows(formula):
    """Counts are summed exactly, whatever the order, so that the bits agree but for scores that tie."""
    rng = np.random.default_rng(8)
    size = next(s for s in (2, 10, 18, *range(1, 60)) if fits(formula, s))
    values = rng.integers(1, 9, (N, M, size)).astype(float)
    counts = rng.multinomial(M, np.full(M, 1 / M), 20).astype(float)
    found = corpus_scores(CorpusStatistics(formula, values), np.ones((N, M), bool), counts)
    expected = np.array(
        [
            [corpus_score(formula, values[i, repeated(row)].sum(axis=0)[None])[0] for i in range(N)]
            for row in counts
        ]
    )
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert np.mean(found == expected) > 0.9


def fits(formula, size):
    try:
        CorpusStatistics(formula, np.ones((1, 1, size)))
    except ValueError:
        return False
    return True


def test_percentages_by_hand():
    counts = np.array([[[1.0, 2], [3, 4]], [[0, 5], [NAN, NAN]], [[NAN, NAN], [NAN, NAN]]])
    cells = ~np.isnan(counts[..., 0])
    weights = np.array([[1.0, 1], [2, 0], [0, 2]])
    found = corpus_scores(CorpusStatistics("percentage", counts), cells, weights)
    np.testing.assert_allclose(found, [[400 / 6, 0, NAN], [50, 0, NAN], [75, NAN, NAN]])
    assert with_outputs(cells, weights).tolist() == [
        [True, True, False],
        [True, True, False],
        [True, False, False],
    ]
    np.testing.assert_array_equal(
        corpus_scores(CorpusStatistics("percentage", counts), cells, None), found[:1]
    )


def test_with_one_denominator_a_percentage_is_a_mean():
    rng = np.random.default_rng(2)
    counts, _ = percentages(rng)
    counts[..., 1] = 20
    scores, human = 5 * counts[..., 0], rng.normal(size=(N, M))
    with_them = ScoreArrays.of(scores, human, corpus={0: CorpusStatistics("percentage", counts)})
    without = ScoreArrays.of(scores, human)
    for over in ("systems", "inputs", "both"):
        one, other = (
            bootstrap(
                a, a.single_groups(), bootstrap_plan(a, over, 60, 1), ["system"], ["pearson", "kendall"]
            )
            for a in (with_them, without)
        )
        for key, values in one[0].values.items():
            np.testing.assert_allclose(values, other[0].values[key], atol=1e-12)


def test_other_levels_do_not_see_statistics_or_medians():
    plain = three(4, gaps=True, aggregate="mean")
    for aggregate in ("corpus", "median"):
        arrays = dataclasses.replace(plain, aggregate=aggregate)
        for level in ("input", "global", "per_system"):
            for group in arrays.single_groups():
                one, other = (
                    level_correlations(a, group, PLAIN, level, ["kendall"]).values["kendall"]
                    for a in (plain, arrays)
                )
                np.testing.assert_array_equal(one, other)


def test_statistics_are_not_used_where_means_are_asked_for():
    arrays = three(4, aggregate="mean")
    bare = dataclasses.replace(arrays, corpus={})
    (group,) = arrays.single_groups()
    for weights in (PLAIN, bootstrap_plan(arrays, "both", 30, 1).tile(0)):
        found = level_correlations(arrays, group, weights, "system", ["pearson"]).values["pearson"]
        expected = level_correlations(bare, group, weights, "system", ["pearson"]).values["pearson"]
        assert found.tobytes() == expected.tobytes()


def test_lower_is_better_turns_the_sign():
    arrays = three(6)
    turned = dataclasses.replace(arrays, negated=frozenset({0}))
    (group,) = arrays.single_groups()
    weights = bootstrap_plan(arrays, "both", 40, 2).tile(0)
    one, other = (
        level_correlations(a, group, weights, "system", ["kendall"]).values["kendall"]
        for a in (arrays, turned)
    )
    np.testing.assert_array_equal(one[:, :2], -other[:, :2])
    np.testing.assert_array_equal(one[:, 2], other[:, 2])


@pytest.mark.parametrize("aggregate", ["corpus", "median"])
def test_jackknife_equals_leaving_out_by_hand(aggregate):
    arrays = three(5, gaps=True, aggregate=aggregate)
    for metric in range(3):
        group = arrays.group((metric,))
        systems, inputs = jackknife(
            arrays, group, bootstrap_plan(arrays, "both", 1, 1), ["system"], ["pearson"]
        )["system", "pearson"]
        for i in range(N):
            (expected,) = literal(arrays, (metric,), metric, [k for k in range(N) if k != i], range(M))
            assert systems[i, 0] == pytest.approx(expected, abs=1e-9)
        for j in range(M):
            (expected,) = literal(arrays, (metric,), metric, range(N), [k for k in range(M) if k != j])
            assert inputs[j, 0] == pytest.approx(expected, abs=1e-9)


def test_a_system_without_a_score_leaves_no_correlation_and_is_not_left_out():
    arrays = three(7)
    counts = arrays.corpus[0].values.copy()
    counts[2] = [1.0, 0.0]  # nothing to divide by
    arrays = dataclasses.replace(arrays, corpus={**arrays.corpus, 0: CorpusStatistics("percentage", counts)})
    (group,) = arrays.single_groups()
    point = level_correlations(arrays, group, PLAIN, "system", ["pearson"]).values["pearson"][0]
    assert np.isnan(point).tolist() == [True, False, False]
    drawn = bootstrap_plan(arrays, "systems", 200, 1).tile(0)
    both = Weights(drawn.systems, np.ones((200, M)))
    for weights in (drawn, both):
        values = level_correlations(arrays, group, weights, "system", ["kendall"]).values["kendall"]
        np.testing.assert_array_equal(np.isnan(values[:, 0]), drawn.systems[:, 2] > 0)
        assert not np.isnan(values[:, 1:]).any()


@given(st.permutations(range(M)), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_neither_order_nor_copies_of_the_inputs_matter(order, copies):
    arrays = three(9, gaps=True)
    turned = np.tile(order, copies)
    same = ScoreArrays.of(
        arrays.metrics[:, :, turned],
        arrays.human[:, turned],
        corpus={k: part.part(range(N), turned) for k, part in arrays.corpus.items()},
        negated=[1],
    )
    median, median_same = (dataclasses.replace(a, aggregate="median") for a in (arrays, same))
    for one, other in ((arrays, same), (median, median_same)):
        for metric in range(3):
            found = (
                level_correlations(a, a.group((metric,)), PLAIN, "system", ["kendall"]).values["kendall"]
                for a in (one, other)
            )
            np.testing.assert_array_equal(*found)


def test_equal_medians_and_equal_corpus_scores_tie():
    scores = np.array([[[0.1, 0.2], [0.0, 0.3], [0.15, 0.15], [0.2, 0.2]]])
    assert len({(a + b) / 2 for a, b in scores[0]}) == 3  # the first two differ in the last bit
    medians = system_medians(scores, np.ones((4, 2), bool), None)[0, 0]
    assert medians[0] == medians[1] == medians[2] < medians[3]
    likert = ScoreArrays.of(np.array([[1, 4 / 3], [4 / 3, 1]]), np.zeros((2, 2)), aggregate="median")
    found = system_scores(likert, [0], np.ones((2, 2), bool), None)[0, 0]
    assert found.tolist() == [-0.5, -0.5]  # of thirds less 4/3, whole numbers
    counts = np.array([[[0.1, 3], [0.2, 3]], [[0.3, 6], [0.0, 0]], [[1, 6], [0, 0]]])
    tied = corpus_scores(CorpusStatistics("percentage", counts), np.ones((3, 2), bool), None)[0]
    assert tied[0] == tied[1] < tied[2]


def test_the_scale_as_given_is_kept_on_request():
    arrays = three(1, aggregate="median")
    cells = np.ones((N, M), bool)
    found = system_scores(arrays, [2, 0], cells, None, exact=False)[0]
    np.testing.assert_array_equal(found, np.median(arrays.metrics[[2, 0]], axis=2))


def test_means_and_sums_and_medians_side_by_side():
    arrays = three(1)
    cells = np.ones((N, M), bool)
    counts = np.random.default_rng(0).multinomial(M, np.full(M, 1 / M), 5).astype(float)
    found = system_scores(arrays, [2, 1, 0], cells, counts)
    np.testing.assert_array_equal(found[:, :1], system_means(arrays.metrics[2:], cells, counts))
    np.testing.assert_array_equal(found[:, 1], -corpus_scores(arrays.corpus[1], cells, counts))
    np.testing.assert_array_equal(found[:, 2], corpus_scores(arrays.corpus[0], cells, counts))


@pytest.mark.parametrize("aggregate", ["corpus", "median"])
def test_same_seed_same_numbers_for_any_workers_and_chunks(aggregate):
    arrays = three(2, gaps=True, aggregate=aggregate)
    groups = [*arrays.single_groups(), *(group for group, _ in arrays.pair_groups())]
    plan = bootstrap_plan(arrays, "both", 2 * TILE + 7, 11)
    runs = [
        executing(Execution(workers=workers, chunk=chunk))(bootstrap)(
            arrays,
            groups,
            plan,
            ["system"],
            ["spearman"],
        )
        for workers, chunk in ((1, None), (2, 1), (1, 3))
    ]
    for run in runs[1:]:
        for one, other in zip(runs[0], run, strict=True):
            assert one.values["system", "spearman"].tobytes() == other.values["system", "spearman"].tobytes()
