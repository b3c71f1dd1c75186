from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.parallel import Execution, executing
from trueness.parallel.checkpoint import keeping
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.equivalence.reference_resampling import ReferenceScores, reference_resampling

K, N, M, R = 2, 6, 10, 4


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(9)
    human = rng.normal(size=(N, M))
    scores = human[None, :, :, None] + rng.normal(size=(K, N, M, R))
    scores[:, :, 3, 2:] = np.nan  # an input with two references
    return scores, human


@pytest.mark.parametrize("multiple", ["best", "mean"])
def test_scores_of_a_sample_of_references_by_loops(data, multiple):
    scores, _ = data
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 3, size=(M, R)).astype(float)
    counts[3, 2:] = 0
    counts[5] = 0
    found = ReferenceScores(scores, multiple)(counts)
    for k in range(K):
        for i in range(N):
            for j in range(M):
                drawn = [scores[k, i, j, r] for r in range(R) for _ in range(int(counts[j, r]))]
                if not drawn:
                    assert np.isnan(found[k, i, j])
                else:
                    wanted = max(drawn) if multiple == "best" else sum(drawn) / len(drawn)
                    assert found[k, i, j] == pytest.approx(wanted)


def test_the_estimate_is_with_all_references(data):
    scores, human = data
    found = reference_resampling(ReferenceScores(scores), human, resamples=20, rng=0)
    best = np.nanmax(scores, axis=3)
    for k in range(K):
        assert found.estimate[k] == pytest.approx(stats.kendalltau(best[k].ravel(), human.ravel())[0])


@pytest.mark.parametrize(("level", "over"), [("global", "outputs"), ("system", "both"), ("input", "inputs")])
def test_references_that_all_agree_widen_nothing(data, level, over):
    scores, human = data
    same = np.repeat(scores[..., :1], R, axis=3)
    for multiple in ("best", "mean"):
        found = reference_resampling(
            ReferenceScores(same, multiple), human, level, over=over, resamples=120, rng=3
        )
        np.testing.assert_allclose(found.varied, found.fixed, atol=1e-9)
        np.testing.assert_allclose(found.widening, 0, atol=1e-7)


def test_references_that_differ_widen():
    rng = np.random.default_rng(2)
    human = rng.normal(size=(5, 40))
    # what a reference is like moves all outputs of its input, so that it moves the pooled correlation
    scores = (
        human[None, ..., None] + 3 * rng.normal(size=(1, 1, 40, 3)) + 0.1 * rng.normal(size=(1, 5, 40, 3))
    )
    found = reference_resampling(ReferenceScores(scores, "mean"), human, resamples=600, rng=1)
    assert found.widening[0] > 0.1
    assert found.samples.shape == (600, 1)


def test_a_callable_is_the_general_case(data):
    scores, human = data
    stored = ReferenceScores(scores)
    one = reference_resampling(stored, human, resamples=60, rng=7)
    other = reference_resampling(stored.__call__, human, references=stored.references, resamples=60, rng=7)
    np.testing.assert_array_equal(one.samples, other.samples)
    assert one.seed == other.seed == 7


def test_counts_keep_the_number_of_references(data):
    scores, human = data
    stored, seen = ReferenceScores(scores), []

    def rescore(counts):
        seen.append(counts.copy())
        return stored(counts)

    reference_resampling(rescore, human, references=stored.references, resamples=40, rng=7, workers=1)
    assert len(seen) == 41
    np.testing.assert_array_equal(seen[0], stored.references)
    for counts in seen:
        np.testing.assert_array_equal(counts.sum(axis=1), stored.references.sum(axis=1))
    assert len({counts.tobytes() for counts in seen}) == 41


def two_tiles(data, **more):
    scores, human = data
    return reference_resampling(
        ReferenceScores(scores[:1]), human, "system", "pearson", over="both", resamples=520, rng=1, **more
    )


@pytest.fixture(scope="module")
def undisturbed(data):
    return two_tiles(data, workers=1)


def test_workers_do_not_change_the_numbers(data, undisturbed):
    np.testing.assert_array_equal(two_tiles(data, workers=2).samples, undisturbed.samples)


def test_a_mean_over_references_at_the_system_level_by_loops(data):
    scores, human = data
    found = reference_resampling(
        ReferenceScores(scores, "mean"), human, "system", "pearson", over="systems", resamples=30, rng=5
    )
    assert found.estimate[1] == pytest.approx(correlate(np.nanmean(scores[1], axis=2), human).estimate)
    assert np.ptp(found.samples[:, 0]) > 0
    assert found.n_undefined_resamples.tolist() == [0, 0]


def test_what_is_refused(data):
    scores, human = data
    with pytest.raises(ArgumentError, match="metrics, systems, inputs, references"):
        ReferenceScores(scores[0])
    with pytest.raises(ArgumentError, match="`multiple` must be one of"):
        ReferenceScores(scores, "median")
    with pytest.raises(ArgumentError, match="must be finite"):
        ReferenceScores(np.full((1, 2, 2, 2), np.inf))
    with pytest.raises(ArgumentError, match="give `references`"):
        reference_resampling(lambda counts: scores[..., 0], human)
    with pytest.raises(ArgumentError, match="without a reference"):
        reference_resampling(lambda counts: scores[..., 0], human, references=np.zeros((M, R)))
    with pytest.raises(ArgumentError, match="must have shape"):
        reference_resampling(ReferenceScores(scores), human[:, :5])
    with pytest.raises(ArgumentError, match="`over` must be one of"):
        reference_resampling(ReferenceScores(scores), human, "system")
    with pytest.raises(UnsupportedMethodError, match="two systems"):
        reference_resampling(ReferenceScores(scores[:, :1]), human[:1], over="systems")


@pytest.mark.slow
def test_rouge_against_eleven_references_widens_as_bertscore_does(test_data):
    """Braun et al. (2022), Table 1: for BERTScore 40% wider for relevance and 17% for coherence, by Kendall's tau.

    Here ROUGE-1, also as the best over the references, on 16 systems in place of 17.
    """
    import dataclasses

    from trueness.data.datasets.load import summeval_texts
    from trueness.metrics.scoring.score import score

    texts = summeval_texts(test_data / "data" / "summeval" / "data.pkl")
    against_each = []
    for k in range(11):
        rows = tuple(dataclasses.replace(row, references=(row.references[k],)) for row in texts.rows)
        scored = score(dataclasses.replace(texts, rows=rows), ["rouge1_f"])
        against_each.append(scored.matrix("rouge1_f"))
    scores = ReferenceScores(np.stack(against_each, axis=2)[None])
    widening = {
        human: reference_resampling(scores, scored.matrix(human), resamples=600, rng=1).widening[0]
        for human in ("relevance", "coherence")
    }
    assert widening["relevance"] == pytest.approx(0.40, abs=0.15)
    assert widening["coherence"] == pytest.approx(0.17, abs=0.15)
    assert widening["coherence"] < widening["relevance"]


def test_a_killed_run_computes_only_what_is_missing(data, killed_and_resumed, undisturbed):
    found, reported = killed_and_resumed(lambda: two_tiles(data), after=1)
    # the resamples with fixed references were begun first, and stopped
    assert reported == [(1, 2), (2, 2), (1, 2), (2, 2)]
    np.testing.assert_array_equal(found.samples, undisturbed.samples)
    assert found.fixed == undisturbed.fixed


def test_scores_of_any_function_are_not_kept(data, tmp_path):
    """Nobody knows whether it is the same function again."""
    scores, human = data
    stored = ReferenceScores(scores[:1])
    with executing(Execution(workers=1, checkpoint=tmp_path)), keeping("run") as kept:
        reference_resampling(stored.__call__, human, references=stored.references, resamples=40, rng=7)
        assert kept.begun == 1  # of the bootstrap with fixed references
