"""Whether the outputs behind each decision may have been drawn by lot from all that judges scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.decisions.decision import Ground
from trueness.decisions.labels_by_lot import labels_by_lot
from trueness.statistics.array_types import BoolArray
from trueness.statistics.judging.labels_drawn import labels_drawn
from trueness.studies.judge.graded import Graded
from trueness.studies.judge.judge_scores import JudgeScores


class DrawnLabels(NamedTuple):
    """What `drawn_labels` returns.

    Attributes
    ----------
    graded : tuple of Ground
        The need of what is decided on outputs that two people labelled, where there are any, else on all labels.
    labelled : tuple of Ground
        Of what is decided on all labels.
    """

    graded: tuple[Ground, ...]
    labelled: tuple[Ground, ...]


def drawn_labels(parts: Sequence[JudgeScores], graded: Sequence[Graded]) -> DrawnLabels:
    """Return the need that labels were drawn by lot, asked of the scores of every judge.

    Parameters
    ----------
    parts : sequence of JudgeScores
    graded : sequence of Graded
        The same judges.
    """

    def need(behind: Sequence[BoolArray]) -> tuple[Ground, ...]:
        return labels_by_lot(
            labels_drawn(np.where(one, 1.0, np.nan), part.judge, part.clusters)
            for part, one in zip(parts, behind, strict=True)
        )

    return DrawnLabels(
        graded=need([one.compared for one in graded]), labelled=need([one.rated for one in graded])
    )
