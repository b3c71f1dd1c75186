"""Scores that are others again: on another scale, or the mean of annotators."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.copies import annotators_means, is_copy
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable


def table(human: np.ndarray, other: np.ndarray) -> ScoreTable:
    n, m = human.shape
    scorers = (Scorer("human", "human"), Scorer("other"))
    return ScoreTable(
        scorers, tuple(f"s{k}" for k in range(n)), tuple(map(str, range(m))), np.stack([human, other])
    )


def drawn(n: int = 12, m: int = 8) -> np.ndarray:
    return np.asarray(np.random.default_rng(1).normal(size=(n, m)))


def test_scale_and_sign_make_no_other_scores() -> None:
    one = drawn()
    holes = one.copy()
    holes[0] = np.nan
    for other in (one, 3 * one + 7, 25 * one, -one, holes):
        assert is_copy(table(one, other), "other", "human")
    for other in (np.ones_like(one), np.exp(one), np.full_like(one, np.nan)):
        assert not is_copy(table(one, other), "other", "human")


def test_a_judge_that_is_right_throughout_a_few_outputs_is_no_copy() -> None:
    for n, found in ((6, False), (12, True)):
        graded = np.clip(np.round(drawn(n) + 3), 1, 5)
        assert is_copy(table(graded, graded), "other", "human") is found
    for m, found in ((8, False), (20, True)):
        called = (drawn(m=m) > 0).astype(float)
        assert is_copy(table(called, called), "other", "human") is found


RATINGS = np.random.default_rng(2).integers(1, 6, (3, 60)).astype(float)
MEAN = RATINGS.mean(axis=0)


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        (MEAN, True),
        (np.round(MEAN, 1), True),
        ((MEAN - 1) / 4, True),
        (np.round(MEAN), False),
        (np.where(np.arange(60) == 7, MEAN + 0.1, MEAN), False),
        (RATINGS[0], False),
    ],
)
@pytest.mark.parametrize("role", [None, "metric"])
def test_means_of_annotators(scores: np.ndarray, role: str | None, *, found: bool) -> None:
    """Rounded and scaled means are means; whole numbers are not, nor what a file declares to be a metric's."""
    people = Annotations(("ann", "bob", "cem"), RATINGS[:, None])
    plain = table(MEAN[None], scores[None])
    one = ScoreTable(
        (plain.scorers[0], Scorer("other", role)),
        plain.systems,
        plain.inputs,
        plain.values,
        annotations={"human": people},
    )
    assert annotators_means(one) == ({"other": "human"} if found and role is None else {})
