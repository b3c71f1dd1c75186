"""Tests of every pair of metrics: differences, p-values, corrections within explicit families."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.decisions.differs import pair_verdict
from trueness.methods.differences import (
    UNDEFINED,
    Differences,
    Intervals,
    Pair,
    PairFinding,
    Place,
    Points,
    Samples,
)
from trueness.methods.permutation import PERMUTATION
from trueness.methods.recommended import Decision
from trueness.methods.registry import pair_test
from trueness.parallel import step
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.corrections import adjust, adjust_families, by_pvalues_alone
from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.shaffer import adjusted_pairs
from trueness.studies.compare.expected_cost import check_number_of_tests
from trueness.studies.compare.margin_verdicts import margin_verdicts
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings


def compared_pairs(names: Sequence[str], settings: Settings) -> list[Pair]:
    """Return the pairs to test: all unordered ones, or every metric against the baseline.

    Raises
    ------
    ArgumentError
        If these are too many (see `check_number_of_tests`).
    """
    check_number_of_tests(len(names), settings)
    if settings.baseline is not None:
        base = list(names).index(settings.baseline)
        return [(k, base) for k in range(len(names)) if k != base]
    return list(itertools.combinations(range(len(names)), 2))


def check_main_test(arrays: ScoreArrays, settings: Settings) -> None:
    """Check that the main test exists for these data, before anything takes time.

    Raises
    ------
    UnsupportedMethodError
        If there are too few systems, or inputs, or it swaps what system scores are not made of.
    """
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
    """
    pairs = compared_pairs(arrays.names, settings)
    if not pairs:
        return ()
    differences = pair_differences(arrays, pairs, settings)
    with step("intervals of differences"):
        intervals: Intervals = {}
        for (method, over), places in settings.intervals.items():
            intervals |= method.of_differences(differences.restricted(places), over)
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
            drawn, apart = _known_of(differences, settings)
            tested = within_margin(tested, drawn, apart, arrays.names, settings)
    return (*tested, *beside)


def _known_of(
    differences: Differences, settings: Settings
) -> tuple[Samples, Mapping[Place, ApartDifferences]]:
    """Return what equivalence is told by.

    Of a test that has them its standard errors, so that interval and verdict rest on the same; for others differences
    are resampled.
    """
    apart: dict[Place, ApartDifferences] = {}
    drawn: Samples = {}
    for decision, keys in _main_tests(settings).items():
        known = pair_test(decision.test).apart(differences, decision.over, keys)
        if known is None:
            drawn = differences.samples(settings.over)
        else:
            apart |= known
    return drawn, apart


def within_margin(
    rows: tuple[PairTest, ...],
    drawn: Mapping[Place, FloatArray],
    apart: Mapping[Place, ApartDifferences],
    names: Sequence[str],
    settings: Settings,
) -> tuple[PairTest, ...]:
    """Return tests with what is known once differences within the margin count as none (see `margin_verdicts`).

    Parameters
    ----------
    rows : tuple of PairTest
    drawn : mapping of ((level, coefficient), (int, int)) to array of shape (B,)
    apart : mapping of ((level, coefficient), (int, int)) to ApartDifferences
    names : sequence of str
    settings : Settings
        With a margin.
    """
    bounds = equivalence_bounds(settings.margin)
    # of hypotheses that a difference is as large as the margin any number can be true
    correction = by_pvalues_alone(settings.correction)
    said = margin_verdicts(
        rows, drawn, names, bounds, apart=apart, alpha=settings.alpha, correction=correction
    )
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


def pair_test_rows(
    names: Sequence[str],
    pairs: list[Pair],
    test: str,
    over: str,
    settings: Settings,
    key: Key,
    points: Points,
    found: Mapping[Place, PairFinding],
    intervals: Intervals,
) -> list[PairTest]:
    """Return the tests of pairs at one level and coefficient as rows, corrected within their family.

    Two-sided tests give one row per unordered pair; one-sided tests and families per metric give one per ordered pair,
    unless there is a baseline. A pair of which nothing was found has no row and no place in the family.

    Parameters
    ----------
    names : sequence of str
        The metrics.
    pairs : list of (int, int)
        Their positions in the names.
    test, over : str
        The test, and what it swaps or draws.
    settings : Settings
        Its `alternative`, `alpha`, `family`, `correction` and `baseline` are used.
    key : (level, coefficient)
    points : mapping of (key, pair) to (float, float)
        The two estimates of every pair that something was found of.
    found : mapping of (key, pair) to PairFinding
    intervals : mapping of (key, pair) to Interval
        Of the differences, where the test brings none of its own.
    """
    # a family per metric holds all its tests, so both orders of a pair are rows there
    ordered_both = settings.alternative != "two-sided" or settings.family == "per_metric"
    level, coefficient = key
    rows: list[PairTest] = []
    here = [pair for pair in pairs if (key, pair) in found]
    if not here:
        return rows
    ordered = [(pair, False) for pair in here]
    if ordered_both and settings.baseline is None:
        ordered += [(pair, True) for pair in here]
    raw = np.array(
        [_pvalue(found[key, pair], settings.alternative, turned=turned) for pair, turned in ordered]
    )
    labels = [names[pair[1] if turned else pair[0]] for pair, turned in ordered]
    adjusted = _adjusted(raw, labels, here, settings)
    sizes = _family_sizes(raw, labels, len(here), settings)
    for (pair, turned), pvalue, corrected, label in zip(ordered, raw, adjusted, labels, strict=True):
        first, second = points[key, pair]
        item = found[key, pair]
        interval = intervals.get((key, pair), UNDEFINED) if item.interval is None else item.interval
        low, high, statistic = float(interval.low), float(interval.high), item.statistic
        greater, less, (a, b) = item.greater, item.less, pair
        if turned:
            first, second, low, high, statistic = second, first, -high, -low, -statistic
            greater, less, (a, b) = less, greater, (b, a)
        significant = bool(corrected <= settings.alpha)
        rows.append(
            PairTest(
                metric=names[a],
                rival=names[b],
                level=level,
                coefficient=coefficient,
                estimate=first - second,
                low=low,
                high=high,
                estimate_metric=first,
                estimate_rival=second,
                test=test,
                over=over,
                alternative=settings.alternative,
                statistic=statistic,
                pvalue=float(pvalue),
                pvalue_greater=greater,
                pvalue_less=less,
                pvalue_adjusted=float(corrected),
                significant=bool(pvalue <= settings.alpha),
                significant_adjusted=significant,
                family_size=sizes[label],
                n_undefined_resamples=item.undefined,
                resamples=item.resamples,
                exact=item.exact,
                standard_error=item.standard_error,
                degrees=item.degrees,
                verdict=pair_verdict(first - second, float(corrected), settings.alpha, settings.alternative),
            )
        )
    return rows


def _pvalue(found: PairFinding, alternative: str, *, turned: bool) -> float:
    if alternative == "two-sided":
        return found.two_sided
    return found.greater if (alternative == "greater") != turned else found.less


def _adjusted(raw: np.ndarray, labels: list[str], pairs: Sequence[Pair], settings: Settings) -> np.ndarray:
    n_pairs = len(pairs)
    if settings.family == "per_metric":
        return adjust_families(raw, labels, settings.correction)
    if len(raw) == n_pairs or settings.family != "pairs" or settings.correction == "none":
        return adjusted_pairs(raw, pairs, settings.correction)
    # of the two one-sided tests of a pair only the smaller p-value takes part
    both = raw.reshape(2, n_pairs)
    smaller = np.fmin(both[0], both[1])
    corrected = adjust(smaller, settings.correction)
    takes_part = both == smaller
    return np.where(takes_part, corrected, np.where(np.isnan(both), np.nan, 1.0)).ravel()


def _family_sizes(raw: np.ndarray, labels: list[str], n_pairs: int, settings: Settings) -> dict[str, int]:
    """Return how many tests are corrected together with those of every label."""
    defined = ~np.isnan(raw)
    if settings.family == "per_metric":
        counts = Counter(label for label, is_defined in zip(labels, defined, strict=True) if is_defined)
        return {label: counts[label] for label in labels}
    size = int(np.sum(defined[:n_pairs] if settings.family == "pairs" else defined))
    return dict.fromkeys(labels, size)
