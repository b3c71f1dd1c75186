"""Texts of an export are called as scores are, by whichever id finds more of them."""

from __future__ import annotations

from trueness.data.texts.called_as import called_as
from trueness.data.texts.texts import TextRow, Texts

TEXTS = Texts(
    (TextRow("s", "0", "zero"), TextRow("s", "1", "one")),
    other_ids={"vars.id": {"0": "q0", "1": "q1"}, "vars.ticket": {"0": "1", "1": "2"}},
)


def test_the_id_that_scores_use() -> None:
    found = called_as(TEXTS, ["q1", "q0"])
    assert [(row.input, row.output) for row in found.rows] == [("q0", "zero"), ("q1", "one")]
    assert found.notes == ("inputs are called by their 'vars.id'",)
    assert called_as(found, ["0"]) is found


def test_names_that_fit_stay() -> None:
    assert called_as(TEXTS, ["0", "1"]) is TEXTS
    assert called_as(TEXTS, ["other"]) is TEXTS
    plain = Texts(TEXTS.rows)
    assert called_as(plain, ["q0"]) is plain
