"""Judges of scores beside each other: whether one agrees better with people than another, on the same outputs."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from trueness.statistics.corrections import adjust
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.cluster_totals import renumbered
from trueness.statistics.judging.judges_apart import correlations_apart
from trueness.statistics.judging.panel import Panel, agreement_gain
from trueness.studies.judge.applies_to import applies_to
from trueness.studies.judge.judge_scores import JudgeScores
from trueness.studies.judge.label_rows import JudgeDifference


def score_version_rows(
    parts: Sequence[JudgeScores], confidence: float, *, has_systems: bool = True
) -> list[JudgeDifference]:
    """Return every pair of judges, the later minus the earlier in the data, by Pearson's r over outputs.

    Interval and p-value leave out one cluster at a time (see `agreement_gain`), of three systems or more also one
    system, so that what both judges have in common cancels.

    Parameters
    ----------
    parts : sequence of JudgeScores
    confidence : float
    has_systems : bool
        Whether systems have names.
    """
    pairs = [(later, earlier) for earlier, later in itertools.combinations(parts, 2)]
    rows = []
    for later, earlier in pairs:
        known = ~(np.isnan(later.human) | np.isnan(later.oriented) | np.isnan(earlier.oriented))
        human, clusters = later.people[known], renumbered(later.clusters[known])
        one, other = (Panel(part.oriented[known][None], human, clusters, 0) for part in (later, earlier))
        if not known.any():
            continue
        over_systems = int(np.sum(known.any(axis=1))) >= FEWEST_SYSTEMS
        gain = (
            correlations_apart(
                human[None],
                np.concatenate([one.members, other.members]),
                clusters,
                later.systems[known],
                confidence,
            )
            if over_systems
            else agreement_gain(one, other, confidence)
        )
        rows.append(
            JudgeDifference(
                metric=later.name,
                rival=earlier.name,
                measure=one.measure,
                **gain.shown(),
                estimate_metric=_agreement(one),
                estimate_rival=_agreement(other),
                pvalue=gain.pvalue,
                pvalue_adjusted=float("nan"),
                n_outputs=int(known.sum()),
                n_differ=int(np.sum(later.oriented[known] != earlier.oriented[known])),
                resamples=0,
                applies_to=applies_to(over_systems=over_systems, has_systems=has_systems),
            )
        )
    return _adjusted(rows)


def _agreement(panel: Panel) -> float:
    return float(panel.agreement(panel.sums(1).sum(axis=0)[None])[0])


def _adjusted(rows: list[JudgeDifference]) -> list[JudgeDifference]:
    adjusted = adjust([row.pvalue for row in rows], "holm").tolist() if rows else []
    return [
        dataclasses.replace(row, pvalue_adjusted=float(pvalue))
        for row, pvalue in zip(rows, adjusted, strict=True)
    ]
