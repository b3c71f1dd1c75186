"""Equal to sacreBLEU's own calls on real text, for outputs and for systems, with one and with many references."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.corpus_formulas import corpus_score
from trueness.data.datasets.load import load_dataset_texts, realsumm_texts, summeval_texts
from trueness.metrics.ngrams.bleu import Bleu

WORDS = st.lists(st.sampled_from("the cat sat on a mat . ,".split()), max_size=9).map(" ".join)  # noqa: SIM905


def check(rows, most=99):
    """Compare with one call of sacreBLEU per output, and one per system, defaults throughout."""
    references = [row.references[:most] for row in rows]
    statistics = Bleu().statistics([row.output for row in rows], references, [None] * len(rows))
    found = Bleu().score([row.output for row in rows], references, [None] * len(rows))
    expected = [
        sacrebleu.sentence_bleu(row.output, list(given)).score
        for row, given in zip(rows, references, strict=True)
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert len(set(expected)) > len(rows) / 2
    for system in {row.system for row in rows}:
        its = [k for k, row in enumerate(rows) if row.system == system]
        longest = max(len(references[k]) for k in its)
        columns = [
            [references[k][j] if j < len(references[k]) else None for k in its] for j in range(longest)
        ]
        whole = sacrebleu.corpus_bleu([rows[k].output for k in its], columns, force=True).score
        assert corpus_score("bleu", statistics[its].sum(axis=0)) == pytest.approx(whole, rel=0, abs=1e-9)


def test_equals_sacrebleu_on_the_pocket_benchmark():
    rows = load_dataset_texts("pocket").rows[::2]
    assert {len(row.references) for row in rows} == {3}
    check(rows)


@pytest.mark.parametrize("most", [1, 11])
def test_equals_sacrebleu_on_summeval(test_data, most):
    rows = summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows
    inputs = {row.input: None for row in rows}
    some = set(list(inputs)[::25])
    check([row for row in rows if row.input in some], most)


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 11])
def test_equals_sacrebleu_on_all_of_summeval(test_data, most):
    check(summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows, most)


@pytest.mark.slow
def test_equals_sacrebleu_on_realsumm(test_data):
    folder = test_data / "data" / "realsumm"
    check(realsumm_texts(folder / "abs.pkl", folder / "ext.pkl").rows)


def test_the_number_of_references_may_differ():
    rows = load_dataset_texts("pocket").rows[:60]
    ragged = [dataclasses.replace(row, references=row.references[: 1 + k % 3]) for k, row in enumerate(rows)]
    assert {len(row.references) for row in ragged} == {1, 2, 3}
    check(ragged)


def test_every_reference_counts_in_any_order():
    output, first, second = "the cat sat on a mat", "the cat sat on the mat", "a dog sat on a mat"
    one, both, turned = Bleu().score([output] * 3, [(first,), (first, second), (second, first)], [None] * 3)
    assert one < both == turned


@given(WORDS, st.lists(WORDS, min_size=1, max_size=4))
def test_bounded_and_equal_for_references_in_any_order(output, references):
    found = Bleu().score([output] * 2, [references, references[::-1]], [None] * 2)
    assert found[0] == found[1]
    assert 0 <= found[0] <= 100 + 1e-9
    assert found[0] == pytest.approx(sacrebleu.sentence_bleu(output, references).score, rel=1e-12)


def test_worked_by_hand():
    # "a b c x" for "a b c d": precisions 3/4, 2/3, 1/2 and, smoothed, 1/2 of 1/1; no brevity penalty
    found = Bleu().score(["a b c x"], [("a b c d",)], [None])
    np.testing.assert_allclose(found, 100 * (3 / 4 * 2 / 3 * 1 / 2 * 1 / 2) ** (1 / 4))


def test_any_text_has_a_score():
    texts = ["", " \n", "\x00", "a\x00b \ud800 c", "\U0001f600 é", "word " * 3000]
    found = Bleu().score(texts, [("a\x00b \ud800 c", "")] * len(texts), [None] * len(texts))
    np.testing.assert_array_equal(found[:3], 0)
    assert found[3] == pytest.approx(100)
    assert np.isfinite(found).all()


def test_the_signature_tells_the_settings():
    assert Bleu().signature() == (
        f"sacreBLEU nrefs:var|case:mixed|eff:yes|tok:13a|smooth:exp|version:{sacrebleu.__version__}, all references "
        "of an output; for systems from summed counts with eff:no"
    )
