"""Equal to sacreBLEU's own call, on real text."""

from __future__ import annotations

import numpy as np
import sacrebleu

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.datasets.summeval_texts import summeval_texts
from trueness.metrics.registry import get_metric


def check(rows):
    """Compare with one call of sacreBLEU per row, defaults throughout."""
    found = get_metric("ter").score(
        [r.output for r in rows], [r.references for r in rows], [None] * len(rows)
    )
    expected = [sacrebleu.sentence_ter(row.output, [row.references[0]]).score for row in rows]
    np.testing.assert_array_equal(found, expected)
    assert len(set(expected)) > len(rows) / 2


def test_equals_sacrebleu_on_the_pocket_benchmark():
    check(load_dataset_texts("pocket").rows[::64])


def test_equals_sacrebleu_on_summeval(test_data):
    check(summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows[::320])


def test_only_the_first_reference_counts():
    score = get_metric("ter").score
    output, first, second = "the cat sat on a mat", "the cat sat on the mat", "the cat sat on a mat"
    one, two = score([output, output], [(first,), (first, second)], [None, None])
    assert one == two
    assert score([output], [(second, first)], [None])[0] != one


def test_worked_by_hand():
    # one of four words differs: 1 edit per 4 words; one word too many for one: 1 edit per 1 word
    found = get_metric("ter").score(["a b c x", "a b"], [("a b c d",), ("a",)], [None, None])
    np.testing.assert_allclose(found, [25, 100])
