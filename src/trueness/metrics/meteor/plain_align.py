"""Which words METEOR matches, found without compiled loops: the same alignments as `align.align` finds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

BEAM = 40

_VALUE = itemgetter(0)

Match = tuple[int, int, int]
"""The place in the reference, that in the output, and the stage."""

Chain = tuple["Chain", Match] | None
"""What is matched where there was a choice: earlier matches, and the last."""

Path = tuple[int, int, int, Chain]
"""A partial alignment: its criteria in one number (see `_Units`), less being better; the place in the output behind its
last match, -1 after a word without one; places of the output that are matched, a bit each; and its matches. What comes
first among equals is not in it: sorting leaves equals in their order."""


class _Units(NamedTuple):
    """What an exact match takes from the number of a path, and what a chunk adds; a distance adds itself."""

    exact: int
    chunk: int

    @classmethod
    def of(cls, candidates: Sequence[Sequence[tuple[int, int]]]) -> _Units:
        """Return units so large that no criterion reaches into the one above it."""
        farthest = sum(abs(j - place) for j, found in enumerate(candidates) for place, _ in found)
        chunk = 1 << farthest.bit_length()
        return cls(chunk << (len(candidates) + 1).bit_length(), chunk)


def plain_align(
    output: Sequence[int],
    reference: Sequence[int],
    stems: Sequence[int],
    synonym_sets: Sequence[frozenset[int]],
    stages: int,
) -> tuple[list[int], list[int], int]:
    """Return the best alignment of two texts.

    Parameters
    ----------
    output, reference : sequence of int
        The numbers of their words, n and m of them.
    stems : sequence of int
        Word number to stem number.
    synonym_sets : sequence of frozenset
        Word number to the synonym sets of the word.
    stages : {1, 2, 3}
        How many of the stages exact, stem, synonym are used.

    Returns
    -------
    tuple of list, list, int
        As `align.align` returns them.
    """
    if output == reference:
        stages = 1  # the program does so too
    candidates = _candidates(output, reference, stems, synonym_sets, stages)
    units = _Units.of(candidates)
    covered = [0] * len(output)
    for found in candidates:
        for place, _ in found:
            covered[place] += 1
    matched, by_stage = [-1] * len(reference), [-1] * len(reference)
    paths: list[Path] = [(0, -1, 0, None)]
    # words with one choice or none leave all paths at the same place: from the second such word in a row on they do
    # the same to every path, which is noted once
    together: int | None = -1
    chunks = 0
    for j, found in enumerate(candidates):
        ways = [(j, place, stage) for place, stage in found]
        if len(ways) > 1 or (ways and covered[ways[0][1]] > 1):
            paths = _gone_on(paths, together, ways, units)
            together = None
            continue
        place = ways[0][1] if ways else -1
        if ways:  # matched in any case
            matched[j], by_stage[j] = found[0]
        if together is None:
            paths = [
                (value + units.chunk * (end not in (-1, place)), end, used, chain)
                for value, end, used, chain in paths
            ]
            paths.sort(key=_VALUE)
        else:
            chunks += together not in (-1, place)
        together = place + 1 if ways else -1
    # the last chunk ends with the text
    if together is None:
        value, _, _, chain = min(
            ((value + units.chunk * (end != -1), end, used, chain) for value, end, used, chain in paths),
            key=_VALUE,
        )
    else:
        chunks += together != -1
        value, _, _, chain = paths[0]
    while chain is not None:
        chain, (j, matched[j], by_stage[j]) = chain
    return matched, by_stage, chunks + value % units.exact // units.chunk


def _gone_on(paths: Sequence[Path], together: int | None, ways: Sequence[Match], units: _Units) -> list[Path]:
    """Return the best ways to go on over a word of the reference, with each of its candidates and without.

    Parameters
    ----------
    paths : sequence of Path
        The best first.
    together : int or None
        The place behind the last match of all paths, whatever they say, where it is the same.
    ways : sequence of Match
        The word's candidates.
    units : _Units
    """
    trials: list[Path] = []
    worst: float = math.inf  # of the best so far, where there are enough
    most = units.exact if any(stage == 0 for _, _, stage in ways) else 0
    steps_from: dict[int, list[tuple[int, int, int, int, Match]]] = {}
    for before, own_end, used, chain in paths:
        if before - most >= worst:  # and so are all others
            break
        value = before
        end = own_end if together is None else together
        steps = steps_from.get(end)
        if steps is None:
            steps = steps_from[end] = [_step(end, match, units) for match in ways]
        for bit, behind, added, away, match in steps:
            if used & bit:
                continue
            if value + added < worst:
                trials.append((value + added, behind, used | bit, (chain, match)))
            value += away  # reaches what is tried after it
        if end != -1:
            value += units.chunk
        if value < worst:
            trials.append((value, -1, used, chain))
        if len(trials) > 2 * BEAM:
            trials.sort(key=_VALUE)
            del trials[BEAM:]
            worst = trials[-1][0]
    trials.sort(key=_VALUE)
    return trials[:BEAM]


def _step(end: int, match: Match, units: _Units) -> tuple[int, int, int, int, Match]:
    """Return what a match does after a place: its bit, the place behind it, what it adds, its distance, and itself."""
    j, place, stage = match
    added = units.chunk * (end not in (-1, place)) - units.exact * (stage == 0)
    return 1 << place, place + 1, added, abs(j - place), match


def _candidates(
    output: Sequence[int],
    reference: Sequence[int],
    stems: Sequence[int],
    synonym_sets: Sequence[frozenset[int]],
    stages: int,
) -> list[list[tuple[int, int]]]:
    """Return the places of the output that each word of the reference may be matched with, stage after stage."""
    places: dict[int, list[int]] = {}
    of_stem: dict[int, list[int]] = {}
    for i, word in enumerate(output):
        places.setdefault(word, []).append(i)
        of_stem.setdefault(stems[word], []).append(i)
    known: dict[int, list[tuple[int, int]]] = {}
    for word in reference:
        if word in known:
            continue
        found = [(i, 0) for i in places.get(word, ())]
        if stages > 1:
            found += [(i, 1) for i in of_stem.get(stems[word], ()) if output[i] != word]
        if stages > 2 and synonym_sets[word]:
            found += [
                (i, 2)
                for i, other in enumerate(output)
                if other != word and not synonym_sets[word].isdisjoint(synonym_sets[other])
            ]
        known[word] = found
    return [known[word] for word in reference]
