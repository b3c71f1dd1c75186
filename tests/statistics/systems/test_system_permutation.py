"""The permutation test of systems against SciPy, full enumeration and sacreBLEU; its invariances, edges and size."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import sacrebleu
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sacrebleu.significance import PairedTest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing
from trueness.statistics.systems.paired_t import paired_t
from trueness.statistics.systems.rank_sum import rank_sum
from trueness.statistics.systems.signed_rank import signed_rank
from trueness.statistics.systems.system_bootstrap import system_bootstrap
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.statistics.systems.system_permutation import difference_scale, system_permutation

NAN = np.nan
SIDES = ("greater", "less", "two-sided")
REFERENCES = [
    "the cat sat on the mat near the old door",
    "a quick brown fox jumps over the lazy dog today",
    "she sells sea shells by the sea shore every day",
    "we will meet at the station at nine in the morning",
    "rain is expected in the north of the country on friday",
    "the council approved the new budget after a long debate",
]
OUTPUTS = [
    [
        "the cat sat on the mat near a door",
        "a quick brown fox jumps over a dog",
        "she sells shells by the sea shore",
        "we meet at the station at nine in the morning",
        "rain is expected in the north on friday",
        "the council approved the new budget",
    ],
    [
        "a cat is on the mat near the old door",
        "the fox jumps over the lazy dog today",
        "she sells sea shells by the shore each day",
        "we will meet there at nine in the morning",
        "it will rain in the north of the country",
        "the new budget was approved after a long debate",
    ],
    [
        "cat mat door",
        "a fox and a lazy dog",
        "sea shells by the sea shore every day",
        "meet at nine",
        "rain on friday in the north of the country",
        "council debate on the new budget after a long day",
    ],
]


def bleu_pairs(**options):
    """Return the texts above as sufficient statistics of BLEU, as sacreBLEU counts them sentence by sentence."""
    metric = sacrebleu.BLEU()
    rows = []
    for outputs in OUTPUTS:
        found = [metric.corpus_score([o], [[r]]) for o, r in zip(outputs, REFERENCES, strict=True)]
        rows.append([[s.sys_len, s.ref_len, *s.counts, *s.totals] for s in found])
    statistics = CorpusStatistics("bleu", np.array(rows, dtype=float))
    return SystemPairs.of(np.ones((3, 6)), aggregate="corpus", corpus=statistics, **options)


def corpus_bleu(outputs):
    return sacrebleu.BLEU().corpus_score(outputs, [REFERENCES]).score


def swapped(i, k, heads):
    both = [(b, a) if h else (a, b) for a, b, h in zip(OUTPUTS[i], OUTPUTS[k], heads, strict=True)]
    return [list(outputs) for outputs in zip(*both, strict=True)]


def test_corpus_bleu_by_swapping_texts_and_asking_sacrebleu():
    found = system_permutation(bleu_pairs())
    assert found.exact.all()
    assert found.resamples == 64
    for p, (i, k) in enumerate(itertools.combinations(range(3), 2)):
        observed = corpus_bleu(OUTPUTS[i]) - corpus_bleu(OUTPUTS[k])
        assert found.estimate[p] == pytest.approx(observed, abs=1e-9)
        null = np.array(
            [
                corpus_bleu(a) - corpus_bleu(b)
                for a, b in (swapped(i, k, heads) for heads in itertools.product((0, 1), repeat=6))
            ]
        )
        assert found.greater[p] == np.mean(null >= observed - 1e-9)
        assert found.less[p] == np.mean(null <= observed + 1e-9)
        assert found.two_sided[p] == np.mean(np.abs(null) >= abs(observed) - 1e-9)


def test_corpus_bleu_in_clusters_swaps_neighbours_together():
    clusters = ["a", "a", "b", "b", "c", "c"]
    found = system_permutation(bleu_pairs(clusters=clusters))
    assert found.resamples == 8
    for p, (i, k) in enumerate(itertools.combinations(range(3), 2)):
        observed = corpus_bleu(OUTPUTS[i]) - corpus_bleu(OUTPUTS[k])
        null = [
            corpus_bleu(a) - corpus_bleu(b)
            for a, b in (swapped(i, k, np.repeat(h, 2)) for h in itertools.product((0, 1), repeat=3))
        ]
        assert found.greater[p] == np.mean(np.array(null) >= observed - 1e-9)


def test_sacrebleus_own_randomisation_test_agrees(monkeypatch):
    """It counts only arrangements more extreme than the data; with 60 lines hardly any is equally so."""
    monkeypatch.setenv("SACREBLEU_SEED", "1")
    words = "the a cat dog sat on mat near old door quick fox jumps over lazy day".split()  # noqa: SIM905
    rng = np.random.default_rng(0)
    references = [" ".join(rng.choice(words, 12)) for _ in range(60)]
    systems = [
        [" ".join(word for word in line.split() if rng.random() > loss) for line in references]
        for loss in (0.2, 0.22, 0.2)
    ]
    metric = sacrebleu.BLEU()
    rows = [
        [
            [s.sys_len, s.ref_len, *s.counts, *s.totals]
            for s in (metric.corpus_score([o], [[r]]) for o, r in zip(outputs, references, strict=True))
        ]
        for outputs in systems
    ]
    corpus = CorpusStatistics("bleu", np.array(rows, dtype=float))
    found = system_permutation(SystemPairs.of(np.ones((3, 60)), aggregate="corpus", corpus=corpus), rng=1)
    _, results = PairedTest(
        [(f"s{i}", outputs) for i, outputs in enumerate(systems)],
        {"BLEU": sacrebleu.BLEU(references=[references])},
        references=None,
        test_type="ar",
        n_samples=4000,
    )()
    theirs = [result.p_value for result in results["BLEU"][1:]]
    assert 0.001 < min(theirs) < 0.5
    for p, wanted in zip(found.two_sided[:2], theirs, strict=True):
        assert abs(p - wanted) < 4 * np.sqrt(p * (1 - p) * (1 / 4000 + 1 / 9999)) + 1e-3


def test_a_metric_of_which_less_is_better_is_turned():
    found, turned = system_permutation(bleu_pairs()), system_permutation(bleu_pairs(negated=True))
    np.testing.assert_array_equal(found.greater, turned.less)
    np.testing.assert_array_equal(found.estimate, -turned.estimate)


@pytest.mark.parametrize(("aggregate", "of"), [("mean", np.mean), ("median", np.median)])
@pytest.mark.parametrize("lattice", [False, True])
def test_exact_as_scipy_has_it(aggregate, of, lattice):
    rng = np.random.default_rng(7)
    scores = rng.integers(1, 6, (4, 9)) / 3 if lattice else rng.normal(size=(4, 9))
    found = system_permutation(SystemPairs.of(scores, aggregate=aggregate))
    assert (found.resamples, bool(found.exact.all())) == (512, True)
    for p, (i, k) in enumerate(itertools.combinations(range(4), 2)):
        for side in ("greater", "less"):
            wanted = scipy.stats.permutation_test(
                (scores[i], scores[k]),
                lambda x, y, axis: of(x, axis=axis) - of(y, axis=axis),
                permutation_type="samples",
                alternative=side,
                n_resamples=np.inf,
                vectorized=True,
            )
            assert found.pvalue(side)[p] == pytest.approx(wanted.pvalue, rel=1e-12)
        # symmetric, so both tails are twice one of them unless the difference is 0
        both = min(1, 2 * min(found.greater[p], found.less[p]))
        assert found.two_sided[p] == pytest.approx(both)


def test_missing_outputs_are_left_out_pair_by_pair():
    rng = np.random.default_rng(8)
    scores = rng.normal(size=(4, 10))
    scores[0, :3] = scores[1, 8] = scores[2, 2] = NAN
    found = system_permutation(SystemPairs.of(scores))
    assert found.n_inputs.tolist() == [6, 7, 7, 8, 9, 9]
    for p, (i, k) in enumerate(itertools.combinations(range(4), 2)):
        both = ~np.isnan(scores[i] + scores[k])
        alone = system_permutation(SystemPairs.of(scores[[i, k]][:, both]))
        assert found.two_sided[p] == pytest.approx(alone.two_sided[0], rel=1e-12)
        assert found.greater[p] == pytest.approx(alone.greater[0], rel=1e-12)


def test_random_arrangements_come_near_all_of_them():
    scores = np.random.default_rng(9).normal(size=(4, 13)) + 0.2 * np.arange(4)[:, None]
    exact = system_permutation(SystemPairs.of(scores))
    drawn = system_permutation(SystemPairs.of(scores), resamples=8000, rng=1)
    assert exact.exact.all()
    assert not drawn.exact.any()
    p = exact.two_sided
    assert np.all(np.abs(drawn.two_sided - p) < 4 * np.sqrt(p * (1 - p) / 8000) + 1e-3)
    assert np.all(drawn.greater >= 1 / 8001)


@pytest.mark.parametrize("aggregate", ["mean", "median", "corpus"])
@pytest.mark.parametrize("test", [system_permutation, system_bootstrap])
def test_same_numbers_for_any_workers_memory_and_chunk(aggregate, test):
    rng = np.random.default_rng(10)
    scores = rng.normal(size=(9, 30))
    scores[rng.random(scores.shape) < 0.1] = NAN
    statistics = np.where(np.isnan(scores)[:, :, None], NAN, rng.integers(1, 9, (9, 30, 2)))
    corpus = CorpusStatistics("ter", statistics) if aggregate == "corpus" else None
    pairs = SystemPairs.of(scores, aggregate=aggregate, corpus=corpus)
    runs = [
        executing(Execution(workers=workers, chunk=chunk, memory=memory))(test)(pairs, resamples=1100, rng=4)
        for workers, chunk, memory in ((1, None, 2**29), (2, 1, 2**29), (3, 2, 2**29), (2, None, 200_000))
    ]
    for run in runs[1:]:
        for a, b in zip(runs[0], run, strict=True):
            np.testing.assert_array_equal(a, b)
    assert not np.array_equal(runs[0].two_sided, test(pairs, resamples=1100, rng=5).two_sided)


WHOLE = arrays(np.float64, (3, 8), elements=st.integers(1, 5).map(float))


@settings(max_examples=40)
@given(WHOLE, st.permutations(range(8)), st.sampled_from(["mean", "median"]))
def test_order_of_inputs_is_nothing_and_turned_pairs_mirror(scores, order, aggregate):
    found, shuffled, turned = (
        system_permutation(SystemPairs.of(given, aggregate=aggregate))
        for given in (scores, scores[:, order], scores[::-1])
    )
    np.testing.assert_array_equal(found.two_sided, shuffled.two_sided)
    np.testing.assert_array_equal(found.greater, turned.less[::-1])
    np.testing.assert_array_equal(found.two_sided, turned.two_sided[::-1])


@settings(max_examples=40)
@given(WHOLE, st.integers(1, 1000), st.integers(-1000, 1000))
def test_scale_and_origin_are_nothing_and_a_copy_is_not_told_apart(scores, scale, shift):
    scores = np.stack([scores[0], scores[1], scores[0]])
    found = system_permutation(SystemPairs.of(scores))
    for factor in (scale, scale * 1e-9, scale / np.pi):
        moved = system_permutation(SystemPairs.of(scores * factor))
        np.testing.assert_array_equal(found.two_sided, moved.two_sided)
    np.testing.assert_array_equal(
        found.two_sided, system_permutation(SystemPairs.of(scores + shift)).two_sided
    )
    assert (found.greater[1], found.less[1], found.two_sided[1]) == (1, 1, 1)


def test_differences_are_in_units_of_the_largest_score():
    pairs = SystemPairs.of([[9.0, -10.0], [1.0, np.nan], [0.0, 0.0]])
    first, second = np.array([-0.5, -0.5, 1.0]), np.array([1.0, 0.0, 0.0])
    assert difference_scale(pairs, first, second).tolist() == [10.0, 10.0, 1.0]


def test_nothing_shared_is_undefined():
    found = system_permutation(SystemPairs.of([[1.0, NAN, 2.0], [NAN, 2.0, NAN], [3.0, 2.0, 1.0]]))
    assert np.isnan(found.two_sided).tolist() == [True, False, False]
    assert found.n_undefined.tolist() == [0, 0, 0]


def test_undefined_corpus_scores_are_counted():
    """A percentage of nothing has no value: where inputs without a whole come together."""
    statistics = np.array([[[1, 2], [0, 0], [0, 0]], [[0, 0], [1, 3], [2, 2]]], dtype=float)
    pairs = SystemPairs.of(
        np.ones((2, 3)), aggregate="corpus", corpus=CorpusStatistics("percentage", statistics)
    )
    found = system_permutation(pairs)
    assert (found.resamples, found.n_undefined[0]) == (8, 2)
    null = []
    for heads in itertools.product((0, 1), repeat=3):
        sums = [sum(statistics[abs(side - h), j] for j, h in enumerate(heads)) for side in (0, 1)]
        if all(whole for _, whole in sums):
            null.append(100 * (sums[0][0] / sums[0][1] - sums[1][0] / sums[1][1]))
    assert found.estimate[0] == pytest.approx(-10)
    assert found.less[0] == np.mean(np.array(null) <= -10 + 1e-9)
    assert found.two_sided[0] == np.mean(np.abs(null) >= 10 - 1e-9)


def test_unusable_requests_are_refused():
    pairs = SystemPairs.of(np.eye(2))
    with pytest.raises(ArgumentError, match="`resamples`"):
        system_permutation(pairs, resamples=0)
    with pytest.raises(ArgumentError, match="`rng`"):
        system_permutation(pairs, rng=-1)


def rejections(test, draw, runs):
    return np.mean([test(SystemPairs.of(draw())).two_sided[0] <= 0.05 for _ in range(runs)])


@pytest.mark.slow
def test_the_size_of_each_test_is_near_its_level():
    """Two systems with the same law on 40 inputs that differ in difficulty; bands are 3.3 standard errors wide."""
    rng = np.random.default_rng(12)

    def draw(difficulty=1.0):
        return difficulty * rng.normal(size=40) + rng.normal(size=(2, 40))

    runs = 2000
    band = 3.3 * np.sqrt(0.05 * 0.95 / runs)
    drawn = {"resamples": 199, "rng": rng}
    for test in (paired_t, signed_rank, lambda pairs: system_permutation(pairs, **drawn)):
        assert abs(rejections(test, draw, runs) - 0.05) < band
    # recentred, with too small a variance: (n - 1) / n of it, and normal where t is due
    assert 0.05 - band < rejections(lambda p: system_bootstrap(p, **drawn), draw, runs) < 0.065 + band
    # unpaired: the level is kept where inputs do not differ, and hardly anything is found where they do
    assert abs(rejections(rank_sum, lambda: draw(0), runs) - 0.05) < band
    assert rejections(rank_sum, draw, runs) < 0.02


@pytest.mark.parametrize("aggregate", ["mean", "median", "corpus"])
@pytest.mark.parametrize("test", [system_permutation, system_bootstrap])
def test_a_killed_run_computes_only_what_is_missing(aggregate, test, killed_and_resumed):
    rng = np.random.default_rng(10)
    scores = rng.normal(size=(5, 20))
    corpus = CorpusStatistics("ter", rng.integers(1, 9, (5, 20, 2)) * 1.0) if aggregate == "corpus" else None
    pairs = SystemPairs.of(scores, aggregate=aggregate, corpus=corpus, clusters=np.arange(20) // 2)

    def work():
        return test(pairs, resamples=2000, rng=4)

    tiles = 2 if test is system_permutation else 4  # ten clusters have 1,024 arrangements
    found, reported = killed_and_resumed(work, after=tiles - 1)
    assert reported == [(tiles - 1, tiles), (tiles, tiles)]
    for a, b in zip(found, work(), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("aggregate", ["mean", "median"])
def test_one_system_has_no_pairs(aggregate):
    found = system_permutation(SystemPairs.of([[1.0, NAN, 2.0]], aggregate=aggregate))
    assert found.two_sided.shape == found.n_undefined.shape == (0,)
