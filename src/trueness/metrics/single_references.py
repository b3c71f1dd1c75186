"""Scores against single references, of which the mean counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from trueness.metrics.metric import FloatArray


def mean_over_references(
    score: Callable[[Sequence[str], Sequence[Sequence[str]]], FloatArray],
    outputs: Sequence[str],
    references: Sequence[Sequence[str]],
) -> FloatArray:
    """Return for each output the mean of its scores against each reference alone.

    Parameters
    ----------
    score : callable
        Takes outputs and their references, one each, and returns an array of shape (pairs, ...).
    outputs : sequence of str
        n texts.
    references : sequence of sequences of str
        The references of each output, at least one.

    Returns
    -------
    array of shape (n, ...)
    """
    many = [len(given) for given in references]
    paired = [output for output, count in zip(outputs, many, strict=True) for _ in range(count)]
    scores = score(paired, [[reference] for given in references for reference in given])
    starts = np.cumsum([0, *many[:-1]])
    means: FloatArray = np.add.reduceat(scores, starts, axis=0) / np.reshape(
        many, (-1, *[1] * (scores.ndim - 1))
    )
    return means
