"""A person's parts are what the means lose without that person."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.preferences.person_parts import person_parts
from trueness.statistics.preferences.verdict_agreement import people_counts, verdict_agreement


def drawn(rng, pairs=14, people=5, kept=1.0):
    where, who = (one.ravel() for one in np.meshgrid(np.arange(pairs), np.arange(people), indexing="ij"))
    there = rng.random(len(where)) < kept
    verdict = rng.integers(-1, 2, len(where)).astype(float)
    return where[there], who[there], verdict[there], rng.integers(-1, 2, pairs).astype(float)


@pytest.mark.parametrize("ties", ["half", "class"])
def test_parts_say_what_leaving_out_a_person_does(ties):
    # of P people, a mean over them moves by u P / (P - 1) and one over two of them by u P / (P - 2)
    where, who, verdict, said = drawn(np.random.default_rng(4))

    def means(kept):
        found = verdict_agreement(said, people_counts(verdict[kept], where[kept], len(said)), ties=ties)
        return np.array([found.with_people.mean(), found.among_people.mean()])

    counts = people_counts(verdict, where, len(said))
    parts = person_parts(said, where, verdict, counts, ties=ties)
    for person in range(5):
        moved = means(np.ones(len(who), dtype=bool)) - means(who != person)
        added = [part[who == person].sum() for part in parts]
        assert moved == pytest.approx([added[0] * 5 / 4, added[1] * 5 / 3])


@pytest.mark.parametrize("ties", ["half", "class", "excluded"])
def test_parts_sum_to_nothing_and_pairs_within_count(ties):
    where, _, verdict, said = drawn(np.random.default_rng(5), kept=0.7)
    counts = people_counts(verdict, where, len(said))
    for part in person_parts(said, where, verdict, counts, ties=ties):
        assert part.sum() == pytest.approx(0)
    within = np.arange(len(said)) < 12
    part = person_parts(said, where, verdict, counts, ties=ties, within=within).with_people
    assert np.all(part[where >= 12] == 0)
    assert np.any(part[where < 12] != 0)
    with pytest.raises(ArgumentError, match="shape"):
        person_parts(said, where, verdict, counts[:, :2])
