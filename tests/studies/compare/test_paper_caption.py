"""The sentence of a paper's table, and who is marked."""

from __future__ import annotations

import dataclasses

import pytest

from trueness import load_dataset_texts, score
from trueness.studies.compare.paper_caption import comparison_paper, comparisons_paper, values_words
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.study import compare

METRICS = ["bleu", "chrf", "js2", "length", "rouge1_stem_f", "rougeL_stem_f"]


@pytest.fixture(scope="module")
def scores():
    return score(load_dataset_texts("pocket"), METRICS)


def asked(table, human="coverage", **more):
    return compare(
        table, human=human, **{"metrics": METRICS, "coefficient": "pearson", "level": "system", **more}
    )


def decided(found):
    return next(one for one in found.decisions if one.rule == "may_be_best")


def marked(rows, start="system_pearson"):
    return {row["metric"] for row in rows if row[f"{start}_marked"]}


def test_one_sentence_says_level_coefficient_interval_test_and_correction(scores):
    spec, rows = comparison_paper(asked(scores), PaperForm(beside=("interval", "error")))
    first, *rest = spec.caption.split(". ")
    assert first == (
        "Pearson's r at the system level, with its two-sided 95% two-way jackknife interval and its standard error "
        "(SE) by the two-way jackknife, for other systems and other inputs; bold: the highest of its column; †: ruled "
        "out as the best, for other systems and other inputs, by multiple comparisons with the best (Hsu 1996) from "
        "two-way jackknife t tests (leaving out systems and inputs) at α = 0.05; ranks: limits that hold for "
        "all metrics at once, from the same tests with Shaffer's correction"
    )
    assert rest[0] == "Variants: ROUGE: stem, F"
    assert "System scores of 'BLEU', 'chrF' are corpus scores" in spec.caption
    assert spec.data.startswith(
        "pocket: 6 metrics against the human scores ‘coverage’, on 16 systems and 24 inputs"
    )
    assert "JS-2 ↓" in [row["name"] for row in rows]


def test_levels_with_the_same_coefficients_are_said_together():
    pearson, tau = ("pearson", "kendall")
    assert values_words([("system", pearson), ("system", tau), ("input", pearson), ("input", tau)]) == (
        "Pearson's r and Kendall's tau-b at the system and input level"
    )
    assert values_words([("system", "pairwise_accuracy"), ("input", tau)]) == (
        "Pairwise accuracy of systems at the system level; Kendall's tau-b at the input level"
    )
    assert values_words([("per_system", pearson)]) == "Pearson's r within single systems"


def test_a_dagger_says_who_is_ruled_out(scores):
    found = asked(scores)
    _, rows = comparison_paper(found, PaperForm())
    left = {row.metric for row in found.ranks if row.may_be_best}
    assert marked(rows) == set(METRICS) - left != set()


def test_what_is_left_open_or_undefined_has_no_dagger(scores):
    values = scores.values.copy()
    values[scores.index("length")] = 1.0  # a constant has no correlation: nobody ruled it out
    found = asked(dataclasses.replace(scores, values=values))
    _, rows = comparison_paper(found, PaperForm())
    assert "length" not in marked(rows)
    assert not any(row["system_pearson_marked"] for row in rows if row["metric"] in decided(found).names)


def test_where_nothing_was_shown_the_sentence_says_so(scores):
    found = asked(scores, metrics=["bleu", "chrf"])
    spec, rows = comparison_paper(found, PaperForm())
    assert not marked(rows)
    assert "†" not in spec.caption
    assert "; no metric is ruled out as the best, for other systems" in spec.caption


def test_against_a_baseline_it_says_who_is_better(scores):
    found = asked(scores, baseline="rouge1_stem_f", level="input")
    spec, rows = comparison_paper(found, PaperForm())
    better = {row.metric for row in found.tests if row.pvalue_adjusted <= 0.05 and row.estimate > 0}
    assert marked(rows, "input_pearson") == better != set()
    assert "†: better than 'ROUGE-1' by two-way jackknife t tests" in spec.caption
    assert "with Holm's correction" in spec.caption
    assert "ranks" not in spec.caption


def test_where_a_publication_speaks_it_says_whom_another_outperforms(scores):
    found = asked(
        scores, level="global", test="williams", as_published=True, correction="none", interval="none"
    )
    spec, rows = comparison_paper(found, PaperForm(beside=("interval",)))
    beaten = {row.rival if row.estimate > 0 else row.metric for row in found.tests if row.pvalue <= 0.05}
    assert marked(rows, "global_pearson") == beaten != set()
    assert "†: significantly outperformed by another metric, by Williams" in spec.caption
    assert "interval" not in spec.caption


def test_without_tests_nothing_is_marked(scores):
    spec, rows = comparison_paper(asked(scores, tests=False), PaperForm())
    assert not marked(rows)
    assert "†" not in spec.caption


@pytest.mark.parametrize("names", [(), ("bleu=Ours",)])
def test_several_stand_side_by_side(scores, names):
    found = {human: asked(scores, human) for human in ("coverage", "redundancy")}
    spec, rows = comparisons_paper(found, PaperForm(names=names), data="Both.")
    assert [column.above for column in spec.columns] == [(), ("coverage",), ("coverage",), ("redundancy",)]
    for human, one in found.items():
        for row in rows:
            assert row[f"{human}_system_pearson"] == one.estimate(row["metric"], "system", "pearson").estimate
    assert "ranks: limits with ‘coverage’ that hold" in spec.caption
    assert ("Ours" in {row["name"] for row in rows}) == bool(names)
