"""What is said of a lead in facets: yes, no, or that nobody can tell, and what it would take."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.lead_depends import lead_depends
from trueness.studies.compare.lead_contrasts import LeadContrast, LeadContrasts
from trueness.studies.compare.lead_words import lead_words

HERE = {
    "metric": "bleu",
    "rival": "chrf",
    "level": "input",
    "coefficient": "pearson",
    "n_systems": 9,
    "n_inputs": 20,
}


def row(facet, other="", estimate=0.1, pvalue=0.2, unknown="", detectable=0.3):
    return LeadContrast(
        **HERE,
        facet=facet,
        other_facet=other,
        estimate=estimate,
        low=estimate - 0.05,
        high=estimate + 0.05,
        pvalue=pvalue,
        pvalue_adjusted=pvalue if other else math.nan,
        detectable=detectable,
        unknown=unknown,
    )


def said(pvalues, **more):
    names = {"x and y": ("x", "y"), "x and z": ("x", "z"), "y and z": ("y", "z")}
    rows = [row(name, estimate=lead) for name, lead in (("x", 0.1), ("y", 0.3), ("z", -0.1))]
    rows += [row(*names[name], estimate=-0.2, pvalue=p) for name, p in pvalues.items()]
    asked = {
        "systems": 9,
        "inputs": 20,
        "shift": 0.0,
        "applies_to": "",
        "level": "input",
        "coefficient": "pearson",
    }
    decision = lead_depends("bleu over chrf", pvalues, **{**asked, **more})
    (text,) = lead_words(LeadContrasts("‘language’", tuple(rows), (decision,)))
    return text


def test_yes_names_the_leads():
    assert said({"x and y": 0.004, "x and z": 0.5}) == (
        "The lead of 'bleu' over 'chrf' depends on ‘language’ (input level, Pearson's r): it is 0.10 [0.05, 0.15] in "
        "'x' and 0.30 [0.25, 0.35] in 'y' (p 0.004 after correction for 2 pairs)."
    )


def test_many_pairs_are_counted(monkeypatch):
    monkeypatch.setattr("trueness.studies.compare.lead_words.MOST_NAMED", 1)
    assert said({"x and y": 0.004, "x and z": 0.01}).endswith("for 2 pairs). 1 more pair differs.")
    assert said({"x and y": 0.004, "x and z": 0.01, "y and z": 0.02}).endswith("2 more pairs differ.")


def test_no_says_how_large_a_difference_is_left():
    assert said({"x and y": 0.4}, margin=0.4, reach=0.25) == (
        "The lead of 'bleu' over 'chrf' does not depend on ‘language’ by 0.40 or more (input level, Pearson's r): the "
        "largest difference these data leave is 0.25."
    )


def test_where_nobody_can_tell_the_next_thing_is_said():
    text = said({"x and y": 0.4}, margin=0.2, reach=0.25)
    assert text.startswith(
        "We cannot tell whether the lead of 'bleu' over 'chrf' depends on ‘language’ (input level"
    )
    assert "The difference is −0.20 [−0.25, −0.15]." in text
    assert "These data would find one of about 0.30 (80% power)." in text
    assert text.endswith("It may be as large as 0.25, more than the margin of 0.20.")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"systems": 5}, "every facet needs at least 6 systems, and one has 5."),
        ({"inputs": 3}, "every facet needs at least 4 inputs, and one has 3."),
        ({"shift": 2.0}, "(--level input)."),
    ],
)
def test_a_need_is_said(change, words):
    assert said({"x and y": 0.001}, **change).endswith(words)


def test_with_fewer_than_two_facets_nothing_can_be_told():
    decision = lead_depends(
        "bleu over chrf",
        {"x and y": math.nan},
        systems=9,
        inputs=20,
        shift=0.0,
        applies_to="",
        level="input",
        coefficient="pearson",
    )
    rows = (row("x"), row("y", unknown="it has 3 systems"), row("x", "y", unknown="it has 3 systems"))
    found = LeadContrasts("‘language’", rows, (decision,))
    assert lead_words(found)[0].endswith("in fewer than two is it known.")
