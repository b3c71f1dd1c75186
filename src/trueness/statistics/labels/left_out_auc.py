"""The area under the ROC curve without one output, or one group of outputs, in closed form.

A positive output i is right about c(i) negative ones, those with a lower score and half of those with an equal one; a
negative output is right about as many positive ones. All right pairs are S, the sum of c over the positive ones.
Without a group G there are S less the sum of c over G, plus the right pairs within G, which were taken away twice; and
all pairs are those of the outputs that are left. Counts are whole numbers and halves, and so exact. For n outputs that
is O(n log n) time, whatever the groups.
"""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS
from trueness.statistics.engine.left_out_matrices import LeftOut


def left_out_auc(x: FloatArray, z: FloatArray, present: BoolArray, units: IntArray, n_units: int) -> LeftOut:
    """Return the area of every column as it is, and without each unit of entries.

    Parameters
    ----------
    x : array of shape (K, N, C)
        Scores; a column in which an entry that is present has none (NaN) has no area.
    z : array of shape (N, C)
        1 for positive entries, 0 for others.
    present : array of shape (N, C)
        Which entries a column has; others are not read.
    units : array of shape (N,)
        The unit of every entry, 0 to U - 1; one without entries leaves columns whole.
    n_units : int
        U.

    Returns
    -------
    LeftOut
        NaN where fewer than three entries, or none of one label, are left. `two` is empty.
    """
    n_metrics, _, n_columns = x.shape
    entries, columns = np.nonzero(present)
    label, unit = z[entries, columns] > 0, units[entries]
    cell = columns * n_units + unit  # what of a column is left out together
    size = n_columns * n_units
    found = LeftOut(
        np.full((n_metrics, n_columns), np.nan),
        np.full((n_metrics, n_columns, n_units), np.nan),
        np.empty((n_metrics, 0, 0)),
    )

    def counted(values: FloatArray, of: IntArray, length: int) -> FloatArray:
        return np.bincount(of, weights=values, minlength=length).astype(np.float64)

    positive, negative = (
        counted(side.astype(np.float64), cell, size).reshape(n_columns, n_units) for side in (label, ~label)
    )
    whole = positive.sum(axis=1), negative.sum(axis=1)
    left = whole[0][:, None] - positive, whole[1][:, None] - negative
    for k in range(n_metrics):
        scores = x[k, entries, columns]
        lost = np.isnan(scores)
        right = _right_pairs(scores, label, columns)
        within = counted(np.where(label, _right_pairs(scores, label, cell), 0.0), cell, size)
        touched = counted(right, cell, size) - within
        total = counted(np.where(label, right, 0.0), columns, n_columns)
        without = total[:, None] - touched.reshape(n_columns, n_units)
        undefined = counted(lost.astype(np.float64), cell, size).reshape(n_columns, n_units)
        many = undefined.sum(axis=1)
        found.whole[k] = _share(total, whole, many)
        found.one[k] = _share(without, left, many[:, None] - undefined)
    return found


def _share(right: FloatArray, labels: tuple[FloatArray, FloatArray], lost: FloatArray) -> FloatArray:
    positive, negative = labels
    pairs = positive * negative
    known = (pairs > 0) & (positive + negative >= MINIMUM_OBSERVATIONS) & (lost == 0)
    found: FloatArray = np.full(pairs.shape, np.nan)
    return np.divide(right, pairs, out=found, where=known)


def _right_pairs(scores: FloatArray, label: BoolArray, groups: IntArray) -> FloatArray:
    """Return of every output with how many of the other label in its group it is right, half where scores are equal."""
    if not len(scores):
        return np.empty(0)
    order = np.lexsort((scores, groups))
    sorted_scores, sorted_groups, positive = scores[order], groups[order], label[order]
    new_group = np.concatenate([[True], sorted_groups[1:] != sorted_groups[:-1]])
    new_value = new_group | np.concatenate([[True], sorted_scores[1:] != sorted_scores[:-1]])
    group, value = np.cumsum(new_group) - 1, np.cumsum(new_value) - 1
    result = np.empty(len(scores))
    for side in (True, False):
        others = (positive != side).astype(np.float64)
        in_group = np.bincount(group, weights=others)
        ties = np.bincount(value, weights=others)
        before_value = (np.cumsum(ties) - ties)[value]
        before = before_value - (np.cumsum(in_group) - in_group)[group]
        below = before + ties[value] / 2
        mine = positive == side
        result[order[mine]] = (below if side else in_group[group] - below)[mine]
    return result
