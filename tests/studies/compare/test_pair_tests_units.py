import numpy as np
import pytest

from trueness import compare
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.statistics.jackknife.jackknife_test import jackknife_test
from trueness.statistics.jackknife.sign_flip_test import sign_flip_test
from trueness.statistics.jackknife.studentized_permutation_test import studentized_permutation_test
from trueness.statistics.score_arrays import ScoreArrays

LEVELS, COEFFICIENTS = ("system", "input"), ("pearson", "kendall")


def table(n=9, m=8):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(n, 1))
    values = np.stack([quality + rng.normal(size=(n, m)) * spread for spread in (0.3, 0.5, 1.0, 2.0)])
    names = ("human", "a", "b", "c")
    return ScoreTable(
        tuple(Scorer(name, "human" if name == "human" else "metric") for name in names),
        tuple(f"s{i}" for i in range(n)),
        tuple(f"i{j}" for j in range(m)),
        values,
    )


def run(**given):
    return compare(
        table(), level=LEVELS, coefficient=COEFFICIENTS, resamples=199, rng=1, beside=(), workers=1, **given
    )


@pytest.mark.parametrize("over", ["systems", "inputs"])
@pytest.mark.parametrize("test", ["sign_flip", "jackknife"])
def test_rows_are_what_the_function_says(test, over):
    found = run(test=test, test_over=over, correction="none")
    given = table()
    arrays = ScoreArrays.of(given.values[1:], given.values[0], ("a", "b", "c"))
    pairs = [(0, 1), (0, 2), (1, 2)]
    if test == "sign_flip":
        expected = sign_flip_test(arrays, pairs, over, LEVELS, COEFFICIENTS, resamples=199, seed=1)
    else:
        expected = jackknife_test(arrays, pairs, over, LEVELS, COEFFICIENTS)
    assert len(found.tests) == 12
    for row in found.tests:
        p = pairs.index(("abc".index(row.metric), "abc".index(row.rival)))
        pvalues = expected[row.level, row.coefficient]
        assert row.pvalue == pytest.approx(pvalues.two_sided[p])
        assert row.pvalue_greater == pytest.approx(pvalues.greater[p])
        assert (row.test, row.over) == (test, over)
        assert row.statistic == pytest.approx(pvalues.statistic[p])
        assert row.low <= row.estimate <= row.high
    assert f"test:{test}-{over}" in str(found.signature)


def test_studentised_permutations_and_what_takes_their_place():
    found = run(test="studentized_permutation", alternative="greater")
    given = table()
    arrays = ScoreArrays.of(given.values[1:], given.values[0], ("a", "b", "c"))
    expected = studentized_permutation_test(arrays, [(0, 1)], LEVELS, COEFFICIENTS, resamples=199, seed=1)
    for row in found.tests:
        if (row.metric, row.rival) == ("a", "b"):
            assert row.pvalue == pytest.approx(expected[row.level, row.coefficient].greater[0])
    other = compare(
        table(),
        level=("system", "global"),
        coefficient="gamma",
        test="studentized_permutation",
        resamples=99,
        rng=1,
        workers=1,
    )
    assert {row.test for row in other.tests} == {"permutation"}


def test_over_both_is_refused():
    with pytest.raises(ArgumentError, match="test_over"):
        run(test="sign_flip", test_over="both")
    with pytest.raises(ArgumentError, match="test_over"):
        run(test="studentized_permutation", test_over="inputs")
