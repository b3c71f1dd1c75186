"""What code that is called prints goes to standard error, so that standard output holds results alone."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def prints_aside() -> Iterator[None]:
    """Send to standard error what is printed in the block: by metrics of others, and by processes that start in it."""
    with contextlib.redirect_stdout(sys.stderr), _descriptor_aside():
        yield


@contextlib.contextmanager
def _descriptor_aside() -> Iterator[None]:
    """Let the descriptor of standard output lead to standard error: processes and compiled code write there."""
    printed, aside = sys.__stdout__, sys.__stderr__
    if printed is None or aside is None or printed.closed or aside.closed:
        yield
        return
    out, err = printed.fileno(), aside.fileno()
    kept = os.dup(out)
    printed.flush()
    os.dup2(err, out)
    try:
        yield
    finally:
        with contextlib.suppress(OSError, ValueError):  # nobody reads standard error any more
            printed.flush()
        os.dup2(kept, out)
        os.close(kept)
