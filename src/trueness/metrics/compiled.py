"""Compile counting loops to machine code that is kept on disk from one run to the next.

Only modules that are themselves imported when scores are computed may use this: Numba takes a while to import.

Arrays that belong together are handed on as NamedTuples. What loops inside loops takes them out first: every access
to an array in a NamedTuple also counts who holds that array, which can take longer than the loop. Whole numbers are
handed on as ``np.int64(0)``, not ``0``, for which a function would be compiled once more.
"""

from __future__ import annotations

import numpy as np

from trueness.parallel.compiling import Function, kept_on_disk

Whole = int | np.int64
"""A whole number where Python and compiled functions differ in its type."""


def compiled(function: Function) -> Function:
    """Return a function compiled on its first call, which runs without the interpreter lock."""
    return kept_on_disk(function, no_cfunc_wrapper=True)


def compiled_part(function: Function) -> Function:
    """Return a function that compiled functions can call, and only they, which saves time to compile."""
    return kept_on_disk(function, no_cfunc_wrapper=True, no_cpython_wrapper=True)
