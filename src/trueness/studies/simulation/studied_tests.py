"""The tests of two metrics that studies try out, each by the same few arguments."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.statistics.dependent_correlations import williams
from trueness.statistics.engine.bootstrap import Key, bootstrap, bootstrap_plan
from trueness.statistics.engine.permutation import permutation_exceedances
from trueness.statistics.engine.resample import PermutationPlan, Weights
from trueness.statistics.fisher_scale import Z_SCALED
from trueness.statistics.jackknife.jackknife_test import jackknife_test
from trueness.statistics.jackknife.pseudo_values import PairPvalues, pair_pseudo_values
from trueness.statistics.jackknife.sign_flip_test import sign_flip_test
from trueness.statistics.jackknife.studentized_permutation_test import LEVELS, studentized_permutation_test
from trueness.statistics.levels import level_correlations
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.significance import paired_bootstrap_pvalues
from trueness.statistics.system_scores import system_means
from trueness.statistics.ties import FloatArray
from trueness.studies.simulation.trials import Asked

PAIR = (0, 1)
"""The two metrics compared."""

ALTERNATIVES = ("two-sided", "greater")

Pvalues = Callable[[ScoreArrays, Asked], dict[Key, float]]


@dataclasses.dataclass(frozen=True)
class StudiedTest:
    """A test of two metrics.

    Attributes
    ----------
    pvalues : callable
        Takes scores of two metrics and what is asked; returns p-values per level and coefficient where the test exists,
        NaN where it is undefined.
    levels, coefficients : tuple of str or None
        Those at which the test exists; None: all.
    """

    pvalues: Pvalues
    levels: tuple[str, ...] | None = None
    coefficients: tuple[str, ...] | None = None

    def __call__(
        self,
        arrays: ScoreArrays,
        levels: Sequence[str],
        coefficients: Sequence[str],
        resamples: int,
        seed: int,
        alternative: str,
    ) -> dict[Key, float]:
        """Return the p-values of one table."""
        return self.pvalues(arrays, Asked(tuple(levels), tuple(coefficients), resamples, seed, alternative))

    def exists(self, level: str, coefficient: str) -> bool:
        """Return whether there is the test at a level, for a coefficient."""
        return (self.levels is None or level in self.levels) and (
            self.coefficients is None or coefficient in self.coefficients
        )


def _permuting(swap: str, standardize: str = "level", scale: str = "correlation") -> Pvalues:
    def run(arrays: ScoreArrays, asked: Asked) -> dict[Key, float]:
        plan = PermutationPlan.choose(
            swap, arrays.n_systems, arrays.n_inputs, asked.resamples, asked.seed, arrays.clusters
        )
        found = permutation_exceedances(
            arrays, [PAIR], plan, asked.levels, asked.coefficients, standardize=standardize, scale=scale
        )
        return {key: float(value.pvalue(asked.alternative)[0]) for key, value in found.items()}

    return run


def _bootstrapping(over: str) -> Pvalues:
    def run(arrays: ScoreArrays, asked: Asked) -> dict[Key, float]:
        group = arrays.group(PAIR)
        (drawn,) = bootstrap(
            arrays,
            [group],
            bootstrap_plan(arrays, over, asked.resamples, asked.seed),
            asked.levels,
            asked.coefficients,
        )
        result = {}
        for key in drawn.values:
            values = level_correlations(arrays, group, Weights(None, None), key[0], (key[1],)).values[key[1]]
            samples = drawn.of(0, key) - drawn.of(1, key)
            pvalues = paired_bootstrap_pvalues(samples, float(values[0, 0] - values[0, 1]))
            result[key] = pvalues.two_sided if asked.alternative == "two-sided" else pvalues.greater
        return result

    return run


def _sign_flip(over: str) -> Pvalues:
    def run(arrays: ScoreArrays, asked: Asked) -> dict[Key, float]:
        found = sign_flip_test(
            arrays, [PAIR], over, asked.levels, asked.coefficients, resamples=asked.resamples, seed=asked.seed
        )
        return {key: float(_side(value, asked.alternative)[0]) for key, value in found.items()}

    return run


def _jackknife(arrays: ScoreArrays, asked: Asked) -> dict[Key, float]:
    found = jackknife_test(arrays, [PAIR], "systems", asked.levels, asked.coefficients)
    return {key: float(_side(value, asked.alternative)[0]) for key, value in found.items()}


def _two_way_jackknife(arrays: ScoreArrays, asked: Asked) -> dict[Key, float]:
    """Return p-values with the variances over systems and over inputs added up."""
    from scipy.special import stdtr

    sides = [
        pair_pseudo_values(arrays, [PAIR], over, asked.levels, asked.coefficients)
        for over in ("systems", "inputs")
    ]
    result = {}
    for key in sides[0]:
        over_systems, over_inputs = (side[key][0].values[:, 0] for side in sides)
        variance = sum(float(np.var(v, ddof=1)) / len(v) for v in (over_systems, over_inputs))
        statistic = float(over_systems.mean()) / np.sqrt(variance) if variance > 0 else np.nan
        greater = float(stdtr(len(over_systems) - 1, -statistic))
        result[key] = greater if asked.alternative == "greater" else 2 * min(greater, 1 - greater)
    return result


def _studentized(arrays: ScoreArrays, asked: Asked) -> dict[Key, float]:
    possible = [level for level in asked.levels if level in LEVELS]
    if not possible:
        return {}
    found = studentized_permutation_test(
        arrays, [PAIR], possible, asked.coefficients, resamples=asked.resamples, seed=asked.seed
    )
    return {key: float(_side(value, asked.alternative)[0]) for key, value in found.items()}


def _williams(arrays: ScoreArrays, asked: Asked) -> dict[Key, float]:
    if "system" not in asked.levels or "pearson" not in asked.coefficients:
        return {}
    cells = arrays.group(PAIR).cells
    means = system_means(np.concatenate([arrays.exact[0], arrays.exact[1][None]]), cells, None)[0]
    first, second, third = means[:, ~np.isnan(means).any(axis=0)]
    r = np.corrcoef([first, second, third])
    found = williams(r[0, 2], r[1, 2], r[0, 1], len(first), alternative=asked.alternative)
    return {("system", "pearson"): float(found.pvalue)}


def _side(found: PairPvalues, alternative: str) -> FloatArray:
    return found.two_sided if alternative == "two-sided" else found.greater


STUDIED_TESTS: Mapping[str, StudiedTest] = MappingProxyType(
    {
        "permute_cells": StudiedTest(_permuting("cells")),
        "permute_inputs": StudiedTest(_permuting("inputs")),
        "permute_systems_cells_scaled": StudiedTest(_permuting("systems", "cells")),
        "permute_systems": StudiedTest(_permuting("systems")),
        "fisher_permutation": StudiedTest(_permuting("systems", scale="fisher"), LEVELS, tuple(Z_SCALED)),
        "studentized_permutation": StudiedTest(_studentized, LEVELS),
        "sign_flip": StudiedTest(_sign_flip("systems")),
        "jackknife": StudiedTest(_jackknife),
        "jackknife_two_way": StudiedTest(_two_way_jackknife),
        "bootstrap_both": StudiedTest(_bootstrapping("both")),
        "bootstrap_systems": StudiedTest(_bootstrapping("systems")),
        "bootstrap_inputs": StudiedTest(_bootstrapping("inputs")),
        "williams": StudiedTest(_williams, ("system",), ("pearson",)),
    }
)
"""Tests by name. ``permute_systems_cells_scaled`` z-scores each metric over all its cells, as the peers do;
``fisher_permutation`` permutes systems and compares differences on Fisher's scale."""


def studied_test(name: str) -> StudiedTest:
    """Return a test by name.

    Raises
    ------
    UnsupportedMethodError
        If there is none of that name.
    """
    if name not in STUDIED_TESTS:
        raise UnsupportedMethodError(
            f"no studied test is called '{name}'; there are {', '.join(STUDIED_TESTS)}."
        )
    return STUDIED_TESTS[name]
