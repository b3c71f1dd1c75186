"""Outputs on which a judge and people differ most, to be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.studies.judge.judge_labels import JudgeLabels
from trueness.studies.judge.judge_scores import JudgeScores
from trueness.studies.judge.label_rows import Disagreement
from trueness.study.number_words import significant


def disagreements(
    table: ScoreTable,
    texts: Texts | None,
    parts: Sequence[JudgeScores],
    labels: JudgeLabels | None,
    most: int,
) -> list[Disagreement]:
    """Return for every judge the outputs with the largest distance, the most unanimous people first where it is equal.

    Parameters
    ----------
    table : ScoreTable
    texts : Texts, optional
        What was judged.
    parts : sequence of JudgeScores
    labels : JudgeLabels, optional
        Of people and judges; the human's label is then that of most annotators.
    most : int
        So many outputs per judge, of those that differ at all.
    """
    written = {} if texts is None else {(row.system, row.input): row.output for row in texts.rows}
    rows = []
    for part in parts:
        given = labels is not None and part.name in labels.judges
        if labels is not None and given:
            human, judge = labels.human, labels.judges[part.name]
            agreeing = _agreeing(labels)
        else:
            human, judge = part.human, part.calibrated
            agreeing = np.full(human.shape, np.nan)
        known = human[~np.isnan(human)]
        unit = float(known.max() - known.min()) if known.size else 0.0
        gap = (judge - human) / (unit or 1.0)
        if given and labels is not None and labels.nominal:  # no label is nearer to another
            gap = np.where(np.isnan(gap), np.nan, (gap != 0).astype(np.float64))
        size = np.where(np.isnan(gap), -1.0, np.abs(gap))
        order = np.lexsort((-np.nan_to_num(agreeing).ravel(), -size.ravel()), axis=-1)
        for place in order[:most]:
            i, j = np.unravel_index(place, human.shape)
            if size[i, j] <= 0:
                break
            system, source = table.systems[i], table.inputs[j]
            shown = (
                (labels.names[int(human[i, j])], labels.names[int(judge[i, j])])
                if labels is not None and given
                else (significant(float(human[i, j])), significant(float(part.judge[i, j])))
            )
            rows.append(
                Disagreement(
                    metric=part.name,
                    system=system,
                    input=source,
                    human=shown[0],
                    judge=shown[1],
                    gap=float(gap[i, j]),
                    agreeing=float(agreeing[i, j]),
                    output=written.get((system, source), ""),
                )
            )
    return rows


def _agreeing(labels: JudgeLabels) -> np.ndarray:
    """Return the share of annotators who give the label of most; NaN without several annotators."""
    if labels.annotators is None:
        return np.full(labels.human.shape, np.nan)
    there = np.sum(~np.isnan(labels.annotators), axis=0)
    same = np.sum(labels.annotators == labels.human, axis=0)
    return np.where(there > 0, same / np.maximum(there, 1), np.nan)
