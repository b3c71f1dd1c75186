"""Which words a row gets by what is decided, at the edges."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.studies.partial.decided import explains, partial_decisions
from trueness.studies.partial.rows import PartialRow
from trueness.studies.partial.settings import PartialSettings

NAN = float("nan")
ROW = PartialRow(
    metric="bleu",
    given="length",
    before=0.5,
    before_low=0.3,
    before_high=0.7,
    estimate=0.1,
    low=-0.1,
    high=0.3,
    lost=0.4,
    lost_low=0.2,
    lost_high=0.6,
    pvalue=0.01,
    pvalue_adjusted=0.02,
    metric_with=0.6,
    human_with=0.5,
    explains="",
    n_outputs=99,
)
OTHER = dataclasses.replace(ROW, given="system", pvalue_adjusted=0.3, low=0.05)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "all"),
        ({"low": 0.01}, "part"),
        ({"lost": -0.1}, "hidden"),
        ({"pvalue_adjusted": 0.051}, "none shown"),
        ({"pvalue_adjusted": NAN}, ""),
        ({"estimate": NAN}, ""),
    ],
)
def test_how_much_is_explained(changes, expected):
    row = dataclasses.replace(ROW, **changes)
    decisions = partial_decisions([row, OTHER], PartialSettings(), "other inputs")
    assert explains(row, decisions) == expected
    assert explains(OTHER, decisions) == "none shown"


def test_each_metric_has_two_decisions():
    other = dataclasses.replace(ROW, metric="chrf", low=0.01)
    decisions = partial_decisions([ROW, other, OTHER], PartialSettings(), "other inputs")
    assert [(one.rule, one.about, one.answer, one.names) for one in decisions] == [
        ("goes_with", "bleu", "yes", ("length",)),
        ("keeps_agreeing", "bleu", "cannot_tell", ("system",)),
        ("goes_with", "chrf", "yes", ("length",)),
        ("keeps_agreeing", "chrf", "yes", ("length",)),
    ]
    assert {one.applies_to for one in decisions} == {"other inputs"}
