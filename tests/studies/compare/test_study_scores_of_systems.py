"""System scores in the order of the data, although what is drawn is in the order of names."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import scores_of_systems
from trueness.study.selection import score_arrays

HUMAN = [[1.0, 2.0, np.nan], [3.0, 5.0, 7.0], [2.0, 2.0, 8.0]]
METRIC = [[0.5, 1.5, 2.5], [1.0, np.nan, 3.0], [4.0, 4.0, 1.0]]


def table(**changed) -> ScoreTable:
    scorers = (Scorer("human", "human"), Scorer("x", "metric", higher_is_better=False))
    return dataclasses.replace(
        ScoreTable(scorers, ("c", "a", "b"), ("2", "1", "3"), np.array([HUMAN, METRIC])), **changed
    )


@pytest.mark.parametrize(("means", "wanted"), [("judged", [-1.0, -2.0, -3.0]), ("all", [-1.5, -2.0, -3.0])])
def test_means_by_hand(means, wanted):
    given = table()
    arrays = score_arrays(given, "human", ("x",), Settings(means=means), None)
    found = scores_of_systems(given, arrays, "human")
    assert list(found) == ["human", "x"]
    assert found["human"] == pytest.approx([1.5, 5.0, 4.0])
    assert found["x"] == pytest.approx(wanted)
