"""Which texts are counted against which: outputs against one set of references after the other."""

from __future__ import annotations

import itertools
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


def group_rows(candidates: IntArray, references: IntArray, counts: IntArray) -> NgramGroups:
    """Group rows that have the same references, which then count together.

    Parameters
    ----------
    candidates : array of shape (n,)
        The text of each row's candidate.
    references : array of shape (R,)
        The texts of each row's references, row after row.
    counts : array of shape (n,)
        How many references each row has.
    """
    known: dict[tuple[int, ...], int] = {}
    texts = iter(references.tolist())
    rows = (tuple(itertools.islice(texts, count)) for count in counts.tolist())
    group = np.array([known.setdefault(given, len(known)) for given in rows], dtype=np.int64)
    order = np.argsort(group, kind="stable")
    sizes = np.array([0, *map(len, known)], dtype=np.int64)
    return NgramGroups(
        references=np.array([*itertools.chain.from_iterable(known)], dtype=np.int64),
        reference_groups=np.cumsum(sizes),
        candidates=candidates[order],
        candidate_groups=np.searchsorted(group[order], np.arange(len(known) + 1)).astype(np.int64),
        order=order,
    )
