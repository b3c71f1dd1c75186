"""What is moved, and over which distances: the two versions of MoverScore."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.encoder.encoding_cache import States
from trueness.metrics.metric import FloatArray

LAYERS_OF_V1 = 5
"""How many of the last layers version 1 joins."""

_PUNCTUATION = frozenset(string.punctuation)
_SHARE = 1e-5  # what version 1 adds to a sum of weights before it divides by it


class Movable(NamedTuple):
    """What a text has to be moved.

    Attributes
    ----------
    vectors : array of shape (n, d)
        Of words or n-grams, at length 1.
    weights : array of shape (n,)
        Their masses, not negative; they sum to 1, or all are 0 where nothing weighs anything.
    """

    vectors: FloatArray
    weights: FloatArray


def counted_tokens(tokens: Sequence[str]) -> NDArray[np.intp]:
    """Return the places of tokens that count: no signs of punctuation, and of a word of several pieces the first."""
    kept = [k for k, token in enumerate(tokens) if token not in _PUNCTUATION and "##" not in token]
    return np.array(kept, dtype=np.intp)


def joined_layers(layers: Sequence[States]) -> FloatArray:
    """Return minimum, mean and maximum over layers of their unit vectors, side by side (version 1).

    Parameters
    ----------
    layers : sequence of arrays of shape (n, d)

    Returns
    -------
    array of shape (n, 3 d)
    """
    stacked = np.stack([_unit(one.astype(np.float64)) for one in layers])
    return np.concatenate([stacked.min(axis=0), stacked.mean(axis=0), stacked.max(axis=0)], axis=1)


def movable(vectors: FloatArray, weights: FloatArray, n: int) -> Movable:
    """Return the n-grams of a text, with the sum of their words' weights and their weighted mean.

    Parameters
    ----------
    vectors : array of shape (m, d)
        Of the words that count.
    weights : array of shape (m,)
    n : int
        How many words; a text with fewer is one n-gram.
    """
    width = min(n, len(weights))
    places = np.arange(len(weights) - width + 1)[:, None] + np.arange(width)
    given = weights[places]
    mass = given.sum(axis=1)
    shares = given / (mass + _SHARE)[:, None]
    grams = vectors if width == 1 else np.einsum("gw,gwd->gd", shares, vectors[places])
    total = mass.sum()
    return Movable(_unit(grams), mass / total if total > 0 else np.zeros_like(mass))


def distances(left: FloatArray, right: FloatArray, *, squared: bool) -> FloatArray:
    """Return the Euclidean distances of unit vectors, or their squares.

    Parameters
    ----------
    left, right : array of shape (m, d), (n, d)
    squared : bool

    Returns
    -------
    array of shape (m, n)
    """
    norms = (left**2).sum(axis=1)[:, None] + (right**2).sum(axis=1)
    squares: FloatArray = np.maximum(norms - 2.0 * (left @ right.T), 0.0)
    return squares if squared else np.sqrt(squares)


def _unit(vectors: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    found: FloatArray = vectors / np.where(lengths > 0.0, lengths, 1.0)
    return found
