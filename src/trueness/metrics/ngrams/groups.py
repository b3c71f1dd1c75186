"""Which texts are counted against which: outputs against one set of references after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]


class NgramGroups(NamedTuple):
    """Texts, by number, of which some are counted against the same references.

    Attributes
    ----------
    references : array of shape (R,)
        The references of each group, group after group.
    reference_groups : array of shape (groups + 1,)
        Where each group begins in these.
    candidates : array of shape (n,)
        What is counted against the references of each group.
    candidate_groups : array of shape (groups + 1,)
        Where each group begins in these.
    order : array of shape (n,)
        Where each candidate belongs in the result.
    """

    references: IntArray
    reference_groups: IntArray
    candidates: IntArray
    candidate_groups: IntArray
    order: IntArray


def group_rows(candidates: Sequence[int], references: Sequence[Sequence[int]]) -> NgramGroups:
    """Group rows that have the same references, which then count together.

    Parameters
    ----------
    candidates : sequence of int
        The text of each row's candidate.
    references : sequence of sequences of int
        The texts of each row's references.
    """
    known: dict[tuple[int, ...], int] = {}
    group = np.array([known.setdefault(tuple(given), len(known)) for given in references], dtype=np.int64)
    order = np.argsort(group, kind="stable")
    sizes = np.array([0, *map(len, known)], dtype=np.int64)
    return NgramGroups(
        np.array([text for given in known for text in given], dtype=np.int64),
        np.cumsum(sizes),
        np.array(candidates, dtype=np.int64)[order],
        np.searchsorted(group[order], np.arange(len(known) + 1)).astype(np.int64),
        order,
    )
