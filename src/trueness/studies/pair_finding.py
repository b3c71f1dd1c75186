"""What a test says about one pair of metrics, before corrections."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class PairFinding:
    """What a test says about a metric against its rival.

    Attributes
    ----------
    statistic : float
        Of a closed form; NaN for resampling.
    greater, less, two_sided : float
        P-values.
    undefined, resamples : int
        Resamples without a difference, and all of them: where tests end early, until all sides were decided.
    exact : bool
        Whether all arrangements were enumerated.
    low, high : float
        The interval of the difference.
    """

    statistic: float
    greater: float
    less: float
    two_sided: float
    undefined: int
    resamples: int
    exact: bool
    low: float
    high: float
