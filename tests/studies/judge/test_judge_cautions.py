from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.score_table import Scorer, ScoreTable
from trueness.studies.judge.judge import judge
from trueness.studies.judge.judge_cautions import HANDLED_HERE, judge_cautions
from trueness.studies.judge.judge_rows import Prevalence


def table(labelled):
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


def found(labelled):
    return judge(table(labelled), rng=1, resamples=30, coefficient="pearson", level="global")


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
    said = codes(found(labelled).cautions)
    assert code in said
    assert said[code].message.endswith(".")


def test_what_does_not_hold_here_is_not_said():
    validation = found(12)
    assert not HANDLED_HERE & codes(validation.cautions).keys()
    assert "few_labels" not in codes(found(12).cautions)
    assert "all_labelled" not in codes(found(12).cautions)


def test_warnings_come_first():
    severities = [caution.severity for caution in found(5).cautions]
    assert severities == sorted(severities, key=lambda severity: severity != "warning")


def test_far_shifts_and_corrections():
    validation = found(12)
    assert "labels_not_random" not in codes(judge_cautions(validation, table(12), {"llm": 2.9}))
    assert "('llm' (-3.1))" not in str(judge_cautions(validation, table(12), {"llm": float("nan")}))
    far = codes(judge_cautions(validation, table(12), {"llm": -3.1}))["labels_not_random"]
    assert "'llm' (-3.1)" in far.message
    row = Prevalence("llm", "a", 0.5, 0.4, 0.6, 0.4, 0.6, 0.5, 1.0, 0.9, 9, 9, 9, 10, 100, "")
    refused = dataclasses.replace(row, reason="there is no positive label.", estimate=float("nan"))
    said = codes(
        judge_cautions(dataclasses.replace(validation, prevalence=(row, refused)), table(12), {"llm": 0.0})
    )
    assert "1 of 2 shares" in said["no_correction"].message
    assert "'llm' for a (10%)" in said["undefined_corrections"].message
    assert "In 1 of 2" in said["perfect_rate"].message
