"""Several columns that name the scorer: one in their place, whose names are theirs joined."""

from __future__ import annotations

import pytest

import trueness
from trueness.data.cells.columns import ColumnMap
from trueness.errors import FormatError, UnknownNameError


def write(path, header: str = "system,input,judge,criterion,score", judge: str = "gpt"):
    rows = [f"{s},{i},{judge},{c},{i}" for s in "ab" for i in (1, 2) for c in ("fluent", "good")]
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


def test_several_columns_are_said_to_name_the_scorer(tmp_path):
    asked = ColumnMap.parse("scorer=judge,criterion,score=score")
    assert asked.scorer == ("judge", "criterion")
    table = trueness.read_scores(write(tmp_path / "a.csv"), columns=asked)
    assert table.scorer_names == ("gpt::fluent", "gpt::good")
    assert trueness.read_scores(tmp_path / "a.csv", columns="scorer=criterion,score=score").scorer_names == (
        "fluent",
        "good",
    )


def test_a_column_that_is_not_there_is_named(tmp_path):
    with pytest.raises(
        UnknownNameError, match=r"scorer=crit, but the data lack that column\. Did you mean 'criterion'"
    ):
        trueness.read_scores(write(tmp_path / "a.csv"), columns="scorer=judge,crit,score=score")


def test_a_row_without_a_name_is_named(tmp_path):
    with pytest.raises(FormatError, match=r"row 2, column 'judge': the cell is empty"):
        trueness.read_scores(
            write(tmp_path / "a.csv", judge=""), columns="scorer=judge,criterion,score=score"
        )


def test_a_column_called_as_both_together_is_refused(tmp_path):
    path = write(tmp_path / "a.csv", "who::what,input,who,what,score")
    with pytest.raises(FormatError, match="called as others together are"):
        trueness.read_scores(path, columns="scorer=who,what,score=score")
