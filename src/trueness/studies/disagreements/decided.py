"""What the rules say of orders of outputs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_be_best import may_be_best
from trueness.decisions.orders_apart import input_needs, nearer_than_chance, system_elsewhere
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain
from trueness.statistics.corrections import adjust
from trueness.statistics.places import chance_distances, clustered_mean
from trueness.statistics.stepped_levels import stepped_levels
from trueness.studies.disagreements.outputs_apart import Orders
from trueness.studies.disagreements.rows import SystemFavoured
from trueness.study.alike_inputs import inputs_alike


def order_decisions(
    table: ScoreTable,
    orders: Mapping[str, Orders],
    systems: Sequence[SystemFavoured],
    clusters: IntArray,
    column: str | None,
    confidence: float,
) -> tuple[Decision, ...]:
    """Return which metric is nearest to people's order, which are nearer than chance, and which systems they move.

    Parameters
    ----------
    table : ScoreTable
        Sorted by name.
    orders : mapping of str to Orders
        By metric, within inputs.
    systems : sequence of SystemFavoured
    clusters : array of shape (M,)
    column : str or None
        That of the clusters.
    confidence : float
    """
    alpha = 1 - confidence
    distances = {name: _distances(one) for name, one in orders.items()}
    used = {name: len(np.unique(clusters[~np.isnan(one)])) for name, one in distances.items()}
    tests = [] if column is not None else [inputs_alike(table, one.gaps) for one in orders.values()]
    known_tests = [one for one in tests if not math.isnan(one)]
    alike = min(1.0, len(known_tests) * min(known_tests)) if known_tests else None
    needs = {name: input_needs(used[name], alike) for name in orders}
    applies_to = "other inputs of these systems" + (f", by {column}" if column else "")
    found = []
    if len(orders) > 1:
        fewest = min(used.values())
        found.append(_nearest(distances, clusters, input_needs(fewest, alike), applies_to, alpha))
    found += _nearer(orders, distances, clusters, needs, applies_to, alpha)
    for name in orders:
        rows = [row for row in systems if row.metric == name]
        adjusted = adjust([row.pvalue for row in rows], "holm")
        known = [(float(p), row.system) for p, row in zip(adjusted, rows, strict=True) if not math.isnan(p)]
        if known:
            found.append(
                system_elsewhere(
                    name,
                    [system for p, system in known if p <= alpha],
                    min(known)[0],
                    needs=needs[name],
                    applies_to=applies_to,
                    broken=alpha,
                )
            )
    return tuple(found)


def _distances(orders: Orders) -> FloatArray:
    """Return the mean distance of each input; NaN where nothing was placed."""
    there = orders.cells.any(axis=0)
    sums = np.nansum(np.abs(orders.gaps), axis=0)
    return np.where(there, sums / np.maximum(orders.n_placed, 1), np.nan)


def _nearest(
    distances: Mapping[str, FloatArray],
    clusters: IntArray,
    needs: Sequence[Ground],
    applies_to: str,
    alpha: float,
) -> Decision:
    names = list(distances)
    pvalues = np.full((len(names), len(names)), np.nan)
    for one in range(len(names)):
        for other in range(one):
            mean = clustered_mean(distances[names[other]] - distances[names[one]], clusters, 1 - alpha)
            if not math.isnan(mean.pvalue):
                below = mean.pvalue / 2 if mean.value > 0 else 1 - mean.pvalue / 2
                pvalues[one, other], pvalues[other, one] = below, 1 - below
    return may_be_best(
        names,
        [-float(np.nanmean(one)) for one in distances.values()],
        pvalues,
        applies_to=applies_to,
        alpha=alpha,
        needs=needs,
        about="",
    )


def _nearer(
    orders: Mapping[str, Orders],
    distances: Mapping[str, FloatArray],
    clusters: IntArray,
    needs: Mapping[str, tuple[Ground, ...]],
    applies_to: str,
    alpha: float,
) -> list[Decision]:
    gains = {name: chance_distances(one.metric, one.human) - distances[name] for name, one in orders.items()}

    def mean(name: str, confidence: float) -> Certain:
        return clustered_mean(gains[name], clusters, confidence)

    pvalues = np.array([mean(name, 1 - alpha).pvalue for name in gains])
    levels = stepped_levels(len(gains), alpha, lambda level: pvalues <= level)
    nearer = [mean(name, 1 - level) for name, level in zip(gains, levels, strict=True)]
    return [
        nearer_than_chance(
            name,
            one.value,
            low=one.low,
            high=one.high,
            needs=needs[name],
            applies_to=applies_to,
            broken=alpha,
        )
        for name, one in zip(gains, nearer, strict=True)
    ]
