"""The need that there are none of some kind: no people among the systems or metrics, no metric of unknown direction."""

from __future__ import annotations

from trueness.decisions.decision import Ground

PEOPLE_AMONG_SYSTEMS = "people_among_systems"
PEOPLE_AMONG_METRICS = "people_among_metrics"
OPPOSITE_METRICS = "opposite_metrics"
"""That rank opposite to people, and would rival the best if less were better for them."""


def nobody_among(measure: str, count: int) -> Ground:
    """Return the need that there are none of them: where some stand among what is compared, nothing can be told.

    Parameters
    ----------
    measure : str
        Of which kind.
    count : int
        How many there are.
    """
    return Ground(measure=measure, estimate=count, low=count, high=count, bar=0, side="at_most", need=True)
