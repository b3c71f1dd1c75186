"""Where scores are kept from run to run, said once for all that is scored within a block."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterator
from pathlib import Path

KEPT_IN: contextvars.ContextVar[Path | None] = contextvars.ContextVar("scores are kept in", default=None)


@contextlib.contextmanager
def keeping_scores(folder: Path | None) -> Iterator[None]:
    """Let `trueness.score` take known scores from a cache and keep new ones there, partition by partition, in a block.

    What a metric warned of is not kept, so that the notes of the table are the same again.

    Parameters
    ----------
    folder : Path or None
        Where the cache lies (see `ScoreCache`); None for none.
    """
    token = KEPT_IN.set(folder)
    try:
        yield
    finally:
        KEPT_IN.reset(token)
