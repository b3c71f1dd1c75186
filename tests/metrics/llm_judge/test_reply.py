"""Replies: what of a chat completion is one, and its form in a file."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.llm_judge.reply import Reply, Token, UnusableError, reply_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
TOKENS = st.builds(
    Token, TEXTS, st.lists(st.tuples(TEXTS, st.floats(-100, 0) | st.just(-math.inf))).map(tuple)
)


@given(
    st.builds(
        Reply,
        TEXTS,
        TEXTS,
        TEXTS,
        st.none() | st.lists(TOKENS, max_size=3).map(tuple),
        st.none() | st.integers(0, 2**53 - 1),
        st.none() | st.integers(0, 2**53 - 1),
    )
)
def test_what_is_written_is_read_again(reply):
    written = reply.to_json()
    assert "\n" not in written
    assert Reply.from_json(written) == reply


def test_probabilities_are_those_of_the_alternatives_and_of_the_token_itself(said):
    top = said.token({"4": 0.6, "5": 0.3}, said="four")
    reply = reply_of(said.completion("four", tokens=[top]))
    assert reply.tokens == (
        Token("four", (("4", math.log(0.6)), ("5", math.log(0.3)), ("four", math.log(1e-9)))),
    )


@pytest.mark.parametrize("logprobs", [None, {}, {"content": None}, {"content": []}])
def test_without_probabilities_there_are_none(said, logprobs):
    body = said.completion("4")
    body["choices"][0]["logprobs"] = logprobs
    assert reply_of(body).tokens is None


def test_minus_infinity_is_null_in_json(said):
    token = {"token": "4", "logprob": None, "top_logprobs": []}
    assert reply_of(said.completion("4", tokens=[token])).tokens == (Token("4", (("4", -math.inf),)),)


@pytest.mark.parametrize(
    "tokens",
    [
        [4],
        [{}],
        [{"token": "4", "logprob": "high"}],
        [{"token": "4", "logprob": 0.5}],
        [{"token": "4", "logprob": -(10**400)}],
        [{"token": 4, "logprob": -1}],
        [{"token": "4", "logprob": -1, "top_logprobs": [{}]}],
        [{"token": "4", "logprob": -1, "top_logprobs": 7}],
    ],
)
def test_probabilities_that_are_none_are_refused(said, tokens):
    with pytest.raises(UnusableError, match="it sent broken probabilities"):
        reply_of(said.completion("4", tokens=tokens))


def test_half_a_surrogate_pair_becomes_a_question_mark(said):
    assert reply_of(said.completion("a\ud800b")).text == "a?b"


@pytest.mark.parametrize(
    "usage", [{"prompt_tokens": -1}, {"prompt_tokens": "7"}, {"prompt_tokens": True}, [], 7]
)
def test_a_count_that_is_none_is_not_counted(said, usage):
    assert reply_of({**said.completion("4"), "usage": usage}).tokens_in is None


def test_what_is_left_out_has_a_usual_value():
    reply = reply_of({"choices": [{"message": {}}]})
    assert reply == Reply("", "stop", "", None, None, None)
