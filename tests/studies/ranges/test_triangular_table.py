"""What the triangles of pairs are made of, for any number of bins."""

from __future__ import annotations

import math

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.ranges.study import ranges
from trueness.studies.ranges.triangular_table import triangular_tables
from trueness.studies.ranges.view import PAIRS


def test_undefined_values_are_dashes_and_bins_are_numbered():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(2, 5, 3))
    table = ScoreTable(
        (Scorer("a", "metric"), Scorer("b", "metric")),
        tuple(f"s{k}" for k in range(5)),
        tuple(f"d{k}" for k in range(3)),
        values,
    )
    found = ranges(table, bins=5, rng=1, permutations=19, resamples=19)
    ((_, rows),) = triangular_tables(found, PAIRS, None)
    assert [row["range"] for row in rows] == ["1–5 / 1", "2–5 / 2", "3–5 / 3", "4–5 / 4", "5 / 5"]
    last = next(row for row in found.pairs if (row.range, row.kind) == ("3", "single"))
    if math.isnan(last.estimate):
        assert rows[2]["a"].endswith("/ –")
