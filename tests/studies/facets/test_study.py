"""Metrics by several human scorers: for each the numbers of a comparison by itself; what is refused."""

from __future__ import annotations

import dataclasses

import pytest

import trueness
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun


def test_each_is_the_comparison_by_itself(table, found, asked):
    assert tuple(found.comparisons) == ("relevance", "fluency", "mean(relevance,fluency)")
    assert found.metrics == ("good", "twin", "poor", "errors")
    declared = table.with_role("human", ["fluency"])
    for human, comparison in found.comparisons.items():
        alone = trueness.compare(declared, human=human, **asked)
        for name in ("estimates", "tests", "ranks", "sensitivity"):
            assert repr(alone.rows_of(name)) == repr(comparison.rows_of(name))
        assert found.of(human) is comparison
    rows = found.rows_of("tests")
    assert [row.facet for row in rows] == [
        human for human in found.comparisons for _ in range(len(rows) // 3)
    ]
    assert {field.name for field in dataclasses.fields(rows[0])} >= {"facet", "pvalue_adjusted", "verdict"}


def test_the_human_scores_themselves(table, found):
    assert [row.human for row in found.humans] == list(found.comparisons)
    assert len(found.between) == 3 * 4
    for row in found.between:
        values = {name: found.table.matrix(name) for name in (row.human, row.other)}
        wanted = trueness.stats.correlate(
            values[row.human], values[row.other], row.level, row.coefficient
        ).estimate
        assert row.estimate == wanted


def test_a_manifest_repeats_it(table, found, tmp_path):
    path = write_manifest(manifest_of(found), tmp_path / "m.json")
    again = rerun(read_manifest(path), sources=[table])
    assert differences(read_manifest(path), again) == []


def test_all_declared_ones_by_default(table):
    declared = table.with_role("human", ["fluency"])
    found = trueness.facets(declared, tests=False, interval="none", rng=1)
    assert tuple(found.comparisons) == ("relevance", "fluency")
    assert found.tests == ()
    assert not any(caution.code == "corrected_over_facets" for caution in found.cautions)


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ({"human": ()}, ArgumentError, "at least one"),
        ({"human": ["relevance", "fluent"]}, UnknownNameError, "no scorer is called 'fluent'"),
        ({"human": ["relevance", "fluency"], "baseline": "fluency"}, ArgumentError, "is a human scorer"),
        ({"human": ["relevance", "good"], "metrics": ["good"]}, DataError, "no metric to compare"),
    ],
)
def test_what_cannot_be_compared_is_refused(table, asked, error, words):
    with pytest.raises(error, match=words):
        trueness.facets(table, **asked)


def test_without_a_declaration_the_humans_have_to_be_named(table):
    bare = dataclasses.replace(
        table, scorers=tuple(dataclasses.replace(scorer, role=None) for scorer in table.scorers)
    )
    with pytest.raises(DataError, match="which scorers are the human ones"):
        trueness.facets(bare)
