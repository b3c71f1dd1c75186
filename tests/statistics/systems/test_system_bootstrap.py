"""The bootstrap test of systems against direct resampling, sacreBLEU, theory; its invariances and edges."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import sacrebleu
import scipy.stats

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError
from trueness.statistics.agreement.significance import paired_bootstrap_pvalues
from trueness.statistics.engine import resample
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.systems.system_bootstrap import system_bootstrap
from trueness.statistics.systems.system_pairs import SystemPairs

NAN = np.nan
WORDS = "the a cat dog sat on mat near old door quick fox jumps over lazy day".split()  # noqa: SIM905


def texts(seed=0, n=3, m=8):
    """Return references and the outputs of systems that lose more and more of their words."""
    rng = np.random.default_rng(seed)
    references = [" ".join(rng.choice(WORDS, 12)) for _ in range(m)]
    outputs = [
        [" ".join(w for w in r.split() if rng.random() > 0.1 * (i + 1)) for r in references] for i in range(n)
    ]
    return references, outputs


def test_corpus_bleu_by_drawing_texts_and_asking_sacrebleu():
    references, outputs = texts()
    metric = sacrebleu.BLEU()
    statistics = [
        [
            [s.sys_len, s.ref_len, *s.counts, *s.totals]
            for s in (metric.corpus_score([o], [[r]]) for o, r in zip(system, references, strict=True))
        ]
        for system in outputs
    ]
    corpus = CorpusStatistics("bleu", np.array(statistics, dtype=float))
    found = system_bootstrap(
        SystemPairs.of(np.ones((3, 8)), aggregate="corpus", corpus=corpus), resamples=60, rng=2
    )
    counts = BootstrapPlan("inputs", 1, 8, 60, 2).tile(0).inputs.astype(int)

    def bleu(system, repeated):
        lines = [(o, r) for o, r, c in zip(system, references, repeated, strict=True) for _ in range(c)]
        return metric.corpus_score([o for o, _ in lines], [[r for _, r in lines]]).score

    scores = np.array([[bleu(system, c) for system in outputs] for c in counts])
    whole = [bleu(system, np.ones(8, dtype=int)) for system in outputs]
    for p, (i, k) in enumerate(itertools.combinations(range(3), 2)):
        drawn, observed = scores[:, i] - scores[:, k], whole[i] - whole[k]
        assert found.estimate[p] == pytest.approx(observed, abs=1e-9)
        assert found.two_sided[p] == (1 + np.sum(np.abs(drawn - observed) >= abs(observed) - 1e-9)) / 61
        assert found.greater[p] == (1 + np.sum(drawn >= 2 * observed - 1e-9)) / 61
        assert found.less[p] == (1 + np.sum(drawn <= 2 * observed + 1e-9)) / 61
        assert (found.low[p], found.high[p]) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])))


@pytest.mark.parametrize(("aggregate", "of"), [("mean", np.mean), ("median", np.median)])
@pytest.mark.parametrize("clusters", [None, [0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6]])
def test_means_and_medians_by_drawing_inputs(aggregate, of, clusters):
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(3, 12)) + np.array([[0], [0.5], [1]])
    scores[0, 4] = scores[1, 7] = NAN
    found = system_bootstrap(
        SystemPairs.of(scores, aggregate=aggregate, clusters=clusters), resamples=600, rng=3, confidence=0.8
    )
    plan = BootstrapPlan("inputs", 1, 12, 600, 3, None if clusters is None else np.array(clusters))
    counts = np.concatenate([plan.tile(t).inputs for t in (0, 1)]).astype(int)
    for p, (i, k) in enumerate(itertools.combinations(range(3), 2)):
        both = ~np.isnan(scores[i] + scores[k])
        drawn = np.array(
            [
                of(np.repeat(scores[i, both], c[both])) - of(np.repeat(scores[k, both], c[both]))
                for c in counts
            ]
        )
        observed = of(scores[i, both]) - of(scores[k, both])
        wanted = paired_bootstrap_pvalues(drawn, observed)
        assert (found.greater[p], found.less[p], found.two_sided[p]) == pytest.approx(tuple(wanted))
        limits = tuple(np.quantile(drawn, [0.1, 0.9]))
        assert (found.low[p], found.high[p]) == pytest.approx(limits)


def test_near_the_normal_test_for_many_inputs():
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(2, 1500)) + np.array([[0.06], [0]])
    found = system_bootstrap(SystemPairs.of(scores), rng=1)
    d = scores[0] - scores[1]
    error = d.std() / np.sqrt(1500)
    p = 2 * scipy.stats.norm.sf(abs(d.mean()) / error)
    assert 0.01 < p < 0.9
    assert found.two_sided[0] == pytest.approx(p, abs=0.02)
    assert found.low[0] == pytest.approx(d.mean() - 1.96 * error, abs=0.08 * error)


def test_turned_pairs_mirror_and_a_copy_is_not_told_apart():
    scores = np.random.default_rng(5).integers(1, 6, (3, 15)) / 3
    scores[2] = scores[0]
    found = system_bootstrap(SystemPairs.of(scores), resamples=400, rng=1)
    turned = system_bootstrap(SystemPairs.of(scores[::-1]), resamples=400, rng=1)
    np.testing.assert_array_equal(found.greater, turned.less[::-1])
    np.testing.assert_array_equal(found.two_sided, turned.two_sided[::-1])
    np.testing.assert_allclose(found.low, -turned.high[::-1])
    assert (found.greater[1], found.less[1], found.two_sided[1]) == (1, 1, 1)
    assert (found.low[1], found.high[1]) == (0, 0)


def test_undefined_pairs_and_resamples_are_counted():
    scores = np.array([[1.0, NAN, NAN, 3.0], [NAN, 2.0, 5.0, NAN], [3.0, 2.0, 1.0, 0.5]])
    found = system_bootstrap(SystemPairs.of(scores), resamples=2000, rng=1)
    assert np.isnan(found.two_sided).tolist() == np.isnan(found.low).tolist() == [True, False, False]
    # neither of two of four inputs is drawn with probability 1/16
    assert found.n_undefined[0] == 0
    assert found.n_undefined[1] == pytest.approx(2000 / 16, abs=40)


def test_no_pairs():
    assert len(system_bootstrap(SystemPairs.of([[1.0, 2.0]]), resamples=9).two_sided) == 0


@pytest.mark.parametrize("options", [{"resamples": 0}, {"confidence": 1}, {"rng": "x"}])
def test_unusable_requests_are_refused(options):
    with pytest.raises(ArgumentError, match=f"`{next(iter(options))}`"):
        system_bootstrap(SystemPairs.of(np.eye(2)), **options)


@pytest.mark.parametrize("missing", [False, True])
def test_a_few_resamples_at_a_time_are_the_same(monkeypatch, missing):
    scores = np.random.default_rng(8).normal(size=(4, 12))
    if missing:
        scores[0, :3], scores[2, 5] = NAN, NAN
    pairs = SystemPairs.of(scores)
    whole = system_bootstrap(pairs, resamples=60, rng=2)
    monkeypatch.setattr(resample, "BLOCK", 7 * 12)
    parts = system_bootstrap(pairs, resamples=60, rng=2)
    for name in ("estimate", "low", "high", "greater", "two_sided"):
        np.testing.assert_allclose(getattr(parts, name), getattr(whole, name), rtol=1e-12)
