"""What tests and intervals make of systems in clusters, such as families: clusters are units, or they are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trueness.errors import UnsupportedMethodError

if TYPE_CHECKING:
    from trueness.statistics.score_arrays import ScoreArrays

REMEDY = "two_way_jackknife"
"""The test, and the interval, that leaves whole clusters out."""


def units_of_systems(arrays: ScoreArrays) -> tuple[int, str]:
    """Return how many units systems are, and the word for these: clusters where there are some."""
    if arrays.system_clusters is None:
        return arrays.n_systems, "systems"
    return len(set(arrays.system_clusters.tolist())), "clusters of systems"


def refuse_clusters(arrays: ScoreArrays, noun: str, option: str) -> None:
    """Refuse systems in clusters for a method that takes every system for independent of the others.

    Parameters
    ----------
    arrays : ScoreArrays
    noun : str
        The method as a subject: ``Williams' test``.
    option : {'--test', '--interval'}

    Raises
    ------
    UnsupportedMethodError
        If systems are in clusters.
    """
    if arrays.system_clusters is None:
        return
    units, _ = units_of_systems(arrays)
    raise UnsupportedMethodError(
        f"{noun} takes every system for independent of the others; these {arrays.n_systems} are in "
        f"{units} clusters. Use {option} {REMEDY}, which leaves whole clusters out, or leave out "
        "--system-clusters."
    )
