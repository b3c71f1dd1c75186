"""Sums of systems' scores after each score was multiplied by its coin."""

from __future__ import annotations

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.tile_coins import TileCoins


def signed_sums(scores: FloatArray, coins: TileCoins) -> FloatArray:
    """Return the sum over inputs of coin times score, shape (B, K, N).

    Parameters
    ----------
    scores : array of shape (K, N, M)
        Zero in cells that are not used.
    coins : TileCoins
    """
    n_metrics, n_systems, n_inputs = scores.shape
    if coins.plan.swap == "systems":
        if coins.systems is None:
            raise UnsupportedMethodError("coins for systems are missing.")
        return np.asarray(coins.systems[:, None, :] * scores.sum(axis=2))
    if coins.plan.swap == "cells":
        signed = np.zeros((coins.size, n_metrics, n_systems))
        for j in np.flatnonzero(scores.any(axis=(0, 1))):
            signed += coins.column(int(j))[:, None, :] * scores[None, :, :, j]
        return signed
    if coins.inputs is None:
        raise UnsupportedMethodError(f"coins for swap '{coins.plan.swap}' are missing.")
    signed = (coins.inputs.astype(np.float64) @ scores.reshape(-1, n_inputs).T).reshape(
        coins.size, n_metrics, n_systems
    )
    if coins.systems is not None:
        signed *= coins.systems[:, None, :]
    return signed
