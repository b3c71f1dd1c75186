"""Effects of systems on several scorers, made uncorrelated and of variance 1."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray


def standard_effects(scores: FloatArray, positions: FloatArray | None = None) -> FloatArray:
    """Return the effects of systems on V scorers, made uncorrelated and of variance 1.

    Effects are the systems' mean deviations from the inputs' means; the symmetric root of their covariance takes the
    correlations out, so that as little of each as possible changes.

    Parameters
    ----------
    scores : array of shape (V, N, M)
        NaN where missing; outputs that every scorer has are used.
    positions : array of shape (K, N), optional
        Of systems on dimensions (see `input_interactions`), which follow the effects, of variance 1.

    Returns
    -------
    array of shape (V + K, S)
        Of the S systems that have outputs.
    """
    cells = np.asarray(np.isfinite(scores).all(axis=0))
    number = cells.sum(axis=0)
    kept = np.where(cells, scores, 0.0)
    deviations = np.where(cells, kept - (kept.sum(axis=1) / np.maximum(number, 1))[:, None, :], 0.0)
    there = cells.any(axis=1)
    effects = deviations.sum(axis=2)[:, there] / cells.sum(axis=1)[there]
    effects = effects - effects.mean(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh(effects @ effects.T / effects.shape[1])
    inverse = np.where(values > 1e-9 * values.max(initial=0.0), 1 / np.sqrt(np.maximum(values, 1e-300)), 0.0)
    found = (vectors * inverse) @ vectors.T @ effects
    if positions is None or not len(positions):
        return np.asarray(found)
    own = positions[:, there]
    return np.concatenate([found, own / np.sqrt(np.mean(np.square(own), axis=1, keepdims=True))])


def symmetric_root(matrix: FloatArray) -> FloatArray:
    """Return the symmetric root of a covariance matrix."""
    values, vectors = np.linalg.eigh(matrix)
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T)
