from __future__ import annotations

import dataclasses
import math

import pytest

from trueness.studies.equivalence.equivalence import equivalence
from trueness.studies.equivalence.equivalence_conclusions import (
    equivalence_conclusions,
    margin_words,
    verdict_sentence,
)

FAST = {"coefficient": "pearson", "level": "system", "resamples": 199, "rng": 1}


@pytest.fixture(scope="module")
def found(judged_table):
    return equivalence(judged_table(), margin=0.05, metrics=["good", "twin"], **FAST)


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"verdict": "equivalent"}, "'good' and 'twin' agree equally well with 'relevance' within 0.05 ("),
        (
            {"verdict": "equivalent", "pvalue_difference_adjusted": 0.01},
            "not zero, but smaller than the margin.",
        ),
        ({"verdict": "better"}, "'good' agrees better with 'relevance' than 'twin' ("),
        ({"verdict": "worse"}, "'good' agrees worse with 'relevance' than 'twin' ("),
        ({"verdict": "undecided", "smallest_margin": 0.1234}, "a margin above 0.123 would do"),
        (
            {"verdict": "undecided", "smallest_margin": math.inf},
            "nor to be equivalent within 0.05 (Pearson's r",
        ),
        (
            {"verdict": "undefined"},
            "Undefined: 'good' and 'twin' with 'relevance' (Pearson's r, system level).",
        ),
        ({"verdict": "worse", "condition": "de"}, "'good' under the reference condition agrees worse with"),
    ],
)
def test_a_sentence_for_every_verdict(found, changes, wanted):
    row = dataclasses.replace(found.tests[0], **changes)
    assert wanted in verdict_sentence(row, found.settings)


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
    assert first.startswith("Pearson's r, system level: of 6 comparisons ")
    assert "input level" in second
    alone = sum(row.pvalue <= 0.05 for row in found.tests if row.level == "system")
    assert f"before correction {alone} would be equivalent" in first


def test_metrics_that_survive_nowhere(judged_table):
    other = {f"c{k}": judged_table(k, noise=2 + k) for k in range(2)}
    found = equivalence(judged_table(), margin=0.01, against=other, **FAST)
    assert (
        "Under no condition shown to agree as well as under the reference: 'errors', 'good', 'poor', 'twin'."
        in (equivalence_conclusions(found.tests, found.settings))
    )


@pytest.mark.parametrize(
    ("side", "changes", "wanted"),
    [
        (
            {"low": -0.05},
            {"verdict": "not worse"},
            "'good' is not worse than 'twin' by more than 0.05 in agreement with 'relevance' (",
        ),
        ({"high": 0.05}, {"verdict": "not better"}, "'good' is not better than 'twin' by more than 0.05 in"),
        ({"low": -0.05}, {"verdict": "better"}, "'good' agrees better with 'relevance' than 'twin' ("),
        (
            {"low": -0.05},
            {"verdict": "undecided", "smallest_margin": 0.12},
            "shown neither to differ nor to be not worse by more than 0.05; a margin above 0.120 would do",
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
    assert "before correction" in said
    assert any(row.verdict == "not worse" for row in equivalence(judged_table(), low=-1.9, **FAST).tests)
