"""What agreement of all pairs of annotators costs in time."""

from __future__ import annotations

import math

from trueness.study.cost import Cost
from trueness.study.number_words import counted

PER_ANNOTATOR, PER_PAIR = 4e-2, 5e-3
"""Seconds for how far an annotator agrees with the others together, and with one: the second also without each system
and input, for limits of what noise takes. Measured on one core of 2024."""


def pairs_cost(n_annotators: int) -> Cost:
    """Return what the pairs of annotators will take, roughly, and what makes them fewer.

    Parameters
    ----------
    n_annotators : int
    """
    pairs = math.comb(n_annotators, 2)
    return Cost(
        work=f"{counted(n_annotators, 'annotator')} make {counted(pairs, 'pair')}",
        seconds=n_annotators * PER_ANNOTATOR + pairs * PER_PAIR,
        fewer="leave annotators out (--without)",
    )
