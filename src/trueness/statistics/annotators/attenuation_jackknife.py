"""How sure a correlation corrected for noise is, by the two-way jackknife.

A metric's correlation with all annotators together, and the mean correlation of two annotators, are both functions of
the systems and inputs. So is what is made of them, the first divided by the root of the reliability: without a unit it
is made of both without it. That takes the doubt about the reliability in, and what it shares with the correlation.
"""

from __future__ import annotations

import numpy as np

from trueness.statistics.annotators.annotator_correlations import annotator_replicates
from trueness.statistics.annotators.attenuation import spearman_brown
from trueness.statistics.annotators.ceiling_jackknife import all_units, of_all_scorers, scorer_replicates
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.jackknife.replicates import beside
from trueness.statistics.jackknife.two_way_jackknife import of_replicates
from trueness.statistics.score_arrays import ScoreArrays


def attenuation_limits(
    together: ScoreArrays,
    people: FloatArray,
    key: Key,
    *,
    ratings: float,
    metric_reliability: float = 1.0,
    over: str = "both",
    confidence: float = 0.95,
) -> tuple[FloatArray, FloatArray]:
    """Return the limits of K corrected correlations.

    They are those of the corrected correlation times a, the root of the reliability that the data show, on the scale
    of correlations (Fisher's), divided by a. Were the reliability known, these would be the limits of the plain
    correlation divided by a; and no estimate is beyond the scale, as corrected ones may be.

    Parameters
    ----------
    together : ScoreArrays
        The metrics beside all annotators together.
    people : array of shape (A, N, M)
        Ratings that are correlated pair by pair (see `annotator_correlations`).
    key : (level, coefficient)
    ratings : float
        Of an output, whose mean is meant; NaN if none has any.
    metric_reliability : float
    over : {'both', 'systems', 'inputs', 'these'}
        What varies.
    confidence : float

    Returns
    -------
    low, high : arrays of shape (K,)
        In [-1, 1]. NaN where without some unit annotators do not correlate positively, or something is undefined: the
        reliability may then be 0, and the corrected correlation anything.

    References
    ----------
    Spearman (1904), American Journal of Psychology 15. Owen (2007), Annals of Applied Statistics 1.
    """
    level, coefficient = key
    k, unknown = together.n_metrics, np.full(together.n_metrics, np.nan)
    units = all_units([together], people)
    groups = scorer_replicates(together, level, [coefficient], units)[coefficient]
    of_pairs = None
    if not np.isnan(ratings) and groups:
        of_pairs = annotator_replicates(people, together, units, level, coefficient)
    if of_pairs is None:
        return unknown, unknown
    joint = beside([of_all_scorers(k, groups), of_pairs])

    def attainable(values: FloatArray) -> FloatArray:
        return np.sqrt(spearman_brown(values[..., k:], ratings) * metric_reliability)

    here = attainable(joint.whole)
    found = joint.mapped(lambda values: np.clip(values[..., :k] / attainable(values) * here, -1.0, 1.0))
    ready = of_replicates(found, level, coefficient)
    limits = ready.of_metrics(over).limits_off_the_scale(
        ready.correlations, coefficient, ready.entries, confidence
    )
    low, high = (np.clip(limit / here, -1.0, 1.0) for limit in limits)
    return low, high
