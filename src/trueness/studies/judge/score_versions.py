"""Judges of scores beside each other: whether one agrees better with people than another, on the same outputs."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from trueness.statistics.corrections import adjust
from trueness.statistics.judging.panel import Panel, agreement_gain, panel_agreement
from trueness.studies.judge.judge_scores import JudgeScores
from trueness.studies.judge.label_rows import JudgeDifference


def score_version_rows(parts: Sequence[JudgeScores], confidence: float) -> list[JudgeDifference]:
    """Return every pair of judges, the later minus the earlier in the data, by Pearson's r over outputs.

    Interval and p-value leave out one cluster at a time (see `agreement_gain`), so that what both judges have in common
    cancels.

    Parameters
    ----------
    parts : sequence of JudgeScores
    confidence : float
    """
    pairs = [(later, earlier) for earlier, later in itertools.combinations(parts, 2)]
    rows = []
    for later, earlier in pairs:
        known = ~(np.isnan(later.human) | np.isnan(later.oriented) | np.isnan(earlier.oriented))
        clusters = np.asarray(np.unique(later.clusters[known], return_inverse=True)[1], dtype=np.intp)
        one, other = (
            Panel(part.oriented[known][None], part.human[known], clusters, 0) for part in (later, earlier)
        )
        if not known.any():
            continue
        gain = agreement_gain(one, other, confidence)
        rows.append(
            JudgeDifference(
                later.name,
                earlier.name,
                one.measure,
                gain.estimate,
                gain.low,
                gain.high,
                panel_agreement(one, confidence).estimate,
                panel_agreement(other, confidence).estimate,
                gain.pvalue,
                float("nan"),
                int(known.sum()),
                int(np.sum(later.oriented[known] != earlier.oriented[known])),
                0,
            )
        )
    return _adjusted(rows)


def _adjusted(rows: list[JudgeDifference]) -> list[JudgeDifference]:
    adjusted = adjust([row.pvalue for row in rows], "holm").tolist() if rows else []
    return [
        dataclasses.replace(row, pvalue_adjusted=float(pvalue))
        for row, pvalue in zip(rows, adjusted, strict=True)
    ]
