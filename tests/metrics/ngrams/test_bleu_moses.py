"""Against counting by another way, and against sacreBLEU with the same settings."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU

from trueness.data.datasets.load import load_dataset_texts, realsumm_texts, summeval_texts
from trueness.data.scores.corpus_formulas import corpus_score
from trueness.metrics.ngrams.bleu_moses import BleuMoses

PLAIN, LOWER = BleuMoses(), BleuMoses(lower_case=True)
WORDS = st.lists(st.sampled_from("the cat sat The Cat .".split()), max_size=9).map(" ".join)  # noqa: SIM905


def counted(outputs, references):
    """Return BLEU of a corpus by the definition, counting n-grams in lists."""
    matches, totals, length, closest = [0] * 4, [0] * 4, 0, 0
    for output, given_texts in zip(outputs, references, strict=True):
        words, others = output.split(" "), [text.split(" ") for text in given_texts]
        length += len(words)
        closest += min((abs(len(other) - len(words)), len(other)) for other in others)[1]
        for n in range(1, 5):
            mine = [words[k : k + n] for k in range(len(words) - n + 1)]
            theirs = [[other[k : k + n] for k in range(len(other) - n + 1)] for other in others]
            totals[n - 1] += len(mine)
            for ngram in {tuple(ngram) for ngram in mine}:
                most = max(other.count(list(ngram)) for other in theirs)
                matches[n - 1] += min(mine.count(list(ngram)), most)
    if not all(matches):
        return 0.0
    logs = sum(math.log(m / t) for m, t in zip(matches, totals, strict=True)) / 4
    return 100 * min(1.0, math.exp(1 - closest / length)) * math.exp(logs)


def system_score(metric, outputs, references):
    sums = metric.statistics(outputs, references, [None] * len(outputs)).sum(axis=0)
    return float(corpus_score(metric.corpus_formula, sums))


def check(rows, most=99):
    """Compare every system's score with sacreBLEU's for the same settings."""
    for system in {row.system for row in rows}:
        outputs = [" ".join(row.output.split()) for row in rows if row.system == system]
        references = [
            [" ".join(text.split()) for text in row.references[:most]] for row in rows if row.system == system
        ]
        for metric, lower in ((PLAIN, False), (LOWER, True)):
            peer = BLEU(tokenize="none", smooth_method="none", force=True, lowercase=lower)
            expected = peer.corpus_score(outputs, [list(one) for one in zip(*references, strict=True)]).score
            assert system_score(metric, outputs, references) == pytest.approx(expected, rel=0, abs=1e-9)


def every(rows, step):
    """Return the rows of every so many inputs, of all systems."""
    kept = set(sorted({row.input for row in rows})[::step])
    return [row for row in rows if row.input in kept]


SOME_AND_ALL = pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])


@SOME_AND_ALL
def test_equals_sacrebleu_on_the_pocket_benchmark(step):
    check(every(load_dataset_texts("pocket").rows, step))


@SOME_AND_ALL
def test_equals_sacrebleu_on_summeval(test_data, step):
    rows = every(summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows, step)
    check([row for row in rows if row.system in ("M0", "M22")], 1)
    check([row for row in rows if row.system in ("M11", "M17")], 11)


def test_equals_counting_on_the_pocket_benchmark():
    rows = [row for row in load_dataset_texts("pocket").rows if row.system == "lead3"]
    outputs = [" ".join(row.output.split()) for row in rows]
    references = [[" ".join(text.split()) for text in row.references] for row in rows]
    assert len(rows) > 5
    found = system_score(PLAIN, outputs, references)
    assert found == pytest.approx(counted(outputs, references), rel=1e-12)
    assert found > 1


@given(WORDS.filter(bool), st.lists(WORDS.filter(bool), min_size=1, max_size=3))
def test_equals_counting(output, references):
    found = PLAIN.score([output] * 2, [references, references[::-1]], [None] * 2)
    np.testing.assert_allclose(found, counted([output], [references]), rtol=1e-12)
    assert found[0] == found[1]
    assert 0 <= found[0] <= 100 + 1e-9
    lower = LOWER.score([output], [references], [None])
    assert lower == PLAIN.score([output.lower()], [[text.lower() for text in references]], [None])
    assert lower >= found[0]


def test_worked_by_hand():
    # the references closest to 6 words have 5 and 7: the shorter counts, no brevity penalty
    output, references = "a b c d x y", ("a b c d e", "a b c d e f g")
    assert system_score(PLAIN, [output], [references]) == pytest.approx(
        100 * (4 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25
    )
    # "a" counts as often as in the reference that has it most often
    counts = PLAIN.statistics(["a a a a"], [("a b", "a c a d")], [None])
    np.testing.assert_array_equal(counts, [[4, 4, 2, 0, 0, 0, 4, 3, 2, 1]])


def test_outputs_score_zero_where_the_system_does_not():
    outputs, references = ["a b c", "a b c d"], [("a b c",), ("a b c d",)]
    np.testing.assert_allclose(PLAIN.score(outputs, references, [None] * 2), [0, 100])
    assert system_score(PLAIN, outputs, references) == pytest.approx(100)


def test_bytes_are_seen_as_perl_sees_them():
    # a no-break space is part of a word, and only A-Z has a lower case
    counts = PLAIN.statistics(["a\u00a0b c"], [("a\u00a0b c",)], [None])
    assert counts[0, 0] == 2
    assert LOWER.statistics(["\u00c9 A"], [("\u00e9 a",)], [None])[0, 2] == 1
    assert PLAIN.statistics(["\u00c9 A"], [("\u00e9 a",)], [None])[0, 2] == 0


def test_any_text_has_a_score():
    texts = ["", " \n", "a\x00b \ud800 c d", "word " * 3000]
    found = PLAIN.score(texts, [("a\x00b \ud800 c d", "")] * len(texts), [None] * len(texts))
    np.testing.assert_array_equal(found[:2], 0)
    assert found[2] == pytest.approx(100)
    assert np.isfinite(found).all()
    assert PLAIN.score(["a b c d"], [("",)], [None]) == 0


def test_names():
    assert [BleuMoses.from_name(name).lower_case for name in BleuMoses.names()] == [False, True]
    assert BleuMoses.from_name("bleu") is None
    assert BleuMoses.defaults() == ()


@SOME_AND_ALL
def test_equals_sacrebleu_on_realsumm(test_data, step):
    folder = test_data / "data" / "realsumm"
    check(every(realsumm_texts(folder / "abs.pkl", folder / "ext.pkl").rows, step))


def test_descriptions_and_signatures_tell_case():
    assert PLAIN.signature() == "tok:blanks|case:mixed|smooth:none|refs:all, closest length"
    assert LOWER.signature() == "tok:blanks|case:lc|smooth:none|refs:all, closest length"
    assert "case kept" in PLAIN.description()
    assert "A-Z lower-cased" in LOWER.description()
