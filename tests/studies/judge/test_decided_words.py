"""What is said of decisions: verdict, number, bar and what next, for every answer and every reason."""

from __future__ import annotations

import dataclasses
import math
import re

import numpy as np
import pytest
from tests.studies.judge.test_graded import drawn, ratings
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.decisions.decision import Ground
from trueness.decisions.may_be_best import may_be_best
from trueness.decisions.may_grade import BesidePeople, Measured, may_grade
from trueness.decisions.may_quote_rate import may_quote_rate
from trueness.decisions.may_rank import may_rank
from trueness.statistics.judging.labels_to_settle import labels_to_settle
from trueness.studies.judge.decided import OF_FEW_SYSTEMS
from trueness.studies.judge.decided_words import (
    asked,
    best_decision,
    decision_paragraphs,
    limits,
    use_in_words,
    value,
    verdicts,
    which_judge,
)
from trueness.studies.judge.study import judge
from trueness.study.settled_words import MOST_APART


@pytest.fixture(scope="module")
def study():
    return judge(labelled(), **SMALL)


def measured(low, high):
    return Measured((low + high) / 2, low, high)


def grading(people=(0.5, 0.7), own=(0.4, 0.6), difference=(-0.05, 0.05), n=200, about="v1", **more):
    found = BesidePeople(measured(*people), measured(*own), measured(*difference))
    return may_grade(
        found, measure="kappa", n_outputs=n, applies_to="other inputs, these people", about=about, **more
    )


def alone(low, high, measure="weighted_kappa"):
    return may_grade(
        measured(low, high), measure=measure, n_outputs=90, applies_to="other inputs", about="v1"
    )


def quoting(low, high, measure="rate_bias", margin=0.05, n=200):
    return may_quote_rate(
        measure=measure,
        estimate=(low + high) / 2,
        low=low,
        high=high,
        margin=margin,
        n_outputs=n,
        applies_to="other inputs, these people",
        about="v1",
    )


def ranking(low, high, systems=16, **more):
    return may_rank(
        **more,
        measure="spearman",
        estimate=(low + high) / 2,
        low=low,
        high=high,
        n_systems=systems,
        bar=0.8,
        applies_to="other systems and other inputs",
        about="v1",
    )


SAID = [
    (
        grading(),
        (
            "✓ 'v1' may grade outputs in place of a person: its kappa with a person is 0.50, that of two people 0.50 "
            "(difference 0.00 [−0.05, 0.05], and −0.10 is allowed). Of the outputs that a person called 'fail', it "
            "found "
        ),
    ),
    (grading(difference=(-0.3, -0.15)), "✗ 'v1' should not grade outputs alone: its kappa with a person is "),
    (grading(difference=(-0.3, -0.15)), "; another person "),
    (
        grading(difference=(-0.15, 0.05)),
        (
            "? We cannot tell whether 'v1' may grade outputs: its kappa with a person is 0.50, that of two people 0.55 "
            "(difference −0.05 [−0.15, 0.05], and −0.10 is allowed). There are 200 labelled outputs, and it "
            "takes about 1,700 to settle it if the estimate is right, and 310 at least."
        ),
    ),
    (
        grading(people=(-0.05, 0.05)),
        (
            "? These labels cannot tell whether 'v1' may grade outputs: people do not agree with each other. "
            "Their kappa is 0.00 "
            "[−0.05, 0.05], and 0.20 is needed. First agree on what the labels mean; `trueness judge "
            "--annotators` shows who "
            "differs."
        ),
    ),
    (grading(people=(0.1, 0.3)), "people may not agree enough."),
    (grading(people=(0.1, 0.3)), "Let two people label more outputs."),
    (
        grading(own=(-0.1, 0.0)),
        (
            "✗ 'v1' should not grade outputs alone: its kappa with a person is −0.05 [−0.10, 0.00], and always "
            "answering the same gives 0. Of the outputs"
        ),
    ),
    (
        grading(n=5),
        (
            "? We cannot tell whether 'v1' may grade outputs: only 5 outputs can be compared, and it takes 10. Label "
            "more outputs."
        ),
    ),
    (
        alone(0.65, 0.75),
        (
            "✓ 'v1' may grade outputs in place of a person: its weighted kappa with people is 0.70 [0.65, 0.75], and "
            "the bar is 0.60 (--grade-bar). "
            "Of the outputs that a person called 'fail', it found "
        ),
    ),
    (
        alone(0.65, 0.75, "pearson"),
        "its Pearson's r with people is 0.70 [0.65, 0.75], and the bar is 0.60 (--grade-bar).",
    ),
    (
        alone(0.45, 0.66),
        (
            "? We cannot tell whether 'v1' may grade outputs: its weighted kappa with people is 0.56 [0.45, 0.66], and "
            "the bar is 0.60 (--grade-bar). "
            "There are 90 labelled outputs, and it takes about 1,100 to settle it if the estimate is "
            "right, and 160 at least."
        ),
    ),
    (
        quoting(-0.02, 0.04),
        (
            "✓ The share of 'pass' of 'v1' may be quoted as people's: it differs from people's by 1 point [−2, 4], and "
            "±5 is allowed (--rate-margin)."
        ),
    ),
    (
        quoting(0.07, 0.13),
        (
            "✗ Do not quote the share of 'pass' of 'v1' as people's: it differs from people's by 10 points [7, 13], "
            "and ±5 is allowed (--rate-margin). "
        ),
    ),
    (quoting(0.07, 0.13), "Quote people's own means (--table means)."),
    (
        quoting(0.0, 0.06),
        (
            "? We cannot tell whether the share of 'pass' of 'v1' may be quoted: it differs from people's by 3 points "
            "[0, 6], and ±5 is allowed (--rate-margin). "
            "There are 200 labelled outputs, and it takes about 920 to settle it if the estimate is "
            "right, and 240 at least."
        ),
    ),
    (
        quoting(0.0, 0.06, n=4),
        "may be quoted: only 4 outputs can be compared, and it takes 10. Label more outputs.",
    ),
    (
        quoting(0.1, 0.3, "mean_error", 0.2),
        (
            "? We cannot tell whether the mean of 'v1' may be quoted: it differs from people's by 0.20 [0.10, 0.30], "
            "and ±0.20 is allowed (--rate-margin). "
        ),
    ),
    (
        ranking(0.85, 0.99),
        (
            "✓ 'v1' may rank systems in place of people: Spearman's rho over 16 systems is 0.92 [0.85, 0.99], and the "
            "bar is 0.80 (--rank-bar)."
        ),
    ),
    (
        ranking(0.1, 0.7),
        "✗ 'v1' should not rank systems in place of people: Spearman's rho over 16 systems is 0.40 [0.10, 0.70], and ",
    ),
    (
        ranking(0.5, 0.99),
        "? We cannot tell whether 'v1' may rank systems: Spearman's rho over 16 systems is ",
    ),
    (ranking(0.5, 0.99), ", and the bar is 0.80 (--rank-bar). Judge more systems."),
    (
        ranking(0.9, 0.99, systems=4),
        (
            "? We cannot tell whether 'v1' may rank systems: there are 4 systems, and it takes 5. Judge more "
            "systems."
        ),
    ),
    (
        ranking(
            0.85,
            0.99,
            more=[Ground(measure=OF_FEW_SYSTEMS, estimate=0.95, low=0.7, high=0.99, bar=0.8)],
        ),
        "Spearman's rho over 16 systems is 0.95 [0.70, 0.99], as far as so few tell, and the bar is 0.80 (--rank-bar).",
    ),
    (ranking(math.nan, math.nan), "Spearman's rho over 16 systems has no interval."),
]


@pytest.mark.parametrize(("decided", "wanted"), SAID)
def test_each_decision_in_words(study, decided, wanted):
    said = use_in_words(study, decided)
    assert wanted in said
    assert said[0] in "✓✗?"
    sentences = re.split(r"(?<=[.])\s+(?=[A-Z])", said)
    assert len(sentences) <= 4
    assert all(len(one.split()) <= 30 for one in sentences)
    assert "nan" not in said


@pytest.mark.parametrize("decided", [one for one, _ in SAID])
def test_a_yes_never_stands_beside_a_missed_bar(decided):
    met = {"at_least": decided.low >= decided.bar, "above": decided.low > decided.bar}
    met["within"] = -decided.bar <= decided.low and decided.high <= decided.bar
    assert (decided.answer != "yes") or met[decided.side]


def test_how_many_labels_settle_it(study):
    far = quoting(0.045, 0.065, n=400)
    assert use_in_words(study, far).endswith(
        " There are 400 labelled outputs, and it takes about 3,300 to settle it if the estimate is "
        "right, and 620 at least."
    )
    near = quoting(-0.051, 0.051, n=100)
    low, _, high = labels_to_settle(-0.051, 0.051, (-0.05, 0.05), 100)
    assert 100 < low < high <= MOST_APART * low
    said = use_in_words(study, near).rpartition("There are ")[2]
    given, *numbers = (int(one.replace(",", "")) for one in re.findall(r"\d[0-9,]*\d", said))
    assert given == 100
    assert said == f"100 labelled outputs, and it likely takes {numbers[0]:,} to {numbers[1]:,} to settle it."
    assert numbers == pytest.approx([low, high], rel=0.06)  # two digits count
    assert use_in_words(study, quoting(0.02, 0.051, n=100)).endswith(
        " There are 100 labelled outputs, and it takes about 240 to settle it if the estimate is right."
    )
    assert use_in_words(study, quoting(0.02, 0.08, n=100)).endswith(
        " There are 100 labelled outputs, and it takes far more to settle it: the estimate is close to what is asked."
    )
    systems = dataclasses.replace(near, applies_to="other systems and other inputs, these people")
    assert "Judge more systems, and label more outputs of each." in use_in_words(study, systems)


@pytest.mark.parametrize(
    ("decided", "wanted"),
    [
        (grading(), ("0.00", "[−0.05, 0.05]", "kappa minus people's, at least −0.10")),
        (grading(own=(-0.2, 0.0)), ("−0.10", "[−0.20, 0.00]", "kappa with a person, above 0.00")),
        (grading(people=(0.0, 0.1)), ("0.05", "[0.00, 0.10]", "kappa between two people, at least 0.20")),
        (grading(n=3), ("3", "", "outputs, at least 10")),
        (alone(0.7, 0.8), ("0.75", "[0.70, 0.80]", "weighted kappa, at least 0.60")),
        (quoting(-0.02, 0.04), ("1 point", "[−2, 4]", "minus people's, within ±5 points")),
        (ranking(0.85, 0.95), ("0.90", "[0.85, 0.95]", "Spearman's rho, at least 0.80")),
        (ranking(math.nan, math.nan), ("undefined", "", "Spearman's rho, at least 0.80")),
    ],
)
def test_the_number_behind_it_and_what_was_asked(decided, wanted):
    assert (value(decided), limits(decided), asked(decided)) == wanted


def named(names, estimates, p):
    return may_be_best(names, estimates, [[math.nan, p], [1 - p, math.nan]], applies_to="other inputs")


def test_which_judge_is_spoken_of(study):
    clear, open_ = named(["v1", "v2"], [0.6, 0.4], 0.01), named(["v1", "v2"], [0.6, 0.5], 0.3)
    assert (
        which_judge(dataclasses.replace(study, decisions=(clear,)))
        == "✓ Of 2 judges 'v1' agrees best with people."
    )
    said = which_judge(dataclasses.replace(study, decisions=(open_,)))
    assert said == (
        "? We cannot tell which of 2 judges agrees best with people: 'v1' is highest, and 'v2' may be as good."
    )
    chance = dataclasses.replace(clear, answer="cannot_tell")
    assert which_judge(dataclasses.replace(study, decisions=(chance,))) == (
        "? Of 2 judges 'v1' agrees best with people, but perhaps no better than chance."
    )
    assert which_judge(dataclasses.replace(study, decisions=())) == ""


def test_the_judge_that_leads_has_reasons_and_others_their_verdicts(study):
    found = decision_paragraphs(study)
    first, second = study.in_order()
    assert f"'{first}'" in found[0]
    assert all(text[0] in "✓✗?" for text in found)
    # it was named in the sentence before, alone
    assert not any(f"'{first}'" in text for text in found[1:])
    assert found[1].startswith("? We cannot tell whether it may grade outputs: ")
    open_ = dataclasses.replace(best_decision(study), answer="cannot_tell", names=(first, second))
    others = [one for one in study.decisions if one.rule != open_.rule]
    several, grade, *_ = decision_paragraphs(dataclasses.replace(study, decisions=(open_, *others)))
    assert f"'{first}' is highest, and '{second}' may be as good" in several
    assert grade.startswith(f"? We cannot tell whether '{first}' may grade outputs: ")
    assert found[-1] == verdicts(study, second)
    assert found[-1].count(f"'{second}'") == 1


def test_digits_in_words():
    people, one, _ = drawn()
    found = judge(ratings(people, np.minimum(one + 1, 4)), human="human", rng=1, resamples=20)
    assert any(text.startswith("✗ Do not quote its mean as people's: ") for text in found.conclusions)
