"""Which words of an output METEOR matches with which words of a reference: the search for the best alignment.

Imports numba, so only what computes scores imports this module.

The search is that of the program METEOR 1.5, down to what its documentation does not say, because its scores depend on
it: it walks through the reference from left to right and keeps the 40 best partial alignments, ordered by

1. the number of exact matches (more is better). The documentation says covered words; but the program adds half a word
   for every other match to a whole number, which drops it again, so that they do not count;
2. the number of chunks (fewer is better);
3. the sum of distances between the positions of matched words (less is better). What a match that is tried adds is
   added to the alignment it was tried on, and so reaches the alternatives tried after it, but not itself.

Of equals the one found first comes first. A word with one candidate that is nobody else's is matched in any case.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part

IntArray = NDArray[np.int64]

BEAM = 40
# what is known of a partial alignment: the three criteria; the place in the output behind its last match, -1 after a
# word without one; the partial alignment and the candidate it was made from, -1 for none
EXACT, CHUNKS, DISTANCE, END, PARENT, CANDIDATE = range(6)


def align(
    output: IntArray,
    reference: IntArray,
    stems: IntArray,
    synset_bounds: IntArray,
    synsets: IntArray,
    stages: int,
) -> tuple[IntArray, IntArray, int]:
    """Return the best alignment of two texts.

    Parameters
    ----------
    output, reference : array
        The numbers of their words, n and m of them.
    stems : array
        Word number to stem number.
    synset_bounds : array
        The synonym sets of word w are ``synsets[synset_bounds[w] : synset_bounds[w + 1]]``.
    synsets : array
        Ascending within a word.
    stages : {1, 2, 3}
        How many of the stages exact, stem, synonym are used.

    Returns
    -------
    tuple of array of shape (m,), array of shape (m,), int
        The place in the output of the word that each word of the reference is matched with, -1 for none; by which
        stage, from 0; and the number of chunks: runs of matches that are contiguous and in the same order in both.
    """
    if np.array_equal(output, reference):
        stages = 1  # the program does so too
    bounds, places, by_stage = _candidates(output, reference, stems, synset_bounds, synsets, stages)
    return _search(len(output), bounds, places, by_stage, BEAM)


@compiled
def _candidates(
    output: IntArray,
    reference: IntArray,
    stems: IntArray,
    synset_bounds: IntArray,
    synsets: IntArray,
    stages: int,
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the words of the output that each word of the reference may be matched with, stage after stage."""
    n, m = len(output), len(reference)
    bounds = np.zeros(m + 1, dtype=np.int64)
    places, by_stage = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    for filling in (False, True):  # counted first: a table of all pairs would be large for long texts
        found = 0
        for j in range(m):
            for stage in range(stages):
                for i in range(n):
                    if _fits(stage, output[i], reference[j], stems, synset_bounds, synsets):
                        if filling:
                            places[found], by_stage[found] = i, stage
                        found += 1
            bounds[j + 1] = found
        if not filling:
            places, by_stage = np.empty(found, dtype=np.int64), np.empty(found, dtype=np.int64)
    return bounds, places, by_stage


@compiled_part
def _fits(
    stage: int, word: int, other: int, stems: IntArray, synset_bounds: IntArray, synsets: IntArray
) -> bool:
    """Return whether two words match by a stage; the same word does by the first one only."""
    if stage == 0 or word == other:
        return stage == 0 and word == other
    if stage == 1:
        return bool(stems[word] == stems[other])
    return _share_a_set(synset_bounds, synsets, word, other)


@compiled_part
def _share_a_set(bounds: IntArray, synsets: IntArray, word: int, other: int) -> bool:
    """Return whether two words have a synonym set in common."""
    one, one_end = bounds[word], bounds[word + 1]
    two, two_end = bounds[other], bounds[other + 1]
    while one < one_end and two < two_end:
        if synsets[one] == synsets[two]:
            return True
        if synsets[one] < synsets[two]:
            one += 1
        else:
            two += 1
    return False


@compiled
def _search(
    n: int, bounds: IntArray, places: IntArray, by_stage: IntArray, beam: int
) -> tuple[IntArray, IntArray, int]:
    """Return the best alignment among candidates, by a beam search through the reference."""
    m = len(bounds) - 1
    covered = np.zeros(n, dtype=np.int64)
    for place in places:
        covered[place] += 1
    # the partial alignments after every word, best first; row 0 is before the first
    paths = np.zeros((m + 1, beam, 6), dtype=np.int64)
    paths[0, 0, END] = -1
    used, new_used = np.zeros((beam, n), dtype=np.bool_), np.zeros((beam, n), dtype=np.bool_)
    alive: Whole = np.int64(1)
    for j in range(m):
        definite = bounds[j + 1] == bounds[j] + 1 and covered[places[bounds[j]]] == 1
        alive = _advance(paths[j], alive, used, paths[j + 1], j, bounds, places, by_stage, definite)
        for path in range(alive):
            before = paths[j + 1, path, PARENT]
            for place in range(n):  # whole arrays take seconds to compile
                new_used[path, place] = used[before, place]
            if paths[j + 1, path, CANDIDATE] >= 0:
                new_used[path, places[paths[j + 1, path, CANDIDATE]]] = True
        used, new_used = new_used, used
    best: Whole = np.int64(0)
    for path in range(alive):
        paths[m, path, CHUNKS] += paths[m, path, END] != -1  # the last chunk ends with the text
        if _comes_before(paths[m], path, paths[m], best):
            best = path
    chunks = paths[m, best, CHUNKS]
    matched, stage = np.full(m, -1, dtype=np.int64), np.full(m, -1, dtype=np.int64)
    for j in range(m - 1, -1, -1):
        candidate = paths[j + 1, best, CANDIDATE]
        if candidate >= 0:
            matched[j], stage[j] = places[candidate], by_stage[candidate]
        best = paths[j + 1, best, PARENT]
    return matched, stage, chunks


@compiled_part
def _advance(
    paths: IntArray,
    alive: Whole,
    used: NDArray[np.bool_],
    ranking: IntArray,
    j: int,
    bounds: IntArray,
    places: IntArray,
    by_stage: IntArray,
    definite: bool,  # noqa: FBT001 - a compiled function takes its arguments by place
) -> Whole:
    """Fill the ranking with the best ways to go on over word j of the reference; return how many there are."""
    kept: Whole = np.int64(0)
    trial = np.empty((1, 6), dtype=np.int64)
    for path in range(alive):
        end, distance = paths[path, END], paths[path, DISTANCE]
        trial[0, PARENT] = path
        for candidate in range(bounds[j], bounds[j + 1]):
            place = places[candidate]
            if used[path, place]:
                continue
            trial[0, EXACT] = paths[path, EXACT] + (by_stage[candidate] == 0)
            trial[0, CHUNKS] = paths[path, CHUNKS] + (end not in (-1, place))
            trial[0, DISTANCE] = distance + (abs(j - place) if definite else 0)
            trial[0, END], trial[0, CANDIDATE] = place + 1, candidate
            kept = _enter(ranking, kept, trial)
            distance += abs(j - place)
        if not definite:
            trial[0, EXACT] = paths[path, EXACT]
            trial[0, CHUNKS] = paths[path, CHUNKS] + (end != -1)
            trial[0, DISTANCE] = distance
            trial[0, END], trial[0, CANDIDATE] = -1, -1
            kept = _enter(ranking, kept, trial)
    return kept


@compiled_part
def _enter(ranking: IntArray, kept: Whole, trial: IntArray) -> Whole:
    """Put a partial alignment into its place among the best, behind its equals; return how many are kept."""
    rank = kept
    while rank > 0 and _comes_before(trial, np.int64(0), ranking, rank - 1):
        rank -= 1
    if rank == len(ranking):
        return kept
    kept = min(kept + 1, len(ranking))
    for place in range(kept - 1, rank, -1):
        for what in range(6):
            ranking[place, what] = ranking[place - 1, what]
    for what in range(6):
        ranking[rank, what] = trial[0, what]
    return kept


@compiled_part
def _comes_before(paths: IntArray, one: Whole, others: IntArray, other: Whole) -> bool:
    """Return whether one partial alignment is strictly better than another."""
    if paths[one, EXACT] != others[other, EXACT]:
        return bool(paths[one, EXACT] > others[other, EXACT])
    if paths[one, CHUNKS] != others[other, CHUNKS]:
        return bool(paths[one, CHUNKS] < others[other, CHUNKS])
    return bool(paths[one, DISTANCE] < others[other, DISTANCE])
