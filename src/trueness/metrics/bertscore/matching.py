"""Greedy matching of tokens by cosine similarity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.metrics.encoder.encoding_cache import States
from trueness.metrics.metric import FloatArray


class Match(NamedTuple):
    """BERTScore of an output against one reference, NaN where undefined.

    Attributes
    ----------
    precision : float
        The weighted mean over the output's tokens of the largest similarity to any of the reference.
    recall : float
        The weighted mean over the reference's tokens of the largest similarity to any of the output.
    f : float
        Their harmonic mean; 0 where both are 0.
    """

    precision: float
    recall: float
    f: float


def unit_vectors(states: States) -> FloatArray:
    """Return hidden states at length 1, in double precision, so that a text has a similarity of 1 to itself.

    Parameters
    ----------
    states : array of shape (n, d)
    """
    found: FloatArray = states.astype(np.float64)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found


def greedy_match(
    output: FloatArray, output_weights: FloatArray, reference: FloatArray, reference_weights: FloatArray
) -> Match:
    """Return the BERTScore of an output against a reference.

    Parameters
    ----------
    output, reference : array of shape (m, d), (n, d)
        Unit vectors of their tokens. Special tokens are among them: they weigh 0, but others may match them.
    output_weights, reference_weights : array of shape (m,), (n,)
        What each token weighs; undefined (NaN) where all weigh 0.

    References
    ----------
    Zhang et al. 2020, equations for P, R and F in section 3, weighted as R with idf.
    """
    similar = output @ reference.T
    precision = _weighted_mean(similar.max(axis=1), output_weights)
    recall = _weighted_mean(similar.max(axis=0), reference_weights)
    total = precision + recall
    return Match(precision, recall, 2.0 * precision * recall / total if total else 0.0)


def _weighted_mean(values: FloatArray, weights: FloatArray) -> float:
    total = float(weights.sum())
    return float(values @ weights) / total if total else np.nan
