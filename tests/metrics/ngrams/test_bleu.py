"""What BLEU alone has; that it is sacreBLEU's, test_ngrams_sacrebleu.py shows."""

from __future__ import annotations

import numpy as np

from trueness.metrics.ngrams.bleu import Bleu


def test_every_reference_counts_in_any_order():
    output, first, second = "the cat sat on a mat", "the cat sat on the mat", "a dog sat on a mat"
    one, both, turned = Bleu().score([output] * 3, [(first,), (first, second), (second, first)], [None] * 3)
    assert one < both == turned


def test_worked_by_hand():
    # "a b c x" for "a b c d": precisions 3/4, 2/3, 1/2 and, smoothed, 1/2 of 1/1; no brevity penalty
    found = Bleu().score(["a b c x"], [("a b c d",)], [None])
    np.testing.assert_allclose(found, 100 * (3 / 4 * 2 / 3 * 1 / 2 * 1 / 2) ** (1 / 4))
