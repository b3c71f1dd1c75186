from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.errors import ArgumentError
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
