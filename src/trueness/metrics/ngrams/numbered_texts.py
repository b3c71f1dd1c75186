"""Outputs and references by numbers, so that a text that occurs often is read once."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Sequence
from typing import NamedTuple

from trueness.errors import DataError


class NumberedTexts(NamedTuple):
    """The different texts, and which of them each row has.

    Attributes
    ----------
    texts : list of str
    candidates : list of int
        The number of each row's output.
    references : list of list of int
        The numbers of each row's references.
    """

    texts: list[str]
    candidates: list[int]
    references: list[list[int]]


def number_texts(outputs: Sequence[str], references: Sequence[Sequence[str]], metric: str) -> NumberedTexts:
    """Give numbers to texts, equal ones to equal texts.

    Parameters
    ----------
    outputs : sequence of str
    references : sequence of sequences of str
        Those of each output.
    metric : str
        Who asks, for the message.

    Raises
    ------
    DataError
        If an output has no list of references (see `check_references`).
    """
    check_references(metric, references)
    numbers: collections.defaultdict[str, int] = collections.defaultdict(itertools.count().__next__)
    number = numbers.__getitem__  # a new text gets the next one
    candidates = [*map(number, outputs)]
    given: list[list[int]] = []
    known: Sequence[str] | None = None
    for _, of_output in zip(candidates, references, strict=True):
        if of_output is not known:  # outputs for one input stand together and share their references
            known = of_output
            found = [*map(number, of_output)]
        given.append(found)
    return NumberedTexts(list(numbers), candidates, given)


def check_references(metric: str, references: Sequence[Sequence[str]]) -> None:
    """Check that every output has a list of references.

    Raises
    ------
    DataError
        If one has none, or a text in place of a list of texts; the message says which.
    """
    if all(references) and not any(issubclass(kind, str) for kind in set(map(type, references))):
        return
    for row, given in enumerate(references):
        if isinstance(given, str):
            raise DataError(
                f"metric '{metric}': the references of output {row + 1} of {len(references)} are a text, not a "
                "list of texts."
            )
        if not given:
            raise DataError(
                f"metric '{metric}' needs references, but output {row + 1} of {len(references)} has none."
            )
