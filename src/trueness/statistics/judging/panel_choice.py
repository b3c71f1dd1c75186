"""Every way to use several judges beside every other: one alone, all, all but one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import student_pvalue
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS, of_units
from trueness.statistics.judging.cluster_totals import cluster_totals
from trueness.statistics.judging.label_agreement import kurtosis_freedom
from trueness.statistics.judging.panel import ROUNDING, Panel
from trueness.statistics.judging.two_way_totals import CrossedTotals, Parts, interaction

MOST_MEMBERS = 12
"""Of more members, the panels without one of them are no candidates."""


class PanelChoice(NamedTuple):
    """Candidates and what is known of their differences.

    Attributes
    ----------
    members : tuple of tuple of int
        Which members each candidate has.
    estimates : array of shape (K,)
        Agreement with people.
    pvalues : array of shape (K, K)
        [l, k] is one-sided, that l is better than k; NaN where nothing is known of the difference, or it has no error.
    """

    members: tuple[tuple[int, ...], ...]
    estimates: FloatArray
    pvalues: FloatArray


def panel_choice(panel: Panel) -> PanelChoice:
    """Return how every way to use the members of a panel compares with every other.

    Standard errors of differences leave out one cluster at a time, and one system where these are told and three or
    more, as `agreement_gain` does.

    Parameters
    ----------
    panel : Panel
        Two members or more.
    """
    k = len(panel.members)
    everyone = tuple(range(k))
    ways = [(one,) for one in everyone] + [everyone]
    if 2 < k <= MOST_MEMBERS:
        ways += [tuple(other for other in everyone if other != one) for one in everyone]
    count = len(ways)
    estimates = np.full(count, np.nan)
    left_out = [_without(panel._replace(members=panel.members[list(way)])) for way in ways]
    for place, found in enumerate(left_out):
        estimates[place] = found.whole
    pvalues = np.full((count, count), np.nan)
    for one in range(count):
        for other in range(one):
            below = _pvalue(left_out[one], left_out[other])
            pvalues[one, other], pvalues[other, one] = below, 1 - below
    return PanelChoice(tuple(ways), estimates, pvalues)


class _Without(NamedTuple):
    """A value, and what it is without each cluster and system; what each output contributes."""

    whole: float
    inputs: FloatArray
    systems: FloatArray
    contributions: FloatArray
    totals: FloatArray | CrossedTotals


def _without(panel: Panel) -> _Without:
    sums = panel.sums(len(panel.members))
    totals = panel.totals(sums)
    everything = sums.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        whole = float(panel.agreement(everything[None])[0])
        if not isinstance(totals, CrossedTotals):
            inputs = panel.agreement(everything - cluster_totals(sums, panel.clusters))
            return _Without(
                whole=whole, inputs=inputs, systems=np.zeros(0), contributions=np.zeros(0), totals=totals
            )
        return _Without(
            whole=whole,
            inputs=panel.agreement(everything - totals.by_input),
            systems=panel.agreement(everything - totals.by_system),
            contributions=whole - panel.agreement(everything - totals.values),
            totals=totals,
        )


def _pvalue(one: _Without, other: _Without) -> float:
    """Return the one-sided p-value that the first is better."""
    difference, inputs = one.whole - other.whole, one.inputs - other.inputs
    n = len(inputs)
    if n < 2 or not (np.isfinite(difference) and np.isfinite(inputs).all()):
        return float("nan")
    if isinstance(one.totals, CrossedTotals):
        systems = one.systems - other.systems
        if not np.isfinite(systems).all():
            return float("nan")
        (of_inputs,), (inputs_freedom,) = of_units(inputs[:, None])
        (of_systems,), (systems_freedom,) = of_units(systems[:, None], fewest=FEWEST_SYSTEMS)
        noise = interaction(one.contributions - other.contributions, one.totals)
        variance, freedom = Parts(
            systems=float(of_systems),
            systems_freedom=float(systems_freedom),
            inputs=float(of_inputs),
            inputs_freedom=float(inputs_freedom),
            noise=noise,
            n_systems=len(systems),
            n_inputs=n,
        ).together()
    else:
        squares = np.square(inputs - inputs.mean())
        variance = float(squares.sum()) * (n - 1) / n
        freedom = kurtosis_freedom(squares, n) if variance > 0 else n - 1.0
    if not variance > ROUNDING**2:
        return float("nan")
    return student_pvalue(difference / float(np.sqrt(variance)), freedom, "greater")
