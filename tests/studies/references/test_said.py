"""What is said of intervals with other references: the answer first, on the page and in a terminal."""

from __future__ import annotations

import dataclasses
import math

import pytest

from trueness.studies.references.rows import WideningRow
from trueness.studies.references.said import answer, references_conclusions

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


def test_of_several_the_answer_comes_first():
    wider = dataclasses.replace(ROW, metric="ter", widening=0.7)
    said = references_conclusions([ROW, wider])
    assert said[0] == answer([ROW, wider])
    assert (
        said[0]
        == "Intervals of correlations are from 20% to 70% wider where references could have been others."
    )
    assert said[1].startswith(
        "'bleu' with 'people' (Pearson's r, system level): 0.500 [0.25, 0.75]; with other"
    )
    assert len(said) == 3


@pytest.mark.parametrize("widening", [0.2, math.nan])
def test_of_one_it_is_said_once(widening):
    (said,) = references_conclusions([dataclasses.replace(ROW, widening=widening)])
    assert said.endswith("undefined." if math.isnan(widening) else "20% wider.")


def test_where_all_is_undefined_there_is_no_answer():
    assert answer([dataclasses.replace(ROW, widening=math.nan)]) == ""
