"""Say that loops are being compiled, which makes a first run seconds slower than those after it."""

from __future__ import annotations

import functools
from typing import Any

from trueness.parallel.progress import announce

COMPILING = (
    "loops for large data are compiled, which takes some seconds and happens once: the next run finds them on "
    "the disk."
)


@functools.cache
def announce_compiling() -> None:
    """Let the first function that Numba compiles in this process, and does not find on the disk, be announced."""
    from numba.core import event

    class Listener(event.Listener):
        """Says it once."""

        said = False

        def on_start(self, event: Any) -> None:
            """Announce it."""
            del event
            if not self.said:
                Listener.said = True
                announce(COMPILING)

        def on_end(self, event: Any) -> None:
            """Pass over the end."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]
