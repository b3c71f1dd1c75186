"""What tests of pairs of systems cost in time and memory, and from how many on not all are made."""

from __future__ import annotations

from collections.abc import Collection

from trueness.parallel import chosen_workers
from trueness.statistics.systems.pairs_with_highest import HIGHEST
from trueness.statistics.systems.swapped_means import counted_at_once
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.settings import SystemSettings
from trueness.study.cost import MOST_TESTS, Cost, check_tests
from trueness.study.number_words import counted

FEWER = "Leave systems out (--without), or name fewer scorers (--scorer)."
"""How there are fewer tests."""

BYTES_PER_TEST = 1_900
"""What is held of a test: its row, and its counts in every tile of resamples."""

PER_TEST = 8.0e-5
"""Seconds for a test without its draws: its row, whether differences are normal, and what is said of it."""

PER_DRAW, PER_DRAW_AT_ONCE = 4.0e-8, 2.5e-9
"""Seconds for a pair in a resample, and for one that compiled code counts (`counted_at_once`).

All measured on one core of 2024, with 20 inputs."""


def only_highest(n_systems: int, n_scorers: int, settings: SystemSettings, *, by_formula: bool) -> bool:
    """Return whether pairs of systems are so many that only those with the highest are tested.

    Parameters
    ----------
    n_systems, n_scorers : int
    settings : SystemSettings
    by_formula : bool
        Whether p-values are as small as the family asks for, however few resamples are drawn.

    Raises
    ------
    ArgumentError
        If these are more tests than one study keeps, too; the message names the options with which there are fewer.
    """
    sides = 1 if settings.alternative == "two-sided" else 2
    pairs = n_systems * (n_systems - 1) // 2
    tests = sides * pairs * n_scorers
    few = sides * min(HIGHEST, n_systems) * n_systems * n_scorers
    chosen = tests > MOST_TESTS >= few and by_formula
    if not chosen:
        check_tests(
            tests,
            f"{n_systems:,} systems are {counted(pairs, 'pair')}, which makes {tests:,} tests by "
            f"{counted(n_scorers, 'scorer')}",
            FEWER,
        )
    return chosen


def pairs_cost(pairs: Collection[SystemPairs], settings: SystemSettings) -> Cost:
    """Return what the tests of all scorers will take, roughly, and what makes them fewer.

    Parameters
    ----------
    pairs : collection of SystemPairs
        Of each scorer, one or more.
    settings : SystemSettings
    """
    tests, drawn = 0, 0.0
    for one in pairs:
        tests += one.n_pairs * (1 if settings.alternative == "two-sided" else 2)
        if settings.resampled:
            swapped = settings.method.arrangements is not None
            at_once = swapped and counted_at_once(one, settings.resamples)
            drawn += one.n_pairs * settings.resamples * (PER_DRAW_AT_ONCE if at_once else PER_DRAW)
    return Cost(
        work=f"{tests:,} tests of pairs of systems by {counted(len(pairs), 'scorer')}",
        seconds=tests * PER_TEST + drawn / chosen_workers(),
        held=tests * BYTES_PER_TEST,
        fewer=f"{FEWER[0].lower()}{FEWER[1:-1]}",
    )
