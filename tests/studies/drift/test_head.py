"""The first screen of a page on two batches says what its rows say."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.decisions.moved_between_batches import JUDGE_MOVED, anchor_needs, moved
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


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (("moved", "same"), "'one' moved. 'two' stayed within the margin."),
        (
            ("undecided", "undecided"),
            "We cannot tell whether 'one' and 'two' moved: the change may be chance, or more than the margin.",
        ),
        (("undefined", "moved"), "'two' moved. Whether 'one' moved is undefined."),
    ],
)
def test_every_judge_is_answered_for(found, verdicts, said):
    rows = tuple(
        dataclasses.replace(row, verdict=one) for row, one in zip(found.drift, verdicts, strict=True)
    )
    assert DriftView().head(dataclasses.replace(found, drift=rows)).lead == said


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        (anchor_needs(4, 0.5, 1.0), "there are too few anchors"),
        (anchor_needs(40, 0.001, 1.0), "the anchors are no random sample of the earlier batch"),
        (anchor_needs(40, 0.5, 0.3), "most systems have no anchors"),
    ],
)
def test_why_nothing_can_be_told_is_said_first(found, needs, said):
    decisions = tuple(
        moved(JUDGE_MOVED, name, 0.5, 0.4, 0.6, needs=needs, applies_to="") for name in ("one", "two")
    )
    rows = tuple(dataclasses.replace(row, verdict="undecided") for row in found.drift)
    changed = dataclasses.replace(found, drift=rows, decisions=decisions)
    assert DriftView().head(changed).lead == f"We cannot tell whether 'one' and 'two' moved: {said}."


def test_without_other_outputs_their_change_is_left_out(found):
    assert len(DriftView().head(dataclasses.replace(found, changes=())).tiles) == 2
