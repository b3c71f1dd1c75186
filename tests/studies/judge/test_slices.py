"""Agreement by group: a slice that is worse is found, small ones are not given, and groups are what they are."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnknownNameError
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.studies.judge.judge_labels import judge_labels
from trueness.studies.judge.settings import JudgeSettings
from trueness.studies.judge.slices import slice_rows
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


def grouped(table, **columns):
    return dataclasses.replace(table, input_groups=columns)


def test_groups_that_nobody_asked_about_are_looked_at_and_only_what_is_worse_is_said():
    table = labelled(inputs=120, systems=1, annotators=2)
    hard = tuple("hard" if k % 4 == 0 else "easy" for k in range(120))
    values = table.values.copy()
    rng = np.random.default_rng(3)
    places = np.array([one == "hard" for one in hard])
    values[2][:, places] = (rng.random((1, int(places.sum()))) < 0.5).astype(float)  # a coin
    half = tuple("ab"[k // 2 % 2] for k in range(120))
    many = tuple(f"doc{k // 2}" for k in range(120))
    table = grouped(dataclasses.replace(table, values=values), difficulty=hard, half=half, document=many)
    found = judge(table, judges="v2", **SMALL)
    assert {row.by for row in found.slices} == {"difficulty", "half"}
    assert found.n_small_slices == 0
    (seen,) = (text for text in found.must_see if "worst on" in text)
    assert seen.startswith("'v2' is worst on difficulty 'hard': it gives people's label to ")
    assert seen in found.conclusions
    assert not any("worse on none" in text for text in found.conclusions)
    asked = judge(table, judges="v2", by="difficulty", **SMALL)
    assert {row.by for row in asked.slices} == {"difficulty"}
    # intervals hold for four groups in place of two
    one, other = (
        next(
            row
            for row in study.slices
            if (row.by, row.group, row.measure) == ("difficulty", "hard", "accuracy")
        )
        for study in (found, asked)
    )
    assert (one.estimate, one.low, one.high, one.difference) == pytest.approx(
        (other.estimate, other.low, other.high, other.difference)
    )
    assert one.difference_low < other.difference_low
    assert one.difference_high > other.difference_high


def test_groups_that_are_alike_are_rarely_called_worse():
    rng = np.random.default_rng(8)
    settings = JudgeSettings.of(rng=1, smallest_slice=10)
    n_called = 0
    for seed in range(40):
        table = labelled(inputs=100, systems=1, annotators=1, seed=seed)
        columns = {f"c{k}": tuple(str(one) for one in rng.integers(0, 2 + k, 100)) for k in range(3)}
        table = grouped(table, **columns)
        rows = slice_rows(
            table, judge_labels(table, "human", ["v2"], np.arange(100), settings), None, settings
        ).rows
        assert len({row.by for row in rows}) == 3
        n_called += any(row.difference_high < 0 for row in rows if row.measure == "accuracy")
    # 2.5% of 40 is 1, and .004 of such studies have more than 4
    assert n_called <= 4


def one_bad_system(n_systems):
    """Return labels of a person, and of a judge that passes all outputs of the last system and errs nowhere else."""
    rng = np.random.default_rng(6)
    human = rng.integers(0, 2, (n_systems, 60)).astype(float)
    llm = human.copy()
    llm[-1] = 1
    names = tuple(f"bot{k}" for k in range(n_systems))
    return ScoreTable(
        (Scorer("human", "human"), Scorer("llm")),
        names,
        tuple(f"q{k}" for k in range(60)),
        np.stack([human, llm]),
    )


@pytest.mark.parametrize("n_systems", [2, 5])
def test_a_system_on_which_a_judge_is_worthless_is_named_unasked(n_systems):
    found = judge(one_bad_system(n_systems), **SMALL)
    assert {row.by for row in found.slices} == {"system"}
    (said,) = (text for text in found.answers if "is worst on system" in text)
    assert f"'llm' is worst on system 'bot{n_systems - 1}'" in said
    assert judge(one_bad_system(n_systems), by="system", **SMALL).slices == found.slices


def test_systems_are_known_by_the_option_and_a_column_of_that_name_comes_first():
    table = one_bad_system(3)
    with pytest.raises(UnknownNameError, match="'system'"):
        judge(table, by="sytem", **SMALL)
    named = dataclasses.replace(table, system_groups={"system": ("old", "old", "new")})
    assert {row.group for row in judge(named, by="system", **SMALL).slices} == {"old", "new"}
    alone = dataclasses.replace(table.select(systems=["bot0"]), has_systems=False)
    assert not judge(alone, **SMALL).slices


def test_ratings_that_are_generous_to_one_system_are_named_too():
    rng = np.random.default_rng(7)
    quality = rng.normal(3, 1, (5, 60))
    people, llm = (np.clip(np.rint(quality + rng.normal(0, 0.5, quality.shape)), 1, 5) for _ in range(2))
    even = dataclasses.replace(one_bad_system(5), values=np.stack([people, llm]))
    assert not any("more generous" in text for text in judge(even, **SMALL).answers)
    llm[3] = np.clip(llm[3] + 1, 1, 5)
    uneven = dataclasses.replace(one_bad_system(5), values=np.stack([people, llm]))
    (said,) = (text for text in judge(uneven, **SMALL).answers if "more generous" in text)
    assert "on 'bot3' it differs from people by 0." in said
