"""What agreement of all pairs of annotators costs in time."""

from __future__ import annotations

import math

from trueness.statistics.annotators.pair_agreement import MOST_CATEGORIES
from trueness.study.cost import Cost
from trueness.study.number_words import counted

PER_ANNOTATOR = 3e-2
"""Seconds for how far an annotator agrees with the others together. Measured on one core of 2024."""

PER_PAIR, PER_PAIR_OF_MANY = 8e-4, 5e-3
"""Seconds for how far an annotator agrees with one other, each on outputs of their own: of few distinct ratings, and of
many, where every pair is leafed through by itself."""


def pairs_cost(n_annotators: int, n_categories: int) -> Cost:
    """Return what the pairs of annotators will take, roughly, and what makes them fewer.

    Parameters
    ----------
    n_annotators, n_categories : int
        Distinct ratings are categories.
    """
    pairs = math.comb(n_annotators, 2)
    per_pair = PER_PAIR if n_categories <= MOST_CATEGORIES else PER_PAIR_OF_MANY
    return Cost(
        work=f"{counted(n_annotators, 'annotator')} make {counted(pairs, 'pair')}",
        seconds=n_annotators * PER_ANNOTATOR + pairs * per_pair,
        fewer="leave annotators out (--without)",
    )
