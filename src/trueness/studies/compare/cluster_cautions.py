"""What is to be said of clusters: few of them tell little of others, and groups that nothing was made of."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.statistics.score_arrays import ScoreArrays
from trueness.study.rows import Caution

FEW_CLUSTERS = 10
"""Fewer, and the variance between them is hardly known."""

HARDLY_ANY = 6
"""Fewer clusters of inputs, and tests find hardly anything: their degrees of freedom are no more than clusters less one
(docs/choosing_a_test.md has what was measured)."""

OF_PEOPLE = frozenset({"reference", "peer", ""})
"""Labels by which readers tell people from systems (`mark_references`): these are no families."""


def cluster_cautions(table: ScoreTable, arrays: ScoreArrays) -> Iterable[Caution]:
    """Yield a warning of fewer than `FEW_CLUSTERS` clusters, and a note on groups of systems that were not used.

    Parameters
    ----------
    table : ScoreTable
    arrays : ScoreArrays
        Of this table.
    """
    for kind, clusters in (("systems", arrays.system_clusters), ("inputs", arrays.clusters)):
        n = 0 if clusters is None else len(np.unique(clusters))
        if clusters is not None and n < FEW_CLUSTERS:
            yield Caution(
                "few_clusters",
                "warning",
                f"The {len(clusters)} {kind} are in {n} clusters, so only {n} are independent. Collect more clusters: "
                f"more {kind} of the same ones help little.{_hardly_any(n) if kind == 'inputs' else ''}",
            )
    families = {
        name: len(set(labels))
        for name, labels in table.system_groups.items()
        if 1 < len(set(labels)) < len(labels) and not OF_PEOPLE.issuperset(labels)
    }
    if families and arrays.system_clusters is None:
        groups = " and ".join(f"'{name}' ({count} groups)" for name, count in families.items())
        yield Caution(
            "unused_system_clusters",
            "note",
            f"The systems are grouped by {groups}, but taken for independent. If systems of a group are alike, let "
            "whole groups vary (--system-clusters): intervals are too narrow otherwise.",
        )


def _hardly_any(n_clusters: int) -> str:
    if n_clusters >= HARDLY_ANY:
        return ""
    return (
        " With fewer than 6, tests find hardly any difference: in simulations, one that 55% of tables showed "
        "without clusters was found in 20% with 4 of them. For these inputs alone: --applies-to systems."
    )
