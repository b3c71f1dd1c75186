"""Columns of words that have one word for all outputs of an input, or of a system, group them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from trueness.data.reading.read import read_scores
from trueness.data.reading.read_tables import read_tables
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError

SYSTEMS, INPUTS = "abc", range(8)


def table(systems: str = SYSTEMS, **columns: Callable[[str, int], Any]) -> ScoreTable:
    import polars as pl

    keys = list(itertools.product(systems, INPUTS))
    made = {name: [word(s, i) for s, i in keys] for name, word in columns.items()}
    return read_scores(
        pl.DataFrame(
            {
                "system": [s for s, _ in keys],
                "input": [f"q{i}" for _, i in keys],
                "human": [(i * 7 + len(s)) % 5 for s, i in keys],
                **made,
            }
        )
    )


def test_of_inputs() -> None:
    found = table(stuff=lambda _, i: ("news", "mail", "chat")[i % 3])
    assert dict(found.input_groups) == {"stuff": ("news", "mail", "chat") * 2 + ("news", "mail")}
    assert found.scorer_names == ("human",)
    assert "'stuff' has one word per input, and was read as a grouping column" in found.notes


def test_of_systems_and_gaps() -> None:
    found = table("abcd", firm=lambda s, i: None if i == 3 else {"a": "X", "b": "X"}.get(s, "Y"))
    assert dict(found.system_groups) == {"firm": ("X", "X", "Y", "Y")}


@pytest.mark.parametrize(
    "word",
    [
        lambda s, i: ("news", "mail")[(i + ord(s)) % 2],  # of outputs
        lambda s, i: "mail" if (s, i) == ("b", 2) else ("news", "mail")[i // 5],  # one output is otherwise
        lambda _, i: f"text{i}",  # of every input its own
    ],
)
def test_what_may_be_something_else_is_asked_for(word: Callable[[str, int], Any]) -> None:
    with pytest.raises(FormatError, match="stuff"):
        table(stuff=word)


@pytest.mark.parametrize("systems", ["abc", "a"])
def test_one_word_in_all_rows_groups_all_inputs(systems: str) -> None:
    found = table(systems, stuff=lambda _s, i: None if i == 3 else "mail")
    assert dict(found.input_groups) == {"stuff": ("mail", "mail", "mail", "", *("mail",) * 4)}
    assert "'stuff' has one word, 'mail', in all rows, and was read as a grouping column" in found.notes


@pytest.mark.parametrize(("name", "word"), [("gpt4_verdict", "mail"), ("rating", "mail"), ("stuff", "error")])
def test_one_word_that_may_stand_for_scores_is_asked_for(name: str, word: str) -> None:
    with pytest.raises(FormatError, match=name):
        table(**{name: lambda _s, _i: word})


def test_one_word_in_each_of_two_files_tells_them_apart(tmp_path) -> None:
    for word in ("mail", "news"):
        rows = [f"{s},{word}{i},{i % 3},{word}" for s in "ab" for i in range(4)]
        (tmp_path / f"{word}.csv").write_text("\n".join(["system,input,human,stuff", *rows]) + "\n")
    found = read_scores(tmp_path / "mail.csv", tmp_path / "news.csv", join="outer")
    assert dict(found.input_groups) == {"stuff": ("mail",) * 4 + ("news",) * 4}


def test_of_one_system_words_may_be_labels() -> None:
    with pytest.raises(FormatError, match="stuff"):
        table("a", stuff=lambda _, i: ("news", "mail")[i % 2])


def test_labels_with_a_known_order_stay_labels() -> None:
    found = table(stuff=lambda _, i: ("no", "yes")[i % 2])
    assert found.scorer("stuff").labels == ("no", "yes")


def test_tables_of_a_pool_are_of_its_words() -> None:
    import polars as pl

    keys = list(itertools.product("ab", SYSTEMS, INPUTS))
    frame = pl.DataFrame(
        {
            "system": [f"{group}-{s}" for group, s, _ in keys],
            "input": [f"{group}{i}" for group, _, i in keys],
            "stuff": [{"a": "news", "b": "mail"}[group] for group, _, _ in keys],
            "human": [(i * 7 + ord(s)) % 5 for _, s, i in keys],
        }
    )
    tables = dict(read_tables(frame, by="stuff"))
    assert {name: table.shape for name, table in tables.items()} == {"news": (1, 3, 8), "mail": (1, 3, 8)}
