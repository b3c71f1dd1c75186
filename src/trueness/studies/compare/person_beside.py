"""How well one annotator agrees with the others, beside a metric that has no other metric to be compared with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.statistics.annotators.human_ceiling import human_ceiling
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import CORRELATIONS
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.settings import Settings

FEWEST = 2
"""Annotators of whom one can be held against the others."""


class PersonBeside(NamedTuple):
    """Means over annotators, of their own correlation with the others and of the metric's on the same outputs."""

    annotator: float
    metric: float


def person_beside(
    table: ScoreTable, arrays: ScoreArrays, human: str, settings: Settings
) -> Mapping[Key, PersonBeside]:
    """Return an annotator beside the one metric, by level and its first coefficient; empty where that is not known.

    Parameters
    ----------
    table : ScoreTable
    arrays : ScoreArrays
        Of one metric, from the same table.
    human : str
    settings : Settings
    """
    known = table.annotations.get(human)
    if known is None or len(known.annotators) < FEWEST or len(arrays.names) > 1:
        return {}
    known = table.sorted_by_name().annotations[human]
    ratings = known.values if table.scorer(human).higher_is_better else -known.values
    found: dict[Key, PersonBeside] = {}
    for level in settings.computed_levels:
        key = level, settings.coefficients_at(level)[0]
        if key[1] not in CORRELATIONS:
            continue
        each = np.array(
            [
                human_ceiling(arrays, ratings, k, [level], [key[1]]).estimates[key]
                for k in range(len(known.annotators))
            ]
        )
        each = each[~np.isnan(each).any(axis=1)]
        if len(each) >= FEWEST:
            found[key] = PersonBeside(*map(float, each.mean(axis=0)))
    return found
