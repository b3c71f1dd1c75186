"""What if people had judged fewer outputs: hide all but a random share of every system's labels."""

from __future__ import annotations

import numpy as np

from trueness.errors import check_integer, check_proportion
from trueness.statistics.ties import FloatArray

FEWEST = 2
"""Labels that a system keeps at least; fewer have no spread."""

_STREAM = 7001
"""Sets this draw apart from all others of the same seed."""


def hidden_labels(human: FloatArray, share: float, seed: int) -> FloatArray:
    """Return the human scores with all but a random share of each system's made NaN.

    Parameters
    ----------
    human : array of shape (N, M)
        NaN where there is no label.
    share : float
        Between 0 and 1; each system keeps this share of its labels, rounded, at least two.
    seed : int

    Raises
    ------
    ArgumentError
        If `share` is not between 0 and 1, or `seed` no whole number of at least 0.
    """
    check_proportion("share", share)
    source = np.random.SeedSequence(check_integer("seed", seed, minimum=0), spawn_key=(_STREAM,))
    found = np.full(human.shape, np.nan)
    words = source.generate_state(max(human.size, 1), np.uint64)[: human.size].reshape(human.shape)
    for row, (scores, lots) in enumerate(zip(human, words, strict=True)):
        labelled = np.flatnonzero(~np.isnan(scores))
        kept = labelled[np.argsort(lots[labelled], kind="stable")]
        kept = kept[: max(FEWEST, round(share * len(labelled)))]
        found[row, kept] = scores[kept]
    return found
