"""Matches of the union of longest common subsequences against plain tables with a way back."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.metrics.rouge.encode import TokenArrays, encode_texts
from trueness.metrics.rouge.pairs import pair_texts
from trueness.metrics.rouge.union_lcs_hits import union_lcs_hits


def plain_mask(reference, candidate):
    """The places of the reference on the way back through the full table, ties dropping the reference token."""
    table = np.zeros((len(reference) + 1, len(candidate) + 1), dtype=int)
    for i, x in enumerate(reference, 1):
        for j, y in enumerate(candidate, 1):
            table[i, j] = table[i - 1, j - 1] + 1 if x == y else max(table[i - 1, j], table[i, j - 1])
    i, j = len(reference), len(candidate)
    mask = set()
    while i and j:
        if reference[i - 1] == candidate[j - 1]:
            i, j = i - 1, j - 1
            mask.add(i)
        elif table[i - 1, j] >= table[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return mask


def plain_hits(candidate, reference, counted_candidate=None, counted_reference=None):
    mine = Counter(chain.from_iterable(counted_candidate or candidate))
    theirs = Counter(chain.from_iterable(counted_reference or reference))
    hits = 0
    for sentence in reference:
        union = set().union(*(plain_mask(sentence, other) for other in candidate))
        for place in sorted(union):
            word = sentence[place]
            if mine[word] > 0 and theirs[word] > 0:
                mine[word] -= 1
                theirs[word] -= 1
                hits += 1
    return hits


def hits_of(candidates, references):
    texts = ["\n".join(" ".join(sentence) for sentence in text) for text in (*candidates, *references)]
    encoded = encode_texts(texts)
    numbers = range(len(candidates), len(candidates) + len(references))
    pairs = pair_texts(range(len(candidates)), [numbers] * len(candidates))
    tokens = encoded.counted
    return union_lcs_hits(tokens, tokens, encoded.vocabulary.size, pairs).reshape(len(candidates), -1)


def some_texts(words, longest):
    return st.lists(st.lists(st.sampled_from(words), min_size=1, max_size=longest), max_size=4)


@given(
    candidates=st.lists(some_texts("abcdefghx", 12), min_size=1, max_size=3),
    references=st.lists(some_texts("abcdefghy", 12), min_size=1, max_size=2),
)
def test_equals_plain_tables(candidates, references):
    expected = [[plain_hits(a, b) for b in references] for a in candidates]
    assert hits_of(candidates, references).tolist() == expected


@given(candidate=some_texts("abcdef", 100), reference=some_texts("abcdeg", 150))
@settings(max_examples=25)
def test_equals_plain_tables_for_long_sentences(candidate, reference):
    """Sentences of more than 64 tokens, whose columns are several words."""
    assert hits_of([candidate], [reference]).tolist() == [[plain_hits(candidate, reference)]]


def test_example_of_lin_2004():
    # section 3.2: w1 w2 w3 w4 w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5: the union is w1 w2 w3 w5, w left out
    candidate = [list("12678"), list("13895")]
    assert hits_of([candidate], [[list("12345")]]).tolist() == [[4]]


def test_column_without_matches_after_one_with_a_match():
    """Before the gap, 'a' of the reference's end would match; in it, that token is dropped as a tie."""
    candidate, reference = [list("abxba")], [list("abya")]
    assert hits_of([candidate], [reference]).tolist() == [[plain_hits(candidate, reference)]]


def arrays(texts, numbers):
    sentences = [sentence for text in texts for sentence in text]
    ids = np.array([numbers[word] for sentence in sentences for word in sentence], dtype=np.int32)
    ends = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return TokenArrays(ids, ends, np.cumsum([0, *map(len, texts)], dtype=np.int64))


@given(
    compared=st.tuples(some_texts("abcd", 6), some_texts("abcd", 6)),
    counted=st.tuples(some_texts("abcde", 4), some_texts("abcde", 4)),
)
def test_counts_may_come_from_other_tokens(compared, counted):
    """As under a limit by bytes in exact mode."""
    numbers = {word: k for k, word in enumerate("abcde")}
    pairs = pair_texts([0], [[1]])
    found = union_lcs_hits(arrays(counted, numbers), arrays(compared, numbers), 5, pairs)
    # an empty text is given as [[]], for which `or` would take the other
    mine, theirs = (text or [[]] for text in counted)
    assert found.tolist() == [plain_hits(*compared, mine, theirs)]
