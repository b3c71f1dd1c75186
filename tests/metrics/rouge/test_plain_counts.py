"""Counts without compiled loops are those of the compiled loops, which have tests of their own."""

import subprocess
import sys

import numpy as np
import pytest

from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.ngram_hits import ngram_hits
from trueness.metrics.rouge.pairs import pair_texts
from trueness.metrics.rouge.plain_counts import plain_ngram_hits, plain_skip_hits, plain_union_lcs_hits
from trueness.metrics.rouge.skip_hits import skip_hits
from trueness.metrics.rouge.union_lcs_hits import union_lcs_hits

N_TEXTS = 24


def tokens_of(rng, n_words, longest):
    """Texts of 0 to 4 sentences, some of them empty."""
    sentences = [[rng.integers(0, longest + 1) for _ in range(rng.integers(0, 5))] for _ in range(N_TEXTS)]
    sizes = [size for text in sentences for size in text]
    bounds = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    texts = np.concatenate([[0], np.cumsum([len(text) for text in sentences])]).astype(np.int64)
    return TokenArrays(rng.integers(0, n_words, bounds[-1]).astype(np.int32), bounds, texts)


def pairs_of(rng):
    return pair_texts(
        rng.integers(0, N_TEXTS, 60).tolist(), [rng.integers(0, N_TEXTS, 2).tolist() for _ in range(60)]
    )


@pytest.mark.parametrize(("n_words", "longest"), [(3, 5), (6, 12), (40, 90)])
def test_as_the_compiled_loops(n_words, longest):
    rng = np.random.default_rng(n_words)
    tokens, pairs = tokens_of(rng, n_words, longest), pairs_of(rng)
    counted = tokens.keep(rng.random(len(tokens.ids)) < 0.8)  # as a limit by bytes does
    orders = [1, 2, 4]
    hits = ngram_hits(tokens, n_words, pairs, np.array(orders))
    assert hits.any()
    np.testing.assert_array_equal(plain_ngram_hits(tokens, pairs, orders), hits)
    for skip in (0, 4, 2**40):
        for mine, theirs in zip(
            plain_skip_hits(tokens, pairs, skip), skip_hits(tokens, n_words, pairs, skip), strict=True
        ):
            assert theirs.any()
            np.testing.assert_array_equal(mine, theirs)
    hits = union_lcs_hits(counted, tokens, n_words, pairs)
    assert hits.any()
    np.testing.assert_array_equal(plain_union_lcs_hits(counted, tokens, pairs), hits)


def test_few_texts_are_scored_without_the_compiler():
    program = """
import sys
from trueness.metrics.rouge.rouge import Rouge
metrics = [Rouge.from_name(name) for name in ("rouge1_f", "rouge2_stem_f", "rougeL_stem_f", "rougeSU4_f")]
scores = Rouge.score_together(metrics, ["the cat sat"], [["the cat sat down"]], [None])
print("numba" in sys.modules, scores.round(3).tolist())
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    # 3 of 3 and 4 words, 2 of 2 and 3 bigrams; of skip bigrams and words but the last 5 of 5 and 9
    assert done.stdout.strip() == "False [[0.857, 0.8, 0.857, 0.714]]"
