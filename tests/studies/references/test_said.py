"""What is said of intervals with other references: how much wider they are, then the one that changes most."""

from __future__ import annotations

import dataclasses
import math

import pytest

from trueness.studies.references.rows import WideningRow
from trueness.studies.references.said import references_conclusions

ROW = WideningRow(
    metric="bleu",
    human="people",
    level="system",
    coefficient="pearson",
    estimate=0.5,
    low=0.25,
    high=0.75,
    varied_low=0.2,
    varied_high=0.8,
    widening=0.2,
    n_references=3,
    n_inputs=7,
    n_cells=42,
    n_undefined_resamples=0,
    resamples=49,
)


def said(*widenings):
    names = ("bleu", "ter", "chrf")
    return references_conclusions(
        [
            dataclasses.replace(ROW, metric=name, widening=one)
            for name, one in zip(names, widenings, strict=False)
        ]
    )


@pytest.mark.parametrize(
    ("widenings", "much"),
    [
        ((0.2, 0.7), "20% to 70% wider"),
        ((-0.1, 0.7), "10% narrower to 70% wider"),
        ((-0.2, -0.1), "20% to 10% narrower"),
        ((0.2, 0.2), "20% wider"),
    ],
)
def test_the_answer_says_between_what_all_lie(widenings, much):
    assert said(*widenings)[0] == (
        f"Intervals of these correlations are {much} if the references could have been others. "
        "Quote those with other references."
    )


def test_the_one_that_changes_most_is_named():
    assert said(0.2, 0.7)[1] == (
        "The largest change is [0.20, 0.80] instead of [0.25, 0.75] for 'ter' "
        "(Pearson's r 0.50 with 'people', system level)."
    )


def test_of_one_alone_its_own_interval_is_said():
    first, second = said(0.2)
    assert first.startswith("The interval of this correlation is 20% wider if")
    assert first.endswith("Quote the one with other references.")
    assert second.startswith("It is [0.20, 0.80] instead of [0.25, 0.75] for 'bleu'")


def test_what_is_undefined_is_said_last():
    assert len(said(0.2, math.nan)) == 3
    assert said(0.2, math.nan)[-1].startswith("Nothing is known of 'ter'")
    (only,) = said(math.nan, math.nan)
    assert only.startswith("Nothing is known of 'bleu', 'ter'")
