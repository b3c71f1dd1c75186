"""The genetic algorithm: what it makes keeps within the limit, and its best is that of all summaries."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.generation.evolution import crossed, evolve, mutated, random_summary
from trueness.generation.possible_summaries import all_summaries, count_summaries
from trueness.generation.tried_summaries import TriedSummaries

SENTENCES = st.lists(st.integers(1, 12), min_size=1, max_size=15)


@given(SENTENCES, st.integers(12, 40), st.integers(0, 2**32))
def test_what_is_bred_has_sentences_and_keeps_within_the_limit(lengths, limit, seed):
    rng = np.random.default_rng(seed)
    mother, father = (random_summary(lengths, limit, rng) for _ in range(2))
    words = np.array(lengths)
    for full in (mother, father):
        left = limit - words[full].sum()
        assert left >= 0
        assert (words[~full] > left).all()  # nothing fits besides
    for _ in range(5):
        child = crossed(mother, father, lengths, limit, rng)
        assert not (child & ~(mother | father)).any()
        assert ((mother & father) <= child).all()
        changed = mutated(child, lengths, limit, rng)
        for one in (child, changed):
            assert one.any()
            assert words[one].sum() <= limit
        mother, father = father, changed


def rugged(n, seed):
    """Return a fitness of sentences and of pairs of them, in which the best cannot be read off single sentences."""
    rng = np.random.default_rng(seed)
    alone, pairs = rng.normal(size=n), rng.normal(size=(n, n))
    return lambda chosen: chosen @ alone + np.einsum("pi,ij,pj->p", chosen, pairs, chosen.astype(float))


def searched(fitness, lengths, limit, tries, seed):
    rng = np.random.default_rng(seed)
    tried = TriedSummaries(fitness, len(lengths), higher_is_better=True)
    tried.try_all([random_summary(lengths, limit, rng) for _ in range(100)])
    evolve(tried, lengths, limit, tries, rng)
    return tried


@pytest.mark.parametrize(("seeds", "least"), [(3, 2), pytest.param(10, 8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("instance", range(3))
def test_the_best_of_all_summaries_is_found_in_most_seeds(instance, seeds, least):
    lengths = np.random.default_rng(instance).integers(5, 25, size=18).tolist()
    fitness, limit = rugged(18, instance), 100
    possible = count_summaries(lengths, limit)
    assert possible > 12_000  # six times what is tried
    best = fitness(np.array(list(all_summaries(lengths, limit)))).max()
    found = [
        searched(fitness, lengths, limit, 2000, seed).quality.max() == pytest.approx(best)
        for seed in range(seeds)
    ]
    assert sum(found) >= least
    random = np.random.default_rng(instance)
    blind = [
        fitness(np.array([random_summary(lengths, limit, random) for _ in range(2000)])).max()
        == pytest.approx(best)
        for _ in range(seeds)
    ]
    assert sum(found) > sum(blind)


def test_no_more_is_tried_than_asked_for_and_the_range_is_filled():
    lengths = np.random.default_rng(5).integers(5, 25, size=20).tolist()
    tried = searched(rugged(20, 5), lengths, 100, 1500, 1)
    assert len(tried) == 1500
    climbed = tried.quality[:900]  # what climbing tried
    low, high = tried.quality.min(), tried.quality.max()
    thinnest = [np.histogram(one, 10, (low, high))[0].min() for one in (climbed, tried.quality)]
    assert thinnest[1] > thinnest[0]


def test_it_ends_where_nothing_new_is_left():
    tried = searched(lambda chosen: chosen.sum(axis=1) * 1.0, [1, 1, 1], 3, 200, 0)
    assert len(tried) <= 7


def test_undefined_scores_are_no_parents_of_the_best():
    def fitness(chosen):
        return np.where(chosen[:, 0], np.nan, chosen.sum(axis=1))

    tried = searched(fitness, [5] * 12, 30, 600, 0)
    assert np.nanmax(tried.quality) == 6
    nothing = searched(lambda chosen: np.full(len(chosen), np.nan), [5] * 12, 30, 300, 0)
    assert np.isnan(nothing.quality).all()
