"""The need that nobody stands on both sides: no people among the systems, nor among the metrics."""

from __future__ import annotations

from trueness.decisions.decision import Ground

PEOPLE_AMONG_SYSTEMS = "people_among_systems"
PEOPLE_AMONG_METRICS = "people_among_metrics"


def nobody_among(measure: str, count: int) -> Ground:
    """Return the need that there are none of them: where people stand among what is compared, nothing can be told.

    Parameters
    ----------
    measure : str
        ``people_among_systems`` or ``people_among_metrics``.
    count : int
        How many there are.
    """
    return Ground(measure=measure, estimate=count, low=count, high=count, bar=0, side="at_most", need=True)
