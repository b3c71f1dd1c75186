"""Which metric to use, or among which the best is, is said from the decisions alone."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.decided_metrics import CLEAR, KNOWN, SETTINGS, decided, estimate, row_of

from trueness.decisions.decision import Ground
from trueness.decisions.nobody_among import (
    OPPOSITE_METRICS,
    PEOPLE_AMONG_METRICS,
    PEOPLE_AMONG_SYSTEMS,
    nobody_among,
)
from trueness.studies.compare.decided import unshown
from trueness.studies.compare.decided_words import (
    SHOWN,
    agreement_words,
    best_answer,
    best_details,
    lower_is_better_words,
)
from trueness.studies.compare.published import KNOWN_MEANING
from trueness.studies.compare.settings import Settings


def said(known, tests, settings=SETTINGS, needs=()):
    best = decided(known, tests, settings, needs)["may_be_best"]
    return best_answer(best, known, settings, human="people", place="For ranking systems")


def details(known, tests, settings=SETTINGS, needs=()):
    return best_details(decided(known, tests, settings, needs)["may_be_best"], known, settings)


A = "'a' agrees most with people (Pearson's r 0.90 [0.80, 1.00])"


def test_one_is_left():
    found = decided(KNOWN, CLEAR)
    assert (found["may_be_best"].answer, found["may_be_best"].names) == ("yes", ("a",))
    assert found["may_be_best"].applies_to == "other systems and other inputs"
    assert (found["may_be_ranked"].answer, found["may_be_ranked"].names) == ("yes", ("a", "b", "c"))
    use = "✓ For ranking systems use 'a': it agrees most with people (Pearson's r 0.90 [0.80, 1.00]), and"
    assert said(KNOWN, CLEAR) == f"{use} the other 2 are ruled out."
    assert said(KNOWN[:2], CLEAR[:1]) == f"{use} 'b' is ruled out."
    assert details(KNOWN, CLEAR) == []


def test_several_are_left_whatever_their_own_intervals():
    known = [*KNOWN[:2], estimate("c", 0.3, -0.4, 0.6)]
    tests = [row_of("a", "b", 0.04), row_of("a", "c", 0.02), row_of("b", "c", 0.3)]
    # (K - 1) p is .08 for b and .04 for c: b stays although its own interval ends below the highest value
    assert known[1].high < known[0].estimate
    assert decided(known, tests)["may_be_best"].names == ("a", "b")
    assert said(known, tests) == (
        f"? For ranking systems {A}, but one other may be the best (95% confidence): 'b'. The remaining one is "
        "ruled out."
    )
    all_left = [row_of("a", "b", 0.04), row_of("a", "c", 0.4), row_of("b", "c", 0.3)]
    assert said(known, all_left) == (
        f"? For ranking systems {A}, but 2 others may be the best (95% confidence): 'b', 'c'."
    )


def test_what_may_not_agree_with_people_is_marked():
    known = [estimate("a", 0.9), estimate("b", 0.5, -0.1, 0.8)]
    tests = [row_of("a", "b", 0.2)]
    assert (
        said(known, tests)
        == f"? For ranking systems {A}, but one other may be the best (95% confidence): 'b'."
    )
    assert details(known, tests) == [
        "Of these, 'b' may not agree with people at all. Its interval includes 0."
    ]
    more = [*known, estimate("c", 0.4, -0.2, 0.8)]
    tests = [row_of("a", "b", 0.2), row_of("a", "c", 0.2), row_of("b", "c", 0.4)]
    assert details(more, tests) == [
        "Of these, 'b', 'c' may not agree with people at all. Their intervals include 0."
    ]
    assert unshown(known[1])
    assert not unshown(known[0])


def test_the_highest_has_to_agree_with_people():
    known = [estimate("a", 0.9, -0.1, 1.0), estimate("b", 0.2, 0.1, 0.3)]
    tests = [row_of("a", "b", 0.001, "better")]
    assert decided(known, tests)["may_be_best"].answer == "cannot_tell"
    assert said(known, tests) == (
        "? For ranking systems 'a' is ahead of the other one, but it may not agree with people at all: its interval "
        "includes 0 (Pearson's r 0.90 [−0.10, 1.00])."
    )
    assert details(known, tests) == []
    more = [*known, estimate("c", 0.1, 0.05, 0.3)]
    tests = [*tests, row_of("a", "c", 0.001, "better"), row_of("b", "c", 0.4)]
    assert said(more, tests).startswith(
        "? For ranking systems 'a' is ahead of both others, but it may not agree"
    )


def test_where_no_metric_is_shown_to_agree_none_is_chosen():
    known = [estimate("a", 0.4, -0.1, 0.7), estimate("b", 0.1, -0.3, 0.2)]
    tests = [row_of("a", "b", 0.001, "better")]
    assert said(known, tests) == (
        "? For ranking systems any metric may agree with people no better than chance: every interval of "
        "Pearson's r includes 0. Choose none by these numbers."
    )
    assert details(known, tests) == []


def test_never_a_list_of_all():
    known = [estimate(f"m{k:02}", 0.9 - k / 1000) for k in range(64)]
    tests = [row_of("m00", row.metric, 0.4) for row in known[1:]]
    first = "'m00' agrees most with people (Pearson's r 0.90 [0.80, 1.00])"
    assert said(known, tests) == (
        f"? For ranking systems {first}, but 63 others may be the best (95% confidence): 'm01', 'm02', 'm03' and "
        "60 more."
    )
    assert SHOWN == 3
    fewer = [row_of("m00", row.metric, 1e-6 if row.metric == "m63" else 0.4) for row in known[1:]]
    assert said(known, fewer) == (
        f"? For ranking systems {first}, but 62 others may be the best (95% confidence): 'm01', 'm02', 'm03' and "
        "59 more. The remaining "
        "one is ruled out."
    )


def test_another_need_withholds_the_choice():
    need = Ground.counted("no_own_references", 0, 1)
    assert decided(KNOWN, CLEAR, needs=[need])["may_be_best"].reason == "no_own_references"
    assert said(KNOWN, CLEAR, needs=[need]) == (
        f"? For ranking systems we cannot tell which metric to use (see the warnings); {A}."
    )


def test_p_values_without_a_known_meaning_decide_nothing():
    settings = Settings.of(
        rng=1, level="input", coefficient="kendall", test="williams", as_published=True, interval="none"
    )
    known = [dataclasses.replace(row, level="input", coefficient="kendall") for row in KNOWN]
    tests = [
        dataclasses.replace(row, level="input", coefficient="kendall", test="williams", over="systems")
        for row in CLEAR
    ]
    found = decided(known, tests, settings)
    assert {one.reason for one in found.values()} == {KNOWN_MEANING}
    text = said(known, tests, settings)
    assert text == (
        "? The published procedure (the williams test) would say: the best is 'a'. "
        "Its numbers have no known meaning here."
    )
    assert details(known, tests, settings) == []


def test_people_on_the_wrong_side_withhold_the_choice():
    needs = [nobody_among(PEOPLE_AMONG_SYSTEMS, 2)]
    found = decided(KNOWN, CLEAR, needs=needs)
    assert {one.reason for one in found.values()} == {PEOPLE_AMONG_SYSTEMS}
    assert said(KNOWN, CLEAR, needs=needs) == (
        "? We cannot tell which metric to use: 2 systems are people. Leave them out first (see the warning)."
    )
    assert details(KNOWN, CLEAR, needs=needs) == []
    needs = [nobody_among(PEOPLE_AMONG_METRICS, 1)]
    assert said(KNOWN, CLEAR, needs=needs).startswith(
        "? We cannot tell which metric to use: 1 metric is a human score. Leave it out first"
    )


def test_settings_of_a_publication_choose_nothing():
    settings = Settings.of(rng=1, preset="graham2015")
    found = decided(KNOWN, CLEAR, settings)
    assert {one.answer for one in found.values()} == {"cannot_tell"}
    assert said(KNOWN, CLEAR, settings).startswith(
        "? The published procedure (graham2015) would say: the best is "
    )


def test_who_has_no_value_is_not_said_to_be_ruled_out():
    known = [*KNOWN, estimate("d", math.nan)]
    tests = [*CLEAR, *(row_of(row.metric, "d", math.nan) for row in KNOWN)]
    best = decided(known, tests)["may_be_best"]
    assert best.undefined == ("d",)
    text = " ".join([said(known, tests), *details(known, tests)])
    assert "the other 2 are ruled out." in text
    assert "Nothing is known of 'd': its agreement is undefined, and it is not ruled out." in text


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (estimate("a", 0.9), "Pearson's r 0.90 [0.80, 1.00]"),
        (estimate("a", 0.9, math.nan, math.nan), "Pearson's r 0.90"),
        (estimate("a", -0.5, -0.75, 0.1, "kendall"), "Kendall's tau-b −0.50 [−0.75, 0.10]"),
        (estimate("a", 0.7, 0.6, 0.8, "all", "all"), "mean of all pooled values 0.70 [0.60, 0.80]"),
    ],
)
def test_agreement_has_its_name_and_interval(row, words):
    assert agreement_words(row) == words


TURNED = [estimate("a", 0.9), estimate("b", -0.95, -0.99, -0.85), estimate("c", -0.3, -0.4, -0.2)]


def test_a_metric_that_would_rival_the_best_if_less_were_better_withholds_the_choice():
    tests = [row_of("a", "b", 0.001, "better"), row_of("a", "c", 0.001, "better"), row_of("b", "c", 0.99)]
    assert {one.reason for one in decided(TURNED, tests).values()} == {OPPOSITE_METRICS}
    assert said(TURNED, tests) == (
        "? We cannot tell which metric to use: 'b' ranks opposite to people. Say first whether less is better (see "
        "the warning)."
    )
    assert details(TURNED, tests) == []


def test_a_metric_that_would_be_far_behind_turned_or_not_withholds_nothing():
    known = [estimate("a", 0.9), estimate("b", 0.5), TURNED[2]]
    assert said(known, CLEAR).startswith("✓ For ranking systems use 'a'")


def test_what_to_do_about_opposite_metrics_names_each_once():
    assert lower_is_better_words(["ter", "ter"]) == (
        "If less is better for it, add --lower-is-better ter (in Python with_orientation, of what read_scores gives). "
        "Else leave it out: --without metrics=ter."
    )
    assert "--lower-is-better 'a b,ter'" in lower_is_better_words(["a b", "ter"])
