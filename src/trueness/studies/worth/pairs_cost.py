"""What very many pairs cost in time and memory, said before anything takes either."""

from __future__ import annotations

from trueness.parallel import duration, memory_budget
from trueness.study.number_words import counted

SAID_FROM = 60.0
"""Seconds; of less nothing is said beforehand."""

BYTES_PER_PAIR = 130
"""What is held of every pair of outputs, the curves of held-out ones included."""

PER_PAIR, PER_DRAW = 1.5e-6, 1.8e-9
"""Seconds for a pair of outputs, and for one in a resample, measured on one core of 2024."""


def pairs_cost(n_systems: int, n_inputs: int, n_metrics: int, resamples: int) -> str:
    """Return what pairs of outputs will take, roughly, and what makes them fewer; empty where that is little.

    Parameters
    ----------
    n_systems, n_inputs, n_metrics, resamples : int
    """
    pairs = n_systems * (n_systems - 1) // 2 * n_inputs
    seconds = pairs * n_metrics * (PER_PAIR + PER_DRAW * resamples)
    held = pairs * BYTES_PER_PAIR
    if seconds < SAID_FROM and held <= memory_budget():
        return ""
    return (
        f"{counted(n_systems, 'system')} on {counted(n_inputs, 'input')} make {pairs:,} pairs of outputs by each of "
        f"{counted(n_metrics, 'metric')}: roughly {duration(seconds)} and {held / 2**30:,.1f} GiB. For less, name "
        "fewer metrics (--metrics), draw fewer --resamples, or leave systems out (--without)."
    )
