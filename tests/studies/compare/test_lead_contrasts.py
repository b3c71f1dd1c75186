"""The leads of one metric over another in groups, and by human scores: numbers, decisions, what is refused."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, UnknownNameError, UnsupportedMethodError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.statistics.corrections import adjust
from trueness.studies.compare.lead_contrasts import UNEVEN

GROUPS = ("de",) * 20 + ("en",) * 24 + ("is",) * 5
ASKED = {"metrics": ("one", "two", "three"), "contrast": ("one", "two")}


def made(groups=GROUPS, more=0.0, systems=16, seed=0):
    rng = np.random.default_rng(seed)
    m = len(groups)
    quality = rng.normal(size=(systems, 1)) + 0.7 * rng.normal(size=(systems, m))
    people = quality + 0.5 * rng.normal(size=(2, systems, m))
    metrics = quality + np.array([0.8, 1.2, 0.6])[:, None, None] * rng.normal(size=(3, systems, m))
    metrics[1] += more * (np.array(groups) == "en") * rng.normal(size=(systems, m))
    return ScoreTable(
        (
            *(Scorer(name, "human") for name in ("adequacy", "fluency")),
            *(Scorer(name) for name in ("one", "two", "three")),
        ),
        tuple(f"s{i:02}" for i in range(systems)),
        tuple(f"d{j:02}" for j in range(m)),
        np.concatenate([people, metrics]),
        input_groups={"language": tuple(groups), "topic": tuple(f"t{j // 2}" for j in range(m))},
    )


def by_groups(table, **more):
    return trueness.facets(table, human="adequacy", by="language", rng=1, **{**ASKED, **more})


@pytest.fixture(scope="module")
def found():
    return by_groups(made(more=4.0))


def decided(found, level="input", coefficient="pearson"):
    return next(
        one
        for one in found.decisions
        if (one.rule, one.level, one.coefficient) == ("lead_depends", level, coefficient)
    )


def test_leads_are_those_that_tests_in_the_group_are_of(found):
    """By the same jackknife: estimates, limits and p-values are those of the comparison in the group."""
    leads = [row for row in found.contrasts if not row.other_facet]
    assert {row.facet for row in leads} == {"de", "en"}
    for row in leads:
        (test,) = (
            one
            for one in found.tests
            if (one.facet, one.metric, one.rival, one.level, one.coefficient)
            == (row.facet, "one", "two", row.level, row.coefficient)
        )
        assert row.estimate == pytest.approx(test.estimate, abs=1e-12)
        assert (row.low, row.high) == pytest.approx((test.low, test.high), abs=1e-9)
        assert row.pvalue == pytest.approx(test.pvalue, rel=1e-9)
        assert math.isnan(row.pvalue_adjusted)


def test_differences_are_those_of_leads_corrected_over_pairs_of_facets():
    found = by_groups(made(more=4.0), smallest_group=5, level="input")
    for coefficient in ("pearson", "spearman", "kendall"):
        rows = [row for row in found.contrasts if row.coefficient == coefficient]
        lead = {row.facet: row.estimate for row in rows if not row.other_facet}
        between = [row for row in rows if row.other_facet]
        assert [(row.facet, row.other_facet) for row in between] == [("de", "en"), ("de", "is"), ("en", "is")]
        for row in between:
            assert row.estimate == pytest.approx(lead[row.facet] - lead[row.other_facet])
            assert (row.low < 0 < row.high) == (row.pvalue > 0.05)
        np.testing.assert_allclose(
            [row.pvalue_adjusted for row in between], adjust([row.pvalue for row in between], "holm")
        )


def test_a_lead_that_depends_on_the_language_is_found(found):
    one = decided(found)
    assert (one.answer, one.about, one.names) == ("yes", "one over two", ("de and en",))
    assert (
        "The lead of 'one' over 'two' depends on ‘language’ (input level, Pearson's r)"
        in found.conclusions[1]
    )


def test_a_lead_that_does_not_is_shown_to_within_a_margin():
    found = by_groups(made(), level="input", coefficient="pearson", margin=0.5)
    assert decided(found).answer == "no"
    assert "does not depend on ‘language’ by 0.50 or more" in found.conclusions[0]
    assert (
        decided(by_groups(made(), level="input", coefficient="pearson", margin=0.01)).answer == "cannot_tell"
    )


def test_human_scores_are_facets_of_the_same_outputs():
    table = made()
    found = trueness.facets(table, human=["adequacy", "fluency"], rng=1, **ASKED)
    rows = [row for row in found.contrasts if (row.level, row.coefficient) == ("input", "pearson")]
    assert [(row.facet, row.other_facet) for row in rows] == [
        ("adequacy", ""),
        ("fluency", ""),
        ("adequacy", "fluency"),
    ]
    # what both have in common is no error of the difference
    widths = [row.high - row.low for row in rows]
    assert widths[2] < np.hypot(widths[0], widths[1])
    turned = trueness.facets(table, human=["fluency", "adequacy"], rng=1, **ASKED)
    other = next(
        row
        for row in turned.contrasts
        if row.other_facet and (row.level, row.coefficient) == ("input", "pearson")
    )
    assert other.estimate == pytest.approx(-rows[2].estimate)
    assert other.pvalue == pytest.approx(rows[2].pvalue, rel=1e-5)


def test_clusters_are_left_out_as_a_whole():
    single, whole = (
        by_groups(made(), level="input", coefficient="pearson", **more)
        for more in ({}, {"clusters": "topic"})
    )
    assert [row.n_inputs for row in single.contrasts] == [20, 24, 20]
    assert [row.n_inputs for row in whole.contrasts] == [10, 12, 10]
    assert whole.contrasts[2].estimate == pytest.approx(single.contrasts[2].estimate)
    assert whole.contrasts[2].pvalue != single.contrasts[2].pvalue


def test_groups_of_other_sizes_say_nothing_of_ranking_systems():
    """Metrics with much noise: with fewer inputs every lead is smaller."""
    table = made(("de",) * 10 + ("en",) * 90, systems=60)
    rng = np.random.default_rng(1)
    values = table.values.copy()
    values[2:] += np.array([1.5, 5, 1])[:, None, None] * rng.normal(size=values[2:].shape)
    found = by_groups(dataclasses.replace(table, values=values), coefficient="pearson")
    system, level = decided(found, "system"), decided(found, "input")
    assert (system.answer, system.reason) == ("cannot_tell", "shift_by_inputs")
    assert level.reason == "pvalue_adjusted"
    row = next(row for row in found.contrasts if row.other_facet and row.level == "system")
    assert row.unknown == UNEVEN
    assert math.isnan(row.pvalue)
    assert "(--level input)" in found.conclusions[0]


def test_what_is_unknown_in_a_group_says_why():
    table = made(systems=8)
    values = table.values.copy()
    values[2, :, :20] = 1.0  # in the first language a metric gives every output the same score
    found = by_groups(dataclasses.replace(table, values=values), level="input", coefficient="pearson")
    assert decided(found).answer == "cannot_tell"
    assert decided(found).undefined == ("de",)
    (caution,) = (one for one in found.cautions if one.code == "lead_unknown")
    why = "'one' has no correlation with people: scores of one of them are all alike"
    assert f"‘de’: {why}." in caution.message
    assert [row.unknown for row in found.contrasts] == [why, "", why]


def test_other_coefficients_are_left_out_and_named():
    found = by_groups(made(), level=["input", "global"], coefficient=["pearson", "gamma"])
    assert {(row.level, row.coefficient) for row in found.contrasts} == {("input", "pearson")}
    (caution,) = (one for one in found.cautions if one.code == "not_contrasted")
    assert "gamma (input level)" in caution.message
    assert "pearson (global level)" in caution.message


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"contrast": ("one", "other")}, UnknownNameError, "no compared metric is called 'other'"),
        ({"contrast": ("one",)}, ArgumentError, "must name two metrics"),
        ({"contrast": ("one", "one")}, ArgumentError, "must name two metrics"),
        ({"test": "permutation"}, UnsupportedMethodError, "the test 'permutation' compares"),
        ({"test": "williams", "level": "system"}, UnsupportedMethodError, "the test 'williams' compares"),
        ({"test": "bootstrap"}, UnsupportedMethodError, "the test 'bootstrap' compares"),
        ({"applies_to": "these"}, UnsupportedMethodError, "inputs to apply to"),
        ({"alternative": "greater"}, UnsupportedMethodError, "in both directions"),
        ({"coefficient": "gamma"}, UnsupportedMethodError, "gamma"),
        ({"level": "global"}, UnsupportedMethodError, "global level"),
        (
            {"applies_to": "inputs", "level": "system", "coefficient": "kendall"},
            UnsupportedMethodError,
            "steps",
        ),
    ],
)
def test_what_has_no_promise_is_refused(more, error, words):
    with pytest.raises(error, match=words):
        by_groups(made(), **more)


def test_one_facet_is_refused():
    with pytest.raises(ArgumentError, match="here there is one"):
        trueness.compare(made(), human="adequacy", **ASKED)
    with pytest.raises(ArgumentError, match="here there is one"):
        trueness.facets(made(), human=["adequacy"], **ASKED)


def test_a_manifest_repeats_it(found, tmp_path):
    path = write_manifest(manifest_of(found), tmp_path / "m.json")
    again = rerun(read_manifest(path), sources=[made(more=4.0)])
    assert differences(read_manifest(path), again) == []
    assert again.contrasts
    assert dict(found.signature.parts)["contrast"] == "one+two"


def test_not_asked_for_nothing_is_there():
    found = trueness.facets(made(), human="adequacy", by="language", rng=1, level="input")
    assert found.contrasts == ()
    assert not any(one.rule == "lead_depends" for one in found.decisions)
