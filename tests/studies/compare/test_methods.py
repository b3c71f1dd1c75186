from __future__ import annotations

import re

import pytest
from tests.reporting.writing.test_escaping import read_latex
from tests.small_comparisons import (
    HOSTILE,
    HUMAN,
    RESAMPLED,
    counted_comparison,
    hostile_table,
    systemless_comparison,
)

import trueness
from trueness.reporting.citation import read_references
from trueness.studies.compare.study import compare

DEUTSCH, EFRON, PHIPSON = (
    "deutsch-etal-2021-statistical",
    "efron-tibshirani-1993-bootstrap",
    "phipson-smyth-2010-permutation",
)

BONETT = "bonett-wright-2000-sample"


def described(**settings):
    given = RESAMPLED | {"rng": 5, "resamples": 19, "level": "system", "coefficient": "pearson"}
    return compare(hostile_table(), **given | settings).methods()


def test_the_default_says_what_is_spoken_of_and_no_seed():
    comparison = compare(hostile_table(), rng=3)
    text = comparison.methods().text
    for said in (
        "Confidence intervals (95%) are two-way jackknife intervals (Owen, 2007; Cameron et al., 2011; Efron and",
        "from Student's t on Fisher's scale for correlations, so that they apply to other systems and other inputs.",
        "tested with two-way jackknife t tests (Owen, 2007; Cameron et al., 2011; Efron and Stein, 1981), two",
        (
            "They are on Fisher's scale for correlations, with variances from leaving out systems, inputs and both at "
            "once."
        ),
        "Shaffer's correction (Shaffer, 1986) over all pairs at one level and coefficient (6 tests)",
    ):
        assert said in text
    assert "seed" not in text
    assert "resampl" not in text
    assert "Beside" not in text


@pytest.mark.parametrize(
    ("asked", "spoken", "left"),
    [
        ({"applies_to": "systems"}, "other systems on these inputs", "leaving out systems."),
        ({"applies_to": "inputs"}, "these systems on other inputs", "leaving out inputs."),
        ({"applies_to": "these"}, "these systems and inputs", "leaving out a system and an input at once."),
        (
            {"clusters": "dom<ain>"},
            "other systems and other inputs. Left out were inputs by whole groups of ‘dom<ain>’.",
            "leaving out systems, inputs and both at once",
        ),
    ],
)
def test_what_is_left_out_is_said(asked, spoken, left):
    text = described(test="two_way_jackknife", interval="two_way_jackknife", **asked).text
    assert f"so that they apply to {spoken}" in text
    assert f"with variances from {left}" in text


def test_everything_is_said_of_what_is_resampled(resampled):
    comparison = resampled
    text = comparison.methods().text
    for said in (
        f"4 metrics with the human scores ‘{HUMAN}’ on the outputs of 9 systems for 12 inputs",
        "Pearson's r, Spearman's rho and Kendall's tau-b (Kendall, 1945)",
        "at the system and input levels. The system level is one correlation of the systems' mean scores.",
        "The input level is the correlation across systems for every input, averaged over inputs.",
        f"Scores of ‘{HOSTILE[2]}’, where lower is better, were negated",
        "Confidence intervals (95%) are percentile bootstrap intervals",
        "99 resamples: systems and inputs were resampled",
        "studentised permutation tests (Janssen, 1997), two-sided",
        "for whole systems",
        "z-scored over what is compared at each level",
        "99 random arrangements",
        "Holm's correction (Holm, 1979) over all pairs at one level and coefficient (6 tests)",
        "Perm-Both",
        "Of 540 scores 2 were missing",
        f"trueness {trueness.__version__}",
        "with seed 3",
        comparison.table.fingerprint[:12],
    ):
        assert said in text


def test_what_is_cited_is_in_the_bibtex_and_nothing_else(resampled):
    found = resampled.methods()
    assert set(re.findall(r"^@\w+\{([^,]+),", found.bibtex, re.MULTILINE)) == set(found.cited)
    assert found.cited == (
        "kendall-1945-treatment",
        EFRON,
        DEUTSCH,
        "janssen-1997-studentized",
        PHIPSON,
        "holm-1979-simple",
        "freitag-etal-2022-results",
        "shapiro-wilk-1965-analysis",
        "trueness",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "cited", "not_cited"),
    [
        ({"test": "williams"}, {"williams-1959-comparison", "zou-2007-toward"}, {PHIPSON}),
        ({"test": "steiger"}, {"steiger-1980-tests"}, set()),
        ({"test": "meng_rosenthal_rubin"}, {"meng-etal-1992-comparing"}, set()),
        ({"test": "hittner_may_silver"}, {"hittner-etal-2003-monte"}, set()),
        ({"test": "dunn_clark"}, {"dunn-clark-1969-correlation"}, set()),
        ({"test": "bootstrap"}, {EFRON}, {PHIPSON}),
        ({"interval": "bca"}, {"efron-1987-better"}, {EFRON}),
        ({"interval": "fisher"}, {"fisher-1921-probable"}, {EFRON, BONETT}),
        ({"interval": "fisher", "coefficient": "kendall"}, {"fisher-1921-probable", BONETT}, {EFRON}),
        ({"interval": "none"}, {DEUTSCH}, {EFRON}),
        ({"correction": "bh"}, {"benjamini-hochberg-1995-controlling"}, {"holm-1979-simple"}),
        ({"correction": "by"}, {"benjamini-yekutieli-2001-control"}, {"holm-1979-simple"}),
        ({"correction": "bonferroni"}, {"dunn-1961-multiple"}, {"holm-1979-simple"}),
        ({"correction": "none"}, {DEUTSCH}, {"holm-1979-simple", "dunn-1961-multiple"}),
        ({"coefficient": "tau_c"}, {"stuart-1953-estimation"}, {"kendall-1945-treatment"}),
        ({"coefficient": "gamma"}, {"goodman-kruskal-1954-measures"}, {"kendall-1945-treatment"}),
        ({"tests": False}, {EFRON}, {PHIPSON, "holm-1979-simple", "freitag-etal-2022-results"}),
        ({"baseline": HOSTILE[0]}, {PHIPSON}, {"freitag-etal-2022-results"}),
    ],
)  # fmt: skip
def test_only_what_was_used_is_cited(settings, cited, not_cited):
    found = set(described(**settings).cited)
    assert cited <= found
    assert not not_cited & found


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"over": "inputs"},
            "inputs were resampled with replacement, systems kept. They apply to these systems",
        ),
        ({"clusters": "dom<ain>"}, "inputs by whole groups of ‘dom<ain>’"),
        ({"standardize": "cells"}, "z-scored over all its scores"),
        ({"alternative": "greater"}, "one-sided (the metric better than its rival)"),
        ({"baseline": HOSTILE[1]}, f"the baseline ‘{HOSTILE[1]}’"),
        ({"confidence": 0.9}, "Confidence intervals (90%)"),
        ({"alpha": 0.01}, "α = 0.01"),
        ({"resamples": 9999}, "in all 512 arrangements"),
        ({"correction": "none"}, "not corrected for multiple tests"),
        ({"metrics": HOSTILE[0]}, "compared one metric with"),
        ({"interval": "bca"}, "bias-corrected and accelerated (BCa) bootstrap intervals"),
        (
            {"level": "input", "test": "williams", "as_published": True},
            "with averaged correlations and n = systems at the input level, as published",
        ),
        (
            {"level": "global", "test": "williams", "interval": "fisher", "as_published": True},
            "with n = outputs, as though these were independent, at the global level, as published",
        ),
        ({}, "No score was missing."),
    ],
)
def test_settings_are_said(settings, said):
    assert said in described(**settings).text


def test_without_randomness_there_is_no_seed():
    text = described(test="williams", interval="fisher", beside=()).text
    assert "seed" not in text
    assert "resamples" not in text


def test_latex_cites_by_key(resampled):
    found = resampled.methods()
    assert rf"\citep{{{EFRON},{DEUTSCH}}}" in found.latex
    shown = read_latex(re.sub(r"~\\citep\{[^}]*\}", "", found.latex))
    labels = {entry.label for entry in read_references().values()}
    plain = re.sub(r" \(([^()]*)\)", lambda m: "" if set(m[1].split("; ")) <= labels else m[0], found.text)
    assert shown == plain


@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_without_systems_none_are_mentioned(test):
    text = systemless_comparison(test=test, interval="percentile").methods().text
    assert "on 12 items" in text
    assert "items were resampled with replacement" in text
    assert "system" not in text


def test_system_scores_are_described():
    text = counted_comparison().methods().text
    assert "The system level is one correlation of the systems' scores." in text
    assert "A system's score by ‘alpha’ and ‘beta’ is the corpus score" in text
    assert "(Deutsch et al., 2021) (at the system level without ‘alpha’ and ‘beta’" in text
    medians = counted_comparison(aggregate="median").methods()
    assert "is the median of its outputs' scores (Graham, 2015), by the human their mean." in medians.text
    assert "graham-2015-evaluating" in medians.bibtex
    assert "systems' mean scores" in counted_comparison(aggregate="mean").methods().text
    assert "A system's score" not in counted_comparison(level="input").methods().text
    assert "median" not in counted_comparison(level="input", aggregate="median").methods().text
