"""What is said of a table that was read: levels, annotators, doubts and the next command."""

from __future__ import annotations

import polars as pl

from trueness.data.read import read_scores
from trueness.data.support import support


def said(columns: str | None = None, **values: list[object]) -> str:
    return "\n".join(support(read_scores(pl.DataFrame(values), columns=columns), ["my file.csv"]))


def test_a_table_of_systems() -> None:
    keys = {"system": list("aabbcc"), "input": list("121212")}
    text = said(**keys, human_ann=[1] * 6, human_bob=[2] * 6, ter_score=[1] * 6, filter=[1] * 6)  # type: ignore[arg-type]
    assert "levels: system, input, global and per_system" in text
    assert "look like annotators: 'human_ann', 'human_bob'; if so: --columns 'annotators=human_*'" in text
    assert "less may be better: 'ter_score'; if so: --lower-is-better ter_score" in text
    assert text.endswith("next: trueness compare 'my file.csv' --columns 'annotators=human_*' --human human")
    known = said("annotators=human_*", **keys, human_ann=[1] * 6, human_bob=[2] * 6, x=[1] * 6)  # type: ignore[arg-type]
    assert "annotators: 'human' (trueness annotators" in known
    assert "look like" not in known
    assert known.endswith("--human human")


def test_tables_that_support_less() -> None:
    items = said(id=["1", "2"], label=[0, 1], judge=[0, 1])
    assert "levels: global only" in items
    assert items.endswith(
        "next: trueness judge 'my file.csv' --human NAME, with the name of the human scores"
    )
    assert "annotators: none" in items
    pair = said(system=["a", "b"], input=["1", "1"], x=[1, 2])
    assert "over 2 system(s) a correlation says nothing" in pair
    one = said(system=["a", "b", "c"], input=["1"] * 3, x=[1, 2, 3])
    assert "there is one input" in one
