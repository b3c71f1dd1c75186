"""Judges beside single annotators, where the data hold these."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.errors import DataError, UnsupportedMethodError
from trueness.studies.annotators.annotator_study import AnnotatorStudy
from trueness.studies.annotators.annotators import annotators
from trueness.studies.judge.judge_settings import JudgeSettings


class JudgeAnnotators(NamedTuple):
    """What `judge_annotators` returns.

    Attributes
    ----------
    study : AnnotatorStudy or None
    reason : str
        Why there is none although the data hold annotators; empty otherwise.
    """

    study: AnnotatorStudy | None
    reason: str


def judge_annotators(
    table: ScoreTable,
    human: str,
    judges: tuple[str, ...],
    settings: JudgeSettings,
    *,
    same: bool,
    **asked: Any,
) -> JudgeAnnotators:
    """Study the annotators behind a human scorer beside judges, if there are two or more (see `annotators`).

    Parameters
    ----------
    table : ScoreTable
    human : str
    judges : tuple of str
    settings : JudgeSettings
    same : bool
        Whether all judges rate on the human's scale: then the alternative annotator test takes their scores as they
        are, otherwise it calibrates them.
    **asked
        Of `annotators`: level, coefficient, clusters.
    """
    part = table.annotations.get(human)
    if part is None or np.sum(~np.isnan(part.values).all(axis=(1, 2))) < 2:
        return JudgeAnnotators(None, "")
    try:
        found = annotators(
            table,
            human=human,
            metrics=judges,
            calibration="none" if same else None,
            confidence=settings.confidence,
            resamples=settings.resamples,
            rng=settings.seed,
            **asked,
        )
    except (DataError, UnsupportedMethodError) as error:
        return JudgeAnnotators(None, str(error))
    return JudgeAnnotators(found, "")
