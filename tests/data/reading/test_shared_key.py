"""Files that name no inputs are joined by a column that all have, never by rows that are of different outputs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.errors import KeyMismatchError

TEXTS = [f"What is {k}?" for k in range(8)]
TURNED = [3, 0, 7, 1, 2, 6, 5, 4]


def files(
    folder: Path, name: str, cells: list[str], order: list[int], **more: list[str]
) -> tuple[Path, Path]:
    """Write people's scores k and a judge's k + 10 of the outputs of these cells, the second in another order."""
    people = pl.DataFrame({name: cells, "human": range(8), **more})
    judge = pl.DataFrame({name: cells, "judge": range(10, 18), **more})[order]
    people.write_csv(folder / "people.csv")
    judge.write_csv(folder / "judge.csv")
    return folder / "people.csv", folder / "judge.csv"


@pytest.mark.parametrize("name", ["question", "filename", "ticket", "Réponse"])
@pytest.mark.parametrize("order", [range(8), TURNED])
def test_what_all_files_have_in_every_row_names_the_inputs(tmp_path, name, order) -> None:
    people, judge = files(tmp_path, name, TEXTS, list(order))
    for sources in ((people, judge), (pl.read_csv(people), judge)):
        table = read_scores(*sources)
        assert set(table.inputs) == set(TEXTS)
        np.testing.assert_array_equal(table.matrix("judge") - table.matrix("human"), 10)
        assert f"'{name}' is another one in every row, and names the inputs of all files" in " ".join(
            table.notes
        )


def test_a_part_of_the_outputs_is_joined_by_it(tmp_path) -> None:
    people, judge = files(tmp_path, "question", TEXTS, TURNED)
    pl.read_csv(people)[[4, 1, 6]].write_csv(people)
    table = read_scores(people, judge, join="outer")
    judged = ~np.isnan(table.matrix("human"))
    np.testing.assert_array_equal((table.matrix("judge") - table.matrix("human"))[judged], 10)
    assert judged.sum() == 3


def test_rows_that_are_told_to_be_of_others_are_not_joined(tmp_path) -> None:
    """A column that repeats names no input, but its order shows that rows do not match."""
    styles = ["in plain words", "in plain words", "at great length", "in short"] * 2
    people, judge = files(tmp_path, "style", styles, TURNED)
    with pytest.raises(
        KeyMismatchError, match=r"differ: 'style' of row 1 is 'in plain words' in 'people' and"
    ):
        read_scores(people, judge)


def test_rows_in_one_order_stay_joined_by_their_number(tmp_path) -> None:
    people, judge = files(tmp_path, "style", ["plain one", "long one"] * 4, list(range(8)))
    table = read_scores(people, judge)
    assert table.inputs[0] == "1"
    np.testing.assert_array_equal(table.matrix("judge") - table.matrix("human"), 10)


def test_a_column_of_other_words_in_each_file_tells_nothing(tmp_path) -> None:
    people, judge = files(tmp_path, "remark", TEXTS, list(range(8)))
    pl.read_csv(judge).with_columns(remark=pl.lit("I think: ") + pl.col("remark")).write_csv(judge)
    table = read_scores(people, judge)
    np.testing.assert_array_equal(table.matrix("judge") - table.matrix("human"), 10)
