"""Which scores people may have given, and what is typed if they did."""

from __future__ import annotations

import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.proposed_human import proposed_by_name, proposed_human

GRADES = {"first": [1, 2, 3, 1], "second": [1, 2, 2, 3], "third": [2, 2, 3, 1]}


def proposed(*names, columns=None):
    data = {"id": list("1234"), **dict(zip(names, GRADES.values(), strict=True))}
    return proposed_human(read_scores(pl.DataFrame(data), columns=columns))


@pytest.mark.parametrize(
    ("names", "human", "columns", "provided", "reason"),
    [
        (
            ("human_1", "human_2", "judge"),
            "human",
            "annotators=human_*",
            "",
            "'human_1', 'human_2' look like",
        ),
        (
            ("anna", "ben", "judge"),
            "human",
            "annotators=anna,ben",
            "'anna', 'ben' are people who rated the same",
            "If 'anna', 'ben' are people who rated the same",
        ),
        (("label", "anna", "ben"), "label", "", "people gave 'label'", "If people gave 'label'"),
        (("x", "fluency", "quality"), "fluency,quality", "", "people gave 'fluency', 'quality'", "If people"),
        (("rating_source", "y", "label"), "label", "", "people gave 'label'", "If people gave 'label'"),
        (("x", "y", "z"), "NAME", "", "NAME is the human score", ""),
    ],
)
def test_what_names_and_values_tell(names, human, columns, provided, reason):
    found = proposed(*names)
    assert (found.human, found.columns, found.provided) == (human, columns, provided)
    assert found.reason.startswith(reason)
    assert bool(found.reason) is bool(found.names)


@pytest.mark.parametrize(
    ("names", "typed"),
    [
        (("fluency", "overall", "z"), ["--human", "overall", "--without", "metrics=fluency"]),
        (("overall", "auto_overall", "z"), ["--human", "overall"]),
        (("x", "y", "z"), ["--human", "NAME"]),
    ],
)
def test_where_one_human_score_is_taken_the_others_are_left_out(names, typed):
    assert proposed(*names).typed(several=False) == typed


def test_where_several_are_taken_all_are_named():
    assert proposed("fluency", "overall", "z").typed(several=True) == ["--human", "fluency,overall"]


def test_what_is_declared_is_not_guessed():
    found = proposed("anna", "ben", "judge", columns="annotators=anna,ben")
    assert (found.names, found.human, found.people) == (("human",), "human", {})
    assert (found.provided, found.reason, found.doubt) == ("", "", "")


def test_a_name_that_is_not_known_is_a_blank():
    assert proposed_by_name(()).human == "NAME"
    assert proposed_by_name(["x"]).provided == "people gave 'x'"
