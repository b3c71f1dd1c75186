"""Which metrics are compared in groups of which column; how is declared by `compare`."""

from __future__ import annotations

import dataclasses

from trueness.studies.compare.settings import CompareSelection
from trueness.study.table_groups import ByGroups


@dataclasses.dataclass(frozen=True)
class GroupsSelection(ByGroups, CompareSelection):
    """Which metrics are compared, with whom, in which groups.

    Attributes
    ----------
    human : str or None
    metrics : tuple of str or None
    by : str or None
        The grouping column; it has to be named.
    smallest_group : int
    clusters, system_clusters : str or None
    drop_duplicates : bool
    contrast : tuple of two str or None
    tests : bool
    """
