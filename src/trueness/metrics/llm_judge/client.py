"""The client of an endpoint: the official one, with limits on the time and the size of an answer."""

from __future__ import annotations

import asyncio
import functools
import ssl
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import openai

from trueness.metrics.llm_judge.endpoint import JudgeEndpoint

LARGEST = 16_000_000
"""Bytes of an answer."""


class UnreadError(openai.OpenAIError):
    """An answer is larger than any reply, or packed, so that it may be; it is not asked for again."""


def open_client(endpoint: JudgeEndpoint) -> openai.AsyncOpenAI:
    """Return a client, which makes one attempt at a time; to be closed.

    Raises
    ------
    ArgumentError
        If the key in the environment is none.
    """
    return openai.AsyncOpenAI(
        api_key=endpoint.key(),
        base_url=endpoint.url,
        max_retries=0,  # what is sent again is paid for again: `retrying` says when, and the budget is asked
        timeout=endpoint.timeout,
        http_client=_BoundedClient(
            endpoint.timeout,
            # a small answer may unpack into a large one
            headers={"accept-encoding": "identity"},
            # what is sent to one address, with a key, goes to no other
            follow_redirects=False,
            verify=_certificates(),
            limits=httpx2.Limits(
                max_connections=endpoint.at_once, max_keepalive_connections=endpoint.at_once
            ),
        ),
    )


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Return what a connection is checked with, read once: that takes longer than a request."""
    return httpx2.create_ssl_context()


class _BoundedClient(httpx2.AsyncClient):
    """Ends an attempt that goes on for too long: time limits of HTTP are between two bytes only."""

    def __init__(self, seconds: float, **given: Any) -> None:
        super().__init__(**given)
        self._seconds = seconds

    async def send(self, request: httpx2.Request, *, stream: bool = False, **given: Any) -> httpx2.Response:
        try:
            async with asyncio.timeout(self._seconds):
                response = await super().send(request, stream=True, **given)
                packed = response.headers.get("content-encoding", "identity")
                if packed.strip().lower() not in ("", "identity"):
                    await response.aclose()
                    raise UnreadError(f"it sent a packed answer ({packed[:20]}), which was not asked for")
                if not stream:
                    if isinstance(response.stream, httpx2.AsyncByteStream):
                        response.stream = _Bounded(response.stream)
                    try:
                        await response.aread()
                    finally:
                        await response.aclose()
                return response
        except TimeoutError as error:
            raise httpx2.ReadTimeout("the answer takes too long", request=request) from error


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > LARGEST:
                raise UnreadError(f"it sent more than {LARGEST:,} bytes")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()
