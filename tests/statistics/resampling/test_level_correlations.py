"""Every level under bootstrap weights against resamples that are built literally, cell by cell."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from nlpstats.correlations import correlations

from trueness.errors import ArgumentError
from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine.resample import Weights
from trueness.statistics.level_names import LEVELS, check_levels
from trueness.statistics.resampling import level_correlations as module
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_means

NAN = math.nan
PLAIN = Weights(None, None)


def reference(name, x, z):
    """Correlate with scipy, gamma by counting; NaN where undefined. Means equal to twelve digits tie."""
    there = ~np.isnan(x) & ~np.isnan(z)
    return computed(name, *(tuple(one[there].round(12).tolist()) for one in (x, z)))


@functools.cache
def computed(name, x, z):
    """Return the coefficient of what is there, once: of repeated inputs it is the same each time."""
    x, z = np.array(x), np.array(z)
    if len(x) < 3 or len(set(x)) < 2 or len(set(z)) < 2:
        return NAN
    if name == "pearson":
        return scipy.stats.pearsonr(x, z).statistic
    if name == "spearman":
        return scipy.stats.spearmanr(x, z).statistic
    if name in ("kendall", "tau_c"):
        return scipy.stats.kendalltau(x, z, variant="b" if name == "kendall" else "c").statistic
    sign = np.sign(np.subtract.outer(x, x)) * np.sign(np.subtract.outer(z, z))
    return sign.sum() / np.abs(sign).sum()


def mean(rows):
    return np.array([np.mean(row[~np.isnan(row)]) if (~np.isnan(row)).any() else NAN for row in rows])


def literal(arrays, members, metric, level, name, systems, inputs):
    """Build the resample with its repeated systems and inputs, and correlate as the level says."""
    rows, columns = (
        np.repeat(np.arange(arrays.n_systems), systems),
        np.repeat(np.arange(arrays.n_inputs), inputs),
    )
    chosen = range(arrays.n_metrics) if arrays.missing == "complete" else members
    shared = (~np.isnan(arrays.metrics[list(chosen)])).all(axis=0)
    both = shared & ~np.isnan(arrays.human)
    x = np.where(both, arrays.metrics[metric], NAN)[np.ix_(rows, columns)]
    z = np.where(both, arrays.human, NAN)[np.ix_(rows, columns)]
    if level == "system":
        if arrays.means == "all":
            x = np.where(shared, arrays.metrics[metric], NAN)[np.ix_(rows, columns)]
            z = arrays.human[np.ix_(rows, columns)]
        return reference(name, mean(x), mean(z)), 0
    if level == "global":
        return reference(name, x.ravel(), z.ravel()), 0
    if level == "per_system":
        x, z, both = x.T, z.T, both.T
        columns = rows
    values = [reference(name, x[:, j], z[:, j]) for j in range(x.shape[1])]
    defined = [value for value in values if not np.isnan(value)]
    n_undefined = sum(np.isnan(value) and both[:, j].any() for value, j in zip(values, columns, strict=True))
    return (float(np.mean(defined)) if defined else NAN), n_undefined


def arrays_of(seed, *, missing, means, gaps):
    rng = np.random.default_rng(seed)
    shape = (3, 5, 6)
    metrics, human = rng.integers(0, 5, shape) / 2, rng.integers(3, 10, shape[1:]) / 3
    metrics[2] = rng.normal(size=shape[1:])
    if gaps:
        metrics[rng.random(shape) < 0.15] = NAN
        human[rng.random(shape[1:]) < 0.15] = NAN
        human[:, 5] = NAN  # an input that nobody judged
        metrics[1, 4] = NAN  # a system without scores of one metric
    return ScoreArrays.of(metrics, human, missing=missing, means=means)


TABLES = [
    ("pairwise", "judged", False),
    ("pairwise", "judged", True),
    ("pairwise", "all", True),
    ("complete", "judged", True),
]


# every level with all that varies, each of these 16 on two of the tables, so that every two meet at least twice
@pytest.mark.parametrize(
    ("level", "over", "missing", "means", "gaps"),
    [
        (level, over, *TABLES[(k + n + more) % 4])
        for k, level in enumerate(LEVELS)
        for n, over in enumerate(("nothing", "systems", "inputs", "both"))
        for more in (0, 2)
    ],
)
def test_equals_the_literal_resample(level, over, missing, means, gaps):
    arrays = arrays_of(17, missing=missing, means=means, gaps=gaps)
    rng = np.random.default_rng(3)
    draws = 1 if over == "nothing" else 3
    systems = rng.multinomial(5, np.full(5, 0.2), draws) if over in ("systems", "both") else None
    inputs = rng.multinomial(6, np.full(6, 1 / 6), draws) if over in ("inputs", "both") else None
    weights = Weights(*(None if w is None else w.astype(float) for w in (systems, inputs)))
    checked = 0
    for group, members in [*((g, None) for g in arrays.single_groups()), *arrays.pair_groups()]:
        found = level_correlations(arrays, group, weights, level, COEFFICIENTS)
        for name, (position, metric), b in itertools.product(
            COEFFICIENTS, enumerate(group.metrics), range(draws)
        ):
            expected, n_undefined = literal(
                arrays,
                (metric,) if members is None else members[0],
                metric,
                level,
                name,
                np.ones(5, int) if systems is None else systems[b],
                np.ones(6, int) if inputs is None else inputs[b],
            )
            # a level that does not see what varies has one value for all resamples
            value = np.broadcast_to(found.values[name], (draws, len(group.metrics)))[b, position]
            assert value == pytest.approx(expected, abs=1e-9, nan_ok=True), (name, metric, b)
            assert (
                np.broadcast_to(found.n_undefined[name], (draws, len(group.metrics)))[b, position]
                == n_undefined
            )
            checked += 1
    assert checked >= 6 * draws * len(COEFFICIENTS)


@pytest.mark.parametrize("level", LEVELS)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=15)
def test_order_of_systems_inputs_and_metrics_does_not_matter(level, seed):
    arrays = arrays_of(5, missing="pairwise", means="judged", gaps=True)
    rng = np.random.default_rng(seed)
    k, i, j = (rng.permutation(size) for size in arrays.metrics.shape)
    turned = ScoreArrays.of(arrays.metrics[np.ix_(k, i, j)], arrays.human[np.ix_(i, j)])
    for metric in range(3):
        one = level_correlations(arrays, arrays.group((int(k[metric]),)), PLAIN, level, COEFFICIENTS)
        other = level_correlations(turned, turned.group((metric,)), PLAIN, level, COEFFICIENTS)
        for name in COEFFICIENTS:
            np.testing.assert_allclose(other.values[name], one.values[name], atol=1e-12)
            np.testing.assert_array_equal(other.n_undefined[name], one.n_undefined[name])


@pytest.mark.parametrize("level", LEVELS)
def test_a_turned_metric_turns_the_sign(level):
    arrays = arrays_of(6, missing="pairwise", means="judged", gaps=True)
    negated = ScoreArrays.of(-arrays.metrics, arrays.human)
    group = arrays.group((0,))
    one, opposite = (level_correlations(a, group, PLAIN, level, COEFFICIENTS) for a in (arrays, negated))
    for name in COEFFICIENTS:
        np.testing.assert_allclose(opposite.values[name], -one.values[name], atol=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_metric_equal_to_the_human_is_exactly_one(level):
    human = np.random.default_rng(1).normal(size=(7, 8))
    arrays = ScoreArrays.of(np.stack([human, 2 * human, -human]), human)
    (group,) = arrays.single_groups()
    for name in ("pearson", "spearman", "kendall", "gamma"):
        assert level_correlations(arrays, group, PLAIN, level, [name]).values[name].tolist() == [
            [1.0, 1.0, -1.0]
        ]


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_to_correlate_is_undefined(level):
    human = np.random.default_rng(1).normal(size=(4, 5))
    metrics = np.stack([np.full((4, 5), NAN), np.full((4, 5), 0.1 + 0.2)])
    arrays = ScoreArrays.of(metrics, human)
    rng = np.random.default_rng(2)
    drawn = Weights(
        rng.multinomial(4, np.full(4, 0.25), 3).astype(float),
        rng.multinomial(5, np.full(5, 0.2), 3).astype(float),
    )
    for group, weights in itertools.product(arrays.single_groups(), (PLAIN, drawn)):
        for value in level_correlations(arrays, group, weights, level, COEFFICIENTS).values.values():
            assert np.isnan(value).all()


def test_small_and_large_tables():
    rng = np.random.default_rng(4)
    for shape in [(1, 1, 6), (1, 2, 6), (1, 3, 1), (1, 200, 3)]:
        arrays = ScoreArrays.of(rng.normal(size=shape), rng.normal(size=shape[1:]))
        (group,) = arrays.single_groups()
        for level, name in itertools.product(LEVELS, COEFFICIENTS):
            value = level_correlations(arrays, group, PLAIN, level, [name]).values[name][0, 0]
            expected, _ = literal(
                arrays, (0,), 0, level, name, np.ones(shape[1], int), np.ones(shape[2], int)
            )
            assert value == pytest.approx(expected, abs=1e-9, nan_ok=True), (shape, level, name)


def test_blocks_do_not_show_in_whole_number_sums(monkeypatch):
    arrays = arrays_of(7, missing="pairwise", means="judged", gaps=True)
    group = arrays.group((0, 2))
    drawn = Weights(np.random.default_rng(1).multinomial(5, np.full(5, 0.2), 30).astype(float), None)
    whole = {level: level_correlations(arrays, group, drawn, level, COEFFICIENTS).values for level in LEVELS}
    monkeypatch.setattr(module, "BLOCK", 1)
    for level, name in itertools.product(LEVELS, COEFFICIENTS):
        blocked = level_correlations(arrays, group, drawn, level, COEFFICIENTS).values[name]
        np.testing.assert_allclose(blocked, whole[level][name], atol=1e-13)


def test_equal_means_tie_whatever_the_order_of_their_sum():
    scores = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.2, 0.2], [0.2, 0.2, 0.3]])
    assert len({float(np.sum(row)) for row in scores}) > 2  # naive sums tell the first three apart
    means = system_means(scores[None], np.ones(scores.shape, dtype=bool), None)[0, 0]
    assert means[0] == means[1] == means[2] < means[3]


def test_system_means_of_what_is_there():
    values = np.array([[[1.0, 2.0], [NAN, 5.0], [NAN, NAN]]])
    found = system_means(values, ~np.isnan(values[0]), np.array([[1.0, 1.0], [3.0, 1.0], [2.0, 0.0]]))
    np.testing.assert_allclose(found[:, 0], [[1.5, 5, NAN], [1.25, 5, NAN], [1, NAN, NAN]])


def test_names_of_levels():
    assert check_levels("summary") == ("input",)
    assert check_levels(["summary", "input", "system"]) == ("input", "system")
    with pytest.raises(ArgumentError, match=r"`level` must be one of .* Did you mean 'system'\?"):
        check_levels("systems")
    with pytest.raises(ArgumentError, match="at least one level"):
        check_levels([])


@pytest.mark.parametrize("level", ["system", "input", "global"])
@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_equals_nlpstats(level, name):
    """The package of Deutsch et al. (2021), on complete data without ties."""
    rng = np.random.default_rng(12)
    for _ in range(5):
        human = rng.normal(size=(8, 9))
        metric = human + rng.normal(size=(8, 9))
        arrays = ScoreArrays.of(metric, human)
        found = level_correlations(arrays, arrays.group((0,)), PLAIN, level, [name]).values[name][0, 0]
        assert found == pytest.approx(correlations.correlate(metric, human, level, name), abs=1e-12)
