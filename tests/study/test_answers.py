"""The answers of a result: as many of its conclusions as the first screen has words for, and one at least."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.result import MOST_WORDS, Signature
from trueness.study.study import StudyResult


@dataclasses.dataclass(frozen=True)
class Row:
    """A row.

    Attributes
    ----------
    scorer : str
    """

    scorer: str


@dataclasses.dataclass(frozen=True)
class Found(StudyResult):
    """A result with conclusions."""

    rows_found: tuple[Row, ...]


def found(*conclusions):
    return Found(Signature.of(a=1), None, None, (Row("one"),), conclusions=conclusions)


def words(number, first="word"):
    return " ".join([first, *["more"] * (number - 1)])


@pytest.mark.parametrize(
    ("lengths", "kept"),
    [
        ((), 0),
        ((1,), 1),
        ((MOST_WORDS,), 1),
        ((MOST_WORDS + 1,), 1),  # one is always there
        ((3 * MOST_WORDS, 1), 1),
        ((MOST_WORDS - 1, 1), 2),
        ((MOST_WORDS - 1, 2), 1),
        ((30, 30, 10), 3),
        ((30, 30, 11), 2),
        ((30, 41, 1), 1),  # what stands below a paragraph that is left out is left out, too
        ((1,) * (MOST_WORDS + 5), MOST_WORDS),
    ],
)
def test_answers_are_the_first_conclusions_that_have_room(lengths, kept):
    conclusions = tuple(words(number, f"number{k}") for k, number in enumerate(lengths))
    assert found(*conclusions).answers == conclusions[:kept]


def test_the_limit_is_what_is_read_before_a_table():
    assert MOST_WORDS == 70


def test_words_are_counted_however_they_are_parted():
    first = "one\ntwo  three\tfour"
    assert found(first, words(MOST_WORDS - 4)).answers == (first, words(MOST_WORDS - 4))
    assert found(first, words(MOST_WORDS - 3)).answers == (first,)


def test_a_result_of_a_study_says_them_first_and_the_rest_is_not_lost():
    one = found("✓ It may.", words(MOST_WORDS), "Last.")
    assert one.answers == ("✓ It may.",)
    assert one.conclusions == ("✓ It may.", words(MOST_WORDS), "Last.")
    assert repr(one).startswith("✓ It may.\n<Found: ")
