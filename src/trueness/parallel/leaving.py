"""Work on threads that has to be left before the process ends.

A run that fails or is interrupted ends while other threads of it still compute. Python ends these where they next ask
for the interpreter; in the midst of torch's code that aborts the process, and its exit status is lost.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import threading
from collections.abc import Callable, Iterator

_ending = threading.Event()
_changed = threading.Condition()
_inside = [0]
_left: set[threading.Thread] = set()

PATIENCE = 10.0
"""Seconds for a thread to end that has left; what it holds of torch is freed as it does."""


@contextlib.contextmanager
def leaving() -> Iterator[Callable[[], None]]:
    """Let the process end only when the block is left; yield what the block calls now and then to leave in time.

    What is yielded raises SystemExit once the process is ending, which ends the thread.
    """
    _before_the_end()
    _check()
    with _changed:
        _inside[0] += 1
    try:
        yield _check
    finally:
        with _changed:
            _inside[0] -= 1
            _changed.notify_all()


def _check() -> None:
    if _ending.is_set():
        with _changed:
            _left.add(threading.current_thread())
        raise SystemExit


@functools.cache
def _before_the_end() -> None:
    atexit.register(_end)


def _end() -> None:
    _ending.set()
    with _changed:
        _changed.wait_for(lambda: not _inside[0])
        left = _left - {threading.current_thread()}
    for thread in left:
        thread.join(PATIENCE)
