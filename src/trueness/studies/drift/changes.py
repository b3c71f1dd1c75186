"""How far a judge, the systems and the agreement with people moved between two batches, at any confidence."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray
from trueness.statistics.certain import Certain
from trueness.statistics.judging.judge_drift import JudgeDrift, judge_drift
from trueness.statistics.judging.panel import Panel, agreement_gain
from trueness.statistics.judging.standardised_change import StandardisedChange, standardised_change
from trueness.studies.drift.batches import Batches

ENOUGH_SHARED = 0.8
"""Where strata that can be compared hold a smaller share of the other outputs, anchors are compared with all."""


class AnchorSample(NamedTuple):
    """How the anchors of a judge compare with the other outputs of the earlier batch.

    Attributes
    ----------
    n_clusters : int
        Independent anchors.
    anchors, others : float
        Means of the earlier scores; the second is NaN where there are no others.
    difference : Certain or None
        Anchors minus others within systems; None where there are no others.
    covered : float or None
        The share of the others whose system has anchors.
    """

    n_clusters: int
    anchors: float
    others: float
    difference: Certain | None
    covered: float | None

    @property
    def pvalue(self) -> float | None:
        """Of no difference; 0 where all are alike on either side, and apart; None where there are no others."""
        if self.difference is None:
            return None
        apart = self.difference.low == self.difference.high != 0
        return 0.0 if apart else self.difference.pvalue


def anchor_sample(batches: Batches, name: str) -> AnchorSample:
    """Return how a judge's anchors compare with the other outputs of the earlier batch, by its earlier scores."""
    anchor = batches.anchors(name)
    before = batches.before[name]
    other = ~anchor & ~np.isnan(before)
    size = len(np.unique(batches.clusters[anchor]))
    mean = float(before[anchor].mean())
    if not other.any():
        return AnchorSample(n_clusters=size, anchors=mean, others=float("nan"), difference=None, covered=None)
    first, second = np.where(other, before, np.nan), np.where(anchor, before, np.nan)
    found = standardised_change(first, second, strata=batches.strata, clusters=batches.clusters)
    if not found.covered[0] >= ENOUGH_SHARED:
        found = standardised_change(first, second, clusters=batches.clusters)
    covered = float(np.isin(batches.systems[other], batches.systems[anchor]).mean())
    return AnchorSample(
        n_clusters=size,
        anchors=mean,
        others=float(before[other].mean()),
        difference=found.difference,
        covered=covered,
    )


def judge_change(batches: Batches, name: str, confidence: float) -> JudgeDrift:
    """Return how far a judge's mean moved on its anchors."""
    anchor = batches.anchors(name)
    return judge_drift(
        batches.before[name][anchor],
        batches.after[name][anchor],
        binary=batches.labels[name] == 2,
        clusters=batches.clusters[anchor],
        confidence=confidence,
    )


def systems_change(
    batches: Batches, name: str, confidence: float, chosen: BoolArray | None = None
) -> StandardisedChange:
    """Return how far other outputs, of all systems or of those chosen, moved beyond the judge at a common mix."""
    anchor = batches.anchors(name)
    one, other = batches.before[name], batches.after[name]
    rest = ~anchor if chosen is None else ~anchor & chosen
    return standardised_change(
        np.where(rest, one, np.nan),
        np.where(rest, other, np.nan),
        strata=batches.strata,
        clusters=batches.clusters,
        beyond=np.where(anchor, other - one, np.nan),
        confidence=confidence,
    )


def people_panels(batches: Batches, name: str) -> tuple[Panel, Panel] | None:
    """Return a judge beside people in either batch, on anchors that people judged; None where there are none."""
    if batches.human is None:
        return None
    known = batches.anchors(name) & ~np.isnan(batches.human)
    if not known.any():
        return None
    size = batches.labels[name] if batches.labels[name] == batches.human_labels else 0
    numbers = np.asarray(np.unique(batches.clusters[known], return_inverse=True)[1], dtype=np.intp)
    one, other = (
        Panel(part[name][None, known], batches.human[known], numbers, size)
        for part in (batches.before, batches.after)
    )
    return one, other


def people_change(batches: Batches, name: str, confidence: float) -> Certain | None:
    """Return how far a judge's agreement with people moved; None without human scores of anchors."""
    found = people_panels(batches, name)
    return None if found is None else agreement_gain(found[1], found[0], confidence)
