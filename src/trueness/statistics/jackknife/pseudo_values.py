"""Pseudo-values: what every system, or every input, contributes to the difference of two correlations.

The jackknife's pseudo-value of unit i is n t - (n - 1) t(i), t the statistic and t(i) the statistic without the unit
(Tukey 1958). They behave almost as independent observations whose mean is the statistic, also where units share much
else, so that a test of their mean generalises to further units of the kind.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError, check_choice
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray, Key
from trueness.statistics.engine.resample import BootstrapPlan, Weights
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import RELATIVE_TOLERANCE

UNITS = ("systems", "inputs")
"""What is left out, and so what a test of pseudo-values generalises to."""

MINIMUM_UNITS = 4
"""Fewer leave a correlation without one of them undefined."""


@dataclasses.dataclass(frozen=True)
class PairPseudoValues:
    """Pseudo-values of the differences of P pairs of metrics.

    Attributes
    ----------
    pairs : tuple of (int, int)
    observed : array of shape (P,)
        r(X, Z) - r(Y, Z), NaN where undefined.
    values : array of shape (U, P)
        On the scale of `z_scale`; NaN throughout for a pair one of whose delete-one values is undefined.
    """

    pairs: tuple[tuple[int, int], ...]
    observed: FloatArray
    values: FloatArray


@dataclasses.dataclass(frozen=True)
class PairPvalues:
    """Tests of P pairs by their pseudo-values.

    Attributes
    ----------
    observed : array of shape (P,)
        r(X, Z) - r(Y, Z).
    statistic : array of shape (P,)
        Mean pseudo-value over its standard error.
    greater, less, two_sided : arrays of shape (P,)
        P-values, NaN where a delete-one value is undefined.
    resamples : array of shape (P,)
        Flips; 0 for a closed form.
    exact : array of shape (P,)
        Whether they are all there are.
    undefined : array of shape (P,)
        Flips or arrangements without a statistic, left out of the p-values.
    """

    observed: FloatArray
    statistic: FloatArray
    greater: FloatArray
    less: FloatArray
    two_sided: FloatArray
    resamples: IntArray
    exact: BoolArray
    undefined: IntArray

    @classmethod
    def joined(
        cls, pairs: Sequence[tuple[int, int]], found: Sequence[tuple[PairPseudoValues, PairPvalues]]
    ) -> PairPvalues:
        """Join the tests of groups of pairs, in the order of all pairs."""
        position = {pair: p for p, pair in enumerate(pairs)}
        order = np.argsort([position[pair] for group, _ in found for pair in group.pairs])
        return cls(
            **{
                field.name: np.concatenate([getattr(part, field.name) for _, part in found])[order]
                for field in dataclasses.fields(cls)
            }
        )


def t_statistics(values: FloatArray) -> FloatArray:
    """Return the mean over its standard error of every column of pseudo-values; NaN where they are all equal."""
    n = len(values)
    spread = values.std(axis=0, ddof=1)
    error = spread / np.sqrt(n)
    # contributions that differ by rounding alone do not differ
    varies = spread > RELATIVE_TOLERANCE * np.abs(values).max(axis=0, initial=0.0)
    return np.asarray(np.divide(values.mean(axis=0), error, out=np.full(error.shape, np.nan), where=varies))


@dataclasses.dataclass(frozen=True)
class PseudoValues:
    """Pseudo-values of the correlations of K metrics.

    Attributes
    ----------
    estimates : array of shape (K,)
        The correlations themselves.
    values : array of shape (U, K)
        On the scale of `z_scale`.
    entries : int
        The n of that scale: systems, also where clusters of them are the units, or units of inputs.
    """

    estimates: FloatArray
    values: FloatArray
    entries: int


def pseudo_values(
    arrays: ScoreArrays, group: CellGroup, over: str, levels: Sequence[str], coefficients: Sequence[str]
) -> dict[Key, PseudoValues]:
    """Return the pseudo-values of a group's metrics per level and coefficient.

    Takes one jackknife (see `jackknife`).

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    over : {'systems', 'inputs'}
        The units. Clusters are units where there are some.
    levels, coefficients : sequences of str

    Raises
    ------
    ArgumentError
        If `over` is unknown.
    UnsupportedMethodError
        If there are fewer than four units.
    """
    check_choice("over", over, UNITS)
    used = _units_used(arrays, group, over)
    n = int(used.sum())
    families = arrays.system_clusters if over == "systems" else None
    if n < MINIMUM_UNITS:
        names = " and ".join(f"'{arrays.names[metric]}'" for metric in group.metrics[:2])
        raise UnsupportedMethodError(
            f"what each of the {over if families is None else 'clusters of systems'} contributes shows with at least "
            f"{MINIMUM_UNITS} of them; {names} {'share' if len(group.metrics) > 1 else 'has'} {n}."
        )
    entries = n if families is None else int(group.cells.any(axis=1).sum())
    plan = BootstrapPlan(
        over=over,
        n_systems=arrays.n_systems,
        n_inputs=arrays.n_inputs,
        resamples=1,
        seed=0,
        clusters=arrays.clusters,
        system_clusters=families,
    )
    folds = jackknife(arrays, group, plan, levels, coefficients)
    result = {}
    for level in levels:
        points = level_correlations(arrays, group, Weights(None, None), level, coefficients).values
        for coefficient in coefficients:
            whole = points[coefficient][0]
            (left_out,) = folds[level, coefficient]
            scaled, without = (z_scale(r, coefficient, entries) for r in (whole, left_out[used]))
            result[level, coefficient] = PseudoValues(whole, n * scaled - (n - 1) * without, entries)
    return result


def pair_pseudo_values(
    arrays: ScoreArrays,
    pairs: Sequence[tuple[int, int]],
    over: str,
    levels: Sequence[str],
    coefficients: Sequence[str],
) -> dict[Key, list[PairPseudoValues]]:
    """Return the pseudo-values of r(X, Z) - r(Y, Z) per level and coefficient, pairs on the same cells together.

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : sequence of (int, int)
        Positions of the compared metrics.
    over, levels, coefficients
        As in `pseudo_values`.

    Raises
    ------
    ArgumentError
        If `over` is unknown.
    UnsupportedMethodError
        If there are fewer than four units.
    """
    check_choice("over", over, UNITS)
    result: dict[Key, list[PairPseudoValues]] = {
        (level, coefficient): [] for level in levels for coefficient in coefficients
    }
    for group, members in arrays.pair_groups(pairs):
        place = {metric: k for k, metric in enumerate(group.metrics)}
        first, second = np.array([[place[a], place[b]] for a, b in members], dtype=np.intp).T
        for key, found in pseudo_values(arrays, group, over, levels, coefficients).items():
            between = found.values[:, first] - found.values[:, second]
            between[:, np.isnan(between).any(axis=0)] = np.nan
            result[key].append(
                PairPseudoValues(tuple(members), found.estimates[first] - found.estimates[second], between)
            )
    return result


def _units_used(arrays: ScoreArrays, group: CellGroup, over: str) -> BoolArray:
    """Return which units have an output: the others contribute nothing, and are none."""
    there, clusters = group.cells.any(axis=1), arrays.system_clusters
    if over == "inputs":
        there, clusters = group.cells.any(axis=0), arrays.clusters
    if clusters is None:
        return np.asarray(there)
    return np.isin(np.unique(clusters), clusters[there])
