"""Scores are read off replies strictly: what is not as declared is no score."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.llm_judge.declaration import ReplyForm, Scale
from trueness.metrics.llm_judge.read_reply import read_reply
from trueness.metrics.llm_judge.reply import Reply, Token

FIVE = Scale(1, 5, whole=True)
ANY = Scale(0, 1)
WORDS = Scale(0, 2, words={"bad": 0.0, "Good": 1.0, "very good": 2.0})
JSON = ReplyForm("json", reason="why")
BARE = ReplyForm("json")
TAG = ReplyForm("tag", reason="why")
PATTERN = ReplyForm("pattern", pattern=r"Score: (?P<score>\S+)(?: because (?P<reason>.*))?")
LABEL = ReplyForm("probabilities")


def tokens(*given):
    """Return tokens from probabilities by text; a text alone is certain."""
    return tuple(
        Token(one, ((one, 0.0),))
        if isinstance(one, str)
        else Token(max(one, key=one.get), tuple((text, math.log(p)) for text, p in one.items()))
        for one in given
    )


def read(text, form, scale, **more):
    return read_reply(Reply(text, **more), form, scale)


@pytest.mark.parametrize(
    ("text", "form", "scale", "score", "reason"),
    [
        ('{"why": "clear", "score": 4}', JSON, FIVE, 4, "clear"),
        (' {"score": 4.0, "why": "ok"}\n', JSON, FIVE, 4, "ok"),
        ('{"score": 0.25, "other": [1]}', BARE, ANY, 0.25, None),
        ('{"score": "GOOD"}', BARE, WORDS, 1, None),
        ('```json\n{"score": 4}\n```', BARE, FIVE, 4, None),
        ('Here it is:\n\n```\n{"why": "x",\n "score": 4}\n```\nGood luck.', JSON, FIVE, 4, "x"),
        ('  ```JSON  \r\n{"score": 4}\r\n  ```\r\n', BARE, FIVE, 4, None),
        ('<think>perhaps {"score": 2}</think>\n{"score": 4}', BARE, FIVE, 4, None),
        ('<think>```json\n{"score": 2}\n```</think>\n```json\n{"score": 4}\n```', BARE, FIVE, 4, None),
        ('so it is.</think>{"score": 4}', BARE, FIVE, 4, None),
        ('{"why": "it says </think> {", "score": 4}', JSON, FIVE, 4, "it says </think> {"),
        ('\ufeff{"score": 4}', BARE, FIVE, 4, None),
        ('{"score": " 4.0 ", "why": "x"}', JSON, FIVE, 4, "x"),
        ("<think><score>3</score></think><why>y</why><score>4</score>", TAG, FIVE, 4, "y"),
        ("<why>so</why> so <score> 2 </score>", TAG, FIVE, 2, "so"),
        ("<why>a</why><score>2</score> again <why>b</why><score>2.0</score>", TAG, FIVE, 2, "b"),
        ("<score>very good</score><why>x</why>", TAG, WORDS, 2, "x"),
        ("Score: 3 because of it", PATTERN, FIVE, 3, "of it"),
        ("I think.\nScore: 1", PATTERN, FIVE, 1, None),
        ("Score: +.5", PATTERN, ANY, 0.5, None),
    ],
)
def test_a_score_is_read(text, form, scale, score, reason):
    found = read(text, form, scale)
    assert (found.outcome, found.score, found.reason) == ("read", score, reason)


@pytest.mark.parametrize(
    ("text", "form", "scale", "outcome", "problem"),
    [
        ('Sure! {"score": 4, "why": "x"}', JSON, FIVE, "unreadable", "is no JSON"),
        ('Sure:\n```json\n{"score": 4}\n```\nor {"score": 5}', BARE, FIVE, "unreadable", "several objects"),
        ('```\n{"score": 4}\n```\n```\n{"score": 4}\n```', BARE, FIVE, "unreadable", "several objects"),
        ('```\n{"score": 4} {"score": 5}\n```', BARE, FIVE, "unreadable", "is no JSON"),
        ('<think>{"score": 4}', BARE, FIVE, "unreadable", "is no JSON"),
        ('<think>so</think>{"score": 4}</think>', BARE, FIVE, "unreadable", "is no JSON"),
        ('<think>so</think>Sure! {"score": 4}', BARE, FIVE, "unreadable", "is no JSON"),
        ("```json\n[4]\n```", BARE, FIVE, "unreadable", "no object"),
        ('```json\n{"score": NaN}\n```', BARE, FIVE, "unreadable", "NaN is a number that JSON lacks"),
        ("```" * 50_000, BARE, FIVE, "unreadable", "is no JSON"),
        ("```json\n" * 50_001, BARE, FIVE, "unreadable", "is no JSON"),
        ("```\n" * 20_001, BARE, FIVE, "unreadable", "several objects"),
        ('{"score": "4/5"}', BARE, FIVE, "unreadable", "'score' is no number"),
        ('{"score": "nan"}', BARE, FIVE, "unreadable", "'score' is no number"),
        ('{"score": "6"}', BARE, FIVE, "off the scale", "6 is not from 1 to 5"),
        ("<think><score>3</score></think>none", TAG, FIVE, "unreadable", "no score where <score>"),
        ('{"score": 4, "score": 5, "why": "x"}', JSON, FIVE, "unreadable", "'score' occurs twice"),
        ('{"score": NaN, "why": "x"}', JSON, FIVE, "unreadable", "NaN is a number that JSON lacks"),
        ('{"score": 1e999}', BARE, ANY, "unreadable", "too large"),
        ('{"score": ' + "9" * 400 + "}", BARE, ANY, "off the scale", "a whole number of 400 digits"),
        ('{"score": ' + "9" * 5000 + "}", BARE, ANY, "unreadable", "not as it should be"),
        ('{"score": true, "why": "x"}', JSON, FIVE, "unreadable", "'score' is no number"),
        ('{"score": null, "why": "x"}', JSON, FIVE, "unreadable", "'score' is no number"),
        ('{"score": 4}', JSON, FIVE, "unreadable", "there is no 'why'"),
        ('{"score": 4, "why": 7}', JSON, FIVE, "unreadable", "'why' is no text"),
        ('{"why": "x"}', JSON, FIVE, "unreadable", "there is no 'score'"),
        ("[4]", JSON, FIVE, "unreadable", "no object"),
        ("[" * 100_000, JSON, FIVE, "unreadable", "too deeply"),
        ('{"score": 6, "why": "x"}', JSON, FIVE, "off the scale", "6 is not from 1 to 5"),
        ('{"score": 3.5, "why": "x"}', JSON, FIVE, "off the scale", "3.5 is no whole number"),
        ('{"score": 1}', BARE, WORDS, "unreadable", "no text"),
        ('{"score": "fine"}', BARE, WORDS, "unreadable", "'fine' is none of bad, Good, very good"),
        ("4", TAG, FIVE, "unreadable", "no score where <score> wants it"),
        ("<score>4", TAG, FIVE, "unreadable", "no score where <score>"),
        ("<score>" * 50_000, TAG, FIVE, "unreadable", "no score where <score>"),
        ("<score>4/5</score>", TAG, FIVE, "unreadable", "'4/5' is no number"),
        ("<score>nan</score>", TAG, FIVE, "unreadable", "'nan' is no number"),
        ("<score>٤</score>", TAG, FIVE, "unreadable", "is no number"),
        ("<score>3</score><score>4</score>", TAG, FIVE, "unreadable", "several scores: 3, 4"),
        ("<score>3</score><score>9</score>", TAG, FIVE, "unreadable", "several scores: 3, 9"),
        ("<score>8</score><score>9</score>", TAG, FIVE, "off the scale", "8 is not"),
        ("Score: five", PATTERN, FIVE, "unreadable", "'five' is no number"),
        ("", JSON, FIVE, "empty", "no text"),
        (" \n", PATTERN, FIVE, "empty", "no text"),
    ],
)
def test_what_is_not_as_declared_is_no_score(text, form, scale, outcome, problem):
    found = read(text, form, scale)
    assert found.outcome == outcome
    assert math.isnan(found.score)
    assert problem in found.problem


def test_refusals_and_replies_that_are_cut_are_told_apart():
    assert read('{"score": 4, "why": "x"}', JSON, FIVE, finish="length").outcome == "cut"
    assert read("", JSON, FIVE, refusal="I cannot.")[::3] == ("refused", "I cannot.")
    assert read("4", BARE, FIVE, finish="content_filter").outcome == "refused"


def test_a_pattern_that_takes_forever_is_given_up(monkeypatch):
    monkeypatch.setattr("trueness.metrics.llm_judge.read_reply.SECONDS", 0.05)
    slow = ReplyForm("pattern", pattern=r"(?P<score>(a|a|aa)+)$")
    found = read("a" * 60 + "b", slow, FIVE)
    assert (found.outcome, found.problem) == ("unreadable", "the pattern takes longer than 0.05 s")


# worked by hand: (0.5 * 4 + 0.2 * 5 + 0.1 * 3) / 0.8 = 3.3 / 0.8 = 4.125
SPREAD = {"4": 0.5, " 5": 0.2, "3": 0.1, "The": 0.2}


def test_a_score_is_weighted_by_the_probabilities_of_the_labels():
    found = read("4", LABEL, FIVE, tokens=tokens(SPREAD), finish="length")
    assert found.outcome == "read"
    assert found.score == pytest.approx(4.125, abs=1e-12)


def test_blank_tokens_before_the_label_are_passed_over():
    assert read(" 4", LABEL, FIVE, tokens=tokens(" ", "\n", SPREAD)).score == pytest.approx(4.125)


def test_the_label_may_be_declared_to_follow_a_text():
    after = ReplyForm("probabilities", after="Score:")
    text = tokens("1", ". ", "It", " is", ". ", "Sco", "re:", " ", SPREAD)
    assert read("x", after, FIVE, tokens=text).score == pytest.approx(4.125)
    assert read("x", after, FIVE, tokens=tokens("4")).problem == "there is no label after 'Score:'"


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (("Step", " 1"), "no label at its beginning"),
        (({"The": 0.9, "4": 0.05},), "no label at its beginning"),
        (({"4": 0.3, "The": 0.1, "It": 0.05},), "the labels have 0.3 of the probability only"),
        ((" ",), "no label"),
    ],
)
def test_without_a_likely_label_there_is_no_score(given, problem):
    found = read("x", LABEL, FIVE, tokens=tokens(*given))
    assert found.outcome == "unreadable"
    assert problem in found.problem


def test_words_are_labels_too():
    scale = Scale(0, 1, words={"yes": 1.0, "no": 0.0})
    found = read("Yes", LABEL, scale, tokens=tokens({"Yes": 0.6, "no": 0.2, "yes": 0.1, "maybe": 0.1}))
    assert found.score == pytest.approx(0.7 / 0.9)


def test_samples_stand_in_for_probabilities_only_where_that_is_asked_for():
    assert read("4", LABEL, FIVE).outcome == "without probabilities"
    assert read_reply(Reply("4"), LABEL, FIVE, sampled=True).score == 4
    assert read_reply(Reply(" **4**\nas"), LABEL, FIVE, sampled=True).score == 4
    assert read_reply(Reply("four"), LABEL, FIVE, sampled=True).outcome == "unreadable"
    assert read_reply(Reply("Score: 4"), LABEL, FIVE, sampled=True).outcome == "unreadable"


@given(st.dictionaries(st.sampled_from("12345"), st.floats(1e-6, 1), min_size=1))
def test_a_weighted_score_is_on_the_scale_and_no_sum_of_weights_matters(weights):
    total = sum(weights.values())
    found = read(
        "x",
        ReplyForm("probabilities", least_mass=0.0),
        FIVE,
        tokens=tokens({label: weight / total for label, weight in weights.items()}),
    )
    assert 1 <= found.score <= 5
    expected = sum(int(label) * weight for label, weight in weights.items()) / total
    assert found.score == pytest.approx(expected)


@given(st.text(), st.sampled_from([JSON, BARE, TAG, PATTERN, LABEL]), st.sampled_from([FIVE, ANY, WORDS]))
def test_no_reply_gives_a_number_off_the_scale(text, form, scale):
    found = read(text, form, scale, tokens=(Token(text, ((text, -0.1),)),))
    assert (found.outcome == "read") == (not math.isnan(found.score))
    assert math.isnan(found.score) or scale.lower <= found.score <= scale.upper


@given(st.floats(allow_nan=True, allow_infinity=True) | st.integers())
def test_numbers_of_json_are_read_or_refused(value):
    found = read(json.dumps({"score": value}), BARE, FIVE)
    assert (found.outcome == "read") == (value in (1, 2, 3, 4, 5))
