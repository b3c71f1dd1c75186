"""A genetic algorithm over summaries: it climbs to the best and then fills what is thin of the range below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from trueness.generation.possible_summaries import BoolArray
from trueness.generation.tried_summaries import TriedSummaries

POPULATION = 100
"""Summaries that are alive at once, and children of a generation."""

TOURNAMENT = 3
"""Summaries of which the best becomes a parent."""

ELITE = 0.2
"""The share of a population that goes to the best of the last one and of its children; chance chooses the rest."""

CLIMBING = 0.6
"""The share of the tries with which the best is looked for; the rest fills the range."""

LEVELS = 20
"""Parts of equal width into which the range is cut when it is filled."""

NEAR = 8
"""Summaries closest to a level of which two become parents of one that is wanted there."""

ATTEMPTS = 8
"""Times a child that has been tried before is changed again, before a new random summary takes its place."""

STALE = 20
"""Generations without any new summary after which nothing more is expected."""


def random_summary(
    lengths: Sequence[int], limit: int, rng: np.random.Generator, begun: BoolArray | None = None
) -> BoolArray:
    """Return a random summary: sentences in random order, each as long as it fits.

    Parameters
    ----------
    lengths : sequence of int
        The words of each sentence, none above the limit.
    limit : int
        The most words.
    rng : numpy.random.Generator
    begun : array of shape (n,), optional
        A summary that is to be filled.

    Returns
    -------
    array of shape (n,)
        Which sentences it has. No other fits besides.
    """
    chosen = np.zeros(len(lengths), dtype=np.bool_) if begun is None else begun.copy()
    left = limit - _words(chosen, lengths)
    for k in rng.permutation(len(lengths)).tolist():
        if not chosen[k] and lengths[k] <= left:
            chosen[k] = True
            left -= lengths[k]
    return chosen


def crossed(
    mother: BoolArray, father: BoolArray, lengths: Sequence[int], limit: int, rng: np.random.Generator
) -> BoolArray:
    """Return a summary with what both have, and in random order with each of the other sentences that fits, or not.

    Parameters
    ----------
    mother, father : array of shape (n,)
        Summaries within the limit, with a sentence at least.
    lengths : sequence of int
    limit : int
    rng : numpy.random.Generator
    """
    child = mother & father
    left = limit - _words(child, lengths)
    differing = rng.permutation(np.flatnonzero(mother ^ father))
    for k, wanted in zip(differing.tolist(), (rng.random(len(differing)) < 0.5).tolist(), strict=True):
        if wanted and lengths[k] <= left:
            child[k] = True
            left -= lengths[k]
    return child if child.any() else mother.copy()


def mutated(summary: BoolArray, lengths: Sequence[int], limit: int, rng: np.random.Generator) -> BoolArray:
    """Return a summary without one of its sentences, with one more, or with one in place of another.

    Half of the changes replace a sentence, the others drop or add one; after a replacement what fits is filled in by
    half of them. Where nothing fits, or only one sentence is there to be dropped, it may come back as it was.

    Parameters
    ----------
    summary : array of shape (n,)
        Within the limit, with a sentence at least.
    lengths : sequence of int
    limit : int
    rng : numpy.random.Generator
    """
    child = summary.copy()
    kind = rng.random()
    there = np.flatnonzero(summary)
    dropped = -1
    if kind < 0.75 and (kind >= 0.25 or len(there) > 1):
        dropped = int(rng.choice(there))
        child[dropped] = False
    if kind >= 0.25:
        left = limit - _words(child, lengths)
        fitting = [k for k, length in enumerate(lengths) if not child[k] and k != dropped and length <= left]
        if fitting:
            child[int(rng.choice(fitting))] = True
            if rng.random() < 0.5:
                child = random_summary(lengths, limit, rng, child)
    return child if child.any() else summary.copy()


def evolve(
    tried: TriedSummaries, lengths: Sequence[int], limit: int, tries: int, rng: np.random.Generator
) -> None:
    """Try summaries, first to find the best, then to have some everywhere between the worst tried and the best.

    Climbing, parents are the best of `TOURNAMENT` from a population of which the best `ELITE` always survive. Filling,
    they are neighbours of a level of the range, the sooner the fewer summaries lie at it. Children are crossed and
    changed, and tried if they are new.

    Parameters
    ----------
    tried : TriedSummaries
        With the first population; what is tried is added.
    lengths : sequence of int
        The words of each sentence, none above the limit.
    limit : int
        The most words of a summary.
    tries : int
        How many summaries there may be in `tried` in the end; there may be fewer where no new ones are found.
    rng : numpy.random.Generator

    References
    ----------
    Peyrard and Eckle-Kohler 2016 for summaries as individuals, with the metric as fitness; filling the range is not
    theirs.
    """
    alive = np.arange(len(tried))
    climbing = len(tried) + int(CLIMBING * (tries - len(tried)))
    stale = 0
    while len(tried) < tries and stale < STALE:
        before = len(tried)
        climbs = before < climbing
        parents = _fittest(alive, tried, rng) if climbs else _neighbours(tried, rng)
        children: dict[bytes, BoolArray] = {}
        for _ in range(min(POPULATION, tries - before)):
            child = mutated(crossed(*parents(), lengths, limit, rng), lengths, limit, rng)
            for _ in range(ATTEMPTS):
                if child not in tried and child.tobytes() not in children:
                    break
                child = mutated(child, lengths, limit, rng)
            else:
                child = random_summary(lengths, int(rng.integers(min(lengths), limit + 1)), rng)
            children.setdefault(child.tobytes(), child)
        places = tried.try_all(list(children.values()))
        stale = 0 if len(tried) > before else stale + 1
        if climbs:
            quality = np.where(np.isnan(tried.quality), -np.inf, tried.quality)
            alive = _survivors(np.unique([*alive, *places]), quality, rng)


Parents = Callable[[], tuple[BoolArray, BoolArray]]


def _fittest(alive: np.ndarray, tried: TriedSummaries, rng: np.random.Generator) -> Parents:
    """Return what draws parents from a population by tournaments."""
    quality = np.where(np.isnan(tried.quality), -np.inf, tried.quality)

    def winner() -> BoolArray:
        drawn = alive[rng.integers(len(alive), size=TOURNAMENT)]
        found: BoolArray = tried.chosen[drawn[np.argmax(quality[drawn])]]
        return found

    return lambda: (winner(), winner())


def _neighbours(tried: TriedSummaries, rng: np.random.Generator) -> Parents:
    """Return what draws parents from next to a level of the range at which there are few summaries."""
    defined = np.flatnonzero(~np.isnan(tried.quality))
    if not len(defined):
        return _fittest(np.arange(len(tried)), tried, rng)
    order = defined[np.argsort(tried.quality[defined], kind="stable")]
    quality = tried.quality[order]
    low, high = quality[0], quality[-1]
    edges = np.linspace(low, high, LEVELS + 1)
    there = np.diff(np.searchsorted(quality, edges[1:-1]), prepend=0, append=len(quality))
    weights = 1.0 / (1.0 + there)
    weights /= weights.sum()

    def pair() -> tuple[BoolArray, BoolArray]:
        level = rng.choice(LEVELS, p=weights)
        wanted = edges[level] + rng.random() * (edges[level + 1] - edges[level])
        first = min(max(int(np.searchsorted(quality, wanted)) - NEAR // 2, 0), max(len(order) - NEAR, 0))
        near = order[first : first + NEAR]
        mother, father = near[rng.integers(len(near), size=2)]
        return tried.chosen[mother], tried.chosen[father]

    return pair


def _survivors(alive: np.ndarray, quality: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the next population: the best, and others by chance."""
    if len(alive) <= POPULATION:
        return alive
    ranked = alive[np.argsort(-quality[alive], kind="stable")]
    elite = int(ELITE * POPULATION)
    return np.concatenate([ranked[:elite], rng.permutation(ranked[elite:])[: POPULATION - elite]])


def _words(chosen: BoolArray, lengths: Sequence[int]) -> int:
    return sum(lengths[k] for k in np.flatnonzero(chosen).tolist())
