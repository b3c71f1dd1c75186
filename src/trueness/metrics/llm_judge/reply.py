"""What an endpoint answered, as far as it matters, and its form in a file."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

LONGEST = 1_000_000
"""Letters of a reply; a longer one is none."""


class Token(NamedTuple):
    """A token of a reply.

    Attributes
    ----------
    text : str
    alternatives : tuple of (str, float)
        What could have stood there, the token itself among them, with natural logarithms of probabilities.
    """

    text: str
    alternatives: tuple[tuple[str, float], ...]


class Reply(NamedTuple):
    """A reply.

    Attributes
    ----------
    text : str
        Empty where there is none.
    finish : str
        Why it ended, as the endpoint says it: ``stop``, ``length``, ``content_filter``.
    refusal : str
        What the endpoint says in place of a reply; empty where it does not.
    tokens : tuple of Token or None
        None where the endpoint gives no probabilities.
    tokens_in, tokens_out : int or None
        None where the endpoint does not say.
    """

    text: str
    finish: str = "stop"
    refusal: str = ""
    tokens: tuple[Token, ...] | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None

    def to_json(self) -> str:
        """Return the reply on one line, as `from_json` reads it."""
        return json.dumps(self, ensure_ascii=True)

    @classmethod
    def from_json(cls, text: str) -> Reply:
        """Return a reply that `to_json` has written.

        Raises
        ------
        ValueError, TypeError
            If it is none.
        """
        said, finish, refusal, tokens, tokens_in, tokens_out = json.loads(text)
        found = None if tokens is None else tuple(_token(one) for one in tokens)
        return cls(
            text=str(said),
            finish=str(finish),
            refusal=str(refusal),
            tokens=found,
            tokens_in=_count(tokens_in),
            tokens_out=_count(tokens_out),
        )


class UnusableError(Exception):
    """Why what an endpoint sent is no reply."""


def reply_of(body: Any) -> Reply:
    """Return the first choice of a chat completion.

    Parameters
    ----------
    body : Any
        As parsed from JSON.

    Raises
    ------
    UnusableError
        If it is no chat completion, or has no choice.
    """
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list):
        raise UnusableError("it sent JSON other than a chat completion")
    if not choices:
        raise UnusableError("it sent an empty list of choices")
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise UnusableError("it sent a choice that lacks a message")
    text, refusal, finish = message.get("content"), message.get("refusal"), choice.get("finish_reason")
    for part in (text, refusal, finish):
        if part is not None and not isinstance(part, str):
            raise UnusableError("it sent a message other than text")
    if len(text or "") > LONGEST:
        raise UnusableError(f"it sent a reply of {len(text or ''):,} letters")
    tokens_in, tokens_out = usage_of(body)
    try:
        tokens = _tokens(choice.get("logprobs"))
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
        raise UnusableError("it sent broken probabilities") from error
    return Reply(
        text=_encodable(text or ""),
        finish=_encodable(finish or "stop"),
        refusal=_encodable(refusal or ""),
        tokens=tokens,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
    )


def usage_of(body: Any) -> tuple[int | None, int | None]:
    """Return how many tokens in and out an answer says that it took, whatever else is in it; None where it does not.

    Parameters
    ----------
    body : Any
        As parsed from JSON.
    """
    usage = body.get("usage") if isinstance(body, dict) else None
    if not isinstance(usage, dict):
        return None, None
    return _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))


def _tokens(logprobs: Any) -> tuple[Token, ...] | None:
    content = None if logprobs is None else logprobs.get("content")
    if not content:
        return None
    found = []
    for one in content:
        given = [(top["token"], top["logprob"]) for top in one.get("top_logprobs") or []]
        if one["token"] not in [token for token, _ in given]:  # drawn from below the top
            given.append((one["token"], one["logprob"]))
        found.append(_token([one["token"], given]))
    return tuple(found)


def _token(given: Any) -> Token:
    text, alternatives = given
    return Token(
        _encodable(text), tuple((_encodable(token), _logarithm(logprob)) for token, logprob in alternatives)
    )


def _logarithm(given: Any) -> float:
    if given is None:  # JSON has no minus infinity
        return -math.inf
    value = float(given)
    if math.isnan(value) or value > 1e-3:
        raise ValueError("a logarithm of a probability is at most 0")
    return value


def _encodable(text: Any) -> str:
    """Return a text of which UTF-8 can hold every letter: half of a surrogate pair comes from an escape in JSON."""
    if not isinstance(text, str):
        raise TypeError("no text")
    return text.encode(errors="replace").decode()


def _count(given: Any) -> int | None:
    return given if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < 2**53 else None
