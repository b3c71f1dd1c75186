"""What is counted over tests."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.studies.conditions.tallies import annotator_rows, share_rows
from trueness.studies.equivalence.rows import MarginRow
from trueness.studies.equivalence.study import equivalence


@pytest.fixture(scope="module")
def tested(judged_table):
    return equivalence(
        judged_table(),
        against={"spa": judged_table(1, noise=0.2)},
        margin=0.1,
        method="anderson_hauck",
        test="none",
        coefficient="pearson",
    )


def of(tested, **changes):
    rows = tuple(
        dataclasses.replace(row, **{name: values[k] for name, values in changes.items()})
        for k, row in enumerate(tested.tests)
    )
    (found,) = share_rows({("0.1", "anderson_hauck"): dataclasses.replace(tested, tests=rows)})
    return found


def test_a_small_p_value_on_no_data_does_not_count(tested):
    nan = float("nan")
    found = of(
        tested,
        pvalue=(0.01, 0.01, 0.2, nan),
        too_wide=(False, True, False, False),
        equivalent=(True, False, False, False),
        verdict=("equivalent", "undecided", "better", "undefined"),
    )
    assert (found.n_tests, found.n_undefined, found.n_equivalent, found.n_equivalent_adjusted) == (4, 1, 1, 1)
    assert (found.share_equivalent, found.n_different) == (0.25, 1)


def test_both_margins_come_from_the_same_correlations():
    row = MarginRow("m", "h", "global", "kendall", 0.1, (0.1, 0.2, 0.4))
    (found,) = annotator_rows({("sd", "h"): [row], ("range", "h"): [row], ("0.05", "h"): []})
    assert found.sd == pytest.approx(0.15275252316519466)
    assert found.range == pytest.approx(0.3)
