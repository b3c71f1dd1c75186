from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer
from trueness.errors import ArgumentError, DataError, KeyMismatchError
from trueness.studies.equivalence.conditions import Conditions, common_metrics, match_conditions, part_name


def test_outputs_are_matched_by_name_not_by_place(judged_table):
    table, other = judged_table(), judged_table(1, noise=0.5)
    turned = dataclasses.replace(
        other,
        systems=other.systems[::-1],
        inputs=other.inputs[::-1],
        values=other.values[:, ::-1, ::-1],
        annotations={},
    )
    found = match_conditions(table, turned, ("relevance",), ("good", "errors"), "de")
    assert found.names == {"good": "good [de]", "errors": "errors [de]"}
    np.testing.assert_array_equal(found.table.matrix("good [de]"), other.matrix("good"))
    np.testing.assert_array_equal(found.table.oriented("errors [de]"), -other.matrix("errors"))
    np.testing.assert_array_equal(found.table.matrix("relevance"), table.matrix("relevance"))
    assert found.cautions == ()


def test_what_has_no_counterpart_is_left_out_with_a_warning(judged_table):
    table, other = judged_table(), judged_table(1, noise=0.5)
    part = other.select(systems=other.systems[:9])
    found = match_conditions(table, part, ("relevance",), ("good",), "de")
    assert found.table.systems == table.systems[:9]
    (caution,) = found.cautions
    assert (caution.code, caution.severity) == ("unmatched", "warning")
    assert "3 systems of the reference and 0 of 'de'" in caution.message


def test_other_human_scores_are_noticed(judged_table):
    table, other = judged_table(), judged_table(1)
    values = other.values.copy()
    values[0, 0, 0] += 1
    changed = dataclasses.replace(other, values=values, annotations={})
    (caution,) = match_conditions(table, changed, ("relevance",), ("good",), "de").cautions
    assert caution.code == "other_human"


def test_a_name_that_is_taken(judged_table):
    table = judged_table()
    table = table.with_scores(Scorer("good [de]", "metric"), np.zeros(table.shape[1:]))
    both = match_conditions(table, judged_table(1), ("relevance", "good [de]"), ("good",), "de")
    assert both.names == {"good": "good [de]'"}


def test_what_does_not_go_together(judged_table):
    table, other = judged_table(), judged_table(1)
    renamed = dataclasses.replace(other, systems=tuple(f"x{k}" for k in range(12)))
    with pytest.raises(KeyMismatchError, match="must share a system"):
        match_conditions(table, renamed, ("relevance",), ("good",), "de")
    with pytest.raises(DataError, match="lacks all of the metrics 'rouge'"):
        common_metrics(table, other, ("rouge",), "de")
    with pytest.raises(DataError, match="say so of both: --lower-is-better good"):
        common_metrics(table, other.with_orientation(lower_is_better=["good"]), ("good",), "de")
    assert common_metrics(table, other.select(scorers=["good", "relevance"]), ("good", "twin"), "de") == (
        "good",
    )


def test_every_condition_has_a_part_of_its_own(judged_table):
    table, other, third = judged_table(), judged_table(1), judged_table(2)
    given = Conditions.of(table, {"scores": other, "scores'": third, "de": other})
    assert list(given.parts) == ["scores", "scores'", "scores''", "de"]
    assert Conditions.of_parts(given.parts) == given
    assert part_name("scores") == "scores'"
    assert Conditions.of(table).parts == {"scores": table}
    with pytest.raises(ArgumentError, match="must name a condition"):
        Conditions.of(table, {})
