"""Whether the outputs that people labelled may have been drawn at random from those that a judge scored."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.judging.cluster_totals import cluster_totals, renumbered
from trueness.statistics.judging.judged_share import STRATA

FEWEST_EXPECTED = 1.0
"""So many labelled outputs a stratum has at least, were they drawn at random, and so many others."""


def labels_drawn(human: FloatArray, judge: FloatArray, clusters: IntArray) -> float:
    """Return how likely labels drawn at random would be as uneven over the judge's scores as these are, or more.

    Outputs are put into strata of like scores. In a system with a share r of its outputs labelled, l is 1 − r where
    there is a label and −r elsewhere, g_k is whether an output is in stratum k less the share of those that are, and
    T_k = Σ g_k l is by how many labels stratum k has more than by lot. Outputs drawn one by one give T the covariance
    A = Σ r (1 − r) g gᵀ, clusters drawn whole B, the same of sums over clusters; how alike labels are within clusters,
    ρ from 0 to 1, says what lies between: (1 − ρ) A + ρ B. Tᵀ V⁻¹ T is then about χ², as Pearson's is of the table of
    strata by labelled or not. Systems may be labelled in unlike shares, or not at all: it is about each by itself.

    Parameters
    ----------
    human, judge : arrays of shape (N, M)
        Scores of N systems for M inputs, NaN where there are none. Outputs without a judge's score are left out.
    clusters : array of shape (N, M)
        A number per output; those with the same number may have been drawn together.

    Returns
    -------
    float
        A p-value; NaN where nothing could show a choice: all or no outputs are labelled, or all scores are alike.
    """
    from scipy.special import chdtrc

    cells = _drawable(human, judge)
    system = np.broadcast_to(np.arange(len(judge))[:, None], judge.shape)[cells]
    labelled, groups = ~np.isnan(human[cells]), renumbered(clusters[cells])
    strata = _strata(judge[cells], labelled)
    if len(strata) < 2:
        return float("nan")
    sizes = np.bincount(system)
    share = np.bincount(system, labelled) / np.maximum(sizes, 1)
    spread = np.sqrt(share * (1 - share) * sizes / np.maximum(sizes - 1, 1))[system]
    apart = np.stack([one - (np.bincount(system, one) / np.maximum(sizes, 1))[system] for one in strata[1:]])
    chosen = (labelled - share[system]) / spread
    alike = _alike_within(chosen, groups)
    scaled = (apart * spread).T
    alone, together = (one.T @ one for one in (scaled, cluster_totals(scaled, groups)))
    more = scaled.T @ chosen
    values, vectors = np.linalg.eigh((1 - alike) * alone + alike * together)
    known = values > len(values) * np.finfo(np.float64).eps * values[-1]
    if not known.any():
        return float("nan")
    found = np.sum((vectors[:, known].T @ more) ** 2 / values[known])
    return float(chdtrc(int(known.sum()), found))


def _drawable(human: FloatArray, judge: FloatArray) -> BoolArray:
    """Return the outputs that the judge scored, of systems of which people labelled some and not all of these."""
    scored = ~np.isnan(judge)
    labelled = (scored & ~np.isnan(human)).sum(axis=1)
    open_ = (labelled > 0) & (labelled < scored.sum(axis=1))
    found: BoolArray = scored & open_[:, None]
    return found


def _strata(judge: FloatArray, labelled: BoolArray) -> list[FloatArray]:
    """Return which outputs are in each stratum of like scores: as many as have enough labelled and other outputs."""
    if not len(judge):
        return []
    values, numbers, counts = np.unique(judge, return_inverse=True, return_counts=True)
    rarer = min(labelled.mean(), 1 - labelled.mean())
    least = max(FEWEST_EXPECTED / rarer, 0.0 if len(values) <= STRATA else len(judge) / STRATA)
    strata, size = np.zeros(len(values), dtype=np.intp), 0
    for k, count in enumerate(counts):
        # the last stratum takes what is too little for one of its own
        begins = size >= least and counts[k:].sum() >= least
        strata[k] = (strata[k - 1] if k else 0) + begins
        size = int(count) if begins else size + int(count)
    return [(strata[numbers] == k).astype(np.float64) for k in range(int(strata[-1]) + 1)]


def _alike_within(chosen: FloatArray, groups: IntArray) -> float:
    """Return the correlation of labelled or not of two outputs of one cluster, 0 to 1; 0 where no two are of one."""
    counts = np.bincount(groups)
    pairs = float(np.sum(counts * (counts - 1.0)))
    if not pairs:
        return 0.0
    both = np.square(np.bincount(groups, chosen)).sum() - np.square(chosen).sum()
    return float(np.clip(both / pairs, 0.0, 1.0))
