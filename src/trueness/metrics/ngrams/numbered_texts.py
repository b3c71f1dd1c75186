"""Outputs and references by numbers, so that a text that occurs often is read once."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.errors import ArgumentError, DataError
from trueness.metrics.ngrams.groups import IntArray


class NumberedTexts(NamedTuple):
    """The different texts, and which of them each row has.

    Attributes
    ----------
    texts : list of str
    candidates : array of shape (n,)
        The number of each row's output.
    references : array of shape (R,)
        The numbers of each row's references, row after row.
    counts : array of shape (n,)
        How many references each row has.
    """

    texts: list[str]
    candidates: IntArray
    references: IntArray
    counts: IntArray


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
    ArgumentError
        If there are more or fewer lists of references than outputs.
    """
    if len(references) != len(outputs):
        how = "longer" if len(references) > len(outputs) else "shorter"
        raise ArgumentError(
            f"metric '{metric}': the list of references is {how} than that of outputs, {len(references)} and "
            f"{len(outputs)}."
        )
    check_references(metric, references)
    # outputs for one input stand together and share their references
    changes = [*map(operator.is_not, references, itertools.chain((None,), references))]
    different = [*itertools.compress(references, changes)]
    sizes = np.fromiter(map(len, different), dtype=np.int64, count=len(different))
    given = [*outputs, *itertools.chain.from_iterable(different)]
    places: dict[str, int] = {}
    first = np.fromiter(map(places.setdefault, given, itertools.count()), dtype=np.int64, count=len(given))
    rank = np.cumsum(first == np.arange(len(first))) - 1
    numbers: IntArray = rank[first]
    if len(different) == len(references):
        return NumberedTexts([*places], numbers[: len(outputs)], numbers[len(outputs) :], sizes)
    which = np.cumsum(changes, dtype=np.int64) - 1
    counts = sizes[which]
    begins = len(outputs) + np.cumsum(sizes) - sizes
    before = np.cumsum(counts) - counts
    place = np.repeat(begins[which] - before, counts) + np.arange(int(counts.sum()))
    return NumberedTexts([*places], numbers[: len(outputs)], numbers[place], counts)


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
                f"metric '{metric}': the references of output {row + 1} of {len(references)} are a text; "
                "a list of texts is needed."
            )
        if not given:
            raise DataError(
                f"metric '{metric}' needs references, but output {row + 1} of {len(references)} lacks them."
            )
