"""What `shared_ngrams` counts, without compiled loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.metrics.ngrams.groups import IntArray, NgramGroups

Ngram = str | tuple[object, ...]
"""A stretch of a text: characters, or words."""


class _Counted(NamedTuple):
    """The n-grams of one length: which there are, and how often those occur that occur more than once."""

    all: set[Ngram]
    repeated: dict[Ngram, int]


def plain_shared_ngrams(
    texts: Sequence[str] | Sequence[tuple[object, ...]], groups: NgramGroups, order: int
) -> IntArray:
    """Return how many n-grams candidates have in common with their references (see `shared_ngrams`).

    Parameters
    ----------
    texts : sequence
        Texts by number: str, whose characters count, or tuples, whose entries do.
    groups : NgramGroups
    order : int

    Returns
    -------
    array of shape (candidates, order)
    """
    hits = np.zeros((len(groups.candidates), order), dtype=np.int64)
    known: dict[int, list[_Counted]] = {}

    def counted(text: int) -> list[_Counted]:
        if text not in known:
            known[text] = [_counted(_ngrams(texts[text], n)) for n in range(1, order + 1)]
        return known[text]

    candidates, references = groups.candidates.tolist(), groups.references.tolist()
    for group in range(len(groups.reference_groups) - 1):
        first, last = groups.reference_groups[group : group + 2].tolist()
        theirs = _most_often([counted(text) for text in references[first:last]])
        first, last = groups.candidate_groups[group : group + 2].tolist()
        for k in range(first, last):
            mine = counted(candidates[k])
            hits[groups.order[k]] = [_shared(one, other) for one, other in zip(mine, theirs, strict=True)]
    return hits


def _ngrams(text: str | tuple[object, ...], n: int) -> list[Ngram]:
    return [text[place : place + n] for place in range(len(text) - n + 1)]


def _counted(ngrams: list[Ngram]) -> _Counted:
    different = set(ngrams)
    if len(different) == len(ngrams):
        return _Counted(different, {})
    return _Counted(different, {ngram: times for ngram, times in Counter(ngrams).items() if times > 1})


def _most_often(texts: Sequence[list[_Counted]]) -> list[_Counted]:
    """Return how often each n-gram occurs in the text that has it most often."""
    if len(texts) == 1:
        return texts[0]
    most = []
    for counted in zip(*texts, strict=True):
        repeated: Counter[Ngram] = Counter()
        for one in counted:
            repeated |= Counter(one.repeated)
        most.append(_Counted(set().union(*(one.all for one in counted)), repeated))
    return most


def _shared(mine: _Counted, theirs: _Counted) -> int:
    """Return the sum of the smaller counts: one for each n-gram of both, and what both repeat."""
    more = sum(
        min(mine.repeated[ngram], theirs.repeated[ngram]) - 1
        for ngram in mine.repeated.keys() & theirs.repeated.keys()
    )
    return len(mine.all & theirs.all) + more
