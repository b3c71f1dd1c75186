"""What has to hold before anything is said of other systems: enough of them, each made on its own."""

from __future__ import annotations

from trueness.decisions.decision import Ground

SYSTEMS, ALIKE = "systems", "systems_alike"

FEWEST = 10
"""Systems, or families of them."""


def independent_systems(systems: int, alike: int) -> tuple[Ground, Ground]:
    """Return the needs of whoever applies to other systems.

    Families that share nothing which scores show are seen by nobody but those who know the systems; versions of one
    system fare alike input by input, and are seen.

    Parameters
    ----------
    systems : int
        Systems, or families where they are told.
    alike : int
        Pairs that look like versions of one system (see `alike_systems`); 0 where families are told.
    """
    return (
        Ground.counted(SYSTEMS, systems, FEWEST),
        Ground(measure=ALIKE, estimate=alike, low=alike, high=alike, bar=0, side="at_most", need=True),
    )
