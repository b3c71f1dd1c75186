"""Gaps: which tokens are masked together, and what is cut where a model takes no more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.blanc.gaps import fitted, maskings

TOKENS = ["the", "harbour", "gate", "em", "##bar", "##cade", "##ro", "is", "shut", "!"]


def test_every_second_token_of_enough_letters():
    # 'the', 'is' and '!' are short, later pieces never long enough; 'em' is the first piece of a word
    assert maskings(TOKENS, 2) == [(2, 8), (1, 3)]
    assert maskings(TOKENS, 1) == [(1, 2, 3, 8)]
    assert maskings(TOKENS, 6) == [(1,), (2, 8), (3,)]
    assert maskings(["shut"], 6) == [(0,)]
    assert maskings([], 2) == []


def test_all_fits():
    assert fitted([1, 2], [[3], [4, 5]], 512) == ([1, 2], [3, 4, 5])


def test_the_sentence_is_cut_before_the_summary():
    sentence, summary = fitted(range(600), [[1] * 50], 512)
    assert (sentence, summary) == (list(range(460)), [1] * 50)


def test_sentences_of_the_summary_are_left_out_from_its_end():
    sentence, summary = fitted(range(90), [[1] * 300, [2] * 100, [3] * 100], 512)
    assert (sentence, summary) == (list(range(90)), [1] * 300 + [2] * 100)


def test_of_a_single_long_sentence_the_beginning_is_cut():
    _, summary = fitted(range(100), [list(range(600))], 512)
    assert summary == list(range(190, 600))


@given(st.integers(0, 1200), st.lists(st.integers(0, 700), max_size=4), st.integers(3, 512))
def test_it_always_fits(sentence, summary, limit):
    kept, helped = fitted(range(sentence), [list(range(length)) for length in summary], limit)
    assert 2 + len(kept) + len(helped) <= limit
    if 2 + sentence + sum(summary) <= limit:
        assert (len(kept), len(helped)) == (sentence, sum(summary))
