"""How strict annotators are: closed forms, least squares written out, and whether unlike ones move systems apart."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.annotators.strictness import adjusted_ratings, annotator_effects, deal

NAN = float("nan")
N, M = 12, 100


def least_squares(ratings: np.ndarray) -> np.ndarray:
    """Return the effects of annotators beside those of outputs, from the design written out."""
    flat = ratings.reshape(len(ratings), -1)
    people, outputs = np.nonzero(~np.isnan(flat))
    design = np.zeros((len(people), len(ratings) + flat.shape[1]))
    design[np.arange(len(people)), people] = 1
    design[np.arange(len(people)), len(ratings) + outputs] = 1
    found = np.linalg.lstsq(design, flat[people, outputs], rcond=None)[0][: len(ratings)]
    return np.asarray(found - np.average(found, weights=np.bincount(people, minlength=len(ratings))))


def test_effects_are_those_of_least_squares() -> None:
    rng = np.random.default_rng(2)
    ratings = rng.normal(size=(4, 5, 8)) + np.arange(4.0)[:, None, None]
    ratings[rng.random(ratings.shape) < 0.5] = NAN
    np.testing.assert_allclose(annotator_effects(ratings), least_squares(ratings), atol=1e-12)


def test_where_all_rated_all_effects_are_differences_of_means() -> None:
    ratings = np.array([[[1.0, 3.0]], [[2.0, 6.0]]])
    np.testing.assert_allclose(annotator_effects(ratings), [-1.0, 1.0])
    np.testing.assert_allclose(adjusted_ratings(ratings), [[[2.0, 4.0]], [[1.0, 5.0]]])


def test_annotators_who_share_no_output_are_compared_within_systems() -> None:
    ratings = np.full((2, 2, 4), NAN)
    ratings[0, :, :2], ratings[1, :, 2:] = [[4, 6], [14, 16]], [[1, 3], [11, 13]]
    np.testing.assert_allclose(annotator_effects(ratings), [1.5, -1.5])


def test_who_shares_nothing_cannot_be_told() -> None:
    ratings = np.full((2, 2, 3), NAN)
    ratings[0, 0], ratings[1, 1] = [1, 2, 3], [1, 2, 3]
    assert np.isnan(annotator_effects(ratings)).all()
    assert np.isnan(deal(ratings).shift)
    silent = np.concatenate([np.ones((2, 2, 3)), np.full((1, 2, 3), NAN)])
    np.testing.assert_allclose(annotator_effects(silent), [0, 0, NAN])


def made(kind: str, people: int, strict: float, rng: np.random.Generator) -> np.ndarray:
    """Return ratings of equal systems by people the last of whom is stricter by so much, dealt out in one way."""
    effects = np.linspace(0, -strict, people)[:, None, None]
    ratings = rng.normal(70, 15, (N, M)) + effects + rng.normal(0, 8, (people, N, M))
    everyone = np.arange(people)[:, None, None]
    kept = {
        "all": np.ones((people, N, M), bool),
        "some of each": rng.random((people, N, M)) < 0.5,
        "one by lot": rng.integers(people, size=(N, M)) == everyone,
        "whole inputs": np.broadcast_to(rng.integers(people, size=M) == everyone, (people, N, M)),
        "the last half the systems": (everyone < people - 1) | (np.arange(N)[:, None] < N // 2),
        "each their systems": np.broadcast_to((np.arange(N) % people)[:, None] == everyone, (people, N, M)),
    }[kind]
    return np.where(kept, ratings, NAN)


@pytest.mark.parametrize(
    ("kind", "strict", "told"),
    [
        ("all", 20, False),
        ("some of each", 20, False),
        ("one by lot", 20, False),
        ("whole inputs", 20, False),
        ("the last half the systems", 0, False),
        ("the last half the systems", 20, True),
        ("each their systems", 20, True),
    ],
)
def test_only_unlike_people_dealt_unevenly_move_systems_apart(kind: str, strict: float, told: bool) -> None:
    """Of people dealt out by lot, or evenly, strictness is noise like any other."""
    rng = np.random.default_rng(7)
    dealt = [deal(made(kind, 2, strict, rng)) for _ in range(20)]
    assert [one.pvalue < 0.001 and not one.shift <= 0.5 for one in dealt] == [told] * 20


def test_the_shift_is_what_it_is_by_hand() -> None:
    """One annotator rates both systems, one who is 2 lower rates the second alone."""
    rng = np.random.default_rng(3)
    first = rng.normal(size=(2, 50))
    second = np.stack([np.full(50, NAN), first[1] - 2])
    ratings = np.stack([first, second])
    scores = np.stack([first[0], first[1] - 1])
    error = np.median(np.std(scores, axis=1, ddof=1) / np.sqrt(50))
    assert deal(ratings).shift == pytest.approx(1.0 / error)
    nobody = np.full((2, 2, 7), NAN)
    assert deal(np.concatenate([ratings, nobody], axis=2)).shift == pytest.approx(1.0 / error)


def test_one_annotator_or_one_system_moves_nothing() -> None:
    assert deal(np.ones((1, 3, 4))) == deal(np.ones((3, 1, 4)))
    assert (deal(np.ones((1, 3, 4))).shift, deal(np.ones((1, 3, 4))).pvalue) == (0.0, 1.0)


def test_nobody_who_rated_has_an_effect() -> None:
    nobody = np.full((3, 4, 5), np.nan)
    assert np.isnan(annotator_effects(nobody)).all()
    assert np.isnan(adjusted_ratings(nobody)).all()
