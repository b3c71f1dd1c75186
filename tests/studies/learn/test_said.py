"""What is said of learning: whether it helps, by what was held out, and what is reached there."""

from __future__ import annotations

import dataclasses
import math

import pytest

from trueness import learn, load_dataset_texts, score
from trueness.learning.registry import BEST_SINGLE
from trueness.studies.learn.said import GENERALISES, learning_conclusions


@pytest.fixture(scope="module")
def result():
    table = score(load_dataset_texts("pocket"), ["rouge1_f", "chrf", "length"])
    return learn(table, human=["coverage", "redundancy"], repeats=1, rng=1, brief=True)


def judged(result, verdicts):
    """Return the result as if tests against the single metric had these verdicts, by human scorer and held out."""
    tests = tuple(
        dataclasses.replace(test, verdict=verdicts.get((test.human, test.over), "not separated"))
        if test.rival == BEST_SINGLE
        else test
        for test in result.tests
    )
    answers = {"better": "yes", "worse": "no"}
    place = {words: over for over, words in GENERALISES.items()}
    decisions = tuple(
        dataclasses.replace(
            one, answer=answers.get(verdicts.get((one.facet, place[one.applies_to]), ""), "cannot_tell")
        )
        for one in result.decisions
    )
    return dataclasses.replace(result, tests=tests, decisions=decisions)


def test_places_with_the_same_answer_are_said_in_one_sentence_with_their_numbers(result):
    first, second, *reached = learning_conclusions(judged(result, {}))
    assert first.startswith(
        "? We cannot tell whether learning helps with 'coverage'. 'ridge' agrees more than the"
    )
    assert second.startswith("? We cannot tell whether learning helps with 'redundancy'. 'ridge' agrees more")
    tests = {row.over: row for row in result.tests if (row.human, row.rival) == ("coverage", BEST_SINGLE)}
    for over, place in (("inputs", "inputs"), ("systems", "systems"), ("both", "systems and inputs")):
        row = tests[over]
        shown = f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}] for other {place}".replace("-", "−")
        assert shown in first
    assert len(reached) == 6
    assert reached[0].startswith("With 'coverage', for other inputs of these systems, 'ridge' reaches ")


def test_what_helps_is_said_before_what_cannot_be_told(result):
    apart = judged(result, {("coverage", "systems"): "worse", ("redundancy", "both"): "better"})
    starts = [text.split(".")[0] for text in learning_conclusions(apart)[:4]]
    assert starts == [
        "✗ Learning loses with 'coverage'",
        "? We cannot tell whether learning helps with 'coverage'",
        "✓ Learning helps with 'redundancy'",
        "? We cannot tell whether learning helps with 'redundancy'",
    ]


def test_one_learner_that_is_worse_is_no_loss_beside_another(result):
    first = next(test for test in result.tests if test.rival == BEST_SINGLE)
    assert (first.human, first.over) == ("coverage", "inputs")
    lost = judged(result, {("coverage", "inputs"): "worse"})
    assert learning_conclusions(lost)[0].startswith("✗ Learning loses with 'coverage'")
    other = dataclasses.replace(lost.decisions[0], about="another", answer="cannot_tell")
    both = dataclasses.replace(lost, decisions=(*lost.decisions, other))
    assert not any("loses" in text for text in learning_conclusions(both))


def test_where_no_part_has_a_correlation_nothing_is_said(result):
    undefined = tuple(
        dataclasses.replace(row, estimate=math.nan, verdict="undefined") for row in result.tests
    )
    said = learning_conclusions(dataclasses.replace(result, tests=undefined))
    assert [text.split("'")[1] for text in said] == ["coverage", "redundancy"]
    assert all(text.endswith("no held-out part has a correlation.") for text in said)
