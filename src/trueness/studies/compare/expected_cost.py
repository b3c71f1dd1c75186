"""How many tests a comparison of all pairs has, and what they will take."""

from __future__ import annotations

import numpy as np

from trueness.methods.registry import pair_test
from trueness.parallel import chosen_workers
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.settings import Settings
from trueness.study.cost import Cost, check_tests
from trueness.study.number_words import counted

PER_TEST = 2.0e-4
"""Seconds for the row of a test, its correction, and what is said of it."""

PER_CELLS = 1.2e-2
"""Seconds for leaving out systems and inputs, at one level and coefficient, of metrics with scores of the same
outputs."""

PER_SWAP = 1.6e-9
"""Seconds per arrangement and output of a plain permutation."""

PER_DRAW = 9.5e-9
"""Seconds per resample and output of another test that draws, such as one with a standard error for each."""

PER_RESAMPLE = 5.0e-8
"""Seconds per resample of a difference between two metrics that are resampled once for all pairs.

All measured on one core of 2024, as an average over the default levels and coefficients."""


def number_of_tests(n_metrics: int, settings: Settings) -> int:
    """Return how many tests there are at all levels and for all coefficients, those beside not counted.

    Parameters
    ----------
    n_metrics : int
        The baseline among them.
    settings : Settings
    """
    if settings.baseline is not None:
        return max(0, n_metrics - 1) * len(settings.keys)
    both_ways = settings.alternative != "two-sided" or settings.family == "per_metric"
    return n_pairs(n_metrics) * len(settings.keys) * (2 if both_ways else 1)


def n_pairs(n_metrics: int) -> int:
    """Return how many unordered pairs there are."""
    return n_metrics * (n_metrics - 1) // 2


def check_number_of_tests(n_metrics: int, settings: Settings) -> None:
    """Check that there are not too many tests; against a baseline there are few.

    Raises
    ------
    ArgumentError
        If there are more than one study keeps; the message names the options with which there are fewer.
    """
    if settings.baseline is not None:
        return
    tests = number_of_tests(n_metrics, settings)
    check_tests(
        tests,
        f"{n_metrics:,} metrics are {counted(n_pairs(n_metrics), 'pair')}, which makes {tests:,} tests at "
        f"{counted(len(settings.keys), 'combination')} of level and coefficient",
        "Compare every metric with one (--baseline NAME), or name fewer of them (--metrics); --no-tests takes all, "
        "without tests.",
    )


def expected_cost(arrays: ScoreArrays, settings: Settings) -> Cost:
    """Return what the tests will take, roughly, and what makes them fewer."""
    tests = number_of_tests(arrays.n_metrics, settings)
    fewer = "name fewer metrics (--metrics)"
    if settings.baseline is None:
        fewer = f"compare every metric with one only (--baseline NAME), or {fewer}"
    work = (
        f"{tests:,} tests of {counted(arrays.n_metrics, 'metric')} with {counted(chosen_workers(), 'worker')}"
    )
    return Cost(work, expected_seconds(arrays, settings), fewer)


def expected_seconds(arrays: ScoreArrays, settings: Settings) -> float:
    """Return roughly how many seconds the tests take."""
    outputs = arrays.n_systems * arrays.n_inputs
    at_once = tests_at_once(arrays, settings)
    seconds, drawn = 0.0, 0.0
    per_key = number_of_tests(arrays.n_metrics, settings) / max(1, len(settings.keys))
    for key in settings.keys:
        test = pair_test(settings.main_test(*key).test)
        seconds += per_key * PER_TEST
        if test.closed_form:
            continue
        if test.resamples:
            drawn += settings.resamples * (arrays.n_metrics * outputs * PER_SWAP + per_key * PER_RESAMPLE)
        elif test.random:
            drawn += per_key * settings.resamples * outputs * (PER_SWAP if test.standardizes else PER_DRAW)
        else:
            seconds += at_once * PER_CELLS
    beside = len(settings.beside) * len(settings.keys)
    drawn += beside * per_key * settings.resamples * outputs * PER_SWAP
    return seconds + drawn / chosen_workers()


def tests_at_once(arrays: ScoreArrays, settings: Settings) -> int:
    """Return how many sets of outputs pairs of metrics are compared on, at most: what is left out is so for each."""
    patterns = {scores.tobytes() for scores in np.asarray(arrays.present)}
    if settings.baseline is not None:
        return len(patterns)
    return n_pairs(len(patterns)) + len(patterns)
