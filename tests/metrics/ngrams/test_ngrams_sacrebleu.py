"""BLEU and chrF are sacreBLEU's own on real text, for outputs and for systems, with one and with many references."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.datasets.load import load_dataset_texts, realsumm_texts, summeval_texts
from trueness.data.scores.corpus_formulas import corpus_score
from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.ngrams import bleu_statistics, chrf
from trueness.metrics.ngrams.bleu import Bleu
from trueness.metrics.ngrams.chrf import Chrf
from trueness.metrics.scoring.registry import get_metric


class Peer(NamedTuple):
    """A metric, and sacreBLEU's calls for an output and for a system."""

    metric: CorpusMetric
    of_output: Callable
    of_system: Callable
    signature: str


BLEU = Peer(
    Bleu(),
    sacrebleu.sentence_bleu,
    lambda outputs, references: sacrebleu.corpus_bleu(outputs, references, force=True),
    "case:mixed|eff:yes|tok:13a|smooth:exp|version:{}, all references of an output; for systems from summed counts "
    "with eff:no",
)
CHRF = Peer(
    Chrf(),
    sacrebleu.sentence_chrf,
    sacrebleu.corpus_chrf,
    "case:mixed|eff:yes|nc:6|nw:0|space:no|version:{}, all references of an output, of which the one with the highest "
    "score counts",
)
BOTH = pytest.mark.parametrize("peer", [BLEU, CHRF], ids=["bleu", "chrf"])


def of_chrf(**options):
    return (sacrebleu.CHRF(**options),) * 2


def of_bleu(**options):
    return tuple(sacrebleu.BLEU(**options, force=True, effective_order=order) for order in (True, False))


TEXTS = st.lists(st.sampled_from("the cat sat on a mat . , ab".split()), max_size=9).map(" ".join)  # noqa: SIM905


def check(peer, rows, most=99):
    """Compare with one call of sacreBLEU per output, and one per system, defaults throughout."""
    references = [row.references[:most] for row in rows]
    given_rows = [row.output for row in rows], references, [None] * len(rows)
    statistics, found = peer.metric.statistics(*given_rows), peer.metric.score(*given_rows)
    expected = [
        peer.of_output(row.output, list(some)).score for row, some in zip(rows, references, strict=True)
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert len(set(expected)) > len(rows) / 2
    for system in {row.system for row in rows}:
        its = [k for k, row in enumerate(rows) if row.system == system]
        longest = max(len(references[k]) for k in its)
        columns = [
            [references[k][j] if j < len(references[k]) else None for k in its] for j in range(longest)
        ]
        whole = peer.of_system([rows[k].output for k in its], columns).score
        formula = corpus_score(peer.metric.corpus_formula, statistics[its].sum(axis=0))
        assert formula == pytest.approx(whole, rel=0, abs=1e-9)


@BOTH
def test_equals_sacrebleu_whatever_the_number_of_references(peer):
    rows = load_dataset_texts("pocket").rows[::4]
    check(
        peer,
        [dataclasses.replace(row, references=row.references[: 1 + k % 3]) for k, row in enumerate(rows)],
    )


@BOTH
@pytest.mark.parametrize(
    ("every", "most"), [(50, 11), *(pytest.param(1, most, marks=pytest.mark.slow) for most in (1, 11))]
)
def test_equals_sacrebleu_on_summeval(test_data, peer, every, most):
    rows = summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows
    some = set(list(dict.fromkeys(row.input for row in rows))[::every])
    check(peer, [row for row in rows if row.input in some], most)


OPTIONS = {
    "chrf++": of_chrf(word_order=2),
    "chrf++:case=lower,smooth=eps": of_chrf(word_order=2, lowercase=True, eps_smoothing=True),
    "chrf:chars=3,words=1,beta=0.5,blanks=keep": of_chrf(
        char_order=3, word_order=1, beta=0.5, whitespace=True
    ),
    "bleu_intl:order=2,case=lower": of_bleu(tokenize="intl", max_ngram_order=2, lowercase=True),
    "bleu_none:smooth=floor,value=0.5": of_bleu(tokenize="none", smooth_method="floor", smooth_value=0.5),
    "bleu_char:order=6,smooth=add-k": of_bleu(tokenize="char", max_ngram_order=6, smooth_method="add-k"),
    "bleu_char:smooth=none": of_bleu(tokenize="char", smooth_method="none"),
}


@pytest.mark.parametrize("most", [-1, 10**9])
@pytest.mark.parametrize("name", OPTIONS)
def test_options_are_sacrebleus_compiled_and_plainly(name, most, monkeypatch):
    for module in (chrf, bleu_statistics):
        monkeypatch.setattr(module, "MOST_PLAIN", most)
    metric = get_metric(name)
    assert metric.name == name
    of_output, of_system = OPTIONS[name]
    rows = load_dataset_texts("pocket").rows[:120]
    check(Peer(metric, of_output.sentence_score, of_system.corpus_score, ""), rows, 2)


@BOTH
@pytest.mark.slow
def test_equals_sacrebleu_on_realsumm(test_data, peer):
    folder = test_data / "data" / "realsumm"
    check(peer, realsumm_texts(folder / "abs.pkl", folder / "ext.pkl").rows)


@BOTH
@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=4))
def test_bounded_and_equal_for_references_in_any_order(peer, output, references):
    found = peer.metric.score([output] * 2, [references, references[::-1]], [None] * 2)
    assert found[0] == found[1]
    assert 0 <= found[0] <= 100 + 1e-9
    assert found[0] == pytest.approx(peer.of_output(output, references).score, rel=1e-12)


@BOTH
def test_any_text_has_a_score(peer):
    texts = ["", " \n", "\x00", "a\x00b \ud800 c", "\U0001f600 é", "word " * 3000]
    found = peer.metric.score(texts, [("a\x00b \ud800 c", "")] * len(texts), [None] * len(texts))
    np.testing.assert_array_equal(found[:2], 0)
    assert found[3] == pytest.approx(100)
    assert np.isfinite(found).all()


@BOTH
def test_the_signature_tells_the_settings(peer):
    settings = peer.signature.format(sacrebleu.__version__)
    assert peer.metric.signature() == f"sacreBLEU nrefs:var|{settings}"
