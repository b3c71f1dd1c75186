"""Gaps are counted, and left out only on request."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.coverage import complete, coverage
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError

NAN = np.nan
TABLE = ScoreTable(
    scorers=(Scorer("x"), Scorer("y")),
    systems=("A", "B"),
    inputs=("1", "2", "3"),
    values=np.array([[[1, NAN, 3], [4, 5, 6]], [[NAN, NAN, 1], [1, 2, 3]]], dtype=float),
)


def test_counts_and_rows() -> None:
    found = coverage(TABLE)
    assert found.counts("scorer").tolist() == [5, 4]
    assert found.counts("system").tolist() == [3, 6]
    assert found.counts("input").tolist() == [3, 2, 4]
    assert found.rows("input")[1] == {"input": "2", "n_present": 2, "n_missing": 2, "share": 0.5}
    assert found.to_frame("scorer", "polars")["n_missing"].to_list() == [1, 2]
    np.testing.assert_array_equal(found.present, ~np.isnan(TABLE.values))
    with pytest.raises(ArgumentError, match="`by`"):
        found.counts("scorers")  # type: ignore[arg-type]


def test_policies() -> None:
    fewer = complete(TABLE, "drop_inputs")
    assert (fewer.inputs, fewer.systems, bool(coverage(fewer).present.all())) == (("3",), ("A", "B"), True)
    assert fewer.notes == ("2 inputs left out that lack a score of some scorer: '1', '2'",)
    fewer = complete(TABLE, "drop_systems")
    assert (fewer.inputs, fewer.systems, bool(coverage(fewer).present.all())) == (
        ("1", "2", "3"),
        ("B",),
        True,
    )
    assert complete(TABLE, "keep") is TABLE
    assert complete(fewer, "drop_inputs") is fewer


def test_only_some_scorers_may_count() -> None:
    fewer = complete(TABLE, "drop_inputs", scorers="x")
    assert (fewer.inputs, fewer.scorer_names) == (("1", "3"), ("x", "y"))
    with pytest.raises(UnknownNameError):
        complete(TABLE, "drop_inputs", scorers="z")


def test_leaving_out_everything_is_refused() -> None:
    empty = TABLE.with_scores(Scorer("z"), np.full((2, 3), NAN))
    with pytest.raises(DataError, match=r"every input lacks a score.*Most is missing from 'z', 'y', 'x'"):
        complete(empty, "drop_inputs")
    with pytest.raises(ArgumentError, match="`policy`"):
        complete(TABLE, "fill")  # type: ignore[arg-type]
