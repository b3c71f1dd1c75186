"""Whether tests of systems can reject anything at all, however different the systems are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.statistics.corrections import adjust, smallest_attainable
from trueness.studies.systems.system_rows import SystemPairTest
from trueness.studies.systems.system_settings import SystemSettings


def smallest_system_pvalue(row: SystemPairTest, settings: SystemSettings) -> float:
    """Return a p-value below which that of a test cannot be; 0 where there is no such bound, NaN without a test."""
    if math.isnan(row.pvalue):
        return math.nan
    if not row.exact:
        return smallest_attainable(row.resamples) if settings.resampled else 0.0
    arrangements = row.resamples
    if settings.test == "wilcoxon":
        arrangements = 1 << row.n_inputs
    elif settings.test == "rank_sum":
        arrangements = math.comb(2 * row.n_inputs, row.n_inputs)
    return min(1.0, (2 if settings.alternative == "two-sided" else 1) / arrangements)


def out_of_reach(
    tests: Mapping[str, Sequence[SystemPairTest]], settings: SystemSettings
) -> dict[str, tuple[float, int]]:
    """Return the scorers by which no test can reject, not even if all were as clear as they can be.

    Parameters
    ----------
    tests : mapping of str to sequence of SystemPairTest
        By scorer.
    settings : SystemSettings

    Returns
    -------
    dict
        By scorer, the smallest p-value that one of its tests could have, and the most inputs that one rests on.
    """
    found = {}
    for scorer, rows in tests.items():
        smallest = np.array([smallest_system_pvalue(row, settings) for row in rows])
        known = ~np.isnan(smallest)
        if known.any() and np.nanmin(adjust(smallest, settings.correction)) > settings.alpha:
            most = max(row.n_inputs for row, there in zip(rows, known, strict=True) if there)
            found[scorer] = float(np.nanmin(smallest)), most
    return found
