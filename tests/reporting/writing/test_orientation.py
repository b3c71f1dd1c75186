"""The mark of lower-is-better scorers."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.writing.orientation import LEGEND, LOWER, endings, legend, lower_is_better, note

TABLE = ScoreTable(
    (Scorer("human", "human"), Scorer("bleu"), Scorer("ter", higher_is_better=False)),
    ("a",),
    ("d",),
    np.zeros((3, 1, 1)),
)


def test_only_declared_scorers_are_marked():
    assert lower_is_better(TABLE) == {"ter"}
    assert endings(TABLE, ["ter", "bleu", "ter"]) == [LOWER, "", LOWER]


def test_the_mark_is_explained_where_it_is_used_and_nowhere_else():
    assert legend(TABLE, ["bleu", "ter"]) == LEGEND
    assert legend(TABLE, ["bleu", "human"]) == ""
    assert "lower is better" in note(TABLE, ["ter"])
    assert note(TABLE, ["bleu"]) == ""
