"""The area under the ROC curve: how often a positive output has a higher score than a negative one."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray


def auc(x: FloatArray, z: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the area under the ROC curve along the last axis, where z is 1 for positive outputs and 0 for others.

    That is the Mann-Whitney statistic over its largest value: the share of pairs of a positive and a negative output of
    which the positive one has the higher score, where equal scores count one half (Bamber 1975). Of scores that are 0
    and 1 it is the mean of sensitivity and specificity, which is balanced accuracy. Without a positive or without a
    negative output there is none.

    Parameters
    ----------
    x, z, weights : arrays broadcastable to (..., n)
        See `formulas.Formula`.
    """
    shape = np.broadcast_shapes(x.shape, z.shape, weights.shape)
    order = np.argsort(x, axis=-1)
    wide = np.broadcast_to(order, shape)
    ordered = np.take_along_axis(np.broadcast_to(x, shape), wide, axis=-1)
    positive = np.take_along_axis(np.broadcast_to(weights * z, shape), wide, axis=-1)
    negative = np.take_along_axis(np.broadcast_to(weights * (1.0 - z), shape), wide, axis=-1)
    upto = np.cumsum(negative, axis=-1)
    edge = np.ones((*shape[:-1], 1), dtype=bool)
    rises = ordered[..., 1:] != ordered[..., :-1]
    # negatives with a lower score, and those with no higher one
    below = np.maximum.accumulate(
        np.where(np.concatenate([edge, rises], axis=-1), upto - negative, -np.inf), axis=-1
    )
    ends = np.where(np.concatenate([rises, edge], axis=-1), upto, np.inf)
    within = np.minimum.accumulate(ends[..., ::-1], axis=-1)[..., ::-1]
    pairs = positive.sum(axis=-1) * upto[..., -1]
    return np.asarray(np.sum(positive * (below + within), axis=-1) / (2.0 * pairs))


def balanced_accuracy(x: FloatArray, z: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the mean of sensitivity and specificity along the last axis, where x is 1 for calls and z for positives.

    It is the area under the ROC curve of the calls (Brodersen et al. 2010 have it as the balanced accuracy).

    Parameters
    ----------
    x, z, weights : arrays broadcastable to (..., n)
        See `formulas.Formula`.
    """
    positive, negative = weights * z, weights * (1.0 - z)
    sensitivity = np.sum(positive * x, axis=-1) / np.sum(positive, axis=-1)
    specificity = np.sum(negative * (1.0 - x), axis=-1) / np.sum(negative, axis=-1)
    return np.asarray((sensitivity + specificity) / 2.0)
