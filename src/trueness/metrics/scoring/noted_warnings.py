"""Warnings that metrics give while they score, kept as notes of the scores."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator

from trueness.data.files.kept_file import CacheWarning
from trueness.errors import TruenessWarning


@contextlib.contextmanager
def noted_warnings() -> Iterator[list[str]]:
    """Collect what metrics warn of in the block, each sentence once; other warnings go their way.

    That a cache is given up says nothing about scores, and so is another warning.

    Yields
    ------
    list of str
        Filled when the block has ended.
    """
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", TruenessWarning)
        yield notes
    for warning in caught:
        if issubclass(warning.category, TruenessWarning) and not issubclass(warning.category, CacheWarning):
            notes.append(str(warning.message))
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    notes[:] = dict.fromkeys(notes)
