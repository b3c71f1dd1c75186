"""The first screen of a page on other references says what its intervals say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from tests.small_comparisons import shown_interval

import trueness
from trueness.studies.references.view import ReferenceView


@pytest.fixture(scope="module")
def found(pocket, pocket_texts):
    people = pocket.select(scorers=["coverage"])
    return trueness.references(
        people, texts=pocket_texts, metrics=["rouge1_f", "bleu"], over="inputs", resamples=49, rng=1
    )


def widths(found):
    return np.array([(row.varied_high - row.varied_low) / (row.high - row.low) - 1 for row in found.widening])


def test_the_numbers_are_those_of_the_intervals(found, pocket_texts):
    typical, widest, best, references = ReferenceView().head(found).tiles
    wider = widths(found)
    assert (typical.value, widest.value) == (f"{np.median(wider):.0%} wider", f"{wider.max():.0%}")
    row = found.widening[int(wider.argmax())]
    assert widest.text == (
        f"‘{row.metric}’: {shown_interval(row.varied_low, row.varied_high)} in place of "
        f"{shown_interval(row.low, row.high)}"
    )
    top = max(found.widening, key=lambda row: row.estimate)
    assert (best.value, best.interval) == (
        f"{top.estimate:.2f}",
        shown_interval(top.varied_low, top.varied_high),
    )
    assert references.value == str(max(len(row.references) for row in pocket_texts.rows))


def test_where_all_is_undefined_there_is_no_number(found):
    rows = tuple(dataclasses.replace(row, widening=math.nan) for row in found.widening)
    assert ReferenceView().head(dataclasses.replace(found, widening=rows)).tiles == ()
