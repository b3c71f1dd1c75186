import numpy as np
import pytest
from scipy import stats

from trueness.errors import UnsupportedMethodError
from trueness.parallel import Execution, executing
from trueness.statistics.engine.fixed_columns import standardized_columns
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife import permuted_left_out
from trueness.statistics.jackknife.studentized_permutation_test import (
    in_standard_errors,
    studentized_permutation_test,
)
from trueness.statistics.score_arrays import ScoreArrays


def arrays_of(seed, n=6, m=5, missing=0.0):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, m))
    x = rng.normal(size=(3, n, m)) + z
    x[rng.random(x.shape) < missing] = np.nan
    return ScoreArrays.of(x, z)


def average(x, z, coefficient):
    """Return the mean over columns of the correlations of systems, without ties, of many matrices of scores at once."""
    x, z = np.moveaxis(x, -1, -2), z.T  # systems last
    if coefficient == "kendall":
        first, second = np.triu_indices(z.shape[-1], 1)
        agreement = np.sign(x[..., first] - x[..., second]) * np.sign(z[..., first] - z[..., second])
        return agreement.mean(axis=-1).mean(axis=-1)
    if coefficient == "spearman":
        x, z = stats.rankdata(x, axis=-1), stats.rankdata(z, axis=-1)
    x, z = (v - v.mean(axis=-1, keepdims=True) for v in (x, z))
    return np.mean(np.sum(x * z, axis=-1) / np.sqrt(np.sum(x * x, axis=-1) * np.sum(z * z, axis=-1)), axis=-1)


def in_errors(x, y, z, coefficient):
    """Return the statistic by its definition."""
    n = len(z)

    def difference(keep):
        one, other = (average(v[..., keep, :], z[keep], coefficient) for v in (x, y))
        return z_scale(one, coefficient, n) - z_scale(other, coefficient, n)

    folds = np.array([difference(np.delete(np.arange(n), i)) for i in range(n)])
    with np.errstate(divide="ignore", invalid="ignore"):  # where all folds are alike
        error = np.sqrt((n - 1) / n * np.sum((folds - folds.mean(axis=0)) ** 2, axis=0))
        return difference(np.arange(n)) / error


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize("level", ["system", "input"])
def test_all_arrangements_by_hand(level, coefficient):
    arrays = arrays_of(1)
    found = studentized_permutation_test(arrays, [(0, 1), (2, 1)], [level], [coefficient], resamples=64)
    result = found[level, coefficient]
    assert result.exact.all()
    z = arrays.human
    for p, (a, b) in enumerate([(0, 1), (2, 1)]):
        x, y = arrays.metrics[a], arrays.metrics[b]
        if level == "system":
            x, y, human = (v.mean(axis=1, keepdims=True) for v in (x, y, z))
        else:
            human = z
        x, y = (standardized_columns(v[None], np.ones(v.shape, dtype=bool))[0] for v in (x, y))
        coins = PermutationPlan.choose("systems", 6, 5, 64, 0).system_coins(0)
        kept = coins[:, :, None] > 0
        values = in_errors(np.where(kept, x, y), np.where(kept, y, x), human, coefficient)
        known = values[np.isfinite(values)]
        whole = in_errors(x, y, human, coefficient)
        assert result.statistic[p] == pytest.approx(whole, abs=1e-9)
        assert result.two_sided[p] == pytest.approx(np.mean(np.abs(known) >= abs(whole) - 1e-9))
        assert result.greater[p] == pytest.approx(np.mean(known >= whole - 1e-9))


def test_the_same_numbers_in_small_memory_and_for_any_workers(monkeypatch):
    arrays = arrays_of(2, n=14, missing=0.1)
    pairs = [(0, 1), (0, 2), (1, 2)]

    def run(**given):
        with executing(Execution(**given)):
            found = studentized_permutation_test(
                arrays, pairs, ["system", "input"], ["pearson", "kendall"], resamples=1500, seed=3
            )
        return {key: value.two_sided for key, value in found.items()}

    plain = run(workers=1)
    for other in (run(workers=2, chunk=2), run(workers=1)):
        for key, value in plain.items():
            np.testing.assert_array_equal(other[key], value)
        monkeypatch.setattr(
            "trueness.statistics.jackknife.studentized_permutation_test.memory_budget", lambda: 10_000
        )


def test_turning_a_pair_round_turns_its_sides():
    arrays = arrays_of(4)
    found = studentized_permutation_test(arrays, [(0, 1), (1, 0)], ["input"], ["spearman"], resamples=64)
    result = found["input", "spearman"]
    assert result.greater[0] == result.less[1]
    assert result.statistic[0] == pytest.approx(-result.statistic[1])


def test_walks_give_the_same_counts(monkeypatch):
    rng = np.random.default_rng(6)
    z = rng.integers(1, 6, (12, 20)).astype(float)
    x = z + rng.integers(-1, 2, (3, 12, 20))
    x[:, rng.random(z.shape) < 0.1] = np.nan
    arrays = ScoreArrays.of(x, z)

    def run():
        return studentized_permutation_test(
            arrays,
            [(0, 1), (1, 2)],
            ["system", "input"],
            ["pearson", "spearman", "kendall"],
            resamples=400,
            seed=2,
        )

    counted = run()
    module = "trueness.statistics.jackknife.studentized_permutation_test"
    monkeypatch.setattr(f"{module}.LONGEST_COUNTED", 3)
    monkeypatch.setattr(permuted_left_out, "LONGEST_COUNTED", 3)
    for key, walked in run().items():
        np.testing.assert_allclose(counted[key].statistic, walked.statistic, rtol=1e-12)
        for side in ("observed", "greater", "less", "two_sided"):
            np.testing.assert_allclose(getattr(counted[key], side), getattr(walked, side), rtol=1e-12)


def test_a_metric_is_not_told_from_its_rescaled_copy():
    arrays = arrays_of(7, n=8)
    copied = arrays.metrics.copy()
    copied[1] = copied[0] * 0.3 + 0.1
    found = studentized_permutation_test(
        ScoreArrays.of(copied, arrays.human),
        [(0, 1)],
        ["system", "input"],
        ["pearson", "spearman", "kendall"],
        resamples=256,
    )
    for result in found.values():
        assert result.observed[0] == pytest.approx(0, abs=1e-12)
        assert result.statistic[0] == 0
        assert result.two_sided[0] == 1


def test_a_metric_equal_to_people_is_better():
    arrays = arrays_of(7, n=10)
    equal = np.stack(
        [arrays.human * 3 + 1, arrays.human + np.random.default_rng(1).normal(size=arrays.human.shape)]
    )
    found = studentized_permutation_test(
        ScoreArrays.of(equal, arrays.human),
        [(0, 1)],
        ["system", "input"],
        ["pearson", "spearman", "kendall"],
        resamples=2000,
    )
    for result in found.values():
        assert result.statistic[0] > 0
        assert result.greater[0] < 0.05


def test_in_standard_errors_tells_rounding_from_difference():
    plain = np.full((2, 5, 3), 0.5)
    plain[0] += 1e-15 * np.arange(5)[:, None]
    plain[0, 2, 1] = 0.6
    plain[0, 4, 2] = 0.6  # a difference without an error
    with np.errstate(all="raise"):
        observed, statistic = in_standard_errors(plain, "pearson")
    np.testing.assert_allclose(observed, [0, 0, 0.1], atol=1e-14)
    assert statistic[0] == 0
    assert np.isnan(statistic[2])
    # one fold of four differs: its pseudo-values' variance, by hand
    fold = np.arctanh(0.6) - np.arctanh(0.5)
    error = np.sqrt(3 / 4 * fold**2 * (3 / 4))
    assert statistic[1] == pytest.approx(0, abs=1e-13)
    plain[0, 4, 1] = 0.7
    assert in_standard_errors(plain, "pearson")[1, 1] == pytest.approx(
        (np.arctanh(0.7) - np.arctanh(0.5)) / error
    )


def test_refusals():
    arrays = arrays_of(5)
    for level, coefficient, words in (
        ("global", "pearson", "this is 'global'"),
        ("system", "gamma", "this is gamma"),
    ):
        with pytest.raises(UnsupportedMethodError, match=words):
            studentized_permutation_test(arrays, [(0, 1)], [level], [coefficient])
    clustered = ScoreArrays.of(arrays.metrics, arrays.human, system_clusters=[0, 0, 1, 1, 2, 2])
    with pytest.raises(UnsupportedMethodError, match="these are in clusters"):
        studentized_permutation_test(clustered, [(0, 1)], ["system"], ["pearson"])


def test_few_systems_leave_a_pair_undefined_and_others_as_they_are():
    arrays = arrays_of(6, n=9)
    gaps = np.stack([*arrays.metrics, arrays.metrics[0]])
    gaps[2, 3:] = np.nan
    pairs = [(0, 1), (0, 2)]
    asked = (["system", "input"], ["pearson", "kendall"])
    with_gaps = studentized_permutation_test(ScoreArrays.of(gaps, arrays.human), pairs, *asked)
    alone = studentized_permutation_test(ScoreArrays.of(gaps[:2], arrays.human), pairs[:1], *asked)
    for key, result in with_gaps.items():
        assert result.two_sided[0] == alone[key].two_sided[0]
        assert np.isnan(result.two_sided[1])


def test_a_killed_run_computes_only_what_is_missing(killed_and_resumed):
    arrays = arrays_of(2, n=14)

    def work():
        return studentized_permutation_test(
            arrays, [(0, 1)], ["system", "input"], ["pearson"], resamples=1600, seed=3
        )

    found, reported = killed_and_resumed(work, after=2)
    assert reported == [(2, 4), (3, 4), (4, 4)]
    assert repr(found) == repr(work())
