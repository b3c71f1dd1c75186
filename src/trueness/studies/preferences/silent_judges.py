"""What judges may do over all that they may have said of pairs on which they are silent."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.interval import Interval
from trueness.statistics.preferences.verdict_agreement import verdict_agreement
from trueness.studies.preferences.agreeing import agreement_rows
from trueness.studies.preferences.settings import PreferenceSettings
from trueness.studies.preferences.strengths import fitted_strengths, ranking_rows
from trueness.studies.preferences.verdicts import Verdicts

UNKNOWN = Interval(float("nan"), float("nan"))


class SilentJudge(NamedTuple):
    """What a judge would reach, from the lower limit of the worst that it may have said to the upper of the best.

    Attributes
    ----------
    difference : Interval
        Its agreement with one person minus that of another person.
    in_order : Interval
        Of pairs of systems.
    """

    difference: Interval
    in_order: Interval


def silent_judges(
    verdicts: Verdicts, settings: PreferenceSettings, *, has_systems: bool
) -> dict[str, SilentJudge]:
    """Return the judges that say nothing of pairs that people judged, with what they may have reached.

    Parameters
    ----------
    verdicts : Verdicts
    settings : PreferenceSettings
    has_systems : bool
        Whether systems are ranked.
    """
    told = verdicts.counts.sum(axis=1) > 0
    silent = {name: told & np.isnan(said) for name, said in verdicts.judges.items()}
    names = [
        name for name, where in silent.items() if where.any() and not np.isnan(verdicts.judges[name]).all()
    ]
    if not names:
        return {}
    differences: dict[tuple[str, bool], Interval] = {}
    orders: dict[tuple[str, bool], Interval] = {}
    for best in (False, True):
        said = _most_fitting(verdicts, settings, best=best)
        judges = {name: np.where(silent[name], said, verdicts.judges[name]) for name in names}
        filled = dataclasses.replace(verdicts, judges=judges, metrics={})
        for row in agreement_rows(filled, settings):
            if row.ties == settings.ties:
                differences[row.metric, best] = Interval(row.difference_low, row.difference_high)
        ranked = ranking_rows(filled, fitted_strengths(filled, settings), settings) if has_systems else []
        orders |= {(row.metric, best): Interval(row.in_order_low, row.in_order_high) for row in ranked}
    return {name: SilentJudge(_between(differences, name), _between(orders, name)) for name in names}


def _most_fitting(verdicts: Verdicts, settings: PreferenceSettings, *, best: bool) -> FloatArray:
    """Return the verdict on each pair that agrees most with single people, or least."""
    options = np.array([-1.0, 0.0, 1.0])
    agreed = np.stack(
        [
            verdict_agreement(
                np.full(len(verdicts.input), one), verdicts.counts, ties=settings.ties
            ).with_people
            for one in options
        ]
    )
    never = -np.inf if best else np.inf
    agreed = np.where(np.isnan(agreed), never, agreed)
    found: FloatArray = options[agreed.argmax(axis=0) if best else agreed.argmin(axis=0)]
    return found


def _between(found: dict[tuple[str, bool], Interval], name: str) -> Interval:
    worst, best = (found.get((name, end), UNKNOWN) for end in (False, True))
    return Interval(worst.low, best.high)
