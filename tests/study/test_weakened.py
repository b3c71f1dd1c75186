"""What is said beside answers that were asked for at a lower bar, or with more errors, than by default."""

from __future__ import annotations

import pytest

from trueness.decisions.decision import Ground
from trueness.decisions.may_grade import MAY_GRADE
from trueness.studies.judge.settings import JudgeSettings
from trueness.studies.judge.study import judge
from trueness.studies.plan.settings import PlanSettings
from trueness.study.setting import settings_of
from trueness.study.weakened import weakened_words


def _decided(confidence):
    ground = Ground(measure="kappa", estimate=0.7, low=0.6, high=0.8, bar=0.6)
    return [MAY_GRADE.decide([ground], applies_to="other outputs", broken=(1 - confidence) / 2)]


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_a_decision_knows_how_often_its_promise_may_be_broken(confidence):
    assert _decided(confidence)[0].broken == pytest.approx((1 - confidence) / 2)


def test_less_confidence_is_said_with_how_often_a_yes_is_wrong():
    said = weakened_words(JudgeSettings(confidence=0.5), _decided(0.5))
    assert said == (
        "A yes here is wrong in at most 25% of studies, as asked by --confidence 0.5; by default in 2.5%."
    )
    assert weakened_words(JudgeSettings(confidence=0.5), []) == ""


@pytest.mark.parametrize("field", ["grade_bar", "rank_bar", "rate_margin"])
def test_a_weaker_bar_is_said_and_a_stronger_one_is_not(field):
    declared = next(one for one in settings_of(JudgeSettings) if one.field == field)
    lower, higher = declared.default * 0.5, declared.default * 1.1
    weak, strong = (lower, higher) if declared.weaker == "lower" else (higher, lower)
    said = weakened_words(JudgeSettings(**{field: weak}), _decided(0.95))
    assert said.startswith(f"{declared.flag} {weak:g} ")
    assert f"the default, {declared.default:g}" in said
    for value in (strong, declared.default):
        assert weakened_words(JudgeSettings(**{field: value}), _decided(0.95)) == ""


def test_the_level_of_tests_that_are_simulated_weakens_no_answer():
    assert [one.field for one in settings_of(PlanSettings) if one.weaker] == []


def test_it_stands_on_the_first_screen_and_in_the_checklist(tmp_path):
    rows = [f"q{k},{k % 3 > 0:d},{k % 4 > 0:d}" for k in range(60)]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["id,human,gpt", *rows]) + "\n")
    usual = judge(path, human="human", rng=1)
    weak = judge(path, human="human", rng=1, confidence=0.5, grade_bar=0.2)
    (said,) = (text for text in weak.answers if "as asked by --confidence 0.5" in text)
    assert "--grade-bar 0.2 asks for less than the default, 0.6." in said
    assert said in next(one.said for one in weak.methods().checklist if one.asked == "Decided")
    assert not any("as asked by" in text for text in usual.conclusions)
