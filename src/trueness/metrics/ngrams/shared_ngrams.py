"""Clipped n-gram matches of texts with sets of references, of all lengths in one walk.

The n-grams of the references are the nodes of a tree: the child of an n-gram under a word is the n-gram longer by this
word. It is looked up in a table by the n-gram's number and the word, so words are compared, not hashes of n-grams. From
every place of a candidate the walk goes down as far as the references go along.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.groups import IntArray, NgramGroups
from trueness.metrics.ngrams.hash_table import clear_table, find_slot, table_size
from trueness.metrics.ngrams.local_numbers import forget_words


def shared_ngrams(
    ids: NDArray[np.int32], starts: IntArray, alphabet: int, groups: NgramGroups, order: int
) -> IntArray:
    """Return how many n-grams candidates have in common with their references, each as often as a reference has it.

    An n-gram counts at most as often as it occurs in the reference that has it most often. Time is linear in the words
    of the candidates and of the references of each group, times `order`; memory, in those of the largest group.

    Parameters
    ----------
    ids : array of shape (T,)
        Words or characters of all texts, by number.
    starts : array of shape (texts + 1,)
        Where each text begins, and where the last one ends.
    alphabet : int
        Larger than every number.
    groups : NgramGroups
    order : int
        The length of the longest n-grams.

    Returns
    -------
    array of shape (candidates, order)
        By length from 1.
    """
    hits = np.zeros((len(groups.candidates), order), dtype=np.int64)
    lengths = np.diff(starts)[groups.references]
    whole = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))[groups.reference_groups]
    most = order * int(np.diff(whole).max(initial=0))
    _count_all(
        ids,
        starts,
        np.zeros(alphabet, dtype=np.int32),
        *groups,
        np.empty(table_size(most), dtype=np.int64),
        np.empty(table_size(most), dtype=np.int32),
        np.empty(most + 1, dtype=np.int32),
        np.empty(most + 1, dtype=np.int32),
        hits,
    )
    return hits


@compiled
def _count_all(
    ids: NDArray[np.int32],
    starts: IntArray,
    local: NDArray[np.int32],  # word to its node
    references: IntArray,
    reference_groups: IntArray,
    candidates: IntArray,
    candidate_groups: IntArray,
    order: IntArray,
    keys: IntArray,  # node and word …
    children: NDArray[np.int32],  # … to the node's child
    most: NDArray[np.int32],  # how often some reference has the n-gram of a node
    used: NDArray[np.int32],  # how often the current text has it
    hits: IntArray,
) -> None:
    longest = hits.shape[1]
    for group in range(len(reference_groups) - 1):
        total = 0
        for k in range(reference_groups[group], reference_groups[group + 1]):
            total += starts[references[k] + 1] - starts[references[k]]
        size = table_size(total * longest)
        clear_table(keys, size)
        known: Whole = np.int64(0)
        for k in range(reference_groups[group], reference_groups[group + 1]):
            start, end = starts[references[k]], starts[references[k] + 1]
            known = _add(ids, start, end, local, keys, size, children, most, used, known, longest)
            for node in range(1, known + 1):
                used[node] = 0
        for k in range(candidate_groups[group], candidate_groups[group + 1]):
            start, end = starts[candidates[k]], starts[candidates[k] + 1]
            _walk(ids, start, end, local, keys, size, children, most, used, hits, order[k])
            for node in range(1, known + 1):
                used[node] = 0
        for k in range(reference_groups[group], reference_groups[group + 1]):
            forget_words(ids, starts[references[k]], starts[references[k] + 1], local)


@compiled_part
def _add(
    ids: NDArray[np.int32],
    start: Whole,
    end: Whole,
    local: NDArray[np.int32],
    keys: IntArray,
    size: Whole,
    children: NDArray[np.int32],
    most: NDArray[np.int32],
    used: NDArray[np.int32],
    known: Whole,
    longest: Whole,
) -> Whole:
    """Add the n-grams of a reference to the tree, and return how many nodes it has."""
    for first in range(start, end):
        node: Whole = np.int64(local[ids[first]])
        if node == 0:
            known += 1
            node = known
            local[ids[first]] = node
            most[node] = used[node] = 0
        used[node] += 1
        most[node] = max(most[node], used[node])
        for place in range(first + 1, min(first + longest, end)):
            key = node << 32 | (ids[place] + 1)
            slot = find_slot(keys, size, key)
            if keys[slot] == 0:
                known += 1
                keys[slot] = key
                children[slot] = known
                most[known] = used[known] = 0
            node = np.int64(children[slot])
            used[node] += 1
            most[node] = max(most[node], used[node])
    return known


@compiled_part
def _walk(
    ids: NDArray[np.int32],
    start: Whole,
    end: Whole,
    local: NDArray[np.int32],
    keys: IntArray,
    size: Whole,
    children: NDArray[np.int32],
    most: NDArray[np.int32],
    used: NDArray[np.int32],
    hits: IntArray,
    row: Whole,
) -> None:
    """Count the n-grams of a candidate that are in the tree."""
    longest = hits.shape[1]
    for first in range(start, end):
        node = np.int64(local[ids[first]])
        if node == 0:
            continue
        if used[node] < most[node]:
            used[node] += 1
            hits[row, 0] += 1
        for place in range(first + 1, min(first + longest, end)):
            slot = find_slot(keys, size, node << 32 | (ids[place] + 1))
            if keys[slot] == 0:
                break
            node = np.int64(children[slot])
            if used[node] < most[node]:
                used[node] += 1
                hits[row, place - first] += 1
