"""The first screen of a page on learned metrics says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import pytest

from trueness import learn, load_dataset_texts, score
from trueness.learning.registry import BEST_SINGLE
from trueness.studies.learn.rows import WorthRow
from trueness.studies.learn.said import GENERALISES
from trueness.studies.learn.view import LearningView


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


def test_what_was_found_is_said_once_for_human_scores_of_which_it_is_the_same(result):
    inputs, systems, both = (GENERALISES[over] for over in ("inputs", "systems", "both"))
    some = judged(result, {(human, "inputs"): "better" for human in ("coverage", "redundancy")})
    assert LearningView().head(some).lead == (
        f"With ‘coverage’ and ‘redundancy’: learning helps {inputs}; learning is not shown to help {systems} or {both}."
    )
    apart = judged(result, {("coverage", "systems"): "worse", ("redundancy", "both"): "better"})
    assert LearningView().head(apart).lead == (
        f"With ‘coverage’: learning loses {systems}; learning is not shown to help {inputs} or {both}. "
        f"With ‘redundancy’: learning helps {both}; learning is not shown to help {inputs} or {systems}."
    )


def test_one_learner_that_is_worse_is_no_loss_beside_another(result):
    first = next(test for test in result.tests if test.rival == BEST_SINGLE)
    assert (first.human, first.over) == ("coverage", "inputs")
    lost = judged(result, {("coverage", "inputs"): "worse"})
    assert "learning loses for other inputs" in LearningView().head(lost).lead
    other = dataclasses.replace(lost.decisions[0], about="another", answer="cannot_tell")
    assert (
        "loses" not in LearningView().head(dataclasses.replace(lost, decisions=(*lost.decisions, other))).lead
    )


def test_the_numbers_are_those_of_the_first_place(result):
    learned, single, difference = LearningView().head(result).tiles
    rows = {row.scorer: row for row in result.scores if (row.human, row.over) == ("coverage", "inputs")}
    test = next(
        row for row in result.tests if (row.human, row.over, row.rival) == ("coverage", "inputs", BEST_SINGLE)
    )
    for tile, row in ((learned, rows[test.metric]), (single, rows[BEST_SINGLE]), (difference, test)):
        shown = f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}]".replace("-", "−")
        assert f"{tile.value} {tile.interval}" == shown
    assert learned.label == f"Learned: ‘{test.metric}’"
    assert difference.text.startswith(f"{test.verdict}: p = ")


def test_what_a_label_counts_is_told_where_it_is_known(result):
    row = WorthRow("coverage", "ridge", 5, 80, 1.26, 1.1, 1.5, 0, "")
    tile = LearningView().head(dataclasses.replace(result, worth=(row,))).tiles[3]
    assert (tile.value, tile.interval) == ("1.3 times", "[1.10, 1.50]")
    unknown = dataclasses.replace(row, worth=math.nan)
    assert len(LearningView().head(dataclasses.replace(result, worth=(unknown,))).tiles) == 3
    chosen = dataclasses.replace(row, scorer=BEST_SINGLE)
    assert len(LearningView().head(dataclasses.replace(result, worth=(chosen,))).tiles) == 3


def test_where_no_part_has_a_correlation_nothing_is_said(result):
    undefined = tuple(
        dataclasses.replace(row, estimate=math.nan, verdict="undefined") for row in result.tests
    )
    head = LearningView().head(dataclasses.replace(result, tests=undefined))
    assert head.lead.startswith("With ‘coverage’ and ‘redundancy’: nothing can be said for other inputs")
    assert head.tiles == ()
