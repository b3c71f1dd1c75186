"""Coverage and redundancy, worked out by hand on a small article."""

from __future__ import annotations

import pytest

from trueness.data.pocket.articles import Article, Reference, Sentence
from trueness.data.pocket.pyramid import Piece, coverage, expressed_units, first_words, redundancy, whole
from trueness.errors import DataError

ARTICLE = Article(
    id="tiny",
    title="Tiny",
    genre="test",
    units={"a": "It rained.", "b": "The roof leaked.", "c": "A cat got wet.", "d": "It was Monday."},
    sentences=(
        Sentence(
            "On Monday it rained and the roof leaked badly.",
            {"d": "On Monday", "a": "it rained", "b": "roof leaked"},
        ),
        Sentence("Nobody minded.", {}),
        Sentence("The cat got wet in the rain.", {"c": "cat got wet", "a": "in the rain"}),
    ),
    references=(
        Reference("Wet weather came through the roof.", frozenset({"a", "b"})),
        Reference("Wet weather, wet cat.", frozenset({"a", "c"})),
        Reference("Wet weather.", frozenset({"a"})),
    ),
)
# weights: a 3, b 1, c 1, d 0; total 5


def pieces(*indices: int) -> list[Piece]:
    return [whole(ARTICLE, index) for index in indices]


def test_weights_count_references() -> None:
    assert ARTICLE.weights == {"a": 3, "b": 1, "c": 1, "d": 0}


@pytest.mark.parametrize(
    ("indices", "expected"),
    [((), 0.0), ((1,), 0.0), ((0,), 4 / 5), ((2,), 4 / 5), ((0, 2), 1.0), ((0, 0, 0), 4 / 5)],
)
def test_coverage(indices: tuple[int, ...], expected: float) -> None:
    assert coverage(ARTICLE, pieces(*indices)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("indices", "expected"),
    [((), 0.0), ((1, 1), 0.0), ((0,), 0.0), ((0, 2), 1 / 5), ((0, 0, 0), 6 / 9), ((0, 1, 2, 2), 3 / 7)],
)
def test_redundancy(indices: tuple[int, ...], expected: float) -> None:
    assert redundancy(ARTICLE, pieces(*indices)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(1, set()), (2, {"d"}), (3, {"d"}), (4, {"d", "a"}), (7, {"d", "a"}), (8, {"d", "a", "b"})],
)
def test_a_cut_piece_expresses_what_is_complete(count: int, expected: set[str]) -> None:
    assert expressed_units(ARTICLE, first_words(ARTICLE, 0, count)) == expected


def test_a_piece_must_be_the_beginning_of_its_sentence() -> None:
    with pytest.raises(DataError, match=r"sentence 0 of '.*' must begin with"):
        expressed_units(ARTICLE, Piece(0, "it rained"))


def test_coverage_needs_a_reference_that_says_something() -> None:
    silent = Article(
        "x", "X", "test", {"a": "A."}, (Sentence("A.", {"a": "A"}),), (Reference("B.", frozenset()),)
    )
    with pytest.raises(DataError, match="coverage is undefined"):
        coverage(silent, [])
