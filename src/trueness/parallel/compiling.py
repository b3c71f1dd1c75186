"""What is done while Numba compiles: it is announced, and interruptions wait until it is done."""

from __future__ import annotations

import functools
import signal
import threading
from types import FrameType
from typing import Any

from trueness.parallel.progress import announce

COMPILING = (
    "loops for large data are compiled, which takes some seconds and happens once: the next run finds them on "
    "the disk."
)

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


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
