from __future__ import annotations

import dataclasses

import pytest

from trueness.studies.equivalence.equivalence import equivalence
from trueness.studies.equivalence.equivalence_cautions import equivalence_cautions

FAST = {"coefficient": "pearson", "resamples": 1999, "rng": 1}


def codes(found):
    return {caution.code for caution in found.cautions}


def test_a_study_that_leaves_nothing_to_say(judged_table):
    found = equivalence(judged_table(systems=40), margin=0.3, level="system", **FAST)
    assert codes(found) == set()


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"resamples": 99}, "too_few_resamples"),
        ({"resamples": 10}, "too_few_resamples"),
        ({"margin": 1e-4}, "cannot_be_equivalent"),
        ({"margin": "sd"}, "margin_from_data"),
        ({"level": "global", "over": "outputs"}, "outputs_resampled"),
        ({"method": "williams", "level": "global", "as_published": True}, "closed_form_as_published"),
        ({"method": "williams", "coefficient": "kendall"}, "closed_form_of_ranks"),
    ],
)
def test_what_is_said(judged_table, given, code):
    found = equivalence(judged_table(), **{"margin": 0.3, "level": "system", **FAST, **given})
    assert code in codes(found)


def test_few_systems(judged_table):
    assert "few_systems" in codes(equivalence(judged_table(systems=6), margin=0.3, level="system", **FAST))


def test_anderson_hauck_on_few_data(judged_table):
    found = equivalence(judged_table(), margin=0.1, method="anderson_hauck", level="system", **FAST)
    rows = [dataclasses.replace(row, pvalue=0.01, too_wide=True) for row in found.tests[:2]]
    (caution,) = equivalence_cautions(rows, found.settings, matched=True)
    assert caution.code == "anderson_hauck_unbounded"
    assert "in 2 test(s)" in caution.message
    sure = [dataclasses.replace(row, too_wide=False) for row in rows]
    assert equivalence_cautions(sure, found.settings, matched=True) == ()


def test_undefined_resamples_and_the_order(judged_table):
    found = equivalence(judged_table(), margin="sd", level="system", **FAST)
    rows = [dataclasses.replace(row, n_undefined_resamples=200) for row in found.tests]
    said = equivalence_cautions(rows, found.settings, matched=True)
    assert said[0].severity == "warning"
    assert "up to 10% have no difference" in said[0].message
    assert [caution.severity for caution in said] == sorted((c.severity for c in said), reverse=True)
