"""Find systems far from the others by people's scores: a few of them can make any metric correlate."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.data.scores.score_table import FloatArray, ScoreTable
from trueness.errors import counted, listing

NORMAL = 1.4826
"""What the median absolute deviation of normal scores is multiplied with to be their standard deviation."""


def robust_distances(scores: FloatArray) -> FloatArray:
    """Return how far each score is from the median, in median absolute deviations times 1.4826.

    Parameters
    ----------
    scores : array of shape (N,)
        NaN where missing.

    Returns
    -------
    array of shape (N,)
        NaN where a score is missing. If more than half of the scores are the same, infinite for the others.

    References
    ----------
    Mathur, Baldwin and Cohn (2020), Tangled up in BLEU, section 4.2, after Iglewicz and Hoaglin (1993).
    """
    distances = np.abs(scores - np.nanmedian(scores)) if np.isfinite(scores).any() else scores
    with np.errstate(divide="ignore", invalid="ignore"):
        found = distances / (NORMAL * np.nanmedian(distances)) if np.isfinite(distances).any() else distances
    return np.where(distances == 0, 0.0, found)


def outlying_systems(table: ScoreTable, human: str, cutoff: float) -> tuple[str, ...]:
    """Return the systems whose human scores are further than a number of deviations from the median system.

    Parameters
    ----------
    table : ScoreTable
    human : str
        The scorer by whose means over inputs systems are looked at.
    cutoff : float
        In median absolute deviations times 1.4826. The metrics task of WMT 2020 took 2.5.

    Returns
    -------
    tuple of str
        In the table's order.

    Raises
    ------
    UnknownNameError
        If there is no such scorer.
    """
    scores = table.matrix(human)
    judged = ~np.isnan(scores)
    counts = judged.sum(axis=1)
    means = np.full(len(counts), np.nan)
    np.divide(np.where(judged, scores, 0.0).sum(axis=1), counts, out=means, where=counts > 0)
    far = robust_distances(means) > cutoff
    return tuple(name for name, is_far in zip(table.systems, far, strict=True) if is_far)


def drop_outlying_systems(table: ScoreTable, humans: Sequence[str], cutoff: float) -> ScoreTable:
    """Return the table without systems that are outliers by any of some human scorers, and a note of these.

    Parameters
    ----------
    table : ScoreTable
    humans : sequence of str
    cutoff : float
        As in `outlying_systems`.

    Raises
    ------
    UnknownNameError
        If there is no such scorer.
    """
    far = {name for human in humans for name in outlying_systems(table, human, cutoff)}
    rule = f"(further than {cutoff:g} robust standard deviations from the median by {listing(list(humans))})"
    if not far:
        note = f"no system is an outlier {rule}"
        return dataclasses.replace(table, notes=(*table.notes, note))
    left = table.select(systems=[name for name in table.systems if name not in far])
    named = listing([name for name in table.systems if name in far])
    note = f"{counted(len(far), 'system')} left out as outliers {rule}: {named}"
    return dataclasses.replace(left, notes=(*left.notes, note))
