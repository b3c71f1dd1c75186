"""Sentences and cautions of an equivalence study."""

from __future__ import annotations

import dataclasses
import math

import pytest

from trueness.studies.equivalence.said import (
    equivalence_cautions,
    equivalence_conclusions,
    margin_words,
    verdict_sentence,
)
from trueness.studies.equivalence.study import equivalence

FAST = {"coefficient": "pearson", "level": "system", "resamples": 199, "rng": 1}


@pytest.fixture(scope="module")
def found(judged_table):
    return equivalence(judged_table(), margin=0.05, metrics=["good", "twin"], **FAST)


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        (
            {"verdict": "equivalent"},
            "✓ 'good' and 'twin' agree equally well with 'relevance' within 0.05: the",
        ),
        (
            {"verdict": "equivalent", "pvalue_difference_adjusted": 0.01},
            "not zero, but smaller than the margin.",
        ),
        ({"verdict": "better"}, "'good' agrees better with 'relevance' than 'twin': the difference is "),
        ({"verdict": "worse"}, "'good' agrees worse with 'relevance' than 'twin': the difference is "),
        ({"verdict": "undecided", "smallest_margin": 0.1234}, "Only a margin above 0.124 would have done."),
        (
            {"verdict": "undecided", "smallest_margin": math.inf},
            "? We cannot tell whether 'good' and 'twin' agree equally well with 'relevance' within 0.05: the",
        ),
        (
            {"verdict": "undefined"},
            "within 0.05: the difference is undefined (Pearson's r, system level).",
        ),
        ({"verdict": "worse", "condition": "de"}, "'good' under the reference agrees worse with"),
    ],
)
def test_a_sentence_for_every_verdict(found, changes, wanted):
    row = dataclasses.replace(found.tests[0], **changes)
    assert wanted in verdict_sentence(row, found.settings)


def test_a_single_comparison_of_a_place_has_its_sentence(found):
    row = found.tests[0]
    places = [(level, name) for level in ("system", "input") for name in ("pearson", "spearman", "kendall")]
    rows = [dataclasses.replace(row, level=level, coefficient=name) for level, name in places]
    assert equivalence_conclusions(rows, found.settings) == tuple(
        verdict_sentence(one, found.settings) for one in rows
    )


def test_margins_in_words(found):
    row = found.tests[0]
    assert (
        margin_words(dataclasses.replace(row, margin_low=-0.1, margin_high=0.02)) == "between -0.1 and 0.02"
    )
    assert (
        margin_words(dataclasses.replace(row, margin_low=math.nan, margin_high=math.nan))
        == "within an undefined margin"
    )


def test_many_rows_are_counted(judged_table):
    table = judged_table()
    found = equivalence(table, margin=0.2, **{**FAST, "level": ["system", "input"]})
    first, second = found.conclusions
    here = [row for row in found.tests if row.level == "system"]
    assert not any(row.equivalent for row in here)
    assert first.startswith(
        "? We cannot tell for any of 6 pairs of metrics whether both agree equally well with 'relevance' within 0.2 "
        "(Pearson's r, system level). Only a margin above "
    )
    needed = float(first.split()[-4])
    assert needed - 0.001 <= max(row.smallest_margin for row in here) <= needed
    assert "Pearson's r, input level)" in second


@pytest.mark.parametrize(
    ("verdicts", "alone", "said"),
    [
        (
            ("undecided",) * 6,
            0,
            (
                "? We cannot tell for any of 6 pairs of metrics whether both agree equally well with 'relevance' "
                "within 0.2 (Pearson's r, system level)."
            ),
        ),
        (
            ("equivalent", "equivalent", "better", "worse", "undecided", "undefined"),
            3,
            (
                "✓ In 2 of 6 pairs of metrics both agree equally well with 'relevance' within 0.2 (3 before "
                "correction; Pearson's r, system level). 2 differ, 1 is undefined and for 1 we cannot tell."
            ),
        ),
        (
            ("better", "undecided") * 3,
            0,
            (
                "? We cannot tell for 3 of 6 pairs of metrics whether both agree equally well with 'relevance' within "
                "0.2 (Pearson's r, system level). 3 differ."
            ),
        ),
        (
            ("better",) * 6,
            0,
            (
                "In none of 6 pairs of metrics both agree equally well with 'relevance' within 0.2 (Pearson's r, "
                "system level). 6 differ."
            ),
        ),
    ],
)
def test_every_comparison_is_answered_for(judged_table, verdicts, alone, said):
    found = equivalence(judged_table(), margin=0.2, **FAST)
    rows = [
        dataclasses.replace(row, verdict=one, pvalue=0.01 if k < alone else 0.9, smallest_margin=math.inf)
        for k, (row, one) in enumerate(zip(found.tests, verdicts, strict=True))
    ]
    assert equivalence_conclusions(rows, found.settings) == (said,)


def test_metrics_that_survive_nowhere(judged_table):
    other = {f"c{k}": judged_table(k, noise=2 + k) for k in range(2)}
    found = equivalence(judged_table(), margin=0.01, against=other, **FAST)
    assert (
        "We cannot tell for any condition whether one of these agrees as well under the reference: 'errors', 'good', "
        "'poor', 'twin'." in (equivalence_conclusions(found.tests, found.settings))
    )


@pytest.mark.parametrize(
    ("side", "changes", "wanted"),
    [
        (
            {"low": -0.05},
            {"verdict": "not worse"},
            "✓ 'good' is not worse than 'twin' by more than 0.05 in agreement with 'relevance': the difference is ",
        ),
        ({"high": 0.05}, {"verdict": "not better"}, "'good' is not better than 'twin' by more than 0.05 in"),
        ({"low": -0.05}, {"verdict": "better"}, "'good' agrees better with 'relevance' than 'twin': the"),
        (
            {"low": -0.05},
            {"verdict": "undecided", "smallest_margin": 0.12},
            "? We cannot tell whether 'good' is worse than 'twin' by more than 0.05 in agreement with 'relevance': the",
        ),
    ],
)
def test_a_margin_on_one_side_is_called_what_it_is(judged_table, side, changes, wanted):
    found = equivalence(judged_table(), metrics=["good", "twin"], **side, **FAST)
    row = dataclasses.replace(found.tests[0], **changes)
    assert wanted in verdict_sentence(row, found.settings)


def test_no_word_of_equivalence_where_one_side_has_no_margin(judged_table):
    other = {f"c{k}": judged_table(k, noise=2 + k) for k in range(2)}
    for given in ({}, {"metrics": ["good", "twin"]}, {"against": other}):
        found = equivalence(judged_table(), low=-0.2, **given, **FAST)
        assert {row.verdict for row in found.tests} <= {"not worse", "better", "worse", "undecided"}
        said = " ".join([*found.conclusions, *(caution.message for caution in found.cautions)])
        assert "equivalen" not in said
        assert "equally" not in said
    assert "comparisons of a metric with itself under another condition" in said
    assert any(row.verdict == "not worse" for row in equivalence(judged_table(), low=-1.9, **FAST).tests)


MANY = {"coefficient": "pearson", "resamples": 1999, "rng": 1}


def codes(found):
    return {caution.code for caution in found.cautions}


def test_a_study_that_leaves_nothing_to_say(judged_table):
    found = equivalence(judged_table(systems=40), margin=0.3, level="system", **MANY)
    assert codes(found) == {"lower_is_better"}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"method": "bootstrap", "resamples": 99}, "too_few_resamples"),
        ({"method": "bootstrap", "resamples": 10}, "too_few_resamples"),
        ({"margin": 1e-4}, "cannot_be_equivalent"),
        ({"margin": "sd"}, "margin_from_data"),
        ({"level": "global", "over": "outputs"}, "outputs_resampled"),
        ({"method": "williams", "level": "global", "as_published": True}, "closed_form_as_published"),
        ({"method": "williams", "coefficient": "kendall"}, "closed_form_of_ranks"),
    ],
)
def test_what_is_said(judged_table, given, code):
    found = equivalence(judged_table(), **{"margin": 0.3, "level": "system", **MANY, **given})
    assert code in codes(found)


def test_few_systems(judged_table):
    assert "few_systems" in codes(equivalence(judged_table(systems=6), margin=0.3, level="system", **MANY))


def test_anderson_hauck_on_few_data(judged_table):
    found = equivalence(judged_table(), margin=0.1, method="anderson_hauck", level="system", **MANY)
    rows = [dataclasses.replace(row, pvalue=0.01, too_wide=True) for row in found.tests[:2]]
    (caution,) = equivalence_cautions(rows, found.settings, matched=True)
    assert caution.code == "anderson_hauck_unbounded"
    assert "In 2 tests" in caution.message
    sure = [dataclasses.replace(row, too_wide=False) for row in rows]
    assert equivalence_cautions(sure, found.settings, matched=True) == ()


def test_undefined_resamples_and_the_order(judged_table):
    found = equivalence(judged_table(), margin="sd", level="system", method="bootstrap", **MANY)
    rows = [dataclasses.replace(row, n_undefined_resamples=200) for row in found.tests]
    said = equivalence_cautions(rows, found.settings, matched=True)
    assert said[0].severity == "warning"
    assert said[0].message.startswith("Up to 10% of the resamples have no value for ")
    assert [caution.severity for caution in said] == sorted((c.severity for c in said), reverse=True)


def test_groups_are_gone_through(judged_table):
    table = dataclasses.replace(judged_table(), input_groups={"language": ("de",) * 5 + ("fr",) * 5})
    options = {"margin": 0.1, "by": "language", "smallest_group": 5, **FAST}
    found = equivalence(table, metrics=["good", "twin"], **options)
    together, over = found.conclusions
    assert together.startswith("All together: ")
    assert over.startswith("By group, 'good' against 'twin' (Pearson's r, system level, within 0.1): ")
    rows = [
        dataclasses.replace(row, verdict=verdict)
        for row, verdict in zip(found.tests, ("equivalent", "better", "equivalent"), strict=True)
    ]
    assert equivalence_conclusions(rows, found.settings)[1].endswith(
        ": equivalent in 1 ('fr'), better in 1 ('de')."
    )
    many = equivalence(table, **options)
    rows = [
        dataclasses.replace(row, verdict="equivalent" if row.rival == "twin" else "worse")
        for row in many.tests
    ]
    said = equivalence_conclusions(rows, many.settings)
    assert said[1].endswith("level, within 0.1), 1 is equivalent in all 2 groups, and 5 in none.")
    assert said[2] == "de: of 6 comparisons 1 equivalent, 5 worse."


def test_where_a_test_means_nothing_only_the_published_procedure_speaks(judged_table):
    given = {"margin": 0.3, "method": "williams", "as_published": True, "coefficient": "pearson", "rng": 1}
    found = equivalence(judged_table(), level=["system", "global"], **given)
    for sentence in found.conclusions:
        assert sentence.startswith("The published procedure would say: ") is ("global level" in sentence)
    (one,) = equivalence(judged_table(), metrics=["good", "twin"], level="global", **given).conclusions
    assert one.startswith("The published procedure would say: ")
