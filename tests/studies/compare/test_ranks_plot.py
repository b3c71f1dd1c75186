"""The figure of ranks shows the table of ranks; where that is withheld there is none."""

from __future__ import annotations

import pytest

import trueness
from trueness.errors import ArgumentError
from trueness.study.rows import as_row


@pytest.fixture(scope="module")
def found(pocket):
    return trueness.compare(pocket, human="coverage", coefficient="kendall", resamples=99)


@pytest.mark.parametrize("level", ["system", "input"])
def test_its_data_are_the_rows_of_the_table(found, level):
    rows = [as_row(row) for row in found.ranks if row.level == level]
    expected = sorted(rows, key=lambda row: (row["estimate"] != row["estimate"], -row["estimate"]))
    drawn = found.plot(f"ranks-kendall-{level}")
    assert drawn.data == expected
    assert f"at the {level} level" in drawn.caption
    assert {row["metric"] for row in drawn.data} == set(found.metrics)


def test_there_is_none_without_tests_of_all_pairs(pocket, found):
    baseline = trueness.compare(
        pocket, human="coverage", coefficient="kendall", baseline=found.metrics[0], resamples=99
    )
    with pytest.raises(ArgumentError, match="`name` must be one of 'intervals-kendall'"):
        baseline.plot("ranks")
