"""Kernels compiled on first use: numba is slow to import, and its code is kept on disk once compiled."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

from trueness.parallel.compiling import kept_on_disk

LANES = 256
"""Resamples that a kernel handles side by side: innermost loops run over them and become vector instructions, and
what they touch stays in the processor's caches."""

_lock = threading.Lock()


def compiled(function: Callable[..., None]) -> Callable[..., None]:
    """Return a kernel's compiled form, the same one for every thread.

    Quotients by zero are NaN or infinite, as numpy's are; sums are added in the order written.
    """
    with _lock:
        return _compiled(function)


@functools.cache
def _compiled(function: Callable[..., None]) -> Callable[..., None]:
    return kept_on_disk(function, error_model="numpy")
