"""What is said of two batches: whether each judge moved, and what that leaves for the systems."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.decisions.moved_between_batches import JUDGE_MOVED, anchor_needs, moved
from trueness.studies.drift.rows import ALL_OUTPUTS
from trueness.studies.drift.said import drift_conclusions

BATCHES = ("march", "june")


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


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (("moved", "same"), "✗ 'one' moved. ✓ 'two' stayed within the margin."),
        (
            ("undecided", "undecided"),
            "? We cannot tell whether 'one' and 'two' moved: the change may be chance, or more than the margin.",
        ),
        (
            ("undefined", "moved"),
            "✗ 'two' moved. ? We cannot tell whether 'one' moved: its change is undefined.",
        ),
    ],
)
def test_every_judge_is_answered_for(found, verdicts, said):
    rows = tuple(
        dataclasses.replace(row, verdict=one) for row, one in zip(found.drift, verdicts, strict=True)
    )
    assert drift_conclusions(dataclasses.replace(found, drift=rows), BATCHES)[0] == said


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
    assert (
        drift_conclusions(changed, BATCHES)[0] == f"? We cannot tell whether 'one' and 'two' moved: {said}."
    )


@pytest.mark.parametrize(
    ("verdict", "start", "end"),
    [
        ("moved", "✗ 'one' moved: its mean changed by ", "Take that off before you compare the two batches."),
        ("same", "✓ 'one' stayed where it was: its mean changed by ", "Compare the two batches as they are."),
        ("undecided", "? We cannot tell whether 'one' moved: its mean", "98 at least."),
        ("undefined", "? We cannot tell whether 'one' moved: the interval", "is undefined."),
    ],
)
def test_one_judge_alone_is_told_with_its_change_and_what_to_do(found, verdict, start, end):
    (first, _) = found.drift
    alone = dataclasses.replace(found, drift=(dataclasses.replace(first, verdict=verdict),))
    said = drift_conclusions(alone, BATCHES)
    assert said[0].startswith(start)
    assert said[0].endswith(end)
    assert said[-1].startswith("'one' gives ")


@pytest.mark.parametrize(
    ("needs", "start"),
    [
        (
            anchor_needs(4, 0.5, 1.0),
            "? We cannot tell whether 'one' moved: 20 independent outputs of 'march' were",
        ),
        (
            anchor_needs(40, 0.001, 1.0),
            "? We cannot tell whether 'one' moved: the outputs judged again are no random",
        ),
        (anchor_needs(40, 0.5, 0.3), "? We cannot tell whether 'one' moved: only 100% of the other outputs"),
    ],
)
def test_anchors_that_say_nothing_leave_systems_open(found, needs, start):
    first = dataclasses.replace(found.drift[0], verdict="undecided")
    decisions = (moved(JUDGE_MOVED, "one", 0.5, 0.4, 0.6, needs=needs, applies_to=""),)
    said = drift_conclusions(dataclasses.replace(found, drift=(first,), decisions=decisions), BATCHES)
    assert said[0].startswith(start)
    assert said[1] == "? We cannot tell whether the systems moved: that takes anchors like the other outputs."
    assert len(said) == 2


def test_the_change_of_the_systems_is_without_the_judges_part(found):
    alone = dataclasses.replace(found, drift=found.drift[:1])
    row = next(one for one in found.changes if (one.metric, one.system) == ("one", ALL_OUTPUTS))
    said = drift_conclusions(alone, BATCHES)[1]
    assert said.startswith("? We cannot tell whether the systems moved: other outputs changed by ")
    assert f"own change ({row.judge_part:.2f}) is taken off".replace("-", "−") in said
    decisions = tuple(
        dataclasses.replace(one, answer="yes") if one.rule == "systems_moved" else one
        for one in found.decisions
    )
    rose = dataclasses.replace(alone, decisions=decisions)
    assert drift_conclusions(rose, BATCHES)[1].startswith(
        "✓ The systems " + ("rose" if row.estimate > 0 else "fell")
    )
