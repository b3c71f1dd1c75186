"""What all tests of pairs of systems share: pairs, the inputs both have, their scores."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.data.scores.corpus_formulas import corpus_score
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing
from trueness.statistics.systems.paired_t import paired_t
from trueness.statistics.systems.system_pairs import SystemPairs

NAN = np.nan


def with_gaps(n=5, m=12, seed=0):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(n, m))
    scores[rng.random((n, m)) < 0.2] = NAN
    return scores


@pytest.mark.parametrize(("aggregate", "of"), [("mean", np.mean), ("median", np.median)])
def test_scores_are_on_the_inputs_both_have(aggregate, of):
    scores = with_gaps()
    first, second, n_inputs = SystemPairs.of(scores, aggregate=aggregate).pair_scores()
    for p, (i, k) in enumerate(itertools.combinations(range(5), 2)):
        both = ~np.isnan(scores[i]) & ~np.isnan(scores[k])
        assert n_inputs[p] == both.sum()
        assert first[p] == pytest.approx(of(scores[i, both]), abs=1e-14)
        assert second[p] == pytest.approx(of(scores[k, both]), abs=1e-14)


def test_corpus_scores_are_of_sums_over_shared_inputs_and_turned_where_lower_is_better():
    rng = np.random.default_rng(1)
    statistics = np.stack([rng.integers(0, 9, (3, 7)), rng.integers(5, 20, (3, 7))], axis=2).astype(float)
    statistics[1, 2] = NAN
    scores = statistics[:, :, 0] / statistics[:, :, 1]
    pairs = SystemPairs.of(
        -scores, aggregate="corpus", corpus=CorpusStatistics("ter", statistics), negated=True
    )
    first, second, n_inputs = pairs.pair_scores()
    assert n_inputs.tolist() == [6, 7, 6]
    keep = [0, 1, 3, 4, 5, 6]
    assert first[0] == -corpus_score("ter", statistics[0, keep].sum(axis=0))
    assert second[0] == -corpus_score("ter", statistics[1, keep].sum(axis=0))
    assert first[1] == -corpus_score("ter", statistics[0].sum(axis=0))


def test_an_output_brings_one_number_or_its_statistics():
    corpus = CorpusStatistics("ter", np.ones((3, 7, 2)))
    for aggregate, found in (("corpus", 2), ("mean", 1), ("median", 1)):
        assert SystemPairs.of(np.ones((3, 7)), aggregate=aggregate, corpus=corpus).n_numbers == found
    assert SystemPairs.of(np.ones((3, 7)), aggregate="corpus").n_numbers == 1


def test_units_are_inputs_or_clusters_that_both_have():
    scores = np.ones((3, 5))
    scores[0, :2] = scores[2, 4] = NAN
    assert SystemPairs.of(scores).n_units().tolist() == [3, 2, 4]
    assert SystemPairs.of(scores, clusters=list("aabbc")).n_units().tolist() == [2, 1, 2]


def test_corpus_without_statistics_is_the_mean():
    scores = with_gaps()
    a, b = (SystemPairs.of(scores, aggregate=name).pair_scores() for name in ("corpus", "mean"))
    np.testing.assert_array_equal(a, b)


def test_differences_of_scores_on_a_lattice_are_exact():
    scores = np.array([[0.3, 1 / 3, 0.1], [0.1, 2 / 3, 0.3]])  # sixtieths would do; thirtieths do
    differences, tolerance, divisor = SystemPairs.of(scores).differences(slice(0, 1))
    assert divisor == 30
    assert differences.tolist() == [[6, -10, -6]]
    assert tolerance.tolist() == [0]
    _, tolerance, divisor = SystemPairs.of(scores * np.pi).differences(slice(0, 1))
    assert divisor == 1
    assert tolerance[0] == pytest.approx(1e-12 * np.pi * 2 / 3)


def test_nothing_shared_is_undefined():
    scores = [[1.0, NAN, 2.0], [NAN, 3.0, NAN], [1.0, 1.0, 4.0]]
    first, second, n_inputs = SystemPairs.of(scores).pair_scores()
    assert n_inputs.tolist() == [0, 2, 1]
    assert np.isnan(first).tolist() == np.isnan(second).tolist() == [True, False, False]


def test_one_system_has_no_pairs():
    pairs = SystemPairs.of([[1.0, 2.0]])
    assert pairs.n_pairs == 0
    assert all(len(values) == 0 for values in pairs.pair_scores())
    assert len(paired_t(pairs).two_sided) == 0


def test_little_memory_changes_nothing():
    pairs = SystemPairs.of(with_gaps(8, 30))
    whole = paired_t(pairs)
    with executing(Execution(memory=4000)):
        assert [part.start for part in pairs.parts(30)] == [0, 16]
        pieces = paired_t(pairs)
    for a, b in zip(whole, pieces, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_pvalue_has_a_direction():
    found = paired_t(SystemPairs.of(with_gaps()))
    assert found.pvalue("greater") is found.greater
    with pytest.raises(ArgumentError, match="`alternative` must be one of"):
        found.pvalue("more")


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ([1.0, 2.0], {}, "must have shape"),
        ([["a"]], {}, "matrix of numbers"),
        ([[1.0, np.inf]], {}, "must be finite"),
        ([[1.0, 2.0]], {"aggregate": "mode"}, "`aggregate` must be one of"),
        ([[1.0, 2.0]], {"clusters": [1]}, "one label per input"),
        ([[1.0, 2.0]], {"corpus": CorpusStatistics("ter", np.ones((1, 3, 2)))}, "clash with scores of"),
        (
            [[1.0, 2.0]],
            {"corpus": CorpusStatistics("ter", [[[1, 2], [NAN, NAN]]])},
            "scores lack sufficient statistics",
        ),
    ],
)
def test_unusable_arguments_are_refused(scores, options, message):
    with pytest.raises(ArgumentError, match=message):
        SystemPairs.of(scores, **options)


def test_clusters_must_be_numbers_of_inputs():
    with pytest.raises(ArgumentError, match="one number per input"):
        SystemPairs(np.zeros((2, 3)), clusters=np.zeros(2, dtype=int))
