"""Against counters of Python, and against the plain counting."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.ngrams.code_points import code_points
from trueness.metrics.ngrams.groups import group_rows
from trueness.metrics.ngrams.plain_shared_ngrams import plain_shared_ngrams
from trueness.metrics.ngrams.shared_ngrams import shared_ngrams

TEXTS = st.lists(st.text("abc", max_size=9), min_size=1, max_size=5)


@st.composite
def rows(draw):
    texts = draw(TEXTS)
    number = st.integers(0, len(texts) - 1)
    references = draw(st.lists(st.lists(number, min_size=1, max_size=3), max_size=4))
    return texts, [draw(number) for _ in references], references


def by_counters(texts, candidates, references, order):
    def ngrams(text, n):
        return Counter(text[k : k + n] for k in range(len(text) - n + 1))

    found = np.zeros((len(candidates), order), dtype=np.int64)
    for row, (candidate, given_references) in enumerate(zip(candidates, references, strict=True)):
        for n in range(1, order + 1):
            most: Counter[str] = Counter()
            for reference in given_references:
                most |= ngrams(texts[reference], n)
            found[row, n - 1] = (ngrams(texts[candidate], n) & most).total()
    return found


@given(rows(), st.integers(1, 6))
def test_equals_counters(drawn, order):
    texts, candidates, references = drawn
    expected = by_counters(texts, candidates, references, order)
    groups = group_rows(
        np.array(candidates, dtype=np.int64),
        np.array([text for given in references for text in given], dtype=np.int64),
        np.array([*map(len, references)], dtype=np.int64),
    )
    points = code_points(texts)
    alphabet = ord("c") + 1
    np.testing.assert_array_equal(shared_ngrams(*points, alphabet, groups, order), expected)
    np.testing.assert_array_equal(plain_shared_ngrams(texts, groups, order), expected)
    np.testing.assert_array_equal(
        plain_shared_ngrams([tuple(text) for text in texts], groups, order), expected
    )


def test_many_rows_share_a_table_that_was_larger_before():
    rng = np.random.default_rng(5)
    texts = ["".join(rng.choice(list("abcd"), size=size)) for size in rng.integers(0, 400, size=60)]
    drawn = rng.integers(0, 60, size=60)
    references = [[k] for k in drawn.tolist()]
    groups = group_rows(np.arange(60), drawn, np.ones(60, dtype=np.int64))
    found = shared_ngrams(*code_points(texts), ord("d") + 1, groups, 6)
    np.testing.assert_array_equal(found, plain_shared_ngrams(texts, groups, 6))
    expected = by_counters(texts, list(range(60)), references, 6)
    np.testing.assert_array_equal(found, expected)
