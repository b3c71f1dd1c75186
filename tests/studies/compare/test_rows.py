"""Rows become dictionaries whose keys are the column names."""

from __future__ import annotations

import dataclasses

from trueness.studies.compare.rows import Estimate, NormalityRow, PairTest, Rank, Sensitivity
from trueness.study.rows import Caution, as_row


def test_as_row_keeps_names_and_order():
    caution = Caution("few_systems", "warning", "There are 3 systems.")
    assert as_row(caution) == {
        "code": "few_systems",
        "severity": "warning",
        "message": "There are 3 systems.",
    }
    rank = Rank(
        metric="rouge",
        level="system",
        coefficient="kendall",
        estimate=0.5,
        may_be_best=True,
        pvalue_best=0.3,
        rank_low=1,
        rank_high=2,
        cluster=None,
        not_outperformed=True,
        n_beaten=1,
        n_beaten_by=0,
    )
    assert list(as_row(rank)) == [field.name for field in dataclasses.fields(Rank)]
    assert as_row(rank)["cluster"] is None


def test_every_field_is_documented():
    for kind in (Estimate, PairTest, Rank, Sensitivity, NormalityRow, Caution):
        for field in dataclasses.fields(kind):
            assert field.name in kind.__doc__, (kind, field.name)
