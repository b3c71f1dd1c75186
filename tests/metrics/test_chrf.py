"""Equal to sacreBLEU's own call, on real text."""

from __future__ import annotations

import numpy as np
import sacrebleu

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.datasets.summeval_texts import summeval_texts
from trueness.metrics.registry import get_metric


def check(rows):
    """Compare with one call of sacreBLEU per row, defaults throughout."""
    found = get_metric("chrf").score(
        [r.output for r in rows], [r.references for r in rows], [None] * len(rows)
    )
    expected = [sacrebleu.sentence_chrf(row.output, [row.references[0]]).score for row in rows]
    np.testing.assert_array_equal(found, expected)
    assert len(set(expected)) > len(rows) / 2


def test_equals_sacrebleu_on_the_pocket_benchmark():
    check(load_dataset_texts("pocket").rows[::2])


def test_equals_sacrebleu_on_summeval(test_data):
    check(summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows[::8])


def test_only_the_first_reference_counts():
    score = get_metric("chrf").score
    output, first, second = "the cat sat on a mat", "the cat sat on the mat", "the cat sat on a mat"
    one, two = score([output, output], [(first,), (first, second)], [None, None])
    assert one == two
    assert score([output], [(second, first)], [None])[0] != one


def test_worked_by_hand():
    # "ab" for "abc": precision 1 for 1- and 2-grams, recall 2/3 and 1/2; chrF averages both first (beta 2)
    recall = (2 / 3 + 1 / 2) / 2
    found = get_metric("chrf").score(["ab"], [("abc",)], [None])
    np.testing.assert_allclose(found, 100 * 5 * recall / (4 + recall))
