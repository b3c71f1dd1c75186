"""Tests of every pair of metrics: differences, p-values, corrections within explicit families."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

from trueness.methods.differences import Differences, Pair, Samples
from trueness.methods.permutation import PERMUTATION
from trueness.methods.recommended import Decision
from trueness.methods.registry import RECOMMENDED, pair_test
from trueness.parallel import step
from trueness.statistics.array_types import Key
from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.equivalence.margin_verdicts import margin_verdicts
from trueness.studies.pair_test_rows import pair_test_rows
from trueness.studies.rows import PairTest
from trueness.studies.settings import Settings


def compared_pairs(names: Sequence[str], settings: Settings) -> list[Pair]:
    """Return the pairs to test: all unordered ones, or every metric against the baseline."""
    if settings.baseline is not None:
        base = list(names).index(settings.baseline)
        return [(k, base) for k in range(len(names)) if k != base]
    return list(itertools.combinations(range(len(names)), 2))


def with_existing_test(settings: Settings, n_systems: int) -> Settings:
    """Return the settings, with the plain permutation in place of ``recommended`` where systems are too few for it."""
    if settings.asked_test.is_there(n_systems):
        return settings
    return dataclasses.replace(settings, test=PERMUTATION.name)


def check_main_test(arrays: ScoreArrays, settings: Settings) -> None:
    """Check that the main test exists for these data, before anything takes time.

    Raises
    ------
    UnsupportedMethodError
        If there are too few systems, or inputs, or it swaps what system scores are not made of.
    """
    if settings.test != RECOMMENDED:
        pair_test(settings.test).check_units(arrays, settings.test_over)
    pairs = compared_pairs(arrays.names, settings)
    for (test, over), keys in _main_tests(settings).items():
        pair_test(test).check_scores(arrays, pairs, keys, over, settings.standardize)


def pair_differences(arrays: ScoreArrays, pairs: Sequence[Pair], settings: Settings) -> Differences:
    """Return the differences of pairs of metrics, as the settings want them."""
    return Differences(
        arrays,
        pairs,
        settings.keys,
        resamples=settings.resamples,
        seed=settings.seed,
        standardize=settings.standardize,
        stop_after=settings.stop_after,
        confidence=settings.confidence,
    )


def pairwise_tests(arrays: ScoreArrays, settings: Settings) -> tuple[PairTest, ...]:
    """Return the tests of all pairs, the main test first, then those shown beside it.

    Two-sided tests give one row per unordered pair; one-sided tests and families per metric give one per
    ordered pair. A pair whose system scores a test shown beside cannot swap has no row of it at the system level. A
    coefficient without the test asked for has rows of another (see `recommended`).

    Parameters
    ----------
    arrays : ScoreArrays
    settings : Settings
    """
    pairs = compared_pairs(arrays.names, settings)
    if not pairs:
        return ()
    differences = pair_differences(arrays, pairs, settings)
    with step("intervals of differences"):
        intervals = settings.interval_method.of_differences(differences, settings.over)
    main: dict[Key, list[PairTest]] = {}
    beside: list[PairTest] = []
    for decision, keys in _planned(arrays, settings).items():
        test = pair_test(decision.test)
        with step(test.step.format(over=decision.over)):
            found = test.findings(differences, decision.over, keys)
        for key in keys:
            points = differences.points
            rows = pair_test_rows(arrays.names, pairs, *decision, settings, key, points, found, intervals)
            if decision == settings.main_test(*key):
                main[key] = rows
            else:
                beside.extend(rows)
    tested = tuple(row for key in settings.keys for row in main.get(key, ()))
    if settings.margin is not None:
        with step("equivalence"):
            drawn = differences.samples(settings.over)
        tested = _within_margin(tested, drawn, arrays.names, settings)
    return (*tested, *beside)


def _within_margin(
    rows: tuple[PairTest, ...], drawn: Samples, names: Sequence[str], settings: Settings
) -> tuple[PairTest, ...]:
    """Return the tests with what is known once differences within the margin count as none."""
    bounds = equivalence_bounds(settings.margin)
    said = margin_verdicts(rows, drawn, names, bounds, alpha=settings.alpha, correction=settings.correction)
    return tuple(
        dataclasses.replace(
            row,
            verdict=found.verdict,
            equivalence_low=found.low,
            equivalence_high=found.high,
            pvalue_equivalence=found.pvalue,
            pvalue_equivalence_adjusted=found.pvalue_adjusted,
            smallest_margin=found.smallest_margin,
        )
        for row, found in zip(rows, said, strict=True)
    )


def _main_tests(settings: Settings) -> dict[Decision, list[Key]]:
    """Return the tests that decide, and what each tests."""
    found: dict[Decision, list[Key]] = {}
    for key in settings.keys:
        found.setdefault(settings.main_test(*key), []).append(key)
    return found


def _planned(arrays: ScoreArrays, settings: Settings) -> dict[Decision, list[Key]]:
    """Return the tests and what each tests: the main test of every coefficient, then those shown beside it."""
    planned = _main_tests(settings)
    for over in settings.beside if arrays.n_systems >= 2 else ():
        for level, coefficient in settings.keys:
            if PERMUTATION.exists(level, coefficient, over):
                keys = planned.setdefault(Decision(PERMUTATION.name, over), [])
                if (level, coefficient) not in keys:
                    keys.append((level, coefficient))
    return planned
