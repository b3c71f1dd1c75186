"""Where a model answers, and how many requests it gets, for how long and how often; never the key to it."""

from __future__ import annotations

import dataclasses
import math
import os
from urllib.parse import urlsplit

from trueness.errors import ArgumentError, check_integer

URL_VARIABLE = "TRUENESS_JUDGE_URL"
MODEL_VARIABLE = "TRUENESS_JUDGE_MODEL"
KEY_VARIABLE = "TRUENESS_JUDGE_KEY"
OPENAI_URL = "https://api.openai.com/v1"

_LEFT_OUT = "[key]"


@dataclasses.dataclass(frozen=True)
class JudgeEndpoint:
    """Where a model answers chat completions, as OpenAI's API has them.

    No key is in it: that is taken from the environment when a client is opened, from TRUENESS_JUDGE_KEY; or from
    OPENAI_API_KEY if the address is OpenAI's, or the one in OPENAI_BASE_URL, so that this key goes nowhere else.

    Parameters
    ----------
    url : str
        Such as ``http://localhost:11434/v1``.
    at_once : int
        Requests under way at a time.
    timeout : float
        Seconds for one attempt, from its start to the last byte.
    retries : int
        Further attempts where the endpoint is busy, fails or is silent. The client waits between them, twice as long
        each time, up to 8 seconds, or as long as the endpoint says (`Retry-After`, up to two minutes).

    Raises
    ------
    ArgumentError
        If the address is none, or holds a key, or a number makes no sense.
    """

    url: str
    at_once: int = 8
    timeout: float = 60.0
    retries: int = 5

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", _checked(self.url))
        check_integer("at_once", self.at_once, minimum=1)
        check_integer("retries", self.retries, minimum=0)
        if not 0 < self.timeout < math.inf:
            raise ArgumentError(f"`timeout` must be a number of seconds above 0; it is {self.timeout!r}.")

    @classmethod
    def named(cls, url: str | None = None) -> JudgeEndpoint | None:
        """Return the endpoint at an address, or else at that in TRUENESS_JUDGE_URL or OPENAI_BASE_URL; None without."""
        found = url or os.environ.get(URL_VARIABLE) or os.environ.get("OPENAI_BASE_URL")
        return cls(found) if found else None

    def key(self) -> str:
        """Return the key from the environment; one that stands for none where there is none.

        Raises
        ------
        ArgumentError
            If it holds what a header cannot. The message does not show it.
        """
        found = os.environ.get(KEY_VARIABLE, "").strip()
        variable = KEY_VARIABLE
        if not found and self.url in (OPENAI_URL, _plain(os.environ.get("OPENAI_BASE_URL", ""))):
            variable = "OPENAI_API_KEY"
            found = os.environ.get(variable, "").strip()
        if not found:
            return "none"
        if not found.isascii() or not found.isprintable() or " " in found:
            raise ArgumentError(f"the variable {variable} holds letters that keys lack.")
        return found


def without_key(text: str, key: str) -> str:
    """Return what an endpoint sent without the key: some repeat it in a message."""
    return text.replace(key, _LEFT_OUT) if len(key) > len("none") else text


def no_endpoint() -> ArgumentError:
    """Build the error for an endpoint that nobody has named."""
    return ArgumentError(
        f"an endpoint that judges is missing. Give its address (`judge_url`) or set {URL_VARIABLE}: "
        f"http://localhost:11434/v1 for a model on this machine, {OPENAI_URL} for OpenAI. The texts are "
        "sent there."
    )


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except (ValueError, AttributeError, TypeError):
        sound = False
    if not sound or not url.isprintable() or " " in url:
        # not shown: an address that was mistyped may hold a key
        raise ArgumentError("`judge_url` must be an address such as http://localhost:11434/v1.")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ArgumentError(
            "`judge_url` must hold host, port and path only: it is written into files. The key belongs "
            f"into the variable {KEY_VARIABLE}."
        )
    return _plain(url)


def _plain(url: str) -> str:
    return url.rstrip("/")
