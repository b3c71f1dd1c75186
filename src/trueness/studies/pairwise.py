"""Tests of every pair of metrics: differences, p-values, corrections within explicit families."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.parallel import step
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.engine.permutation import permutation_exceedances
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.sequential_permutation import SequentialExceedances, sequential_exceedances
from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
from trueness.statistics.exceedances import Exceedances
from trueness.statistics.jackknife.pseudo_values import MINIMUM_UNITS
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.significance import paired_bootstrap_pvalues
from trueness.statistics.swappable import check_swappable, unswappable
from trueness.studies.closed_form_findings import closed_form_findings
from trueness.studies.differences import (
    UNDEFINED,
    Intervals,
    Pair,
    Points,
    Samples,
    difference_intervals,
    pair_points,
    pair_samples,
)
from trueness.studies.equivalence.margin_verdicts import margin_verdicts
from trueness.studies.levels_together import levels_together
from trueness.studies.main_test import Test, main_test, swap_of
from trueness.studies.pair_finding import PairFinding
from trueness.studies.pair_test_rows import pair_test_rows
from trueness.studies.rows import PairTest
from trueness.studies.settings import UNIT_TESTS, Settings
from trueness.studies.unit_findings import unit_findings


def compared_pairs(names: Sequence[str], settings: Settings) -> list[Pair]:
    """Return the pairs to test: all unordered ones, or every metric against the baseline."""
    if settings.baseline is not None:
        base = list(names).index(settings.baseline)
        return [(k, base) for k in range(len(names)) if k != base]
    return list(itertools.combinations(range(len(names)), 2))


def check_main_test(arrays: ScoreArrays, settings: Settings) -> None:
    """Check that the main test exists for the system scores of every metric compared.

    Raises
    ------
    UnsupportedMethodError
        If it swaps what system scores are not made of (see `swappable.check_swappable`).
    """
    units = arrays.n_inputs if settings.test_over == "inputs" else arrays.n_systems
    if settings.test in ("studentized_permutation", *UNIT_TESTS) and units < MINIMUM_UNITS:
        raise UnsupportedMethodError(
            f"the {settings.test} test leaves {settings.test_over} out one at a time and needs {MINIMUM_UNITS} of them "
            f"or more; there are {units}. Use --test permutation."
        )
    permuted = [
        name
        for name in settings.coefficients_at("system")
        if main_test(settings, "system", name)[0] in ("permutation", "fisher_permutation")
    ]
    if _of_system_scores(settings, permuted):
        pairs = compared_pairs(arrays.names, settings)
        check_swappable(arrays, pairs, swap_of(settings.test_over), settings.standardize)


def _of_system_scores(settings: Settings, coefficients: Sequence[str]) -> bool:
    """Return whether some coefficients at the system level are of systems' scores."""
    return "system" in settings.levels and any(
        coefficient_facts(name).of_system_scores for name in coefficients
    )


def pairwise_tests(arrays: ScoreArrays, settings: Settings) -> tuple[PairTest, ...]:
    """Return the tests of all pairs, the main test first, then those shown beside it.

    Two-sided tests give one row per unordered pair; one-sided tests and families per metric give one per
    ordered pair. A pair whose system scores a test shown beside cannot swap has no row of it at the system level. A
    coefficient without the test asked for has rows of another (see `main_test`).

    Parameters
    ----------
    arrays : ScoreArrays
    settings : Settings
    """
    pairs = compared_pairs(arrays.names, settings)
    if not pairs:
        return ()
    groups = arrays.pair_groups(pairs)
    points = pair_points(arrays, groups, settings)
    with step("intervals of differences"):
        samples = pair_samples(arrays, groups, settings)
    intervals = difference_intervals(arrays, groups, settings, samples, points)
    main: dict[Key, list[PairTest]] = {}
    beside: list[PairTest] = []
    for (test, over), keys in _planned(arrays, settings).items():
        if test in ("permutation", "fisher_permutation"):
            with step(f"permuting {over}"):
                found = _permuted(arrays, pairs, test, over, settings, keys, intervals)
        elif test in ("studentized_permutation", *UNIT_TESTS):
            with step(f"testing {over}"):
                found = unit_findings(arrays, pairs, test, over, settings, keys, intervals)
        elif test == "bootstrap":
            drawn = samples
            if over != settings.over or not samples:
                with step(f"resampling {over}"):
                    drawn = pair_samples(arrays, groups, settings, over)
            found = _bootstrapped(drawn, points, intervals)
        else:
            found = closed_form_findings(arrays, groups, test, settings, points)
        for key in keys:
            rows = pair_test_rows(arrays.names, pairs, test, over, settings, key, points, found)
            if (test, over) == main_test(settings, *key):
                main[key] = rows
            else:
                beside.extend(rows)
    tested = tuple(row for key in settings.keys for row in main.get(key, ()))
    if settings.margin is not None:
        with step("equivalence"):
            drawn = samples or pair_samples(arrays, groups, settings, settings.over)
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


def _planned(arrays: ScoreArrays, settings: Settings) -> dict[Test, list[Key]]:
    """Return the tests and what each tests: the main test of every coefficient, then those shown beside it."""
    planned: dict[Test, list[Key]] = {}
    for key in settings.keys:
        planned.setdefault(main_test(settings, *key), []).append(key)
    for over in settings.beside if arrays.n_systems >= 2 else ():
        for level, coefficient in settings.keys:
            if swap_of(over) in coefficient_facts(coefficient).swaps[level]:
                keys = planned.setdefault(("permutation", over), [])
                if (level, coefficient) not in keys:
                    keys.append((level, coefficient))
    return planned


def _permuted(
    arrays: ScoreArrays,
    pairs: list[Pair],
    test: str,
    over: str,
    settings: Settings,
    keys: Sequence[Key],
    intervals: Intervals,
) -> dict[tuple[Key, Pair], PairFinding]:
    swap, standardize = swap_of(over), settings.standardize
    plain = test == "permutation"
    if not plain:
        standardize = "level"
    plan = PermutationPlan.choose(
        swap, arrays.n_systems, arrays.n_inputs, settings.resamples, settings.seed, arrays.clusters
    )
    lost = unswappable(arrays, range(arrays.n_metrics), swap, standardize)
    defined = [pair for pair in pairs if not set(lost) & set(pair)]
    found: dict[tuple[Key, Pair], PairFinding] = {}
    for levels, coefficients in levels_together(keys):
        members = pairs
        if levels == ("system",) and _of_system_scores(settings, coefficients):
            members = defined
        if members:
            run: Callable[..., Mapping[Key, Exceedances | SequentialExceedances]] = functools.partial(
                permutation_exceedances, scale="correlation" if plain else "fisher"
            )
            if plain and settings.stop_after is not None and not plan.exact:
                run = functools.partial(sequential_exceedances, stop_after=settings.stop_after)
            counted = run(arrays, members, plan, levels, coefficients, standardize=standardize)
            found |= _from_exceedances(counted, members, plan, intervals)
    return found


def _from_exceedances(
    counted: Mapping[Key, Exceedances | SequentialExceedances],
    pairs: list[Pair],
    plan: PermutationPlan,
    intervals: Intervals,
) -> dict[tuple[Key, Pair], PairFinding]:
    found: dict[tuple[Key, Pair], PairFinding] = {}
    for key, exceedances in counted.items():
        sides = {name: exceedances.pvalue(name) for name in ("greater", "less", "two-sided")}
        undefined, drawn = exceedances.used
        for p, pair in enumerate(pairs):
            low, high = intervals.get((key, pair), UNDEFINED)
            found[key, pair] = PairFinding(
                float("nan"),
                float(sides["greater"][p]),
                float(sides["less"][p]),
                float(sides["two-sided"][p]),
                int(undefined[p]),
                int(drawn[p]),
                plan.exact,
                low,
                high,
            )
    return found


def _bootstrapped(
    drawn: Samples, points: Points, intervals: Intervals
) -> dict[tuple[Key, Pair], PairFinding]:
    found: dict[tuple[Key, Pair], PairFinding] = {}
    for (key, pair), values in drawn.items():
        first, second = points[key, pair]
        pvalues = paired_bootstrap_pvalues(values, first - second)
        low, high = intervals.get((key, pair), UNDEFINED)
        found[key, pair] = PairFinding(
            float("nan"),
            pvalues.greater,
            pvalues.less,
            pvalues.two_sided,
            int(np.isnan(values).sum()),
            len(values),
            exact=False,
            low=low,
            high=high,
        )
    return found
