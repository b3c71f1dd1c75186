"""How many times less outputs are worth that share inputs: the design effect, where few of them tell it."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray

PRIOR_CLUSTERS = 2.0
"""What is expected of a design effect weighs as much as so many clusters that hold the rarer outcome."""


def design_effect(found: float, rarer: int, sizes: FloatArray) -> float:
    """Return the design effect to reckon with: the one that was found, drawn towards what is to be expected.

    A design effect is found from how the rarer outcome comes in clusters. Where few clusters hold it, it is next to
    unknown, and 1 where none does or each holds one. So it is averaged, by the number of these clusters, with the
    geometric middle of what is possible, from 1 to the number of outputs in an output's cluster. Below 1 it is 1.

    Parameters
    ----------
    found : float
        Variance over clusters divided by that of independent outputs; NaN where there is none.
    rarer : int
        Clusters that hold the rarer outcome.
    sizes : array of shape (G,)
        Outputs of each cluster.
    """
    likely = float(np.sqrt(shared_size(sizes)))
    known = 1.0 if np.isnan(found) else max(1.0, found)
    return (rarer * known + PRIOR_CLUSTERS * likely) / (rarer + PRIOR_CLUSTERS)


def shared_size(sizes: FloatArray) -> float:
    """Return in how large a cluster an output is, on average over outputs."""
    return float(sizes @ sizes / sizes.sum())
