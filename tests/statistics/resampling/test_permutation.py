"""Permuted differences against a loop that swaps, recomputes and compares."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.parallel import Execution, executing
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine.resample import SWAPS, PermutationPlan, Weights
from trueness.statistics.engine.tile_coins import IdentityCoins, TileCoins
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.permutation import _differences, _run, permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays


def table(
    seed: int, *, discrete: bool, missing: bool, shape: tuple[int, int, int] = (3, 6, 5)
) -> ScoreArrays:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape)
    z = rng.integers(1, 5, shape[1:]) / 3
    if discrete:
        x = x.round(0)
    if missing:
        x[rng.random(shape) < 0.1] = np.nan
        z[rng.random(shape[1:]) < 0.1] = np.nan
    return ScoreArrays.of(x, z)


def z_scored(matrix: np.ndarray, cells: np.ndarray, level: str, standardize: str) -> np.ndarray:
    """Standardise as documented, with plain NumPy."""
    values = np.where(cells, matrix, np.nan)
    if standardize == "cells" or level == "global":
        centre, spread = np.nanmean(values), np.nanstd(values)
    elif level == "system":
        means = np.nanmean(values, axis=1)
        centre, spread = means.mean(), means.std()
    else:
        axis = 0 if level == "input" else 1
        centre, spread = (
            np.nanmean(values, axis=axis, keepdims=True),
            np.nanstd(values, axis=axis, keepdims=True),
        )
    spread = np.where(spread < 1e-12, np.inf, spread)
    return (values - centre) / spread


def naive_differences(
    arrays: ScoreArrays,
    pair: tuple[int, int],
    swaps: np.ndarray,
    level: str,
    coefficients: tuple[str, ...],
    standardize: str,
) -> dict[str, float]:
    """Swap the cells whose coin is -1 and correlate again."""
    group = arrays.group(pair)
    x, y = (z_scored(arrays.metrics[k], group.cells, level, standardize).round(12) for k in pair)
    swapped = ScoreArrays.of(
        np.stack([np.where(swaps > 0, x, y), np.where(swaps > 0, y, x)]),
        np.where(group.cells, arrays.human, np.nan),
    )
    found = level_correlations(swapped, swapped.group((0, 1)), Weights(None, None), level, coefficients)
    both = {coefficient: found.values[coefficient][0] for coefficient in coefficients}
    return {coefficient: float(first - second) for coefficient, (first, second) in both.items()}


def naive_difference(arrays: ScoreArrays, pair: tuple[int, int], swaps: np.ndarray, level: str) -> float:
    return naive_differences(arrays, pair, swaps, level, ("pearson",), "level")["pearson"]


# every two values of two factors meet
@pytest.mark.parametrize(
    ("swap", "standardize", "discrete", "missing"),
    [
        (swap, ("level", "cells")[k ^ a], bool(k ^ b), bool(k ^ a ^ b))
        for swap, (a, b) in zip(SWAPS, itertools.product((0, 1), repeat=2), strict=True)
        for k in (0, 1)
    ],
)
@pytest.mark.filterwarnings("ignore:Mean of empty slice", "ignore:Degrees of freedom")
def test_equals_swapping_and_recomputing(swap: str, standardize: str, discrete: bool, missing: bool) -> None:
    arrays = table(11, discrete=discrete, missing=missing)
    plan = PermutationPlan(swap, arrays.n_systems, arrays.n_inputs, resamples=5, seed=3)
    coins = TileCoins(plan, 0)
    checked = 0
    for group, members in arrays.pair_groups():
        run = _run(arrays, group, members, plan, LEVELS, COEFFICIENTS, standardize)
        found = _differences(run, coins)
        swaps = np.stack([coins.column(j) for j in range(arrays.n_inputs)], axis=2)
        swaps = np.broadcast_to(swaps, (plan.resamples, *arrays.human.shape))
        for level, (p, pair), b in itertools.product(LEVELS, enumerate(members), range(plan.resamples)):
            expected = naive_differences(arrays, pair, swaps[b], level, tuple(COEFFICIENTS), standardize)
            for coefficient, one in expected.items():
                value = found[level, coefficient][b, p]
                assert value == pytest.approx(one, abs=1e-9, nan_ok=True), (level, coefficient, pair, b)
                checked += 1
    assert checked == 3 * 5 * len(LEVELS) * len(COEFFICIENTS)


def test_identity_gives_the_difference_of_the_correlations() -> None:
    arrays = table(2, discrete=False, missing=False)
    plan = PermutationPlan("systems", arrays.n_systems, arrays.n_inputs, resamples=5, seed=3)
    (group, members), *rest = arrays.pair_groups()
    assert not rest
    run = _run(arrays, group, members, plan, LEVELS, COEFFICIENTS, "level")
    found = _differences(run, IdentityCoins(plan))
    for level in LEVELS:
        values = level_correlations(arrays, group, Weights(None, None), level, COEFFICIENTS).values
        for coefficient in COEFFICIENTS:
            expected = [values[coefficient][0, a] - values[coefficient][0, b] for a, b in members]
            np.testing.assert_allclose(found[level, coefficient][0], expected, atol=1e-12)


def test_exact_enumeration_is_every_arrangement_once() -> None:
    arrays = table(5, discrete=False, missing=False)
    plan = PermutationPlan.choose("systems", arrays.n_systems, arrays.n_inputs, resamples=100, seed=0)
    assert plan.exact
    assert plan.resamples == 2**6
    coins = plan.system_coins(0)
    assert coins is not None
    assert len({tuple(row) for row in coins.tolist()}) == 64
    found = permutation_exceedances(arrays, [(0, 1)], plan, ["system"], ["pearson"])["system", "pearson"]
    differences = [
        naive_difference(arrays, (0, 1), np.array(row)[:, None] * np.ones((1, 5)), "system")
        for row in itertools.product([1, -1], repeat=6)
    ]
    observed = found.observed[0]
    assert found.pvalue("two-sided")[0] == np.mean(np.abs(differences) >= abs(observed) - 1e-12)
    assert found.pvalue("greater")[0] == np.mean(np.array(differences) >= observed - 1e-12)


@pytest.mark.parametrize(
    ("swap", "shape", "clusters"),
    [
        ("inputs", (5, 4), None),
        ("inputs", (5, 6), [0, 0, 1, 2, 2, 3]),
        ("cells", (3, 3), None),
        ("cells", (3, 4), [0, 0, 1, 1]),
    ],
)
def test_few_swaps_of_inputs_cells_and_clusters_are_all_tried(
    swap: str, shape: tuple[int, int], clusters: list[int] | None
) -> None:
    n_systems, n_inputs = shape
    arrays = table(8, discrete=False, missing=False, shape=(2, *shape))
    numbers = np.arange(n_inputs) if clusters is None else np.array(clusters)
    plan = PermutationPlan.choose(
        swap, *shape, resamples=600, seed=0, clusters=None if clusters is None else numbers
    )
    units = int(numbers.max()) + 1
    rows = n_systems if swap == "cells" else 1
    assert (plan.exact, plan.resamples) == (True, 2 ** (rows * units))
    found = permutation_exceedances(arrays, [(0, 1)], plan, ["input"], ["pearson"])["input", "pearson"]
    differences = [
        naive_difference(
            arrays,
            (0, 1),
            (np.reshape(coins, (rows, units))[:, numbers] * np.ones((n_systems, 1))).astype(int),
            "input",
        )
        for coins in itertools.product([1, -1], repeat=rows * units)
    ]
    assert found.pvalue("two-sided")[0] == np.mean(np.abs(differences) >= abs(found.observed[0]) - 1e-12)
    assert found.pvalue("less")[0] == np.mean(np.array(differences) <= found.observed[0] + 1e-12)


def test_pvalues_are_never_zero_and_one_sided_ones_meet_beyond_one() -> None:
    arrays = table(6, discrete=False, missing=False, shape=(2, 20, 4))
    arrays = ScoreArrays.of(
        np.stack([arrays.human + 0.01 * arrays.metrics[0], arrays.metrics[1]]), arrays.human
    )
    plan = PermutationPlan.choose("systems", 20, 4, resamples=300, seed=1)
    found = permutation_exceedances(arrays, [(0, 1)], plan, ["system"], ["pearson"])["system", "pearson"]
    assert found.pvalue("two-sided")[0] >= 1 / 301
    assert found.pvalue("greater")[0] + found.pvalue("less")[0] > 1


@pytest.mark.parametrize("swap", SWAPS)
def test_same_seed_same_numbers_for_any_workers_and_chunks(swap: str) -> None:
    arrays = table(7, discrete=True, missing=True, shape=(3, 9, 8))
    plan = PermutationPlan.choose(swap, 9, 8, resamples=1300, seed=42)
    pairs = [(0, 1), (0, 2), (1, 2)]
    runs = [
        executing(Execution(workers=w, chunk=c))(permutation_exceedances)(
            arrays,
            pairs,
            plan,
            LEVELS[:2],
            ["pearson", "kendall"],
        )
        for w, c in ((1, None), (2, 1), (4, 2), (1, 3))
    ]
    for other in runs[1:]:
        for key, value in runs[0].items():
            np.testing.assert_array_equal(value.greater, other[key].greater)
            np.testing.assert_array_equal(value.beyond, other[key].beyond)
            np.testing.assert_array_equal(value.observed, other[key].observed)


def test_swapped_pair_turns_the_sign_and_keeps_the_pvalue() -> None:
    arrays = table(8, discrete=False, missing=False)
    plan = PermutationPlan.choose("cells", 6, 5, resamples=600, seed=9)
    found = permutation_exceedances(arrays, [(0, 1), (1, 0)], plan, ["system", "input"], ["spearman"])
    for value in found.values():
        assert value.observed[0] == pytest.approx(-value.observed[1], abs=1e-12)
        assert value.beyond[0] == value.beyond[1]
        assert value.greater[0] == value.less[1]


def test_identical_metrics_have_pvalue_one() -> None:
    arrays = table(8, discrete=False, missing=False)
    twins = ScoreArrays.of(np.stack([arrays.metrics[0], 3 * arrays.metrics[0] + 1]), arrays.human)
    for swap in SWAPS:
        plan = PermutationPlan.choose(swap, 6, 5, resamples=200, seed=9)
        for value in permutation_exceedances(twins, [(0, 1)], plan, LEVELS, COEFFICIENTS).values():
            assert value.pvalue("two-sided")[0] == 1.0


def test_errors() -> None:
    arrays = table(8, discrete=False, missing=False)
    plan = PermutationPlan.choose("systems", 6, 5, resamples=10, seed=9)
    with pytest.raises(ArgumentError, match=r"`standardize` must be one of 'level', 'cells'; it is 'cell'"):
        permutation_exceedances(arrays, [(0, 1)], plan, ["system"], ["pearson"], standardize="cell")
    with pytest.raises(ArgumentError, match="`swap`"):
        PermutationPlan.choose("both", 6, 5, resamples=10, seed=9)
    one = ScoreArrays.of(arrays.metrics[:, :1], arrays.human[:1])
    with pytest.raises(UnsupportedMethodError, match="at least two"):
        permutation_exceedances(one, [(0, 1)], plan, ["global"], ["pearson"])


def counted(seed: int, *, undefined: bool = False) -> ScoreArrays:
    """Return a metric of percentages, one of plain scores, and one of percentages where lower is better."""
    rng = np.random.default_rng(seed)
    counts = np.stack([rng.integers(0, 6, (2, 6, 5)), rng.integers(6, 20, (2, 6, 5))], axis=-1).astype(float)
    scores = 100 * counts[..., 0] / counts[..., 1]
    if undefined:
        counts[0, 3, :, 1] = 0
    return ScoreArrays.of(
        np.stack([scores[0], rng.normal(size=(6, 5)), -scores[1]]),
        rng.normal(size=(6, 5)),
        ("p", "q", "r"),
        corpus={0: CorpusStatistics("percentage", counts[0]), 2: CorpusStatistics("percentage", counts[1])},
        negated=[2],
    )


def test_corpus_scores_of_whole_systems_are_swapped() -> None:
    """Against scores of systems put in the place of one output each, which are their own means."""
    arrays = counted(1)
    scores = []
    for k in range(3):
        sums = arrays.corpus[k].values.sum(axis=1) if k in arrays.corpus else None
        corpus = None if sums is None else 100 * sums[:, 0] / sums[:, 1] * (-1 if k == 2 else 1)
        scores.append(arrays.metrics[k].mean(axis=1) if corpus is None else corpus)
    whole = ScoreArrays.of(np.stack(scores)[:, :, None], arrays.human.mean(axis=1)[:, None])
    pairs = list(itertools.combinations(range(3), 2))
    for seed in (1, 2):
        found, expected = (
            permutation_exceedances(
                a, pairs, PermutationPlan("systems", 6, a.n_inputs, 40, seed), ["system"], COEFFICIENTS
            )
            for a in (arrays, whole)
        )
        for key in found:
            np.testing.assert_allclose(found[key].observed, expected[key].observed, atol=1e-12)
            for name in ("greater", "less", "beyond", "undefined"):
                np.testing.assert_array_equal(getattr(found[key], name), getattr(expected[key], name))


def test_identity_of_corpus_scores_gives_the_difference_of_the_correlations() -> None:
    arrays = counted(2)
    plan = PermutationPlan.choose("systems", 6, 5, 30, 1)
    found = permutation_exceedances(arrays, [(0, 1), (2, 0)], plan, ["system"], ["pearson"])[
        "system", "pearson"
    ]
    values = level_correlations(arrays, arrays.group((0, 1, 2)), Weights(None, None), "system", ("pearson",))
    r = values.values["pearson"][0]
    np.testing.assert_allclose(found.observed, [r[0] - r[1], r[2] - r[0]], atol=1e-12)


def test_a_system_without_a_score_leaves_no_difference() -> None:
    arrays = counted(3, undefined=True)
    plan = PermutationPlan("systems", 6, 5, 40, 1)
    pairs = [(0, 1), (1, 2), (0, 2)]
    for key, found in permutation_exceedances(arrays, pairs, plan, ["system"], COEFFICIENTS).items():
        assert np.isnan(found.observed).tolist() == [True, False, True], key
        assert np.isnan(found.pvalue("two-sided")).tolist() == [True, False, True]
        assert found.undefined[0] == found.undefined[2] == 40


@pytest.mark.parametrize("swap", ["cells", "inputs", "rows_then_columns"])
def test_parts_of_corpus_scores_are_not_swapped_at_the_system_level(swap: str) -> None:
    arrays = counted(4)
    plan = PermutationPlan(swap, 6, 5, 20, 1)
    with pytest.raises(
        UnsupportedMethodError, match=r"undefined at the system level for 'p': .*corpus scores"
    ):
        permutation_exceedances(arrays, [(0, 1)], plan, ["input", "system"], ["pearson"])
    permutation_exceedances(arrays, [(0, 1)], plan, ["input"], ["pearson"])


@pytest.mark.parametrize("level", ["system", "input"])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_differences_on_fishers_scale_by_enumeration(level, missing):
    """All 64 swaps of six systems, each correlation computed anew from standardised scores."""
    rng = np.random.default_rng(11)
    z = rng.normal(size=(6, 5))
    x, y = z + rng.normal(size=(2, 6, 5))
    z[rng.random(z.shape) < missing] = np.nan
    arrays = ScoreArrays.of(np.stack([x, y]), z)
    plan = PermutationPlan.choose("systems", 6, 5, 64, 0)
    coefficients = ("pearson", "spearman", "kendall")
    found = permutation_exceedances(arrays, [(0, 1)], plan, (level,), coefficients, scale="fisher")
    there = ~np.isnan(z)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if level == "system":
            columns = [np.nanmean(np.where(there, one, np.nan), axis=1)[:, None] for one in (x, y, z)]
        else:
            columns = [np.where(there, one, np.nan) for one in (x, y, z)]
        first, second = ((one - np.nanmean(one, axis=0)) / np.nanstd(one, axis=0) for one in columns[:2])
    for name in coefficients:
        differences = []
        for swaps in itertools.product([False, True], repeat=6):
            swap = np.array(swaps)[:, None]
            sides = (np.where(swap, second, first), np.where(swap, first, second))
            one, other = (correlate(side, columns[2], "input", name).estimate for side in sides)
            differences.append(float(z_scale(np.array(one), name, 6) - z_scale(np.array(other), name, 6)))
        beyond = np.sum(np.abs(differences) >= abs(differences[0]) - 1e-9)
        assert found[level, name].observed[0] == pytest.approx(differences[0], abs=1e-9)
        assert found[level, name].pvalue("two-sided")[0] == pytest.approx(beyond / 64)


def test_an_unknown_scale_is_refused():
    arrays = ScoreArrays.of(np.ones((2, 4, 4)), np.ones((4, 4)))
    plan = PermutationPlan.choose("systems", 4, 4, 9, 0)
    with pytest.raises(ArgumentError, match="scale"):
        permutation_exceedances(arrays, [(0, 1)], plan, ("system",), ("pearson",), scale="log")


@pytest.mark.parametrize("level", ["system", "input"])
@pytest.mark.parametrize(("swap", "units"), [("systems", 4), ("cells", 8)])
def test_all_swaps_of_clusters_of_systems_are_tried(swap: str, units: int, level: str) -> None:
    given = table(8, discrete=False, missing=False, shape=(2, 7, 4))
    families, documents = np.array([0, 2, 1, 1, 0, 3, 3]), np.array([0, 0, 1, 1])
    arrays = ScoreArrays.of(given.metrics, given.human, clusters=documents, system_clusters=families)
    plan = PermutationPlan.choose(swap, 7, 4, 600, 0, arrays.clusters, arrays.system_clusters)
    assert (plan.exact, plan.resamples) == (True, 2**units)
    found = permutation_exceedances(arrays, [(0, 1)], plan, [level], ["pearson"])[level, "pearson"]
    differences = []
    for coins in itertools.product([1, -1], repeat=units):
        signs = np.reshape(coins, (4, -1))
        swaps = signs[families][:, documents if swap == "cells" else [0] * 4]
        differences.append(naive_difference(arrays, (0, 1), swaps, level))
    assert found.pvalue("two-sided")[0] == np.mean(np.abs(differences) >= abs(found.observed[0]) - 1e-12)
    assert found.pvalue("greater")[0] == np.mean(np.array(differences) >= found.observed[0] - 1e-12)
