"""Which texts are compared: pairs of a candidate and one of its references, grouped by reference."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.metric import FloatArray

IntArray = NDArray[np.int64]


class TextPairs(NamedTuple):
    """Pairs of a candidate and a reference, given as numbers of texts.

    Attributes
    ----------
    candidate, reference : array of shape (pairs,)
        The texts of each pair. Pairs of one row are next to each other, in the order of the row's references.
    row : array of shape (pairs,)
        Each pair's row.
    rows : int
        How many rows there are; each has at least one pair.
    order : array of shape (pairs,)
        The pairs again, those with the same reference next to each other, so that its tables are made once.
    groups : array of shape (distinct references + 1,)
        Where the pairs of each reference begin in `order`.
    """

    candidate: IntArray
    reference: IntArray
    row: IntArray
    rows: int
    order: IntArray
    groups: IntArray

    def sum_rows(self, values: FloatArray) -> FloatArray:
        """Return the sum over each row's pairs of one value per pair, added in their order."""
        return np.bincount(self.row, values, self.rows).astype(np.float64)  # not so for no pairs

    def most_met(self, lengths: IntArray) -> int:
        """Return how many tokens of candidates meet one reference at most, given those of each text."""
        return int(np.add.reduceat(lengths[self.candidate[self.order]], self.groups[:-1]).max())

    def swapped(self) -> TextPairs:
        """Return the same pairs with the roles of the two texts exchanged."""
        return _grouped(self.reference, self.candidate, self.row, self.rows)


def pair_texts(candidates: Sequence[int], references: Sequence[Sequence[int]]) -> TextPairs:
    """Pair each row's candidate with each of its references.

    Parameters
    ----------
    candidates : sequence of int
        The number of each row's candidate.
    references : sequence of sequences of int
        The numbers of each row's references, at least one.
    """
    counts = np.fromiter(map(len, references), dtype=np.int64, count=len(references))
    flat = np.fromiter(itertools.chain.from_iterable(references), dtype=np.int64, count=int(counts.sum()))
    return pair_rows(np.array(candidates, dtype=np.int64), flat, counts)


def pair_rows(candidates: IntArray, references: IntArray, counts: IntArray) -> TextPairs:
    """Pair each row's candidate with each of its references.

    Parameters
    ----------
    candidates : array of shape (n,)
        The number of each row's candidate.
    references : array of shape (R,)
        The numbers of each row's references, row after row.
    counts : array of shape (n,)
        How many references each row has, at least one.
    """
    row = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    return _grouped(candidates[row], references, row, len(counts))


def _grouped(candidate: IntArray, reference: IntArray, row: IntArray, rows: int) -> TextPairs:
    order = np.argsort(reference, kind="stable")
    changes = np.flatnonzero(np.diff(reference[order], prepend=-1))
    groups = np.append(changes, len(order)).astype(np.int64)
    return TextPairs(candidate=candidate, reference=reference, row=row, rows=rows, order=order, groups=groups)
