"""The exact interval of a proportion."""

from __future__ import annotations


def proportion_interval(count: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of a proportion (Clopper and Pearson 1934); NaN of nothing."""
    from scipy.special import betaincinv

    if of == 0:
        return float("nan"), float("nan")
    tail = (1 - confidence) / 2
    low = float(betaincinv(count, of - count + 1, tail)) if count else 0.0
    high = float(betaincinv(count + 1, of - count, 1 - tail)) if count < of else 1.0
    return low, high
