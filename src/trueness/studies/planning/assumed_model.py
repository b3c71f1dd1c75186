"""What a plan assumes without a pilot: standard deviations that are given."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np

from trueness.errors import ArgumentError, listing, suggest
from trueness.statistics.two_way_model import TwoWayModel
from trueness.studies.planning.planning_model import PlanningModel

ASSUMPTIONS = {
    "quality": 0.5,
    "difficulty": 1.0,
    "output": 0.5,
    "bias": 0.2,
    "noise": 1.0,
    "annotator": 1.0,
    "preference": 0.0,
}
"""Standard deviations where none are given."""


LARGEST = 1e6
"""Standard deviations further apart than this cannot be told from zero in sums of squares."""


def assumed_model(given: Mapping[str, float]) -> PlanningModel:
    """Return a human, a metric and its rival that see the same quality.

    One rating is q + d + o + p + a, and a metric's score q + d + o + b + e: q is the quality of a system, d the
    difficulty of an input, o what is particular to an output, p an annotator's preference for a system, a the rest of
    the rating; b is the metric's bias for a system and e its noise. The rival is like the metric until a difference is
    asked for.

    Parameters
    ----------
    given : mapping of str to float
        Standard deviations: ``quality`` (q), ``difficulty`` (d), ``output`` (o), ``preference`` (p), ``annotator`` (a),
        ``bias`` (b), ``noise`` (e); those of `ASSUMPTIONS` where they are not given.

    Raises
    ------
    ArgumentError
        If there is no such standard deviation, one is negative, or systems or the metric would not vary.
    """
    for name, value in given.items():
        if name not in ASSUMPTIONS:
            raise ArgumentError(
                f"there is nothing called '{name}' to assume.{suggest(name, ASSUMPTIONS)} "
                f"There are {listing(ASSUMPTIONS)}."
            )
        if not (value == 0 or 1 / LARGEST <= value <= LARGEST):
            raise ArgumentError(
                f"the assumed `{name}` is a standard deviation, 0 or from {1 / LARGEST:g} to {LARGEST:g}; "
                f"not {value!r}."
            )
    sd = {**ASSUMPTIONS, **given}
    if not sd["quality"] > 0:
        raise ArgumentError(
            "the assumed `quality` must be more than 0, or there are no systems to tell apart."
        )
    both = np.ones((3, 3))
    of_metrics = np.diag([0.0, 1.0, 1.0])
    of_human = np.diag([1.0, 0.0, 0.0])
    model = TwoWayModel(
        np.zeros(3),
        sd["quality"] ** 2 * both + sd["bias"] ** 2 * of_metrics + sd["preference"] ** 2 * of_human,
        sd["difficulty"] ** 2 * both,
        sd["output"] ** 2 * both + sd["noise"] ** 2 * of_metrics + sd["annotator"] ** 2 * of_human,
    )
    return dataclasses.replace(
        PlanningModel(model, sd["annotator"] ** 2, 1.0, sd["preference"] ** 2),
        assumed=",".join(f"{name}={value:g}" for name, value in sd.items()),
    )
