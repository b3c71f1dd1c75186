"""Scores that stand there twice, once called after a program."""

from __future__ import annotations

import pytest

from trueness.data.scores.twin_scores import TwinScores, twin_scores


@pytest.mark.parametrize(
    ("names", "people", "start"),
    [
        (["scores_tone", "scores_wit", "predict_scores_wit", "predict_scores_tone"], 2, "predict_"),
        (["pred.ratings.tone", "ratings.tone", "bleu"], 1, "pred."),
        (["human_tone", "human_wit", "auto_tone", "auto_wit"], 2, "auto_"),
        (["ratings_tone", "ratings_wit", "model_scores_tone", "model_scores_wit"], 2, "model_scores_"),
        (["tone", "wit", "predicted tone", "predicted wit", "length"], 2, "predicted "),
    ],
)
def test_what_is_called_after_a_program_is_told_from_the_same_of_people(
    names: list[str], people: int, start: str
) -> None:
    found = twin_scores(names)
    assert found is not None
    assert len(found.people) == people
    assert set(found.programs) == {name for name in names if name.startswith(start)}
    assert not set(found.people) & set(found.programs)


@pytest.mark.parametrize(
    "names",
    [
        ["scores_tone", "scores_wit", "predict_scores_tone", "predict_scores_grip"],
        ["bleu_f1", "bleu_p", "model_f1", "model_p"],
        ["human_tone", "model_tone"],
        ["tone", "wit"],
        ["modelling", "ling", "prediction"],
        [],
    ],
)
def test_what_are_no_twins(names: list[str]) -> None:
    assert twin_scores(names) is None


def test_names_keep_the_order_of_peoples() -> None:
    found = twin_scores(["b", "a", "auto_a", "auto_b"])
    assert found == TwinScores(("b", "a"), ("auto_a", "auto_b"))
