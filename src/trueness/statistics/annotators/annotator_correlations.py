"""Correlations between annotators, pair by pair: what the reliability of their mean follows from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.annotators.annotator_columns import (
    Columns,
    MeanColumns,
    RatedColumns,
    correlation_tiles,
)
from trueness.statistics.annotators.ceiling_jackknife import of_all_scorers, scorer_replicates
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray, Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.resample import Weights
from trueness.statistics.jackknife.left_out_units import LeftOutUnits
from trueness.statistics.jackknife.replicates import Replicates, beside
from trueness.statistics.jackknife.two_way_replicates import delete_one, pairs_left_out
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import exact_scores
from trueness.statistics.without_each import InputCounts


def annotator_correlations(
    ratings: FloatArray, levels: Sequence[str], coefficients: Sequence[str]
) -> dict[Key, float]:
    """Return the mean over pairs of annotators of their correlation, each on the outputs both rated.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    levels : sequence of str
    coefficients : sequence of {'pearson', 'spearman'}

    Returns
    -------
    dict of (level, coefficient) to float
        Over the pairs with a correlation; NaN where no pair has one.
    """
    values = _exact(ratings)
    found: dict[Key, float] = {}
    for level in levels:
        if level == "global":
            found |= {(level, name): _of_all_outputs(ratings, name) for name in coefficients}
            continue
        columns = _columns(values, level)
        _, n_columns, n_entries = columns.shape
        everything = np.ones((1, n_entries), dtype=bool)
        for name in coefficients:
            means = _means(columns, everything, 0, np.zeros(n_columns, dtype=np.intp), name)
            found[level, name] = means.whole
    return found


def annotator_replicates(
    ratings: FloatArray, together: ScoreArrays, units: CellGroup, level: str, coefficient: str
) -> Replicates | None:
    """Return that mean with and without systems and inputs; None where no pair has a correlation.

    Pairs are those with a correlation on everything. A mean without a unit is NaN where one of these has none. Far
    systems are not looked for.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    together : ScoreArrays
        Says which systems and which inputs are left out together.
    units : CellGroup
        Whose systems and inputs are left out; it has all outputs that two rated.
    level : {'system', 'input', 'global', 'per_system'}
    coefficient : {'pearson', 'spearman'}
    """
    if level == "global":
        return _of_outputs(ratings, together, units, coefficient)
    left_out = LeftOutUnits.of(together, units)
    values = _exact(ratings)[:, left_out.rows]
    if level == "system":
        return _of_systems(values, left_out, coefficient)
    by_input = level == "input"
    of_units = left_out.systems, left_out.inputs
    within, across = of_units if by_input else of_units[::-1]
    two = by_input and bool(pairs_left_out((coefficient,), left_out))
    columns = _columns(values[:, :, left_out.columns], level)
    means = _means(columns, _kept(within, two=two), int(within.max()) + 1, across, coefficient)
    if not means.known.any():
        return None
    without = means.within[:, None], means.across[:, None]
    systems, inputs = without if by_input else without[::-1]
    both = (means.both if by_input else means.both.T)[:, :, None]
    factors = delete_one(left_out.n_systems, left_out.n_inputs)
    return Replicates(
        entries=columns.shape[2],
        n_systems=left_out.n_systems,
        n_inputs=left_out.n_inputs,
        whole=np.array([means.whole]),
        systems=systems,
        inputs=inputs,
        input_factor=factors[0],
        both=lambda: iter([both.copy()] if both.size else []),
        noise_factor=factors[1],
        two=means.two[:, None],
        evenness=left_out.evenness if by_input else 1.0,
    )


def _exact(ratings: FloatArray) -> FloatArray:
    """Return ratings of each person whose sums are exact where they can be."""
    return np.stack([exact_scores(one).values for one in ratings])


def _columns(values: FloatArray, level: str) -> Columns:
    if level == "system":
        return MeanColumns(values)
    return RatedColumns(values.transpose(0, 2, 1) if level == "input" else values)


def _kept(units: IntArray, *, two: bool) -> BoolArray:
    """Return which entries are left of all, without each unit and, if asked for, without each two: (W, N)."""
    member = units == np.arange(int(units.max()) + 1)[:, None]
    sets = [np.zeros((1, len(units)), dtype=bool), member]
    if two:
        rows, others = np.triu_indices(len(member), 1)
        sets.append(member[rows] | member[others])
    return ~np.concatenate(sets)


class _Means(NamedTuple):
    """Means over pairs of people of mean correlations over columns.

    Attributes
    ----------
    whole : float
    within : array of shape (U,)
        Without each unit of entries.
    across : array of shape (V,)
        Without each unit of columns; empty where there is one.
    both : array of shape (U, V)
        Without both; empty where `across` is.
    two : array of shape (P,)
        Without the sets after the units.
    known : array of shape (A, A)
        Pairs that have a correlation: over these is the mean.
    """

    whole: float
    within: FloatArray
    across: FloatArray
    both: FloatArray
    two: FloatArray
    known: BoolArray


def _means(
    columns: Columns, kept: BoolArray, n_units: int, column_units: IntArray, coefficient: str
) -> _Means:
    """Return means without entries, of which the first sets are all and those without each of some units.

    Correlations that are undefined drop out of means over columns.
    """
    order = np.argsort(column_units, kind="stable")
    n_across = int(column_units.max()) + 1
    begins = np.searchsorted(column_units[order], np.arange(n_across))
    n_across = 0 if n_across == 1 else n_across
    sums, without = np.zeros(len(kept)), np.zeros((1 + n_units, n_across))
    known = np.zeros((columns.shape[0],) * 2, dtype=bool)
    for tile in correlation_tiles(columns, kept, ranked=coefficient_facts(coefficient).ranks):
        if not tile.sets.start:
            known[tile.first : tile.last, tile.first :] = tile.pairs & ~np.isnan(tile.values[0]).all(axis=0)
        values = tile.values[:, :, known[tile.first : tile.last, tile.first :]]  # (W, C, P)
        defined = ~np.isnan(values)
        values[~defined] = 0.0
        total, count = values.sum(axis=1), defined.sum(axis=1)
        sums[tile.sets] += _quotients(total, count).sum(axis=1)
        single = max(0, min(tile.sets.stop, len(without)) - tile.sets.start) if n_across else 0
        if single:
            parts, counts = (
                np.add.reduceat(of[:single, order], begins, axis=1, dtype=np.float64)
                for of in (values, defined)
            )
            left = _quotients(total[:single, None] - parts, count[:single, None] - counts)
            without[tile.sets.start : tile.sets.start + single] += left.sum(axis=2)
    with np.errstate(invalid="ignore"):
        n_known = known.sum()
        sums, without = sums / n_known, without / n_known
    within, two = np.split(sums[1:], [n_units])
    return _Means(
        whole=float(sums[0]), within=within, across=without[0], both=without[1:], two=two, known=known
    )


def _quotients(total: FloatArray, count: IntArray | FloatArray) -> FloatArray:
    found: FloatArray = np.full(total.shape, np.nan)
    return np.divide(total, count, out=found, where=count > 0)


# at the system level


def _of_systems(values: FloatArray, left_out: LeftOutUnits, coefficient: str) -> Replicates | None:
    """Return the means of correlations of systems' means; values of the systems used, shape (A, N, M)."""
    n_inputs, ranked = values.shape[2], coefficient_facts(coefficient).ranks
    kept = _kept(left_out.systems, two=bool(pairs_left_out((coefficient,), left_out)))
    n = left_out.n_systems
    means = _means(MeanColumns(values), kept, n, np.zeros(1, dtype=np.intp), coefficient)
    if not means.known.any():
        return None
    weights: InputCounts
    if ranked:
        halves, factors = left_out.in_halves(n_inputs)
        weights = halves.astype(np.float64)
    else:
        weights, factors = left_out.without_each(n_inputs), delete_one(n, left_out.n_inputs)
    sums = np.zeros((1 + n, len(weights)))
    for tile in correlation_tiles(MeanColumns(values, weights), kept[: 1 + n], ranked=ranked):
        known = means.known[tile.first : tile.last, tile.first :]
        sums[tile.sets] += tile.values[:, :, known].sum(axis=2)
    inputs, both = np.split(sums / means.known.sum(), [1])
    return Replicates(
        entries=len(left_out.rows),
        n_systems=n,
        n_inputs=left_out.n_inputs,
        whole=np.array([means.whole]),
        systems=means.within[:, None],
        inputs=inputs.T,
        input_factor=factors[0],
        both=lambda: iter([both[:, :, None].copy()] if both.size else []),
        noise_factor=factors[1],
        two=means.two[:, None],
        evenness=left_out.evenness,
    )


# at the level of all outputs


def _with_those_after(
    ratings: FloatArray, clusters: IntArray | None = None, system_clusters: IntArray | None = None
) -> Iterator[ScoreArrays]:
    """Yield each annotator but the last as the human, beside those after: every pair once."""
    for a in range(len(ratings) - 1):
        yield ScoreArrays.of(ratings[a + 1 :], ratings[a], clusters=clusters, system_clusters=system_clusters)


def _of_all_outputs(ratings: FloatArray, coefficient: str) -> float:
    known: list[float] = []
    for arrays in _with_those_after(ratings):
        for group in arrays.single_groups():
            found = level_correlations(arrays, group, Weights(None, None), "global", (coefficient,))
            values = np.asarray(found.values[coefficient][0])
            known += values[~np.isnan(values)].tolist()
    return float(np.mean(known)) if known else float("nan")


def _of_outputs(
    ratings: FloatArray, together: ScoreArrays, units: CellGroup, coefficient: str
) -> Replicates | None:
    sums: list[Replicates] = []
    n_known = 0
    for arrays in _with_those_after(ratings, together.clusters, together.system_clusters):
        groups = scorer_replicates(arrays, "global", [coefficient], units)[coefficient]
        if groups:
            found = of_all_scorers(arrays.n_metrics, groups)
            known = np.flatnonzero(~np.isnan(found.whole))
            n_known += len(known)
            sums = [beside([*sums, found.at(known)]).mapped(lambda each: each.sum(axis=-1, keepdims=True))]
    return sums[0].mapped(lambda values: values / n_known) if n_known else None
