"""Equal to sacreBLEU's own calls on real text, for outputs and for systems, with one and with several references."""

from __future__ import annotations

import functools

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.data.datasets.load import load_dataset_texts, realsumm_texts, summeval_texts
from trueness.data.scores.corpus_formulas import corpus_score
from trueness.metrics.ter import Ter

WORDS = st.lists(st.sampled_from("the The cat sat on a mat .".split()), max_size=9).map(" ".join)  # noqa: SIM905


@pytest.fixture(scope="module", autouse=True)
def edited_once():
    """Let sacreBLEU take what it found of an output alone for the whole system, too: its search takes long."""
    plain = functools.cache(lambda words, reference: search(list(words), list(reference)))
    with pytest.MonkeyPatch.context() as patch:
        search = sacrebleu.metrics.ter.translation_edit_rate
        patch.setattr(
            sacrebleu.metrics.ter, "translation_edit_rate", lambda *given: plain(*map(tuple, given))
        )
        yield


def check(rows, most=99):
    """Compare with one call of sacreBLEU per output and one for all of them, defaults throughout."""
    references = [row.references[:most] for row in rows]
    statistics = Ter().statistics([row.output for row in rows], references, [None] * len(rows))
    found = Ter().score([row.output for row in rows], references, [None] * len(rows))
    scores = [
        sacrebleu.sentence_ter(row.output, list(given_texts))
        for row, given_texts in zip(rows, references, strict=True)
    ]
    np.testing.assert_array_equal(statistics, [(one.num_edits, one.ref_length) for one in scores])
    np.testing.assert_allclose(found, [one.score for one in scores], rtol=1e-14)
    columns = [list(column) for column in zip(*references, strict=True)]
    whole = sacrebleu.corpus_ter([row.output for row in rows], columns).score
    assert corpus_score("ter", statistics.sum(axis=0)) == pytest.approx(whole, rel=0, abs=1e-9)


@pytest.mark.parametrize("step", [384, pytest.param(128, marks=pytest.mark.slow)])
def test_equals_sacrebleu_on_the_pocket_benchmark(step):
    check(load_dataset_texts("pocket").rows[::step])


@pytest.mark.slow
@pytest.mark.parametrize(("most", "step"), [(1, 50), (11, 400)])
def test_equals_sacrebleu_on_summeval(test_data, most, step):
    check(summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows[::step], most)


@pytest.mark.slow
def test_equals_sacrebleu_on_realsumm(test_data):
    folder = test_data / "data" / "realsumm"
    check(realsumm_texts(folder / "abs.pkl", folder / "ext.pkl").rows[::125])


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
@settings(max_examples=40)
def test_equals_sacrebleu_on_short_texts(output, references):
    found = Ter().score([output] * 2, [references, references[::-1]], [None] * 2)
    assert found[0] == found[1] >= 0
    assert found[0] == pytest.approx(sacrebleu.sentence_ter(output, references).score, rel=1e-14)


def test_the_nearest_reference_counts_and_the_mean_length():
    # 1 edit to the second reference; 6 and 2 words, 4 on average
    counts = Ter().statistics(["a b"], [("x x x x x x", "a c")], [None])
    np.testing.assert_array_equal(counts, [[1, 4]])
    np.testing.assert_array_equal(Ter().score(["a b"], [("x x x x x x", "a c")], [None]), [25])


def test_worked_by_hand():
    # one of four words differs: 1 edit per 4 words; one word too many for one: 1 edit per 1 word; one shift per 5
    found = Ter().score(["a b c x", "a b", "D e a B c"], [("a b c d",), ("a",), ("a b c d e",)], [None] * 3)
    np.testing.assert_allclose(found, [25, 100, 20])


def test_empty_texts():
    outputs, references = ["", "", "a b", " \n"], [("a b",), ("",), ("",), ("a", "a b c")]
    # of two references the nearest has 1 word, on average they have 2
    np.testing.assert_array_equal(Ter().score(outputs, references, [None] * 4), [100, 0, 100, 50])


def test_any_text_has_a_score():
    texts = ["\x00", "a\x00b \ud800 C", "\U0001f600 é"]
    found = Ter().score(texts, [("a\x00b \ud800 c",)] * 3, [None] * 3)
    np.testing.assert_allclose(found, [100, 0, 100])


def test_long_texts():
    rng = np.random.default_rng(4)
    words = [f"w{number}" for number in rng.integers(0, 500, 6_000)]
    moved = [*words[:900], *words[910:930], *words[900:910], *words[930:]]
    found = Ter().statistics([" ".join(moved), "a"], [(" ".join(words),)] * 2, [None] * 2)
    np.testing.assert_array_equal(found, [[1, 6_000], [6_000, 6_000]])


def test_the_signature_tells_the_settings():
    scorer = sacrebleu.metrics.TER()
    scorer.num_refs = -1
    peer = str(scorer.get_signature()).rpartition("|version")[0]
    assert Ter().signature() == f"{peer}, as sacreBLEU, all references of an output"
