"""What agreement of all pairs of annotators costs in time."""

from __future__ import annotations

from trueness.study.cost import Cost
from trueness.study.number_words import counted

PER_PAIR = 1.2e-2
"""Seconds for how far two annotators agree, measured on one core of 2024."""


def pairs_cost(n_annotators: int) -> Cost:
    """Return what the pairs of annotators will take, roughly, and what makes them fewer.

    Parameters
    ----------
    n_annotators : int
    """
    pairs = n_annotators * (n_annotators - 1) // 2
    return Cost(
        work=f"{counted(n_annotators, 'annotator')} make {counted(pairs, 'pair')}",
        seconds=pairs * PER_PAIR,
        fewer="leave annotators out (--without)",
    )
