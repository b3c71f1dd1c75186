"""Captions and the methods paragraph say which inputs and systems varied in whole groups."""

from __future__ import annotations

import types

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare import captions
from trueness.studies.compare.cluster_words import clusters_that_vary, in_brackets
from trueness.studies.compare.study import compare


def said(over, *, inputs=None, systems=None, **options):
    selection = types.SimpleNamespace(clusters=inputs, system_clusters=systems)
    return clusters_that_vary(types.SimpleNamespace(selection=selection), over, **options)


def test_words():
    both = {"inputs": "document", "systems": "family"}
    assert said("both", **both) == ("by groups of ‘document’", "systems by groups of ‘family’")
    assert said("systems", **both) == ("systems by groups of ‘family’",)
    assert said("inputs", **both, named="items ") == ("items by groups of ‘document’",)
    assert said("these", **both) == ()
    assert said("both") == ()
    assert said("systems", systems="family", whole="whole groups") == ("systems by whole groups of ‘family’",)
    # a swap of single outputs swaps those of a family together, and no whole inputs
    selection = types.SimpleNamespace(clusters="document", system_clusters="family")
    result = types.SimpleNamespace(selection=selection)
    assert clusters_that_vary(result, "both", inputs=("inputs", "rows_then_columns")) == (
        "systems by groups of ‘family’",
    )
    assert in_brackets(()) == ""
    assert in_brackets(("a", "b")) == " (a, b)"


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(12, 1))
    values = np.stack([quality + 0.5 * rng.normal(size=(12, 6)) for _ in range(3)])
    scorers = (Scorer("h", "human"), Scorer("a", "metric"), Scorer("b", "metric"))
    return ScoreTable(
        scorers,
        tuple(f"s{k:02}" for k in range(12)),
        tuple("uvwxyz"),
        values,
        input_groups={"document": tuple("ppqqrr")},
        system_groups={"family": tuple(f"f{k // 2}" for k in range(12))},
    )


def found_of(table, **options):
    return compare(
        table,
        level="system",
        coefficient="pearson",
        resamples=99,
        rng=1,
        clusters="document",
        system_clusters="family",
        **options,
    )


def test_what_is_resampled_and_swapped_is_said_of_a_comparison(table):
    found = found_of(table, test="permutation", interval="percentile")
    caption = captions.tests_caption(found, found.tests)
    assert "whole systems (systems by groups of ‘family’)" in caption
    assert (
        "systems and inputs (inputs by whole groups of ‘document’, systems by whole groups of ‘family’)"
        in caption
    )
    paragraph = found.methods().text
    assert "inputs by whole groups of ‘document’, systems by whole groups of ‘family’" in paragraph


def test_what_is_left_out_is_said_of_a_comparison(table):
    found = found_of(table)
    groups = "inputs by whole groups of ‘document’", "systems by whole groups of ‘family’"
    assert f"two-way jackknife interval ({', '.join(groups)})" in captions.tests_caption(found, found.tests)
    paragraph = found.methods().text
    assert (
        "Left out were inputs by whole groups of ‘document’ and systems by whole groups of ‘family’."
        in paragraph
    )
    assert "whole groups" not in found_of(table, applies_to="these").methods().text
