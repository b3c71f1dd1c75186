"""Inputs that are parts of documents: documents are the units, unless it is said otherwise."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.study.units import whole_column

PER = 4


def parts(n_documents=14, name="document", seed=0) -> trueness.ScoreTable:
    rng = np.random.default_rng(seed)
    of = np.repeat(np.arange(n_documents), PER)
    liked = rng.normal(size=(6, n_documents))[:, of]
    people = liked + 0.5 * rng.normal(size=(6, len(of)))
    return trueness.ScoreTable(
        (trueness.Scorer("people", "human"), trueness.Scorer("m", "metric")),
        tuple(f"s{k}" for k in range(6)),
        tuple(f"i{k}" for k in range(len(of))),
        np.stack([people, people + rng.normal(size=people.shape)]),
        input_groups={name: tuple(f"d{k}" for k in of)},
    )


def codes(result) -> set[str]:
    return {caution.code for caution in result.cautions}


ASKED = {
    "compare": lambda table, **more: trueness.compare(table, level="input", coefficient="pearson", **more),
    "systems": lambda table, **more: trueness.systems(table, rng=1, **more),
    "judge": lambda table, **more: trueness.judge(table, judges="m", rng=1, **more),
    "disagreements": trueness.disagreements,
}


@pytest.mark.parametrize("study", ASKED)
def test_documents_are_the_units_as_if_they_were_named(study):
    table = parts()
    found, named, each = (
        ASKED[study](table, **more) for more in ({}, {"clusters": "document"}, {"clusters": "none"})
    )
    assert found.signature == named.signature
    assert found.selection == named.selection
    assert found.to_dict()["conclusions"] == named.to_dict()["conclusions"]
    assert found.cautions == named.cautions
    assert "whole_units" in codes(found) - codes(each)
    assert found.signature != each.signature
    assert "parts_of_documents" in codes(each) - codes(found)


def test_what_was_said_is_repeated():
    for clusters in (None, "none", "document"):
        first = trueness.systems(parts(), rng=1, clusters=clusters)
        again = trueness.systems(parts(), **first.arguments)
        assert [row.pvalue for row in again.pairs] == [row.pvalue for row in first.pairs]
        assert again.selection == first.selection


def test_units_are_said_with_the_way_out():
    (note,) = [one for one in trueness.systems(parts(), rng=1).cautions if one.code == "whole_units"]
    assert note.severity == "note"
    assert note.message.startswith("The 56 inputs belong to 14 documents.")
    assert note.message.endswith("add --clusters none.")


@pytest.mark.parametrize("test", ["wilcoxon", "rank_sum"])
def test_a_test_that_knows_no_units_but_inputs_has_the_warning_instead(test):
    found = trueness.systems(parts(), test=test, rng=1)
    assert found.selection.clusters is None
    assert "parts_of_documents" in codes(found)


def test_where_nothing_is_said_of_other_inputs_units_do_not_matter():
    found = trueness.compare(parts(), level="system", coefficient="pearson", applies_to="systems")
    assert found.selection.clusters is None
    assert not codes(found) & {"whole_units", "parts_of_documents"}


@pytest.mark.parametrize(
    ("documents", "column"),
    [
        ([14], "document"),
        ([14, 20], "document"),
        ([1], None),  # all of one
    ],
)
def test_the_column_is_that_of_all_tables(documents, column):
    assert whole_column({str(k): parts(n) for k, n in enumerate(documents)}) == column


def test_tables_without_one_column_have_none():
    assert whole_column({"a": parts(), "b": parts(name="Doc")}) is None
    assert whole_column(parts(name="language")) is None


def test_many_equal_systems_are_told_apart_as_rarely_as_promised():
    """Where inputs are taken for independent this is 0.4 and more."""
    differ = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        scores = rng.normal(size=(6, 20))[:, np.repeat(np.arange(20), PER)] + rng.normal(size=(6, 20 * PER))
        table = trueness.ScoreTable(
            (trueness.Scorer("people", "human"),),
            tuple(f"s{k}" for k in range(6)),
            tuple(f"i{k}" for k in range(20 * PER)),
            scores[None],
            input_groups={"doc": tuple(f"d{k // PER}" for k in range(20 * PER))},
        )
        found = trueness.systems(table, rng=seed, resamples=999)
        differ += any(row.significant_adjusted for row in found.pairs)
    assert differ <= 6  # of 30 with .05 more than 6 are seen once in 1,700 such tests
