"""One judge in two batches: how far it moved, by outputs that it judged in both."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.alike_units import alike_units
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import Certain
from trueness.statistics.interval import Interval
from trueness.statistics.judging.cluster_totals import cluster_numbers, cluster_totals, renumbered
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.label_agreement import label_cells, label_measures, linearised_value
from trueness.statistics.judging.summed_value import summed_value


class JudgeDrift(NamedTuple):
    """How a judge's mean differs between two batches on the same outputs.

    Attributes
    ----------
    change : Certain
        Later minus earlier, with the confidence 1 - alpha. The p-value is two-sided, of no difference.
    equivalence_interval : Interval
        With the confidence 1 - 2 alpha: within a margin it shows equivalence at alpha (two one-sided tests).
    n_outputs, n_clusters : int
    """

    change: Certain
    equivalence_interval: Interval
    n_outputs: int
    n_clusters: int


def judge_drift(
    before: ArrayLike,
    after: ArrayLike,
    *,
    binary: bool,
    clusters: ArrayLike | None = None,
    confidence: float = 0.95,
) -> JudgeDrift:
    """Compare a judge's scores of the same outputs in two batches.

    Of scores the interval of the mean difference leaves out one cluster at a time; where all clusters change alike, it
    is that of `alike_units`, with changes up to the range of the scores. Of labels 0 and 1 it is that of the difference
    of two shares in `linearised_value`, so that labels of which none changed have one, too.

    Parameters
    ----------
    before, after : arrays of shape (n,)
        Outputs with a NaN are left out.
    binary : bool
        Whether they are labels 0 and 1.
    clusters : array of shape (n,), optional
        A label per output; outputs with the same one are not independent.
    confidence : float

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    DataError
        If a label is neither 0 nor 1.
    """
    one, other = equal_vectors(before=before, after=after)
    if check_proportion("confidence", confidence) <= 0.5:
        raise ArgumentError(
            f"`confidence` must be above 0.5, as equivalence has twice the error; it is {confidence}."
        )
    numbers = cluster_numbers(clusters, len(one))
    narrower = 2 * confidence - 1
    if binary:
        cells, known = label_cells(one, other, 2)
        totals = cluster_totals(cells[known], renumbered(numbers[known]))
        change = Certain.unknown(_mean(other[known] - one[known]))
        narrow = change.limits
        found = linearised_value(totals, _rate_change, confidence)
        if found is not None:
            change = Certain.between(change.value, found.limits, found.pvalue)
            narrow = found.at(narrower).limits
    else:
        known = np.asarray(~(np.isnan(one) | np.isnan(other)))
        changes = other[known] - one[known]
        totals = cluster_totals(
            np.stack([np.ones_like(changes), changes], axis=1), renumbered(numbers[known])
        )
        change = summed_value(totals, _ratio, confidence)
        narrow = change.at(narrower).limits
        if change.low == change.high:  # all clusters change alike
            reach = float(np.ptp(np.concatenate([one[known], other[known]])))
            change, narrow_change = (
                alike_units(change.value, -reach, reach, len(totals), level)
                for level in (confidence, narrower)
            )
            narrow = narrow_change.limits
    return JudgeDrift(change, narrow, n_outputs=int(known.sum()), n_clusters=len(totals))


def _mean(values: FloatArray) -> float:
    return float(values.mean()) if values.size else float("nan")


def _rate_change(counts: FloatArray) -> FloatArray:
    return label_measures(counts, 1)["rate_bias"]


def _ratio(sums: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[:, 1] / sums[:, 0])
