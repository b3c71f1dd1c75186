"""The metrics there are, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from trueness.errors import unknown_name
from trueness.metrics.bleu import Bleu
from trueness.metrics.chrf import Chrf
from trueness.metrics.compression import Compression
from trueness.metrics.length import Length
from trueness.metrics.metric import Metric
from trueness.metrics.ter import Ter

METRICS: Mapping[str, type[Metric]] = MappingProxyType(
    {metric.name: metric for metric in (Bleu, Chrf, Ter, Length, Compression)}
)
"""Name to metric, in the order in which they are listed to users."""


def get_metric(name: str) -> Metric:
    """Return the metric of a name.

    Raises
    ------
    UnknownNameError
        If there is none; the message gives the nearest.
    """
    if name not in METRICS:
        raise unknown_name("metric", name, METRICS)
    return METRICS[name]()
