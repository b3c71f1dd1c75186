"""What the pairs of outputs behind curves cost in time and memory."""

from __future__ import annotations

from trueness.study.cost import Cost
from trueness.study.number_words import counted

BYTES_PER_PAIR = 130
"""What is held of every pair of outputs, the curves of held-out ones included."""

PER_PAIR, PER_DRAW = 1.5e-6, 1.8e-9
"""Seconds for a pair of outputs, and for one in a resample, measured on one core of 2024."""


def pairs_cost(n_systems: int, n_inputs: int, n_metrics: int, resamples: int) -> Cost:
    """Return what pairs of outputs will take, roughly, and what makes them fewer."""
    pairs = n_systems * (n_systems - 1) // 2 * n_inputs
    return Cost(
        work=f"{counted(n_systems, 'system')} on {counted(n_inputs, 'input')} make {pairs:,} pairs of outputs by "
        f"each of {counted(n_metrics, 'metric')}",
        seconds=pairs * n_metrics * (PER_PAIR + PER_DRAW * resamples),
        held=pairs * BYTES_PER_PAIR,
        fewer="name fewer metrics (--metrics), draw fewer --resamples, or leave systems out (--without)",
    )
