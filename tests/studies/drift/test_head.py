"""The first screen of a page on two batches says what its rows say."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.studies.drift.rows import ALL_OUTPUTS
from trueness.studies.drift.view import DriftView


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(1)
    before, after = (
        trueness.ScoreTable(
            (trueness.Scorer("one", "metric"), trueness.Scorer("two", "metric")),
            ("s", "t"),
            tuple(map(str, range(start, start + 40))),
            rng.normal(size=(2, 2, 40)),
            name=name,
        )
        for name, start in (("march", 0), ("june", 20))
    )
    return trueness.drift(before, after)


def test_the_numbers_are_those_of_the_first_judge(found):
    change, same, others, systems = DriftView().head(found).tiles
    row = found.drift[0]
    shown = f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}]".replace("-", "−")
    assert f"{change.value} {change.interval}" == shown
    assert change.label == f"Change of ‘{row.metric}’"
    assert same.value == f"{1 - row.changed:.0%}"
    all_outputs = next(one for one in found.changes if (one.metric, one.system) == (row.metric, ALL_OUTPUTS))
    assert others.value == f"{all_outputs.estimate:.2f}".replace("-", "−")
    own = [one for one in found.changes if one.metric == row.metric and one.system != ALL_OUTPUTS]
    assert systems.value == f"0 of {len(own)}"


def test_without_other_outputs_their_change_is_left_out(found):
    assert len(DriftView().head(dataclasses.replace(found, changes=())).tiles) == 2
