from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.equivalence import jackknife_equivalence
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.jackknife_equivalence import jackknife_pvalues
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.studies.equivalence.study import equivalence


def test_rows_have_every_field_and_the_curve_falls_to_nothing(judged_table):
    found = equivalence(
        judged_table(), margin=0.1, level="system", coefficient="kendall", resamples=99, rng=0
    )
    assert [list(row) for row in found.rows()] == [
        [field.name for field in dataclasses.fields(found.tests[0])]
    ] * 6
    counts = [point.n_equivalent for point in found.curve(np.linspace(0, 2, 11).tolist())]
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == 6
    with pytest.raises(ArgumentError, match="at least 0"):
        found.curve([-0.1])


def test_the_curve_of_one_coefficient_is_its_part_of_all_however_many_tests_are_taken_at_a_time(
    judged_table, monkeypatch
):
    found = equivalence(
        judged_table(systems=8, inputs=7), margin=0.1, coefficient=["kendall", "pearson"], rng=0
    )
    assert None not in found.apart
    margins = [0.0, 0.05, 0.2, 0.4]
    whole = found.curve(margins)
    assert len({point.n_equivalent for point in whole}) > 2
    assert found.curve(margins, level="input", coefficient="pearson") == tuple(
        point for point in whole if (point.level, point.coefficient) == ("input", "pearson")
    )
    together = jackknife_pvalues(ApartDifferences.together(found.apart[:3]), np.array(margins))
    monkeypatch.setattr(jackknife_equivalence, "_AT_ONCE", 1)
    assert found.curve(margins) == whole
    alone = [jackknife_pvalues(one, np.array(margins))[0] for one in found.apart[:3]]
    np.testing.assert_array_equal(together, alone)
    for one, values in zip(found.apart[:3], alone, strict=True):
        tested = [
            jackknife_equivalence.jackknife_equivalence(one, [Bounds(-margin, margin)])[0].pvalue
            for margin in margins[1:]
        ]
        np.testing.assert_array_equal(tested, values[1:])
