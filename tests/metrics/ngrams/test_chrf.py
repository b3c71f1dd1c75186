"""Equal to sacreBLEU's own calls on real text, for outputs and for systems, with one and with many references."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from trueness.data.corpus_formulas import corpus_score
from trueness.data.datasets.load import load_dataset_texts, realsumm_texts, summeval_texts
from trueness.metrics.ngrams import chrf
from trueness.metrics.ngrams.chrf import Chrf

TEXTS = st.text("abc d", max_size=12)


def check(rows, most=99):
    """Compare with one call of sacreBLEU per output, and one per system, defaults throughout."""
    references = [row.references[:most] for row in rows]
    statistics = Chrf().statistics([row.output for row in rows], references, [None] * len(rows))
    found = Chrf().score([row.output for row in rows], references, [None] * len(rows))
    expected = [
        sacrebleu.sentence_chrf(row.output, list(given)).score
        for row, given in zip(rows, references, strict=True)
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    assert len(set(expected)) > len(rows) / 2
    for system in {row.system for row in rows}:
        its = [k for k, row in enumerate(rows) if row.system == system]
        longest = max(len(references[k]) for k in its)
        columns = [
            [references[k][j] if j < len(references[k]) else None for k in its] for j in range(longest)
        ]
        whole = sacrebleu.corpus_chrf([rows[k].output for k in its], columns).score
        assert corpus_score("chrf", statistics[its].sum(axis=0)) == pytest.approx(whole, rel=0, abs=1e-9)


def test_equals_sacrebleu_on_the_pocket_benchmark():
    rows = load_dataset_texts("pocket").rows[::4]
    check([dataclasses.replace(row, references=row.references[: 1 + k % 3]) for k, row in enumerate(rows)])


@pytest.mark.parametrize("most", [1, 11])
def test_equals_sacrebleu_on_summeval(test_data, most):
    rows = summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows
    inputs = {row.input: None for row in rows}
    some = set(list(inputs)[::50])
    check([row for row in rows if row.input in some], most)


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 11])
def test_equals_sacrebleu_on_all_of_summeval(test_data, most):
    check(summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows, most)


@pytest.mark.slow
def test_equals_sacrebleu_on_realsumm(test_data):
    folder = test_data / "data" / "realsumm"
    check(realsumm_texts(folder / "abs.pkl", folder / "ext.pkl").rows)


def test_the_best_reference_counts():
    output, far, near = "the cat sat on a mat", "no word of it", "the cat sat on the mat"
    one, both, turned, worst = Chrf().score(
        [output] * 4, [(near,), (far, near), (near, far), (far,)], [None] * 4
    )
    assert one == both == turned > worst


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_bounded_and_equal_for_references_in_any_order(output, references):
    found = Chrf().score([output] * 2, [references, references[::-1]], [None] * 2)
    assert found[0] == found[1]
    assert 0 <= found[0] <= 100 + 1e-9
    assert found[0] == pytest.approx(sacrebleu.sentence_chrf(output, references).score, rel=1e-12)


@pytest.mark.parametrize("most", [0, 10**9])
@given(
    rows=st.lists(
        st.tuples(
            st.text("abc d\n\u00a0é", max_size=9),
            st.lists(st.text("abc d", max_size=9), min_size=1, max_size=3),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_counts_what_sacrebleu_counts_compiled_and_plainly(most, rows):
    scorer = CHRF()
    outputs, references = zip(*rows, strict=True)
    expected = [
        scorer._compute_segment_statistics(output, scorer._extract_reference_info(texts))
        for output, texts in rows
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chrf, "MOST_PLAIN", most)
        found = Chrf().statistics(outputs, references, [None] * len(rows))
    np.testing.assert_array_equal(found, expected)


def test_no_rows():
    assert Chrf().statistics([], [], []).shape == (0, 18)


def test_worked_by_hand():
    # "ab" for "abc": precision 1 for 1- and 2-grams, recall 2/3 and 1/2; chrF averages both first (beta 2)
    recall = (2 / 3 + 1 / 2) / 2
    found = Chrf().score(["ab"], [("abc",)], [None])
    np.testing.assert_allclose(found, 100 * 5 * recall / (4 + recall))


def test_any_text_has_a_score():
    texts = ["", " \n", "\x00", "a\x00b \ud800 c", "\U0001f600 é", "word " * 3000]
    found = Chrf().score(texts, [("a\x00b \ud800 c", "")] * len(texts), [None] * len(texts))
    np.testing.assert_array_equal(found[:2], 0)
    assert found[3] == pytest.approx(100)
    assert np.isfinite(found).all()


def test_the_signature_tells_the_settings():
    assert Chrf().signature() == (
        f"sacreBLEU nrefs:var|case:mixed|eff:yes|nc:6|nw:0|space:no|version:{sacrebleu.__version__}, all references of "
        "an output, of which the one with the highest score counts"
    )
