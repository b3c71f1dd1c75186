"""What agreement of all pairs of annotators costs in time."""

from __future__ import annotations

import math

from trueness.parallel import chosen_workers
from trueness.statistics.annotators.sparse_pairs import n_sparse
from trueness.statistics.array_types import FloatArray
from trueness.studies.annotators.settings import AnnotatorSettings
from trueness.study.cost import Cost
from trueness.study.number_words import counted

PER_ANNOTATOR, PER_PAIR = 4e-2, 4e-4
"""Seconds for how far an annotator agrees with the others together, and with one."""

PER_DRAW, PER_SPARSE_DRAW = 1.6e-6, 2.5e-7
"""Seconds for the correlation of a pair in a resample, and of one with few outputs in common (`n_sparse`).

All measured on one core of 2024."""


def pairs_cost(ratings: FloatArray, n_metrics: int, settings: AnnotatorSettings) -> Cost:
    """Return what the pairs of annotators will take, roughly, and what makes them fewer.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
    n_metrics : int
    settings : AnnotatorSettings
    """
    pairs, sparse = math.comb(len(ratings), 2), n_sparse(ratings)
    # correlations of pairs tell what noise takes from those of metrics
    draws = settings.drawn / chosen_workers() if n_metrics else 0.0
    drawn = draws * ((pairs - sparse) * PER_DRAW + sparse * PER_SPARSE_DRAW)
    return Cost(
        work=f"{counted(len(ratings), 'annotator')} make {counted(pairs, 'pair')}",
        seconds=len(ratings) * PER_ANNOTATOR + pairs * PER_PAIR + drawn,
        fewer="draw fewer --resamples, or leave annotators out (--without)",
    )
