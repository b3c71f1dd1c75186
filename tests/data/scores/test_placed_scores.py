"""Numbers stand where their rows say, whatever the order of the rows and the form of the columns."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.scores.table_from_rows import table_from_rows

CELLS = {
    (system, item): (k + 0.5, 10.0 + k % 3)
    for k, (system, item) in enumerate(itertools.product("abc", ("x", "y", "z", "w")))
}


def rows_of(names: tuple[str, ...], rows: list[tuple[object, ...]]) -> RawRows:
    return RawRows("a.csv", names, [Chunk(range(2, 2 + len(rows)), list(zip(*rows, strict=True)))])


@pytest.mark.parametrize("left_out", [0, 1, 5])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_every_order_of_rows_gives_one_table(left_out: int, seed: int | None) -> None:
    given = list(CELLS.items())[: len(CELLS) - left_out]
    if seed is not None:
        random.Random(seed).shuffle(given)
    wide = table_from_rows(
        rows_of(("system", "input", "one", "two"), [(*key, *numbers) for key, numbers in given])
    )
    long = table_from_rows(
        rows_of(
            ("system", "input", "metric", "score"),
            [
                (*key, name, number)
                for key, both in given
                for name, number in zip(("one", "two"), both, strict=True)
            ],
        ),
        ColumnMap.of("scorer=metric,score=score"),
    )
    for table in (wide, long):
        for k, name in enumerate(("one", "two")):
            matrix = table.matrix(name)
            for (i, system), (j, item) in itertools.product(
                enumerate(table.systems), enumerate(table.inputs)
            ):
                expected = dict(given).get((system, item), (np.nan, np.nan))[k]
                np.testing.assert_equal(matrix[i, j], expected)


def test_annotators_stand_beside_each_other_and_their_mean_is_the_score() -> None:
    given = [("a", "x", "ann", 1.0), ("a", "x", "bob", 4.0), ("b", "x", "ann", 3.0), ("b", "y", "cy", None)]
    table = table_from_rows(rows_of(("system", "input", "annotator", "human"), given))
    people = table.annotations["human"]
    assert people.annotators == ("ann", "bob")  # who never rated is none
    np.testing.assert_array_equal(
        people.values, [[[1, np.nan], [3, np.nan]], [[4, np.nan], [np.nan, np.nan]]]
    )
    np.testing.assert_array_equal(table.matrix("human"), [[2.5, np.nan], [3, np.nan]])


def test_columns_that_are_in_order_are_not_changed_by_the_table() -> None:
    numbers = np.arange(12.0)
    keys = list(CELLS)
    columns = [[key[0] for key in keys], [key[1] for key in keys], numbers]
    table = table_from_rows(RawRows("a.csv", ("system", "input", "one"), [Chunk(range(2, 14), columns)]))
    np.testing.assert_array_equal(table.matrix("one").ravel(), numbers)
    numbers[0] = 99
    assert table.matrix("one")[0, 0] == 0
