"""What a reader has to know of numbers about judges: said where it holds, and nowhere else."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.studies.judge.cautions import HANDLED_HERE, judge_cautions
from trueness.studies.judge.rows import Prevalence
from trueness.studies.judge.study import judge


def partly_labelled(labelled):
    rng = np.random.default_rng(1)
    human = rng.normal(size=(3, 24))
    judge_scores = human + 0.5 * rng.normal(size=human.shape)
    human[:, labelled:] = np.nan
    return ScoreTable(
        (Scorer("human", "human"), Scorer("llm", "metric")),
        tuple("abc"),
        tuple(map(str, range(24))),
        np.stack([human, judge_scores]),
    )


def found_with(labelled):
    return judge(partly_labelled(labelled), rng=1, resamples=30, coefficient="pearson", level="global")


def codes(cautions):
    return {caution.code: caution for caution in cautions}


@pytest.mark.parametrize(
    ("labelled", "code"),
    [
        (24, "all_labelled"),
        (12, "unlabelled_outputs"),
        (5, "few_labels"),
        (12, "other_scale"),
        (12, "no_lengths"),
    ],
)
def test_each_is_said(labelled, code):
    said = codes(found_with(labelled).cautions)
    assert code in said
    assert said[code].message.endswith(".")


@pytest.mark.parametrize(("judges", "noise", "said"), [(3, 0.0, True), (2, 0.0, False), (3, 1.0, False)])
def test_a_yes_of_several_judges_is_one_of_several_tries(judges, noise, said):
    rng = np.random.default_rng(2)
    human = (rng.random((1, 80)) < 0.5).astype(float)
    wrong = rng.random((judges, 1, 80)) < noise
    labels = ("fail", "pass")
    scorers = (
        Scorer("human", "human", labels=labels),
        *(Scorer(f"llm{k}", labels=labels) for k in range(judges)),
    )
    values = np.concatenate([human[None], np.where(wrong, 1 - human, human)])
    table = ScoreTable(scorers, ("s",), tuple(map(str, range(80))), values, has_systems=False)
    found = codes(judge(table, human="human", rng=1, resamples=30).cautions)
    assert ("several_judges" in found) is said
    if said:
        assert "up to 8% of studies" in found["several_judges"].message


def test_what_does_not_hold_here_is_not_said():
    validation = found_with(12)
    assert not HANDLED_HERE & codes(validation.cautions).keys()
    assert "few_labels" not in codes(found_with(12).cautions)
    assert "all_labelled" not in codes(found_with(12).cautions)


def test_warnings_come_first():
    severities = [caution.severity for caution in found_with(5).cautions]
    assert severities == sorted(severities, key=lambda severity: severity != "warning")


def test_far_shifts_and_corrections():
    validation = found_with(12)
    assert "labelled_unevenly" not in codes(judge_cautions(validation, partly_labelled(12), {"llm": 2.9}))
    assert "('llm' (-3.1))" not in str(judge_cautions(validation, partly_labelled(12), {"llm": float("nan")}))
    far = codes(judge_cautions(validation, partly_labelled(12), {"llm": -3.1}))["labelled_unevenly"]
    assert "'llm' (-3.1)" in far.message
    row = Prevalence("llm", "a", 0.5, 0.4, 0.6, 0.5, 1.0, 0.9, 9, 9, 9, "")
    refused = dataclasses.replace(row, reason="there is no positive label.", estimate=float("nan"))
    said = codes(
        judge_cautions(
            dataclasses.replace(validation, prevalence=(row, refused)), partly_labelled(12), {"llm": 0.0}
        )
    )
    assert "1 of 2 shares" in said["no_correction"].message


def rated(people, judge):
    people, judge = np.asarray(people, dtype=float), np.asarray(judge, dtype=float)
    return ScoreTable(
        (Scorer("human", role="human"), Scorer("llm")),
        ("a",),
        tuple(map(str, range(people.size))),
        np.stack([people, judge])[:, None],
    )


def test_a_judge_that_leaves_peoples_range_is_held_against_their_scale_and_that_is_said():
    people = np.random.default_rng(0).integers(1, 5, 200)
    higher = np.where(np.arange(200) < 3, np.maximum(people, 2), people + 1)  # no copy of people's
    generous = judge(rated(people, higher), rng=1)
    (grade,) = (one for one in generous.decisions if one.rule == "may_grade")
    assert grade.coefficient == "weighted_kappa"
    assert grade.estimate < 0.8  # its r is 0.99
    assert any(one.rule == "may_quote_rate" and one.answer == "no" for one in generous.decisions)
    said = codes(generous.cautions)["perhaps_two_scales"]
    assert (said.severity, said.message.split(". ")[0]) == ("warning", "'llm' gave 2 to 5, and people 1 to 4")
    other = judge(rated(people, higher), rng=1, scale="linear")
    assert not {"perhaps_two_scales", "perhaps_one_scale"} & codes(other.cautions).keys()


def test_a_longer_scale_is_another_and_that_is_said():
    people = np.random.default_rng(0).integers(1, 6, 200)
    found = judge(rated(people, 2 * people), rng=1)
    said = codes(found.cautions)["perhaps_one_scale"]
    assert "2 to 10" in said.message
    assert "--scale same" in said.message
    assert next(one for one in found.decisions if one.rule == "may_grade").coefficient == "pearson"


def test_ties_are_a_note_where_nothing_is_decided_by_ranks():
    rng = np.random.default_rng(2)
    human = rng.integers(1, 6, size=(1, 120)).astype(float)
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("llm", "metric")),
        ("",),
        tuple(map(str, range(120))),
        np.stack([human, np.clip(human + rng.integers(-1, 2, size=(1, 120)), 1, 5)]),
    )
    (ties,) = [one for one in judge(table, rng=1).cautions if one.code == "many_ties"]
    assert ties.severity == "note"


def test_few_second_labels_leave_the_others_out_and_a_command_takes_them_in():
    table = labelled(systems=1, inputs=300)
    people = np.array(table.annotations["human"].values)
    people[1][:, 15:] = np.nan
    few = dataclasses.replace(table, annotations={"human": Annotations(("ann", "b o"), people)})
    found = judge(few, judges="v2", **SMALL)
    (said,) = (one.message for one in found.cautions if one.code == "few_second_labels")
    assert said == (
        "Only 15 outputs have two people's labels, and whether a judge may grade is decided on these. To use all 300 "
        "labels of one person, with the bar for one: --human human@ann."
    )
    alone = judge(few, human="human@ann", judges="v2", **SMALL)
    (grade,) = (one for one in alone.decisions if one.rule == "may_grade")
    assert grade.of("outputs").estimate == 300
    assert not any(
        one.code == "few_second_labels" for one in (*alone.cautions, *judge(table, **SMALL).cautions)
    )
    one_value = next(one.message for one in found.cautions if one.code == "one_value")
    assert "Nearly" not in one_value
