"""Sentence mover's similarity: by hand, and its relation to the word mover's."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.metrics.scoring.registry import get_metric

pytest.importorskip("ot")


def scores(name, vectors, output, *references, sentences="newline"):
    ends = "" if name.startswith("wms") else f",sentences={sentences}"
    metric = get_metric(f"{name}:vectors={vectors}{ends}")
    return float(metric.score([output], [references], [None])[0])


def test_worked_by_hand(toy_vectors):
    # sentences (a + b) / 2 = (1.5, 2) of weight 2/3 and c of 1/3; the reference is b: (2 * 2.5 + 5) / 3
    assert scores("sms", toy_vectors, "a b\nc", "b") == pytest.approx(math.exp(-10 / 3), rel=1e-12)
    # words a, b, c to b: (5 + 0 + 5) / 3
    assert scores("wms", toy_vectors, "a b\nc", "b") == pytest.approx(math.exp(-10 / 3), rel=1e-12)
    # to one point, words and sentences together: half of either
    assert scores("s_wms", toy_vectors, "a b\nc", "b") == pytest.approx(math.exp(-10 / 3), rel=1e-12)
    # two sentences each; 3 words at (2, 8/3) to 3 at (6, 8): distance 20/3; d stays
    assert scores("sms", toy_vectors, "a a c\nd d d", "c c c\nd d d") == pytest.approx(
        math.exp(-10 / 3), rel=1e-12
    )
    # the words: d stays, 2 of 6 go from a to c
    assert scores("wms", toy_vectors, "a a c\nd d d", "c c c\nd d d") == pytest.approx(
        math.exp(-10 / 3), rel=1e-12
    )


def test_one_sentence_is_its_centroid(toy_vectors):
    assert scores("sms", toy_vectors, "a b zzz", "c") == pytest.approx(math.exp(-7.5), rel=1e-12)
    assert scores("sms", toy_vectors, "a b zzz\nzzz", "c") == pytest.approx(math.exp(-7.5), rel=1e-12)


def test_words_are_moved_as_by_the_distance(pocket_vectors):
    output, reference = "the house was old and the garden green", "people and water in the old garden"
    distance = get_metric(f"wmd:vectors={pocket_vectors},norm=none").score([output], [(reference,)], [None])
    assert scores("wms", pocket_vectors, output, reference) == pytest.approx(
        float(np.exp(-distance[0])), rel=1e-10
    )


def test_equal_texts_score_1(pocket_vectors):
    text = "the house was old\nand the garden green\nwater"
    for name in ("sms", "wms", "s_wms"):
        assert scores(name, pocket_vectors, text, text) == pytest.approx(1.0, abs=1e-12)
        turned = "\n".join(text.split("\n")[::-1])
        assert scores(name, pocket_vectors, turned, text) == pytest.approx(1.0, abs=1e-12)


def test_several_references(toy_vectors):
    assert scores("sms", toy_vectors, "a", "c", "b", "") == pytest.approx(math.exp(-5), rel=1e-12)
    mean = scores("sms", f"{toy_vectors},refs=mean", "a", "c", "b", "zzz")
    assert mean == pytest.approx((math.exp(-5) + math.exp(-10)) / 2, rel=1e-12)
    assert np.isnan(scores("sms", toy_vectors, "a", "zzz"))


def test_sentences_are_found(toy_vectors):
    pytest.importorskip("sentencex")
    found = scores("sms", toy_vectors, "B a! C!", "B.", sentences="split")
    assert found == pytest.approx(math.exp(-10 / 3), rel=1e-12)
    signature = get_metric(f"sms:vectors={toy_vectors}").signature()
    assert "sentences:sentencex " in signature
    assert "solver:POT " in signature
