"""The need that what people labelled may have been drawn by lot from what a judge scored."""

from __future__ import annotations

import math
from collections.abc import Iterable

from trueness.decisions.decision import Ground

LABELS_BY_LOT = "labels_by_lot"

BY_CHANCE = 0.001
"""Labels drawn by lot are as uneven over a judge's scores in one data set of a thousand; with few labels, or a score
that few outputs have, in up to six."""


def labels_by_lot(pvalues: Iterable[float]) -> tuple[Ground, ...]:
    """Return the need that labels are no more uneven over any judge's scores than by lot; nothing to ask, no need.

    Parameters
    ----------
    pvalues : iterable of float
        One for each judge (see `labels_drawn`), NaN where its scores can show no choice. Their number is corrected for
        (Bonferroni).
    """
    known = [one for one in pvalues if not math.isnan(one)]
    if not known:
        return ()
    found = min(1.0, len(known) * min(known))
    return (Ground(measure=LABELS_BY_LOT, estimate=found, low=found, high=found, bar=BY_CHANCE, need=True),)
