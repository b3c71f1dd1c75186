"""ROUGE-WE: by hand, as ROUGE where vectors are orthogonal, and by the program of S3 in plain Python."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.vectors.word_vectors import load_word_vectors


def scores(name, vectors, output, *references):
    return float(get_metric(f"{name}:vectors={vectors}").score([output], [references], [None])[0])


def test_worked_by_hand(toy_vectors):
    # b and c point the same way: 1; b and d: .8; the best is b-c and d-d
    assert scores("rouge_we1_recall", toy_vectors, "b d", "c d e") == pytest.approx(2 / 3, rel=1e-15)
    assert scores("rouge_we1_precision", toy_vectors, "b d", "c d e") == pytest.approx(1.0, rel=1e-15)
    assert scores("rouge_we1_f", toy_vectors, "b d", "c d e") == pytest.approx(0.8, rel=1e-15)
    assert scores("rouge_we1_recall", toy_vectors, "d", "b") == pytest.approx(0.8, rel=1e-15)
    # each occurrence matches once: of two b one finds d, the other e: .8 + .6
    assert scores("rouge_we1_recall", toy_vectors, "b b", "d e") == pytest.approx(0.7, rel=1e-15)
    # without a vector nothing matches, not even itself
    assert scores("rouge_we1_recall", toy_vectors, "zzz d", "zzz d") == 0.5
    # b·c = (18, 32), b·b = (9, 16): the same direction
    assert scores("rouge_we2_recall", toy_vectors, "b c", "b b") == pytest.approx(1.0, rel=1e-15)
    # words b, d and the pair (b, d) = (0, 4) of themselves
    assert scores("rouge_weSU4_recall", toy_vectors, "b d", "b d") == pytest.approx(1.0, rel=1e-15)
    assert scores("rouge_we2_recall", toy_vectors, "b", "b") == 0


def test_several_references(toy_vectors):
    name = "rouge_we1_recall"
    assert scores(name, toy_vectors, "d", "d", "b e e") == pytest.approx((1 + 0.8) / 4, rel=1e-14)
    assert scores(name, f"{toy_vectors},refs=mean", "d", "d", "b e e") == pytest.approx(
        (1 + 0.8 / 3) / 2, rel=1e-14
    )
    assert scores(name, f"{toy_vectors},refs=best", "d", "b e e", "d") == 1


@pytest.fixture(scope="module")
def orthogonal(tmp_path_factory):
    path = tmp_path_factory.mktemp("orthogonal") / "o.txt"
    lines = [f"w{k} {' '.join('1' if k == n else '0' for n in range(6))}" for k in range(6)]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return str(path)


texts = st.lists(st.sampled_from([f"w{k}" for k in range(6)]), min_size=1, max_size=15).map(" ".join)


@settings(max_examples=15)
@given(texts, texts)
def test_with_orthogonal_vectors_it_is_rouge(orthogonal, output, reference):
    for part in ("recall", "precision", "f"):
        hard = get_metric(f"rouge1_{part}").score([output], [(reference,)], [None])[0]
        assert scores(f"rouge_we1_{part}", orthogonal, output, reference) == pytest.approx(hard, abs=1e-12)


def by_the_program(output, references, vectors, order):
    """What S3's program does, in its own order of steps, n-gram by n-gram."""
    known, found = vectors.look_up(
        words := sorted(set(re.findall(r"\w+", " ".join([output, *references]).lower())))
    )
    of = dict(zip([w for w, k in zip(words, known, strict=True) if k], found, strict=True))

    def counts(text):
        tokens = re.findall(r"\w+", text.lower())
        return Counter(tuple(tokens[k : k + order]) for k in range(len(tokens) - order + 1))

    def similarity(one, two):
        if one == two:
            return 1.0
        if not all(w in of for w in one) or not all(w in of for w in two):
            return 0.0
        u, v = sum(of[w] for w in one), sum(of[w] for w in two)
        return round(float(u @ v / np.sqrt((u @ u) * (v @ v))), 12)

    hits = total = 0
    for text in references:
        left = dict(counts(text))
        total += sum(left.values())
        for ngram, count in counts(output).items():
            ranked = sorted(left, key=lambda other: -similarity(ngram, other))
            if ranked and similarity(ngram, ranked[0]) >= 0.8:
                taken = min(count, left[ranked[0]])
                hits += taken
                left[ranked[0]] -= taken
                if not left[ranked[0]]:
                    del left[ranked[0]]
    return hits / total if total else 0.0


def test_the_ending_summeval_does_as_the_program(pocket_vectors, toy_vectors):
    rng = np.random.default_rng(5)
    for vectors, words in (
        (toy_vectors, [*"bcde", "zzz"]),
        (pocket_vectors, ["the", "house", "was", "old", "garden", "x"]),
    ):
        for order in (1, 2):
            for _ in range(25):
                output, one, two = (" ".join(rng.choice(words, rng.integers(1, 12))) for _ in range(3))
                expected = by_the_program(output, [one, two], load_word_vectors(vectors), order)
                found = scores(f"rouge_we{order}_recall_summeval", vectors, output, one, two)
                assert found == pytest.approx(expected, abs=1e-12)
