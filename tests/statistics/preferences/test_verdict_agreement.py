"""Agreement of verdicts by enumeration of all pairs of raters, and chance by simulation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.preferences.verdict_agreement import people_counts, verdict_agreement


def credit(one, other, ties):
    if ties == "class":
        return float(one == other)
    if ties == "half":
        return 1 - abs(one - other) / 2
    return None if 0 in (one, other) else float(one == other)


@pytest.mark.parametrize("ties", ["half", "class", "excluded"])
def test_it_is_the_mean_over_people_and_over_pairs_of_them(ties):
    rng = np.random.default_rng(5)
    people = [rng.integers(-1, 2, rng.integers(1, 6)) for _ in range(30)]
    judge = rng.integers(-1, 2, 30).astype(float)
    judge[3] = np.nan
    numbers = np.repeat(np.arange(30), [len(one) for one in people])
    counts = people_counts(np.concatenate(people).astype(float), numbers, 30)
    found = verdict_agreement(judge, counts, ties=ties)
    for k, said in enumerate(people):
        mine = [
            x for one in said if not np.isnan(judge[k]) and (x := credit(judge[k], one, ties)) is not None
        ]
        among = [x for a, b in itertools.permutations(said, 2) if (x := credit(a, b, ties)) is not None]
        for value, expected in ((found.with_people[k], mine), (found.among_people[k], among)):
            if expected:
                assert value == pytest.approx(np.mean(expected))
            else:
                assert np.isnan(value)


@pytest.mark.parametrize("ties", ["half", "class", "excluded"])
def test_chance_is_what_guessing_gives(ties):
    rng = np.random.default_rng(6)
    n = 200_000
    people = rng.choice([-1.0, 0.0, 1.0], n, p=[0.1, 0.3, 0.6])
    judge = rng.choice([-1.0, 0.0, 1.0], n, p=[0.4, 0.2, 0.4])  # ties in a fifth, else a coin
    found = verdict_agreement(judge, people_counts(people, np.arange(n), n), ties=ties)
    assert np.nanmean(found.with_people) == pytest.approx(found.chance, abs=0.005)


def test_shapes_and_values_are_checked():
    with pytest.raises(ArgumentError, match="must have shape"):
        verdict_agreement([1.0], np.zeros((2, 3)))
    with pytest.raises(ArgumentError, match="must hold 1"):
        verdict_agreement([2.0], np.ones((1, 3)))
    with pytest.raises(ArgumentError, match="`ties` must be one of"):
        verdict_agreement([1.0], np.ones((1, 3)), ties="third")
