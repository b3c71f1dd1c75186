from __future__ import annotations

import math

import pytest

from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest, undefined_equivalence
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.equivalence.equivalence_corrections import Compared, by_level, corrected_rows
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.equivalence_tests import NOTHING, PairEquivalence


def compared(metric, key, pvalue, difference=0.02, pvalue_difference=0.5, **more):
    if pvalue is None:
        test = undefined_equivalence(math.nan)
    else:
        test = EquivalenceTest(
            difference, -0.01, 0.05, pvalue, pvalue, pvalue, 0.05, **{"too_wide": False, **more}
        )
    item = PairEquivalence(
        (0, 1), key, 0.5, 0.5 - difference, Bounds(-0.1, 0.1), test, pvalue_difference, (9, 8, 72), NOTHING
    )
    return Compared(metric, "rival", "", "human", item)


SYSTEM, INPUT = ("system", "pearson"), ("input", "pearson")


def test_rows_are_sorted_by_level_and_corrected_within():
    found = by_level(
        [
            compared("a", SYSTEM, 0.01),
            compared("a", INPUT, 0.01),
            compared("b", SYSTEM, 0.04),
            compared("c", SYSTEM, None),
        ]
    )
    assert [(entry.metric, entry.item.key[0]) for entry in found] == [
        ("a", "system"),
        ("b", "system"),
        ("c", "system"),
        ("a", "input"),
    ]
    rows = corrected_rows(found, EquivalenceSettings(margin=0.1, correction="holm"))
    assert [row.pvalue_adjusted for row in rows[:2]] == pytest.approx([0.02, 0.04])
    assert math.isnan(rows[2].pvalue_adjusted)
    assert rows[3].pvalue_adjusted == 0.01
    assert [row.family_size for row in rows] == [2, 2, 2, 1]
    assert [row.equivalent for row in rows] == [True, True, False, True]
    assert (rows[0].n_systems, rows[0].n_inputs, rows[0].n_cells) == (9, 8, 72)


def test_an_anderson_hauck_test_on_no_data_shows_nothing():
    entry = compared("a", SYSTEM, 0.001, too_wide=True)
    (row,) = corrected_rows([entry], EquivalenceSettings(margin=0.1, method="anderson_hauck"))
    assert (row.equivalent, row.verdict) == (False, "undecided")
    (row,) = corrected_rows(
        [compared("a", SYSTEM, 0.001)], EquivalenceSettings(margin=0.1, method="anderson_hauck")
    )
    assert (row.equivalent, row.verdict) == (True, "equivalent")
