"""Length of the longest common subsequence against the plain table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.lcs_columns import lcs_length
from trueness.metrics.rouge.pairs import pair_texts


def plain_length(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        new = [0]
        for j, y in enumerate(b):
            new.append(row[j] + 1 if x == y else max(row[j + 1], new[j]))
        row = new
    return row[-1]


def lengths_of(candidates, references):
    encoded = encode_texts([" ".join(words) for words in (*candidates, *references)])
    numbers = range(len(candidates), len(candidates) + len(references))
    pairs = pair_texts(range(len(candidates)), [numbers] * len(candidates))
    return lcs_length(encoded.counted, encoded.vocabulary.size, pairs).reshape(len(candidates), -1)


@given(
    candidates=st.lists(st.lists(st.sampled_from("abcdefg"), max_size=150), min_size=1, max_size=3),
    references=st.lists(st.lists(st.sampled_from("abcdef"), max_size=150), min_size=1, max_size=3),
)
def test_equals_the_plain_table(candidates, references):
    """Also for references of more than 64 tokens, whose columns are several words."""
    expected = [[plain_length(a, b) for b in references] for a in candidates]
    assert lengths_of(candidates, references).tolist() == expected


def test_carries_go_on_into_the_next_word():
    # each of the 64 lowest rows matches, so adding overflows the first word
    words = ["a"] * 200
    assert lengths_of([words, words[:65], ["b", *words[:63]]], [words[:130]]).ravel().tolist() == [
        130,
        65,
        63,
    ]
