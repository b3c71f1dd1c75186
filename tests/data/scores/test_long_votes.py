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


def test_of_several_scores_a_judge_is_asked_for_too() -> None:
    votes = {
        "id": ["a", "a", "b", "b"],
        "judge": ["ben", "ann", "ben", "ann"],
        "fluency": [1, 2, 3, 1],
        "sense": [1, 1, 2, 2],
    }
    with pytest.raises(
        LongVotesError, match=r"people, say columns='annotator=judge'.*ignore=sense"
    ) as raised:
        read_scores(pl.DataFrame(votes))
    assert raised.value.settled == [("--columns", "annotator=judge")]
    assert raised.value.doubts[0].startswith("'judge' is taken for the people who gave 'fluency', 'sense'")
    table = read_scores(pl.DataFrame(votes), columns="annotator=judge")
    assert table.annotations["sense"].annotators == ("ben", "ann")
    with pytest.raises(LongVotesError) as raised:
        read_scores(pl.DataFrame({**votes, "judge": ["gpt-4", "ann", "gpt-4", "ann"]}))
    ((_, settled),) = raised.value.settled  # models are no people
    assert settled == "scorer=judge,score=fluency,ignore=sense"
    table = read_scores(pl.DataFrame({**votes, "judge": ["gpt-4", "ann", "gpt-4", "ann"]}), columns=settled)
    assert table.matrix("gpt-4").tolist() == [[1, 3]]
