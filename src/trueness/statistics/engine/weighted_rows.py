"""Coefficients of vectors that every resample makes anew, all resamples in one compiled pass."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS, midranks
from trueness.statistics.compiled import LANES, compiled
from trueness.statistics.engine.lane_row_kernels import fill_distinct_row_coefficients, fill_permuted_rows
from trueness.statistics.engine.row_kernels import fill_row_coefficients
from trueness.statistics.ties import RELATIVE_TOLERANCE, dense_ranks

COEFFICIENTS = ("pearson", "spearman", "kendall")
"""What is compiled here."""


def weighted_row_coefficients(
    x: FloatArray, z: FloatArray, weights: FloatArray, coefficients: Collection[str]
) -> dict[str, FloatArray]:
    """Return the coefficients of system scores with the human's, both of which differ from resample to resample.

    The same as `coefficients.weighted_coefficients` of scores under `ties.tie_close`. Where unequal values are so close
    that they might tie, chains of ties are followed one resample at a time; elsewhere resamples are handled side by
    side. O(B K N²) time and O(B K N) memory.

    Parameters
    ----------
    x : array of shape (B, K, N)
        Scores; values within 1e-12 of the largest of their vector tie.
    z : array of shape (B, N)
    weights : array of shape (B or 1, N)
        Counts. Scores may be NaN where they are zero.
    coefficients : collection of str
        Of `COEFFICIENTS`.

    Returns
    -------
    dict of str to array of shape (B, K)
        NaN where undefined.
    """
    n_draws, n_metrics, n_entries = x.shape
    found = {name: np.empty((n_metrics, n_draws)) for name in coefficients}
    for start in range(0, n_draws, LANES):
        draws = slice(start, start + LANES)
        scores = np.empty((n_metrics + 1, n_entries, len(x[draws])))
        scores[:-1], scores[-1] = x[draws].transpose(1, 2, 0), z[draws].T
        absent = np.isnan(scores)
        own = weights[draws] if len(weights) > 1 else weights
        part = side_by_side(
            np.where(absent, 0.0, scores),
            # a copy even of a single line, which would be compiled for anew as one that cannot be written
            np.array(np.broadcast_to(own, (scores.shape[2], n_entries)).T, order="C"),
            absent,
            coefficients,
        )
        for name, values in part.items():
            found[name][:, draws] = values
    return {name: values.T for name, values in found.items()}


def side_by_side(
    scores: FloatArray, weights: FloatArray, absent: BoolArray, coefficients: Collection[str]
) -> dict[str, FloatArray]:
    """Return the same of resamples that stand side by side already, with what is absent as 0.

    Parameters
    ----------
    scores : array of shape (K + 1, N, B)
        The human's last.
    weights : array of shape (N, B)
        Counts; zero where scores are absent.
    absent : array of shape (K + 1, N, B)
        Where there is no score.
    coefficients : collection of str
        Of `COEFFICIENTS`.

    Returns
    -------
    dict of str to array of shape (K, B)
    """
    n_rows, n_entries, n_draws = scores.shape
    found = {name: np.full((n_rows - 1, n_draws), np.nan) for name in COEFFICIENTS}
    close = np.empty(n_draws)
    wanted = np.array([name in coefficients for name in COEFFICIENTS])
    compiled(fill_distinct_row_coefficients)(
        scores,
        weights,
        RELATIVE_TOLERANCE * n_entries,  # a chain of ties is no longer
        wanted,
        *found.values(),
        close,
    )
    again = np.flatnonzero(close)
    if len(again):
        careful = {name: np.full((len(again), n_rows - 1), np.nan) for name in COEFFICIENTS}
        given = np.where(absent[:, :, again], np.nan, scores[:, :, again])
        compiled(fill_row_coefficients)(
            np.ascontiguousarray(given.transpose(2, 0, 1)),
            np.ascontiguousarray(weights[:, again].T, dtype=np.int64),
            RELATIVE_TOLERANCE,
            wanted,
            *careful.values(),
        )
        for name, values in careful.items():
            found[name][:, again] = values.T
    return {name: found[name] for name in coefficients}


def permuted_rows(
    middle: FloatArray, half: FloatArray, z: FloatArray, coefficients: Collection[str]
) -> dict[str, FloatArray]:
    """Return the coefficients of permuted system means with one vector.

    Parameters
    ----------
    middle : array of shape (P, N)
        Means of a pair's two standardised scores.
    half : array of shape (P, N, B)
        Half their signed difference: X' is ``middle + half``, Y' is ``middle - half``. Their values tie within 1e-12
        of the largest of a row, or of 1 if that is larger, since zeros are what cancelled.
    z : array of shape (N,)
    coefficients : collection of str
        Of `COEFFICIENTS`.

    Returns
    -------
    dict of str to array of shape (2, P, B)
        Of X' and of Y', NaN where undefined.
    """
    n_pairs, n_entries, n_draws = half.shape
    rank_z = dense_ranks(z)
    if n_entries < MINIMUM_OBSERVATIONS or rank_z.max() == 0:
        return {name: np.full((2, n_pairs, n_draws), np.nan) for name in coefficients}
    found = {name: np.empty((2, n_pairs, n_draws)) for name in coefficients}
    centred = z - z.mean()
    fixed = (
        rank_z.astype(np.int64),
        midranks(rank_z, np.ones(n_entries)),
        centred - centred.mean(),  # a second pass removes the rounding of the first
        RELATIVE_TOLERANCE,
        np.array([name in coefficients for name in COEFFICIENTS]),
    )
    for start in range(0, n_draws, LANES):
        lanes = np.ascontiguousarray(half[:, :, start : start + LANES])
        part = {name: np.full((2, n_pairs, lanes.shape[2]), np.nan) for name in COEFFICIENTS}
        compiled(fill_permuted_rows)(np.ascontiguousarray(middle), lanes, *fixed, *part.values())
        for name, values in found.items():
            values[:, :, start : start + LANES] = part[name]
    return found
