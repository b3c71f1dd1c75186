"""Votes with a row for each judge, whatever the column of their names is called."""

from __future__ import annotations

import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.long_votes import LongVotesError, names_people
from trueness.errors import DuplicateKeyError, FormatError, TruenessError

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


OF_PEOPLE = {"id": ["q1", "q1", "q2", "q2"], "clear": [1, 2, 3, 4], "true": [2, 2, 1, 1]}


@pytest.mark.parametrize("who", ["reviewer", "Expert", "coder_name", "turker", "rater initials"])
@pytest.mark.parametrize("scores", [["clear"], ["clear", "true"]])
def test_who_is_called_as_people_are_is_proposed_as_annotators(who, scores):
    """Also beside other columns of words, and where people are numbered."""
    given = {"id": OF_PEOPLE["id"], **{name: OF_PEOPLE[name] for name in scores}}
    words = {"kind": ["old", "old", "new", "new"]}
    option = f"annotator={who}"
    for more in ({}, words):
        with pytest.raises(LongVotesError) as raised:
            read_scores(pl.DataFrame({**given, **more, who: ["ann", "bob"] * 2}))
        assert f"If it names people, say columns='{option}'" in str(raised.value)
        assert "drop-repeated" not in str(raised.value)
        assert raised.value.settled == [("--columns", option)]
    table = read_scores(pl.DataFrame({**given, who: ["ann", "bob"] * 2}), columns=option)
    assert table.annotations[scores[0]].annotators == ("ann", "bob")
    if "initials" in who:
        return
    numbered = pl.DataFrame({**given, who: [101, 102] * 2})
    with pytest.raises(
        DuplicateKeyError, match=rf"'{who}' tells them apart\. If it names people, say .*{option}"
    ):
        read_scores(numbered)
    assert read_scores(numbered, columns=option).annotations[scores[0]].annotators == ("101", "102")


def test_a_column_that_does_not_tell_all_rows_apart_is_none():
    rows = {**OF_PEOPLE, "reviewer": ["ann", "ann", "bob", "bob"]}
    with pytest.raises(TruenessError) as raised:
        read_scores(pl.DataFrame(rows))
    assert not isinstance(raised.value, LongVotesError)


def test_what_names_people():
    assert names_people("Reviewer_ID")
    assert names_people("experts")
    assert not names_people("judge_name")
    assert not names_people("expertise")
