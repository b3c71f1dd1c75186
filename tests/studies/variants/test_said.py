"""What is said of variants: findings and cautions."""

from __future__ import annotations

import dataclasses
import math

from tests.studies.variants.conftest import QUICK, made

from trueness.studies.variants.study import variants


def test_what_is_known_is_said(found):
    codes = {caution.code for caution in found.cautions}
    assert {"uncorrected_tests", "few_systems_in_halves", "system_scores"} <= codes
    assert found.conclusions[0].startswith(f"Of 9 metrics '{found.best}' agrees best with 'arithmetic mean'")
    assert any("without correction" in sentence for sentence in found.conclusions)


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
