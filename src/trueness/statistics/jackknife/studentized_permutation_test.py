"""The studentised permutation test: whole systems are swapped, and differences are compared in standard errors.

A permuted difference of correlations varies more in some arrangements than in others. Dividing each by its own standard
error, the jackknife's over systems, makes the test valid also where two metrics that agree equally well with people are
not exchangeable otherwise: where one is noisier than the other (Janssen 1997; DiCiccio and Romano 2017).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.errors import UnsupportedMethodError
from trueness.parallel import memory_budget, run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import BoolArray, FloatArray, Key
from trueness.statistics.engine.fixed_columns import standardized_columns
from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, PermutationPlan, n_tiles
from trueness.statistics.engine.standardized_systems import standardized_systems
from trueness.statistics.exceedances import Exceedances, count_exceedances
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife.permuted_left_out import LONGEST_COUNTED, HumanColumns, permuted_left_out
from trueness.statistics.jackknife.pseudo_values import MINIMUM_UNITS, PairPvalues
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import RELATIVE_TOLERANCE

LEVELS = ("system", "input")
"""Where systems can be swapped and left out as a whole."""

Counts = dict[Key, NDArray[np.int64]]


def studentized_permutation_test(
    arrays: ScoreArrays,
    pairs: Sequence[tuple[int, int]],
    levels: Sequence[str],
    coefficients: Sequence[str],
    *,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
) -> dict[Key, PairPvalues]:
    """Test r(X, Z) against r(Y, Z) for all pairs by swapping whole systems; all pairs share the same swaps.

    The statistic is the difference on the scale of `fisher_scale.z_scale`, over its jackknife standard error. Takes
    O(resamples x pairs x N² M) for N systems and M inputs, or N log N for more than a thousand systems (see
    `permuted_left_out`).

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : sequence of (int, int)
        Positions of the compared metrics.
    levels : sequence of str
        Of ``system`` and ``input``.
    coefficients : sequence of str
        Of ``pearson``, ``spearman``, ``kendall``.
    resamples, seed : int

    Returns
    -------
    dict of (level, coefficient) to PairPvalues
        Undefined for pairs that share fewer than four systems. Undefined arrangements, in which a difference has no
        standard error or one of zero but for rounding, are left out of the p-values.

    Raises
    ------
    UnsupportedMethodError
        For other levels or coefficients, or systems in clusters: standard errors are from single systems left out.

    References
    ----------
    Janssen (1997), Statistics and Probability Letters 36; DiCiccio and Romano (2017), JASA 112.
    """
    _check(levels, coefficients)
    if arrays.system_clusters is not None:
        raise UnsupportedMethodError(
            "the studentised permutation test leaves out single systems; these are in clusters. Swap whole clusters "
            "without standard errors (permutation, fisher_permutation), or leave them out (two_way_jackknife)."
        )
    arrays.prepare()
    plan = PermutationPlan.choose("systems", arrays.n_systems, arrays.n_inputs, resamples, seed)
    work = StudentizedTiles.of(arrays, pairs, plan, levels, coefficients)
    identity = functools.partial(fingerprint, "studentized", arrays, pairs, plan, levels, coefficients)
    parts = run_tiles(work, n_tiles(plan.resamples), identity=identity)
    return work.gathered(parts)


@dataclasses.dataclass(frozen=True)
class StudentizedTiles:
    """Pairs of metrics ready for swaps, as work that any process can be given.

    Attributes
    ----------
    pairs : tuple of (int, int)
    columns : dict of str to list of _Columns
        Per level, what is swapped for every group of pairs.
    plan : PermutationPlan
    coefficients : tuple of str
    observed : dict of (level, coefficient) to array of shape (2, P)
        Differences of correlations, and the same in standard errors.
    """

    pairs: tuple[tuple[int, int], ...]
    columns: dict[str, list[_Columns]]
    plan: PermutationPlan
    coefficients: tuple[str, ...]
    observed: dict[Key, FloatArray]

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        pairs: Sequence[tuple[int, int]],
        plan: PermutationPlan,
        levels: Sequence[str],
        coefficients: Sequence[str],
    ) -> StudentizedTiles:
        """Standardise every metric over what is compared."""
        position = {pair: p for p, pair in enumerate(pairs)}
        groups = arrays.pair_groups(pairs)
        columns = {
            level: [
                _Columns.of(arrays, group, members, [position[pair] for pair in members], level)
                for group, members in groups
                if np.sum(group.cells.any(axis=1)) >= MINIMUM_UNITS
            ]
            for level in levels
        }
        work = cls(
            pairs=tuple(pairs), columns=columns, plan=plan, coefficients=tuple(coefficients), observed={}
        )
        nothing = np.ones((1, plan.n_systems), dtype=np.int8)
        for level in levels:
            for coefficient, found in work._differences(level, nothing).items():
                work.observed[level, coefficient] = found[:, 0]
        return work

    def __call__(self, tiles: Sequence[int]) -> Counts:
        """Return how often permuted statistics reach the observed ones in some tiles, (4, P) per key."""
        counts: Counts = {key: np.zeros((4, len(self.pairs)), dtype=np.int64) for key in self.observed}
        for tile in tiles:
            coins = self.plan.system_coins(tile)
            for level in self.columns:
                for coefficient, found in self._differences(level, np.asarray(coins)).items():
                    key = (level, coefficient)
                    counts[key] += count_exceedances(found[1], self.observed[key][1])
        return counts

    def gathered(self, parts: Sequence[Counts]) -> dict[Key, PairPvalues]:
        """Add up the counts of all tiles."""
        result = {}
        for key, observed in self.observed.items():
            greater, less, beyond, undefined = np.sum([part[key] for part in parts], axis=0)
            plan = self.plan
            sums = Exceedances(
                observed=observed[1],
                greater=greater,
                less=less,
                beyond=beyond,
                undefined=undefined,
                resamples=plan.resamples,
                exact=plan.exact,
            )
            result[key] = PairPvalues(
                observed=observed[0],
                statistic=observed[1],
                greater=sums.pvalue("greater"),
                less=sums.pvalue("less"),
                two_sided=sums.pvalue("two-sided"),
                resamples=np.full(len(self.pairs), plan.resamples),
                exact=np.full(len(self.pairs), plan.exact),
                undefined=undefined,
            )
        return result

    def _differences(self, level: str, coins: NDArray[np.int8]) -> dict[str, FloatArray]:
        """Return per coefficient differences and the same in standard errors, shape (2, B, P)."""
        result = {name: np.full((2, len(coins), len(self.pairs)), np.nan) for name in self.coefficients}
        for columns in self.columns[level]:
            mine = coins[:, columns.units] > 0
            step = columns.at_once()
            for place, (a, b) in zip(columns.places, columns.members, strict=True):
                for start in range(0, len(coins), step):
                    here = slice(start, start + step)
                    for name, found in columns.statistics(a, b, mine[here], self.coefficients).items():
                        result[name][:, here, place] = found
        return result


@dataclasses.dataclass(frozen=True)
class _Columns:
    """Standardised scores of a group's metrics: columns of systems, one per input, or one of the system scores."""

    x: FloatArray  # (K, N, C)
    human: HumanColumns  # (N, C)
    units: NDArray[np.intp]  # which systems the N are
    members: list[tuple[int, int]]  # pairs, by places in the group
    places: list[int]  # of the pairs among all pairs

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        group: CellGroup,
        members: Sequence[tuple[int, int]],
        places: list[int],
        level: str,
    ) -> _Columns:
        position = {metric: k for k, metric in enumerate(group.metrics)}
        pairs = [(position[a], position[b]) for a, b in members]
        if level == "system":
            given = standardized_systems(arrays, group, "level")
            x = np.where(given.undefined[:, None], np.nan, given.systems)[:, :, None]
            z, there = given.human[:, None], given.present[:, None]
        else:
            metrics, z = arrays.exact
            there = group.cells
            x = standardized_columns(metrics[list(group.metrics)], there)
        units = np.flatnonzero(there.any(axis=1))
        return cls(
            x=x[:, units],
            human=HumanColumns.of(z[units], there[units]),
            units=units,
            members=pairs,
            places=places,
        )

    def at_once(self) -> int:
        """Return how many arrangements fit into the memory budget together."""
        n_systems, n_columns = self.human.z.shape
        numbers = n_systems * (n_columns if n_systems > LONGEST_COUNTED else 1)
        return max(1, memory_budget() // 16 // (400 * int(numbers)))

    def statistics(
        self, a: int, b: int, mine: BoolArray, coefficients: tuple[str, ...]
    ) -> dict[str, FloatArray]:
        """Return differences, and the same in standard errors, under B arrangements: arrays of shape (2, B)."""
        first, second = self.x[a], self.x[b]
        if np.isnan(first).any() or np.isnan(second).any():
            return {name: np.full((2, len(mine)), np.nan) for name in coefficients}
        found = permuted_left_out(first, second, self.human, mine, coefficients)
        return {name: in_standard_errors(means, name) for name, means in found.items()}


def in_standard_errors(correlations: FloatArray, coefficient: str) -> FloatArray:
    """Return the differences of correlations, and the same in jackknife standard errors.

    Parameters
    ----------
    correlations : array of shape (2, N + 1, B)
        Of two metrics without each of N units and, last, with all, for B arrangements.
    coefficient : str

    Returns
    -------
    array of shape (2, B)
        The second row on the scale of `z_scale`. NaN where a correlation is undefined, or a difference has a standard
        error of zero; no difference is 0 standard errors whatever these are. Both but for rounding.
    """
    n = correlations.shape[1] - 1
    scaled = z_scale(correlations, coefficient, n)
    difference = scaled[0] - scaled[1]  # (N + 1, B)
    # the jackknife's variance of the mean of n pseudo-values
    folds = difference[:n] - difference[:n].mean(axis=0)
    error = np.sqrt((n - 1) / n * np.sum(np.square(folds), axis=0))
    plain = correlations[0, n] - correlations[1, n]
    none = np.where(np.abs(difference[n]) <= RELATIVE_TOLERANCE, 0.0, np.nan)
    studentised = np.divide(difference[n], error, out=none, where=error > RELATIVE_TOLERANCE)
    return np.stack([plain, studentised])


def _check(levels: Sequence[str], coefficients: Sequence[str]) -> None:
    for level in levels:
        if level not in LEVELS:
            raise UnsupportedMethodError(
                f"the studentised permutation test exists at the levels {' and '.join(LEVELS)}; this is "
                f"'{level}'."
            )
    for name in coefficients:
        if name not in COEFFICIENTS:
            raise UnsupportedMethodError(
                f"the studentised permutation test exists for {', '.join(COEFFICIENTS)}; this is {name}."
            )
