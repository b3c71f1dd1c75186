"""Fetch a file of known size over the network: no byte more than it has, and no longer than it may take."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import IO, Any

TIMEOUT_SECONDS = 60
"""How long a server may say nothing."""

GRACE_SECONDS = 60.0
SLOWEST = 10_000
"""Bytes per second that a transfer has at least, on the whole and after the grace that every one has to begin with."""

_CHUNK = 4096
_WAITING = 256
"""Chunks that wait at most to be written."""


def seconds_allowed(size: int) -> float:
    """Return how long a file of some bytes may take."""
    return GRACE_SECONDS + size / SLOWEST


def transfer(url: str, target: IO[bytes], size: int, progress: Callable[[int], None] | None = None) -> None:
    """Write what a url holds to an open file; fewer bytes than expected are for the caller to see.

    A server can send headers, an answer or a name one byte at a time, so that no timeout of a socket ever ends. So the
    work is done on a thread that hands over what comes, and is left behind when the time is over: what it then gets it
    throws away, and it ends with its next chunk or when the server has been silent for a minute.

    Parameters
    ----------
    url : str
        Of http: or https:.
    target : binary file
    size : int
        Bytes that the file has.
    progress : callable, optional
        Called with the bytes that have come.

    Raises
    ------
    OSError
        If the server cannot be reached, refuses, breaks off or answers with what is no HTTP; if more bytes come than
        expected, of which none is written; if it takes longer than `seconds_allowed`.
    """
    until = time.monotonic() + seconds_allowed(size)
    chunks = _Chunks()
    threading.Thread(target=_fetch, args=(url, chunks), name="download", daemon=True).start()
    done = 0
    try:
        while (chunk := chunks.next(until - time.monotonic())) is not None:
            if done + len(chunk) > size:
                raise OSError(f"more than the {size:,} bytes of the file come; stopped there")
            target.write(chunk)
            done += len(chunk)
            if progress is not None:
                progress(done)
    except queue.Empty:
        allowed = seconds_allowed(size)
        raise TimeoutError(
            f"{done:,} of {size:,} bytes had been read after {allowed:.0f} seconds: less than {SLOWEST:,} bytes a "
            f"second after the first {GRACE_SECONDS:.0f}"
        ) from None
    finally:
        chunks.abandon()


class _Chunks:
    """What a thread that fetches hands over to the one that waits for it."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[bytes | BaseException | None] = queue.Queue(_WAITING)
        self._abandoned = threading.Event()

    def next(self, seconds: float) -> bytes | None:
        """Return what came next, None after the last; raise what ended the other thread, or `queue.Empty`."""
        if seconds <= 0:
            raise queue.Empty
        found = self._waiting.get(timeout=seconds)
        if isinstance(found, BaseException):
            raise found
        return found

    def put(self, item: bytes | BaseException | None) -> None:
        """Hand over a chunk, the error that ended all, or None as the end."""
        while True:
            if self._abandoned.is_set():
                raise _AbandonedError
            try:
                return self._waiting.put(item, timeout=1)
            except queue.Full:
                continue

    # what pooch writes to
    def write(self, chunk: bytes) -> None:
        self.put(chunk)

    def flush(self) -> None:
        """Take no notice."""

    def abandon(self) -> None:
        self._abandoned.set()


class _AbandonedError(Exception):
    """Nobody waits any more."""


def _fetch(url: str, chunks: _Chunks) -> None:
    import pooch

    answers: list[Any] = []
    try:
        pooch.HTTPDownloader(
            chunk_size=_CHUNK,
            timeout=TIMEOUT_SECONDS,
            hooks={"response": lambda answer, *_, **__: answers.append(answer)},
        )(url, chunks, None)
        end: BaseException | None = None
    except _AbandonedError:
        return
    except ValueError as error:  # such as a length that is no number, in the header of an answer
        end = error if isinstance(error, OSError) else OSError(f"the answer is garbled: {error}")
    except BaseException as error:  # noqa: BLE001 - the thread that waits raises it
        end = error
    finally:
        for answer in answers:  # pooch leaves connections open
            answer.close()
    try:
        chunks.put(end)
    except _AbandonedError:
        return
