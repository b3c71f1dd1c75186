"""Docstrings of rows say what is declared of their columns."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Literal

import pytest

from trueness.columns.explained import explained, type_in_words
from trueness.columns.meaning import Meaning
from trueness.columns.registry import declared
from trueness.result import Result, Share

Answer = Literal["yes", "no"]


@explained(estimate=Meaning("How many letters agree."))
@dataclasses.dataclass(frozen=True)
class Letters:
    """How letters agree.

    Raises
    ------
    TypeError
        Never.
    """

    metric: str
    estimate: Share
    low: float
    high: float
    answer: Answer | None
    unheard_of: tuple[int, ...] = ()


@explained(metric=Meaning("A letter."))
@dataclasses.dataclass(frozen=True)
class MoreLetters(Letters):
    """How more letters agree."""

    rival: str = ""


def test_a_docstring_has_the_columns_before_other_sections():
    assert Letters.__doc__ == inspect.cleandoc(f"""
        How letters agree.

        Attributes
        ----------
        metric : str
            {declared()["metric"].text}
        estimate : float
            How many letters agree.
        low, high : float
            {declared()["low"].text}
        answer : {{'yes', 'no'}} or None
            Whether the interval shows that the bar is met: yes, that it is missed: no, or neither.
        unheard_of : tuple of int

        Raises
        ------
        TypeError
            Never.
        """)
    assert inspect.getdoc(Letters) == Letters.__doc__
    assert Letters("a", 0.5, 0.0, 1.0, None).__doc__ == Letters.__doc__


def test_a_kind_of_row_says_what_its_base_says_but_for_what_it_says_itself():
    text = MoreLetters.__doc__
    assert text.startswith("How more letters agree.")
    assert "A letter." in text
    assert "How many letters agree." in text
    assert declared()["rival"].text in text
    assert "A letter." not in Letters.__doc__


def test_nothing_is_said_of_a_field_that_is_not_there():
    with pytest.raises(TypeError, match="Nothing lacks the field 'estimate'"):

        @explained(estimate=Meaning("A number."))
        @dataclasses.dataclass(frozen=True)
        class Nothing:
            """No number."""

            metric: str


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Share, "float"),
        (int | None, "int or None"),
        (Answer, "{'yes', 'no'}"),
        (Answer | Literal["maybe"] | None, "{'yes', 'no', 'maybe'} or None"),
        (tuple[str, ...], "tuple of str"),
        (tuple[Letters, ...], "tuple of Letters"),
    ],
    ids=str,
)
def test_types_in_words(kind, words):
    assert type_in_words(kind) == words


@dataclasses.dataclass(frozen=True)
class LettersResult(Result):
    """How letters are told apart.

    Attributes
    ----------
    n_letters, n_signs : int
        How many there are.
    signature : Signature
        Of all letters.

    References
    ----------
    The alphabet.
    """

    letters: tuple[Letters, ...]
    n_letters: int
    n_signs: int
    best: Letters | None


def test_a_docstring_of_a_result_has_every_field_once():
    text = LettersResult.__doc__
    fields, _, rest = text.partition("\n\nReferences\n----------\n")
    assert rest == "The alphabet."
    assert fields.startswith(
        "How letters are told apart.\n\nAttributes\n----------\nsignature : Signature\n    Of all letters.\n"
        "cautions : tuple of Caution\n    What a reader of the numbers has to know, the gravest first.\n"
    )
    assert fields.endswith(
        "\nletters : tuple of Letters\nn_letters, n_signs : int\n    How many there are.\nbest : Letters or None"
    )
    assert fields.count("n_signs") == 1
