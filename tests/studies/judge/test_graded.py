"""A judge beside single people: words and digits alike, evenly divided outputs kept, silence at its worst and best."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.decisions.may_grade import BesidePeople, Measured
from trueness.studies.judge.graded import MOST_LEVELS, Graded, beside_people, bias, by_one_measure, graded
from trueness.studies.judge.judge_labels import judge_labels
from trueness.studies.judge.settings import JudgeSettings

SETTINGS = JudgeSettings.of(rng=1)
WORDS = ("bad", "poor", "fair", "good", "great")


def ratings(people, *judges, labels=(), turned=False, low=0, **scorers):
    """Return a table of one system; people of shape (A, n) with codes from 0, to which `low` is added."""
    given = np.asarray(people, dtype=float)[:, None] + low
    names = [f"j{k}" for k in range(len(judges))]
    return ScoreTable(
        (
            Scorer("human", "human", labels=labels),
            *(Scorer(name, labels=labels, higher_is_better=not turned) for name in names),
        ),
        ("s",),
        tuple(f"i{k:04}" for k in range(given.shape[-1])),
        np.stack([np.nanmean(given, axis=0), *(np.asarray(one, dtype=float)[None] + low for one in judges)]),
        annotations={"human": Annotations(tuple("abc"[: len(given)]), given)},
        has_systems=False,
        **scorers,
    )


def drawn(n=300, *, annotators=2, levels=5, noise=0.6, seed=0, used=None):
    rng = np.random.default_rng(seed)
    quality = rng.normal(2, 1.2, n)
    given = np.clip(np.rint(quality + noise * rng.normal(size=(annotators + 2, n))), 0, levels - 1)
    if used is not None:
        given = np.where(given == used, used + 1, given)
    return given[:annotators], given[annotators], given[annotators + 1]


def parts(table, settings=SETTINGS):
    clusters = np.arange(len(table.inputs))
    labels = judge_labels(table, "human", ("j0", "j1")[: len(table.scorers) - 1], clusters, settings)
    names = [one.name for one in table.scorers[1:]]
    return graded(table, "human", names, labels, clusters, settings)


@pytest.mark.parametrize("used", [None, 2], ids=["all levels", "a level that nobody uses"])
def test_words_and_digits_are_the_same_ratings(used):
    people, one, other = drawn(used=used)
    words, digits = ratings(people, one, other, labels=WORDS), ratings(people, one, other, low=1)
    for by_word, by_digit in zip(parts(words), parts(digits), strict=True):
        assert by_word.measure == by_digit.measure == "weighted_kappa"
        assert beside_people(by_word, 0.95) == beside_people(by_digit, 0.95)
        assert bias(by_word, 0.95) == bias(by_digit, 0.95)
        assert by_word.span * by_word.step == by_digit.span * by_digit.step


OF_JUDGES = ("may_grade", "may_quote_rate")


def test_words_and_digits_get_the_same_decisions():
    people, one, other = drawn()
    found = [
        trueness.judge(table, human="human", rng=1, resamples=20)
        for table in (ratings(people, one, other, labels=WORDS), ratings(people, one, other, low=1))
    ]
    of_words, of_digits = ([one for one in each.decisions if one.rule in OF_JUDGES] for each in found)
    assert of_words == of_digits
    answers = [[(one.rule, one.about, one.answer) for one in each.decisions] for each in found]
    assert answers[0] == answers[1]
    of_words, of_digits = ([text for text in each.conclusions if text[0] in "✓?✗"] for each in found)
    assert len(of_words) == len(of_digits) >= 3
    more = re.compile(r" It gives a person's label to [0-9]+% of outputs; another person to [0-9]+%\.$")
    assert [more.sub("", text) for text in of_words] == of_digits
    # words are labels, of which is said how many are found
    assert any(map(more.search, of_words))


def test_evenly_divided_outputs_count():
    people, one, _ = drawn(levels=2)
    (part,) = parts(ratings(people, one, labels=("fail", "pass")))
    assert np.mean(people[0] != people[1]) > 0.1
    assert part.n_outputs == part.n_rated == 300
    found = beside_people(part, 0.95)
    assert isinstance(found, BesidePeople)
    agreed = np.mean([np.mean(person == one) for person in people])
    chance = np.mean(people) * np.mean(one) + np.mean(1 - people) * np.mean(1 - one)
    assert found.judge.estimate == pytest.approx((agreed - chance) / (1 - chance))


def test_measures_by_what_the_data_are():
    people, one, _ = drawn(levels=2)
    assert parts(ratings(people, one))[0].measure == "kappa"
    people, one, _ = drawn()
    fine = one + 0.013 * np.arange(300) / 300
    (part,) = parts(ratings(people, fine))
    assert (part.measure, part.n_labels) == ("pearson", 0)
    assert np.isnan(bias(part, 0.95).estimate)
    wide = np.clip(people * MOST_LEVELS + np.arange(300) % 7, 0, None)
    assert parts(ratings(wide, wide[0]))[0].measure == "pearson"


def test_of_one_person_there_is_agreement_alone():
    people, one, _ = drawn(annotators=1)
    (part,) = parts(ratings(people, one))
    found = beside_people(part, 0.95)
    assert isinstance(found, Measured)
    assert not part.several
    fine = people + 0.001 * np.arange(300)
    (scored,) = parts(ratings(fine, one))
    found = beside_people(scored, 0.95)
    assert isinstance(found, Measured)
    assert found.estimate == pytest.approx(np.corrcoef(fine[0], one)[0, 1])


def silenced(part, where):
    return dataclasses.replace(part, judge=np.where(where, np.nan, part.judge))


@pytest.mark.parametrize("levels", [2, 5])
def test_silence_reaches_from_the_worst_to_the_best_it_may_have_said(levels):
    people, one, _ = drawn(levels=levels)
    (part,) = parts(ratings(people, one))
    where = (np.arange(300) % 10 == 0)[None]
    quiet = silenced(part, where)
    assert quiet.silent.sum() == 30
    found, whole = beside_people(quiet, 0.95), beside_people(part, 0.95)
    assert found.difference.low < whole.difference.low < whole.difference.high < found.difference.high
    assert found.judge.low < whole.judge.low < whole.judge.high < found.judge.high
    assert found.people == whole.people
    rated, full = bias(quiet, 0.95), bias(part, 0.95)
    assert rated.low < full.low < full.high < rated.high


def test_a_judge_silent_where_people_say_fail_gets_no_yes():
    rng = np.random.default_rng(5)
    truth = (rng.random(600) < 0.7).astype(float)
    people = np.stack([np.where(rng.random(600) < 0.05, 1 - truth, truth) for _ in range(2)])
    judge = np.where(rng.random(600) < 0.05, 1 - truth, truth)
    loud = trueness.judge(ratings(people, judge, labels=("fail", "pass")), human="human", rng=1, resamples=20)
    answers = {one.rule: one.answer for one in loud.decisions}
    assert {rule: answers[rule] for rule in OF_JUDGES} == {"may_grade": "yes", "may_quote_rate": "yes"}
    assert answers["agrees_as_well"] == "yes"
    judge = np.where((truth == 0) & (rng.random(600) < 0.5), np.nan, judge)
    quiet = trueness.judge(
        ratings(people, judge, labels=("fail", "pass")), human="human", rng=1, resamples=20
    )
    assert {one.rule for one in quiet.decisions if one.answer == "yes"} <= {"annotators_agree", "agrees_less"}
    n = int(np.isnan(judge).sum())
    said = f"It said nothing on {n} outputs that people labelled; the interval covers the worst and the best case. "
    said += "Ask it again about these."
    assert any(said in text for text in quiet.conclusions)


def test_a_judge_whose_labels_are_turned_is_turned_back():
    people, one, _ = drawn()
    straight = beside_people(parts(ratings(people, one, labels=WORDS))[0], 0.95)
    turned = ratings(people, 4 - one, labels=WORDS, turned=True)
    assert beside_people(parts(turned)[0], 0.95) == straight


def test_judges_are_compared_by_one_measure():
    people, one, other = drawn()
    table = ratings(people, one, np.minimum(other + 0.5, 4))
    found = by_one_measure(table, "human", parts(table), SETTINGS)
    assert {part.measure for part in found} == {"weighted_kappa"}
    assert {part.n_labels for part in found} == {9}
    table = ratings(people, one, other * np.pi)
    assert {part.measure for part in parts(table)} == {"weighted_kappa", "pearson"}
    found = by_one_measure(table, "human", parts(table), SETTINGS)
    assert {part.measure for part in found} == {"pearson"}
    same = parts(ratings(people, one, other))
    assert by_one_measure(ratings(people, one, other), "human", same, SETTINGS) == same


def test_a_rate_is_of_the_positive_label_that_was_asked_for():
    people, one, _ = drawn()
    asked = JudgeSettings.of(rng=1, positive="great")
    (part,) = parts(ratings(people, one, labels=WORDS), asked)
    assert part.positive == 4
    assert bias(part, 0.95).estimate == pytest.approx(np.mean(one == 4) - np.mean(people == 4))
    assert isinstance(part, Graded)
