"""Whether people agree, and who may stand in for one of them, follow from the rows."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.studies.annotators.answers import alpha_words
from trueness.studies.annotators.decided import with_standing, with_verdicts

from .test_said import AC1, ALPHA, ALT, EQUAL, NAN, RATINGS, ROW, at, decided, said


def test_of_labels_without_an_order_no_order_is_spoken_of():
    nominal = dataclasses.replace(ALPHA, measure="alpha_nominal", estimate=0.4)
    (found,) = decided((ALPHA, nominal), (), nominal=True)
    assert (found.reason, found.estimate) == ("alpha_nominal", 0.4)
    assert alpha_words(found) == "nominal alpha"


def test_annotators_agree_by_the_whole_interval_of_alpha_and_where_values_differ():
    (yes,) = decided((ALPHA,), ())
    assert (yes.answer, yes.applies_to) == ("yes", "other items; these three people")
    (low,) = decided((dataclasses.replace(ALPHA, low=0.1),), ())
    assert low.answer == "cannot_tell"
    same = np.full((3, 1, 30), 3.0)
    same[0, 0, :9] = 2
    (rare,) = decided((ALPHA,), (), ratings=same)
    assert (rare.answer, rare.reason, rare.estimate) == ("cannot_tell", "outputs_unlike_the_commonest", 9)
    (five,) = decided((ALPHA,), (), ratings=RATINGS.repeat(2, axis=0))
    assert five.applies_to == "other items; other people"


def test_a_metric_stands_in_where_it_wins_is_no_constant_and_annotators_agree():
    def replaced(**changed):
        return decided((ALPHA, EQUAL, AC1), [dataclasses.replace(ALT, **changed)])[-1]

    assert (replaced().answer, replaced().bar) == ("yes", 0.5)
    assert replaced().applies_to == "other inputs; these three people"
    assert replaced().promise.startswith("In 95% of studies")
    assert replaced(winning_low=0.4).answer == "cannot_tell"
    assert replaced(winning_low=0.0, winning_high=0.4).answer == "no"
    assert replaced(beyond_low=-0.1).reason == "beyond_constant"
    assert replaced(n_tested=2).reason == "people"
    silent = replaced(n_unscored=7)
    assert (silent.answer, silent.reason, silent.estimate) == ("cannot_tell", "outputs_without_a_score", 7)
    assert replaced(n_unscored=7, winning_low=0.0, winning_high=0.4).answer == "no"
    assert replaced(advantage=NAN, winning_low=NAN, winning_high=NAN).answer == "cannot_tell"


def test_the_best_comes_from_p_values_of_pairs():
    rows = [ALT, dataclasses.replace(ALT, metric="coin", advantage=0.5)]
    told = [one for one in decided((ALPHA, EQUAL, AC1), rows) if one.rule == "may_be_best"]
    assert [(one.answer, one.names) for one in told] == [("cannot_tell", ("m", "coin"))]
    assert len(said(alt_tests=rows)) == 4


@pytest.mark.parametrize(
    ("row", "as_well", "less", "reaches"),
    [
        (at("m", 0.0, -0.1, 0.1), "yes", "cannot_tell", "as_well"),  # just within the margin
        (at("m", 0.0, -0.101, 0.1), "cannot_tell", "cannot_tell", "cannot_tell"),
        (at("m", -0.05, -0.09, -0.01), "yes", "yes", "as_well"),  # less, by no more than the margin
        (at("m", -0.2, -0.3, -0.11), "no", "yes", "less"),
        (at("m", 0.1, 0.02, 0.2), "yes", "no", "better"),
        (at("m", 0.0, 0.0, 0.0), "yes", "cannot_tell", "as_well"),  # a copy of people who say the same
        (at("m", -0.76, -1.2, 0.4), "cannot_tell", "cannot_tell", "cannot_tell"),
        (at("m", NAN, NAN, NAN), "cannot_tell", "cannot_tell", "cannot_tell"),
        (
            dataclasses.replace(at("m", 0.1, 0.02, 0.2), n_unscored=3),
            "cannot_tell",
            "cannot_tell",
            "cannot_tell",
        ),
        (dataclasses.replace(at("m", -0.2, -0.3, -0.11), n_unscored=3), "cannot_tell", "yes", "less"),
        (
            dataclasses.replace(at("m", 0.0, -0.05, 0.05), ceiling_low=0.19),
            "cannot_tell",
            "cannot_tell",
            "cannot_tell",
        ),
    ],
)
def test_how_a_metric_stands_beside_a_person(row, as_well, less, reaches):
    found = decided((ALPHA,), (), ceiling=[row])
    told = {one.rule: one for one in found if one.level == "system"}
    assert (told["agrees_as_well"].answer, told["agrees_less"].answer) == (as_well, less)
    assert told["agrees_as_well"].promise.startswith("In 97.5% of studies")
    assert told["agrees_less"].applies_to == "other items; these three people"
    (shown,) = with_standing([row], found)
    assert shown == dataclasses.replace(row, reaches=reaches)


def test_people_who_may_not_agree_are_what_is_missing():
    row = dataclasses.replace(at("m", 0.0, -0.05, 0.05), ceiling_low=0.19)
    found = next(one for one in decided((ALPHA,), (), ceiling=[row]) if one.rule == "agrees_as_well")
    assert (found.reason, found.estimate, found.bar) == ("ceiling", ROW.ceiling, 0.2)


def test_a_test_of_two_annotators_has_no_verdict():
    rows = [ALT, dataclasses.replace(ALT, metric="n", n_tested=2)]
    shown = with_verdicts(rows, decided((ALPHA,), rows))
    assert [row.verdict for row in shown] == ["yes", "cannot_tell"]
