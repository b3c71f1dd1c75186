"""What of a truth can be seen in a table of scores: outlying systems, families, metrics that are nearly the same."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays

PLAIN_LOOK = ""
LOOKS = {
    PLAIN_LOOK: "nothing in particular",
    "outlying systems": "systems far from all others",
    "groups of systems": "two groups of systems",
    "families of systems": "systems in families",
    "families untold": "systems in families of which methods are told nothing: nobody but their user can know",
    "metrics nearly the same": "metrics that agree almost perfectly with each other",
    "scores at a ceiling": "scores at a ceiling",
    "systems judged unequally": "systems judged on unequal numbers of inputs",
}

OUTLYING = 5.0
"""A system is far from others if its mean lies so many robust standard deviations from their median."""

FEWEST_SYSTEMS = 10
"""Of fewer systems it is too often by chance that one is far from others."""

NORMAL_MAD = 1.4826
"""The standard deviation of normal values is so many times their median absolute deviation."""

GROUPED = 0.85
"""Systems are two groups if so much of the variance of their means is between two parts."""

NEARLY_THE_SAME = 0.97
"""Two metrics are nearly the same if the scores of outputs correlate at least so highly."""

AT_CEILING = 0.2
"""Scores are at a ceiling if so many are the highest one."""

UNEQUAL = 1.5
"""Systems are judged unequally if one is judged on so many times more inputs than another."""


def looks_of(arrays: ScoreArrays) -> tuple[str, ...]:
    """Return what is seen in a table of scores, of `LOOKS`.

    Returns
    -------
    tuple of str
        Systems in families are seen if families are told. Systems outlie if they do in the human scores, or in at least
        half of the metrics: what one metric of many shows is about that metric.

    Examples
    --------
    >>> noise = np.random.default_rng(1).normal(size=(12, 50))
    >>> quality = np.arange(12.0)
    >>> looks_of(ScoreArrays.of(quality[:, None] - noise, quality[:, None] + noise))
    ()
    >>> quality[0] = -60
    >>> looks_of(ScoreArrays.of(quality[:, None] - noise, quality[:, None] + noise))
    ('outlying systems', 'groups of systems')
    """
    judged = arrays.judged
    with np.errstate(invalid="ignore"):
        human, *metrics = (
            _system_means(np.where(judged, scores, np.nan)) for scores in (arrays.human, *arrays.metrics)
        )
    outlying = [_outlying(means) for means in metrics]
    found = {
        "outlying systems": _outlying(human) or 2 * sum(outlying) >= len(outlying) > 0,
        "groups of systems": _grouped(human),
        "families of systems": arrays.system_clusters is not None,
        "metrics nearly the same": _nearly_the_same(arrays.metrics),
        "scores at a ceiling": _at_ceiling(arrays.human),
        "systems judged unequally": _judged_unequally(judged.sum(axis=1)),
    }
    return tuple(look for look, seen in found.items() if seen)


def _system_means(scores: FloatArray) -> FloatArray:
    there = np.isfinite(scores)
    counts = there.sum(axis=1)
    sums = np.where(there, scores, 0.0).sum(axis=1)
    return np.asarray(sums[counts > 0] / counts[counts > 0])


def _outlying(means: FloatArray) -> bool:
    if len(means) < FEWEST_SYSTEMS:
        return False
    distances = np.abs(means - np.median(means))
    spread = NORMAL_MAD * float(np.median(distances))
    return bool(spread > 0 and distances.max() > OUTLYING * spread)


def _grouped(means: FloatArray) -> bool:
    """Return whether the best two parts of systems in their order leave little variance within."""
    values = np.sort(means)
    n, whole = len(values), float(np.sum((values - values.mean()) ** 2))
    if n < FEWEST_SYSTEMS or not whole > 0:
        return False
    sizes = np.arange(1, n)
    sums = np.cumsum(values)[:-1] - sizes * values.mean()
    between = sums**2 * n / (sizes * (n - sizes))
    return float(between.max()) > GROUPED * whole


def _nearly_the_same(metrics: FloatArray) -> bool:
    flat = metrics.reshape(len(metrics), -1)
    known = np.isfinite(flat).all(axis=0)
    flat = flat if known.all() else flat[:, known]  # of everything there is no copy
    varied = np.array([bool(flat.size) and row.std() > 0 for row in flat], dtype=bool)
    if varied.sum() < 2:
        return False
    correlations = np.asarray(np.corrcoef(flat if varied.all() else flat[varied]))
    return float(correlations[np.triu_indices(len(correlations), 1)].max()) >= NEARLY_THE_SAME


def _at_ceiling(human: FloatArray) -> bool:
    known = human[np.isfinite(human)]
    return bool(known.size and np.ptp(known) > 0 and np.mean(known == known.max()) >= AT_CEILING)


def _judged_unequally(counts: np.ndarray) -> bool:
    there = counts[counts > 0]
    return bool(there.size and there.max() >= UNEQUAL * there.min())
