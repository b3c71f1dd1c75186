"""Where metrics stand among each other at every level and coefficient of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.studies.rows import Estimate, PairTest, Rank
from trueness.studies.settings import Settings
from trueness.studies.standing import standing


def rank_metrics(
    names: tuple[str, ...], settings: Settings, estimates: Sequence[Estimate], tests: Sequence[PairTest]
) -> tuple[Rank, ...]:
    """Return clusters by the WMT rule and the set that no other metric significantly outperforms."""
    if not tests or settings.baseline is not None:
        return ()
    place = {name: k for k, name in enumerate(names)}
    ranks: list[Rank] = []
    for key in settings.keys:
        values = np.full(len(names), np.nan)
        for estimate in estimates:
            if (estimate.level, estimate.coefficient) == key:
                values[place[estimate.metric]] = estimate.estimate
        here = [row for row in tests if (row.level, row.coefficient) == key]
        ranks += standing(names, values, here, settings.alpha, key)
    return tuple(ranks)
