"""Weighted matches against plain tables, to the last bit."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.pairs import pair_texts
from trueness.metrics.rouge.weighted_lcs_hits import weighted_lcs_hits


def plain_mask(reference, candidate, weight):
    """The places of the reference on the way back through the full table of Lin's recurrence."""
    value = np.zeros((len(reference) + 1, len(candidate) + 1))
    run = np.zeros(value.shape, dtype=int)
    for i, x in enumerate(reference, 1):
        for j, y in enumerate(candidate, 1):
            if x == y:
                k = int(run[i - 1, j - 1])
                value[i, j] = value[i - 1, j - 1] + float(k + 1) ** weight - float(k) ** weight
                run[i, j] = k + 1
            else:
                value[i, j] = max(value[i - 1, j], value[i, j - 1])
    i, j = len(reference), len(candidate)
    mask = set()
    while i and j:
        if reference[i - 1] == candidate[j - 1]:
            i, j = i - 1, j - 1
            mask.add(i)
        elif value[i - 1, j] >= value[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return mask


def plain_hits(candidate, reference, weight, *, as_original):
    mine, theirs = Counter(chain.from_iterable(candidate)), Counter(chain.from_iterable(reference))
    total = 0.0
    for sentence in reference:
        union = set().union(*(plain_mask(sentence, other, weight) for other in candidate))
        run = 0
        for place in sorted(union):
            word = sentence[place]
            if mine[word] > 0 and theirs[word] > 0:
                mine[word] -= 1
                theirs[word] -= 1
                run += 1
                if place + 1 not in union:
                    total += float(run) ** weight
                    run = 0
            elif not as_original:
                total += float(run) ** weight
                run = 0
    return total


def hits_of(candidates, references, weight, *, as_original):
    texts = ["\n".join(" ".join(sentence) for sentence in text) for text in (*candidates, *references)]
    encoded = encode_texts(texts)
    numbers = range(len(candidates), len(candidates) + len(references))
    pairs = pair_texts(range(len(candidates)), [numbers] * len(candidates))
    tokens = encoded.counted
    weights = np.array([float(k) ** weight for k in range(200)])
    found = weighted_lcs_hits(
        tokens, tokens, encoded.vocabulary.size, pairs, weights, as_original=as_original
    )
    return found.reshape(len(candidates), -1)


def some_texts(words, longest):
    return st.lists(st.lists(st.sampled_from(words), min_size=1, max_size=longest), max_size=4)


@pytest.mark.parametrize("as_original", [True, False])
@given(
    candidates=st.lists(some_texts("abcdefgx", 12), min_size=1, max_size=3),
    references=st.lists(some_texts("abcdefgy", 12), min_size=1, max_size=2),
    weight=st.sampled_from([1.2, 1.0, 2.0, 0.7]),
)
def test_equals_plain_tables(as_original, candidates, references, weight):
    expected = [[plain_hits(a, b, weight, as_original=as_original) for b in references] for a in candidates]
    assert hits_of(candidates, references, weight, as_original=as_original).tolist() == expected


@given(candidate=some_texts("abcdefgh", 100), reference=some_texts("abcdefgi", 100))
@settings(max_examples=15)
def test_equals_plain_tables_for_long_sentences(candidate, reference):
    """Sentences of more than 64 tokens, whose rows of the way back are several words."""
    expected = plain_hits(candidate, reference, 1.2, as_original=True)
    assert hits_of([candidate], [reference], 1.2, as_original=True).tolist() == [[expected]]


def test_one_run_weighs_more_than_scattered_matches():
    # Lin 2004, section 4, with the roles exchanged, since runs are those of the reference
    references = [[list("abcdhik")], [list("ahbkcid")]]
    found = hits_of([[list("abcdefg")]], references, 1.2, as_original=True)
    assert found.tolist() == [[4**1.2, 4.0]]


def test_run_before_a_rejected_token_is_lost_or_kept():
    # both sentences of the reference match 'a b', but the candidate's words are used up after the first
    candidate, reference = [list("ab")], [list("ab"), list("cab")]
    assert hits_of([candidate], [reference], 1.2, as_original=True).tolist() == [[2**1.2]]
    # 'b' of the second sentence counts, 'a' after it does not: the original loses the open run
    candidate, reference = [list("ba")], [list("a"), list("ba")]
    assert hits_of([candidate], [reference], 1.2, as_original=True).tolist() == [[1.0]]
    assert hits_of([candidate], [reference], 1.2, as_original=False).tolist() == [[2.0]]
