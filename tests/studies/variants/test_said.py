"""What is said of variants: findings and cautions."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.studies.variants.conftest import QUICK, made

from trueness.studies.variants.said import variants_conclusions
from trueness.studies.variants.study import variants


def test_what_is_known_is_said(found):
    codes = {caution.code for caution in found.cautions}
    assert {"uncorrected_tests", "few_systems_in_halves", "system_scores"} <= codes
    assert found.conclusions[0].startswith(f"Of 9 metrics, '{found.best}' agrees best with 'arithmetic mean'")
    assert any("without correction" in sentence for sentence in found.conclusions)


@pytest.mark.parametrize(
    ("n_tied", "end"),
    [
        (0, "All 8 others are outperformed."),
        (1, "We cannot tell it from 1 other; 7 are outperformed."),
        (7, "We cannot tell it from 7 others; 1 is outperformed."),
        (8, "We cannot tell it from 8 others."),
    ],
)
def test_how_many_are_tied_with_the_best_is_said(found, n_tied, end):
    rows = tuple(
        dataclasses.replace(row, optimal_default_adjusted=k <= n_tied) for k, row in enumerate(found.variants)
    )
    assert variants_conclusions(dataclasses.replace(found, variants=rows))[0].endswith(end)


def test_of_one_alone_nothing_is_compared_and_without_a_correlation_nothing_is_told(found):
    alone = variants_conclusions(dataclasses.replace(found, variants=found.variants[:1], luck=()))
    assert alone[0].startswith(f"'{found.best}' agrees with 'arithmetic mean' over systems: ")
    nothing = tuple(dataclasses.replace(row, estimate=math.nan) for row in found.variants)
    (said,) = variants_conclusions(dataclasses.replace(found, variants=nothing))
    assert said.startswith("We cannot tell which metric agrees best")


@pytest.mark.parametrize(
    ("answer", "start"),
    [
        ("yes", "✓ Quote the "),
        ("no", "✗ Do not quote the "),
        ("cannot_tell", "? We cannot tell how much of its "),
    ],
)
def test_whether_its_correlation_may_be_quoted_follows_the_rule(found, answer, start):
    decided = tuple(dataclasses.replace(one, answer=answer) for one in found.decisions)
    said = variants_conclusions(dataclasses.replace(found, decisions=decided))
    assert said[1].startswith(start)
    assert "other systems and inputs" in said[1]


def test_too_few_units_for_halves_are_a_caution():
    found = variants(made(systems=5), human="coverage", **QUICK)
    assert [row.over for row in found.luck] == ["inputs"]
    messages = [c.message for c in found.cautions if c.code == "no_halves"]
    assert len(messages) == 2
    assert "needs 6 of them; there are 5" in messages[0]


def test_metrics_without_a_correlation_are_counted_and_neither_optimal_nor_outperformed(table):
    values = table.values.copy()
    values[3, :, :9] = 0.0  # its medians are all equal
    flat = dataclasses.replace(table, values=values)
    found = variants(flat, human="coverage", halves=["inputs"], **QUICK)
    row = found.variants[-1]
    assert row.metric == "rouge1_recall:median"
    assert math.isnan(row.estimate)
    assert not (row.optimal)
    assert not (row.optimal_adjusted)
    assert not (row.optimal_default)
    assert "'rouge1_recall:median'" in next(
        c.message for c in found.cautions if c.code == "undefined_variants"
    )
