"""Agreement by group: a slice that is worse is found, small ones are not given, and groups are what they are."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.errors import UnknownNameError
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.studies.judge.study import judge


def test_the_worst_slice_is_named_and_a_small_one_is_not_given():
    table = labelled(annotators=1)
    topic = tuple("rare" if k == 0 else "law" if k % 3 == 0 else "news" for k in range(50))
    values = table.values.copy()
    law = np.array([one == "law" for one in topic])
    values[2][:, law] = 1 - values[0][:, law]  # the judge errs on all of them
    table = dataclasses.replace(
        table,
        values=values,
        input_groups={"topic": topic},
        system_groups={"family": ("a", "a", "b", "b")},
    )
    found = judge(table, judges="v2", by=("topic", "family"), smallest_slice=10, **SMALL)
    rows = {(row.group, row.measure): row for row in found.slices}
    assert {group for group, _ in rows} == {"law", "news", "a", "b"}
    assert found.n_small_slices == 1
    mask = np.broadcast_to(law, (4, 50))
    plain = label_agreement(table.matrix("human")[mask], table.matrix("v2")[mask]).estimates
    assert rows["law", "kappa"].estimate == pytest.approx(plain["kappa"])
    assert rows["law", "accuracy"].estimate == 0
    assert rows["law", "accuracy"].difference_high < 0 < rows["news", "accuracy"].difference_low
    against = rows[
        "law", "kappa"
    ]  # the judge says the opposite here and agrees elsewhere: no limit stops at -1
    assert against.difference < -1
    assert against.difference_low < against.difference < against.difference_high
    apart = rows["a", "accuracy"]
    assert apart.difference == pytest.approx(-rows["b", "accuracy"].difference)
    assert apart.n_outputs == 100
    assert any("worst on topic 'law'" in text for text in found.conclusions)
    with pytest.raises(UnknownNameError, match="colour"):
        judge(table, judges="v2", by="colour", **SMALL)


def test_the_interval_of_a_difference_is_wider_for_more_groups():
    table = dataclasses.replace(
        labelled(annotators=1),
        input_groups={
            "two": tuple("ab"[k % 2] for k in range(50)),
            "ten": tuple("a" if k % 2 == 0 else "bcdefghij"[k % 9] for k in range(50)),
        },
    )
    found = judge(table, judges="v2", by=("two", "ten"), smallest_slice=2, **SMALL)
    two, ten = (
        next(row for row in found.slices if (row.by, row.group, row.measure) == (by, "a", "accuracy"))
        for by in ("two", "ten")
    )
    assert two.difference == ten.difference
    assert two.difference_high - two.difference_low < ten.difference_high - ten.difference_low
