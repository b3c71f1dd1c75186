"""Whether a test holds its size: where the interval of a rate of rejections lies."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.studies.simulation.rejection_rates import RejectionRate, proportion_interval

ALPHA = 0.05
BAND = 0.015
"""A test holds its size where it rejects a true null in .05 +- .015."""

UNEQUAL = "unequal noise"
"""Scenarios of which one level only is null; at the other it is no alternative that anybody asked for."""


def simultaneous_interval(rate: RejectionRate, cells: int) -> tuple[float, float]:
    """Return an interval of a rate that holds together with those of all cells judged (Bonferroni), at 95%."""
    return proportion_interval(rate.rejected, rate.runs - rate.n_undefined, 1 - 0.05 / max(1, cells))


def size_verdict(rate: RejectionRate, cells: int) -> str:
    """Return where a cell's simultaneous interval lies.

    Returns
    -------
    {'inside', 'above', 'below', 'open'}
        Wholly within .05 +- .015, wholly above or below, or across a border.
    """
    low, high = simultaneous_interval(rate, cells)
    if low > ALPHA + BAND:
        return "above"
    if high < ALPHA - BAND:
        return "below"
    return "inside" if low >= ALPHA - BAND and high <= ALPHA + BAND else "open"


def holds_size(rates: Sequence[RejectionRate], cells: int | None = None) -> dict[str, str]:
    """Return, per test, whether it holds its size where there is nothing to find.

    Parameters
    ----------
    rates : sequence of RejectionRate
    cells : int, optional
        Cells judged together; by default those given that are null.

    Returns
    -------
    dict of str to {'yes', 'no', 'open'}
        No where one cell lies above or below .05 +- .015, open where none does but one lies across a border.
    """
    null = [rate for rate in rates if rate.null]
    judged = len(null) if cells is None else cells
    found: dict[str, set[str]] = {}
    for rate in null:
        found.setdefault(rate.test, set()).add(size_verdict(rate, judged))
    return {
        test: "no" if verdicts & {"above", "below"} else "open" if "open" in verdicts else "yes"
        for test, verdicts in found.items()
    }


def is_alternative(rate: RejectionRate) -> bool:
    """Return whether there is something to find: not where just the other level's correlations are equal."""
    return not rate.null and not rate.scenario.startswith(UNEQUAL)
