"""Both intervals of a correlation, with the references at hand and with others."""

from __future__ import annotations

import dataclasses
import math
import types

import pytest

from trueness.studies.references.reference_lines import reference_lines
from trueness.studies.references.rows import WideningRow
from trueness.studies.references.settings import ReferencesSettings

NAN = math.nan


def row(metric, estimate, widening, human="people"):
    limits = (estimate, estimate - 0.1, estimate + 0.1, estimate - 0.3, estimate + 0.2)
    return WideningRow(metric, human, "system", "pearson", *limits, widening, 2, 5, 20, 0, 99)


@pytest.fixture(scope="module")
def found():
    rows = (row("<b>", 0.2, 0.5), row("m", 0.6, -0.25), row("none", NAN, NAN), row("m", 0.3, 1.0, "人"))
    return types.SimpleNamespace(widening=rows, settings=ReferencesSettings())


def test_every_metric_has_both_intervals(found):
    drawn = reference_lines(found, "people", "system", "pearson")
    assert [one["metric"] for one in drawn.data] == ["m", "<b>", "none"]
    for said in (
        "m, with the references at hand: 0.600 [0.500, 0.700]; 25% narrower<",
        "m, with other references: 0.600 [0.300, 0.800]; 25% narrower<",
        "&lt;b&gt;, with other references: 0.200 [−0.100, 0.400]; 50% wider<",
        "none, with other references: undefined<",
    ):
        assert said in drawn.svg
    assert drawn.caption.startswith(
        "Where references could have been others intervals are typically 12% wider (the median of 2)."
    )


def test_names_of_human_scorers_that_no_file_can_have_are_told_apart(found):
    names = [reference_lines(found, human, "system", "pearson").name for human in ("people", "人")]
    assert names == ["references-1-pearson-system", "references-2-pearson-system"]
    assert "typically" not in reference_lines(found, "人", "system", "pearson").caption


def test_the_rows_are_those_of_the_study(found):
    (one,) = reference_lines(found, "人", "system", "pearson").data
    assert one == dataclasses.asdict(found.widening[3])
