from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import UnsupportedMethodError
from trueness.studies.annotators.annotators import annotators
from trueness.studies.judge import judge_annotators as judge_annotators_module
from trueness.studies.judge.judge import judge
from trueness.studies.judge.judge_annotators import judge_annotators
from trueness.studies.judge.judge_settings import JudgeSettings

SETTINGS = JudgeSettings(resamples=30, seed=1)
ASKED = {"level": "system", "coefficient": "pearson", "clusters": None}


def table(people=3):
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(5, 40))
    ratings = np.clip(np.rint(3 + quality + 0.7 * rng.normal(size=(people, 5, 40))), 1, 5)
    llm = np.clip(np.rint(3 + quality), 1, 5)
    return ScoreTable(
        (Scorer("human", "human"), Scorer("llm [a]", "metric"), Scorer("other", "metric")),
        tuple("abcde"),
        tuple(map(str, range(40))),
        np.stack([ratings.mean(axis=0), llm, rng.normal(size=llm.shape)]),
        annotations={"human": Annotations(tuple("xyz")[:people], ratings)},
    )


def test_the_study_is_that_of_annotators():
    found = judge_annotators(table(), "human", ("llm [a]", "other"), SETTINGS, same=False, **ASKED)
    assert found.reason == ""
    plain = annotators(table(), human="human", rng=1, resamples=30, level="system", coefficient="pearson")
    assert found.study.to_dict() == plain.to_dict()


def test_judges_on_the_humans_scale_are_taken_as_they_are():
    for same, calibration in ((True, "none"), (False, "quantile")):
        found = judge_annotators(table(), "human", ("llm [a]",), SETTINGS, same=same, **ASKED)
        assert found.study.settings.calibration == calibration
        assert found.study.metrics == ("llm [a]",)


def test_without_two_annotators_nothing_is_said():
    bare = dataclasses.replace(table(), annotations={})
    assert judge_annotators(bare, "human", ("other",), SETTINGS, same=False, **ASKED) == (None, "")
    assert judge_annotators(table(1), "human", ("other",), SETTINGS, same=False, **ASKED) == (None, "")


def test_a_reason_becomes_a_caution(monkeypatch):
    def refuse(*_, **__):
        raise UnsupportedMethodError("it makes no sense.")

    monkeypatch.setattr(judge_annotators_module, "annotators", refuse)
    found = judge_annotators(table(), "human", ("other",), SETTINGS, same=False, **ASKED)
    assert found == (None, "it makes no sense.")
    whole = judge(table(), human="human", rng=1, resamples=20, coefficient="pearson", level="system")
    said = next(caution for caution in whole.cautions if caution.code == "no_annotators")
    assert said.message.endswith("behind 'human': it makes no sense.")
    assert whole.annotators is None
