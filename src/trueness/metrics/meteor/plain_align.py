"""Which words METEOR matches, found without compiled loops: the same alignments as `align.align` finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

BEAM = 40


Chain = tuple["Chain", int, int, int] | None
"""What is matched: earlier matches, the place in the reference, that in the output, and the stage."""

Path = tuple[int, int, int, int, int, int, Chain]
"""A partial alignment: minus its exact matches, its chunks, its distances and its rank among equals, by which it is
sorted; the place in the output behind its last match, -1 after a word without one; places of the output that are
matched, a bit each; and its matches."""


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
    covered = [0] * len(output)
    for found in candidates:
        for place, _ in found:
            covered[place] += 1
    paths: list[Path] = [(0, 0, 0, 0, -1, 0, None)]
    for j, found in enumerate(candidates):
        if not found:
            if any(path[4] != -1 for path in paths):  # chunks end here
                paths = sorted(
                    (exact, chunks + (end != -1), distance, rank, -1, used, chain)
                    for exact, chunks, distance, rank, end, used, chain in _ranked(paths)
                )
        elif len(found) == 1 and covered[found[0][0]] == 1:  # matched in any case
            ((place, stage),) = found
            own, bit, away = stage == 0, 1 << place, abs(j - place)
            paths = sorted(
                (
                    exact - own,
                    chunks + (end not in (-1, place)),
                    distance + away,
                    rank,
                    place + 1,
                    used | bit,
                    (chain, j, place, stage),
                )
                for exact, chunks, distance, rank, end, used, chain in _ranked(paths)
            )
        else:
            paths = sorted(_trials(paths, j, found))[:BEAM]
    # the last chunk ends with the text
    _, chunks, _, _, _, _, chain = min(
        (exact, chunks + (end != -1), distance, rank, end, used, chain)
        for exact, chunks, distance, rank, end, used, chain in _ranked(paths)
    )
    matched, by_stage = [-1] * len(reference), [-1] * len(reference)
    while chain is not None:
        chain, j, matched[j], by_stage[j] = chain
    return matched, by_stage, chunks


def _ranked(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield paths with their present rank, by which equals are sorted."""
    for rank, path in enumerate(paths):
        yield (*path[:3], rank, *path[4:])


def _trials(paths: Sequence[Path], j: int, found: Sequence[tuple[int, int]]) -> list[Path]:
    """Return the ways to go on over a word of the reference, with each of its candidates and without.

    Left out are those that cannot be among the best.
    """
    trials: list[Path] = []
    tries = 0
    worst, most = 1, 0  # minus exact matches, and chunks, of the last among the best so far
    ways = [(place, 1 << place, place + 1, stage == 0, abs(j - place), stage) for place, stage in found]
    for exact, chunks, before, _, end, used, chain in paths:
        distance = before
        more = chunks + (end != -1)
        for place, bit, behind, own, away, stage in ways:
            if used & bit:
                continue
            value, longer = exact - own, chunks if end == place else more
            if value < worst or (value == worst and longer <= most):
                match = (chain, j, place, stage)
                trials.append((value, longer, distance, tries, behind, used | bit, match))
                tries += 1
            distance += away  # reaches what is tried after it
        if exact < worst or (exact == worst and more <= most):
            trials.append((exact, more, distance, tries, -1, used, chain))
            tries += 1
        if len(trials) > 2 * BEAM:
            trials = sorted(trials)[:BEAM]
            worst, most = trials[-1][:2]
    return trials


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
