"""What is done while Numba compiles: it is announced, and interruptions wait until it is done."""

from __future__ import annotations

import contextlib
import functools
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from trueness.parallel.progress import announce

COMPILING = (
    "loops for large data are compiled, which takes some seconds and happens once: the next run finds them on "
    "the disk."
)

Function = TypeVar("Function", bound=Callable[..., object])

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def kept_on_disk(function: Function, **options: Any) -> Function:
    """Return a function that is compiled on its first call and runs without the interpreter lock.

    Machine code is kept beside the source or in the user's cache folder. Where neither can be written, or the disk is
    full, it is compiled anew in every process.

    Parameters
    ----------
    function : callable
    **options
        Of `numba.njit`.
    """
    import numba

    watch_compiling()
    try:
        kept: Any = numba.njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:  # Numba finds no folder for it
        return numba.njit(nogil=True, **options)(function)  # type: ignore[no-any-return]
    if kept is function:  # NUMBA_DISABLE_JIT: it is run as it is written
        return function
    # Numba has no public word for what happens where nothing can be saved
    save = kept._cache.save_overload  # noqa: SLF001

    def save_where_there_is_room(*given: Any) -> None:
        with contextlib.suppress(OSError):
            save(*given)

    kept._cache.save_overload = save_where_there_is_room  # noqa: SLF001
    return kept  # type: ignore[no-any-return]


@functools.cache
def watch_compiling() -> None:
    """Announce the first function that this process compiles, and let interruptions wait until one is compiled.

    While it compiles, LLVM calls functions of Python that cannot hand on an exception: an interruption in one of them
    would be lost, and what it leaves undone can end the process.
    """
    from numba.core import compiler_lock, event

    held = _Held()

    class Announcement(event.Listener):
        """Says once that loops are compiled."""

        said = False

        def on_start(self, event: Any) -> None:
            """Announce it."""
            del event
            if not self.said:
                Announcement.said = True
                announce(COMPILING)

        def on_end(self, event: Any) -> None:
            """Pass over the end."""

    class Shelter(event.Listener):
        """Holds interruptions while the main thread, which alone receives them, has the compiler or waits for it."""

        def on_start(self, event: Any) -> None:
            """Hold them."""
            del event
            if threading.current_thread() is threading.main_thread():
                held.begin()

        def on_end(self, event: Any) -> None:
            """Hand them on, unless this thread still has the compiler from before."""
            del event
            still: bool = compiler_lock.global_compiler_lock.is_locked()  # type: ignore[no-untyped-call]
            if threading.current_thread() is threading.main_thread() and not still:
                held.end()

    event.register("numba:compile", Announcement())  # type: ignore[no-untyped-call]
    event.register("numba:compiler_lock", Shelter())  # type: ignore[no-untyped-call]


class _Held:
    """Signals that wait, and the program's handlers of them."""

    def __init__(self) -> None:
        self._handlers: dict[int, Any] = {}
        self._waiting: list[tuple[int, FrameType | None]] = []

    def begin(self) -> None:
        """Take the place of the program's handlers."""
        if self._handlers:
            return
        for number in _SIGNALS:
            if callable(handler := signal.getsignal(number)):
                self._handlers[number] = handler
                signal.signal(number, lambda *received: self._waiting.append(received))

    def end(self) -> None:
        """Give the handlers back and hand on to them what has waited."""
        handlers = dict(self._handlers)
        for number, handler in handlers.items():
            del self._handlers[number]
            signal.signal(number, handler)
        waiting, self._waiting = self._waiting, []
        for number, frame in waiting:
            handlers[number](number, frame)
