"""Votes with a row for each judge, whatever the column of their names is called."""

from __future__ import annotations

import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.long_votes import LongVotesError
from trueness.errors import FormatError

VOTES = {
    "id": ["a", "a", "b", "b", "c"],
    "who": ["gpt", "ann", "gpt", "ann", "gpt"],
    "verdict": ["pass", "fail", "pass", "pass", "fail"],
}


def test_who_voted_is_asked_for_and_can_be_said() -> None:
    with pytest.raises(LongVotesError, match=r"2 names: 'gpt', 'ann'.*'scorer=who,score=verdict'") as raised:
        read_scores(pl.DataFrame(VOTES))
    assert raised.value.names == ("who",)
    assert raised.value.settled == [("--columns", "scorer=who,score=verdict")]
    assert raised.value.doubts[0].startswith("'who' is taken for who gave 'verdict'")
    table = read_scores(pl.DataFrame(VOTES), columns="scorer=who,score=verdict")
    assert (table.scorer_names, table.inputs) == (("gpt", "ann"), ("a", "b", "c"))
    assert table.matrix("gpt").tolist() == [[1, 1, 0]]


@pytest.mark.parametrize(
    "changed",
    [
        {"who": ["gpt", "gpt", "gpt", "ann", "gpt"]},  # one judge has two rows for an output
        {"id": ["a", "b", "c", "d", "e"]},  # no output repeats
        {"score": [1, 2, 3, 1, 2]},  # which is the score is not known
    ],
)
def test_other_columns_of_words_are_no_voters(changed: dict[str, list[object]]) -> None:
    with pytest.raises(FormatError) as raised:
        read_scores(pl.DataFrame({**VOTES, **changed}))
    assert not isinstance(raised.value, LongVotesError)
