"""The two-way jackknife of many tables of one size at once, as simulations need it: tables side by side as columns.

One table of 16 systems and 100 inputs is little work, and most of its time goes into many small steps. Correlations
without units do not know of tables, so that the columns of many tables go through them together.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.left_out_pearson import left_out_pearson, whole_pearson
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife.far_units import FEWEST, FarUnits, far_units
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.two_way_jackknife import TwoWayJackknife, of_replicates
from trueness.statistics.score_arrays import ScoreArrays

TOGETHER = 256
"""Metrics of all tables that go together: what is known of every two of them is kept."""

NUMBERS = 60_000
"""Scores that go together: they stay in the processor's caches."""

COEFFICIENT = "pearson"
LEVELS = ("system", "input")


def go_together(tables: Sequence[ScoreArrays], level: str, coefficient: str) -> bool:
    """Return whether the jackknife of tables can be found for many of them at once.

    That is so for Pearson's coefficient at the system and the input level, of tables of one size and with the same
    clusters, whose metrics are complete and whose system scores are means of the outputs judged. The human may have
    judged a part of the outputs, some of every system and for every input.
    """
    first = tables[0]
    return (
        coefficient == COEFFICIENT
        and level in LEVELS
        and min(first.human.shape) > 1
        and all(
            one.metrics.shape == first.metrics.shape
            and one.means == "judged"
            and _same(one.clusters, first.clusters)
            and _same(one.system_clusters, first.system_clusters)
            and all(one.aggregation(k) == "mean" for k in range(one.n_metrics))
            and bool(one.present.all())
            and all(bool(one.judged.any(axis=axis).all()) for axis in (0, 1))
            for one in tables
        )
    )


def _same(one: IntArray | None, other: IntArray | None) -> bool:
    return one is other or (one is not None and other is not None and np.array_equal(one, other))


def two_way_jackknife_of_tables(
    tables: Sequence[ScoreArrays], level: str
) -> Iterator[tuple[range, TwoWayJackknife]]:
    """Yield the jackknife of Pearson's coefficient for several tables at a time.

    Parameters
    ----------
    tables : sequence of ScoreArrays
        Which `go_together`, of K metrics each.
    level : {'system', 'input'}

    Yields
    ------
    (range, TwoWayJackknife)
        The places of the tables, and the jackknife of their metrics: K of the first table, K of the next, and so on.
        What two metrics of different tables have to do with each other is not known (NaN).
    """
    for places, stack in _stacks(tables):
        found = _of_systems(stack) if level == "system" else _of_inputs(stack)
        yield places, _jackknife(stack, level, *found)


def correlations_of_tables(tables: Sequence[ScoreArrays], level: str, coefficient: str) -> FloatArray | None:
    """Return a coefficient of all metrics of tables, shape (tables, K); None where they do not `go_together`."""
    if not go_together(tables, level, coefficient):
        return None
    found = []
    for _, stack in _stacks(tables):
        if level == "system":
            means = stack.scores.sum(axis=-1) / stack.counts
            found.append(whole_pearson(means[1:], means[0], None))
        else:
            values = whole_pearson(*stack.columns).reshape(-1, stack.n_tables, stack.n_inputs)
            found.append(_means(values))
    return np.concatenate([values.T for values in found])


@dataclasses.dataclass(frozen=True)
class _Stack:
    """Tables of one size side by side.

    Attributes
    ----------
    scores : array of shape (1 + K, N, T, M)
        0 where nobody judged.
    judged : array of shape (N, T, M) or None
        None: all.
    systems, inputs : arrays of shapes (N,) and (M,)
        Their units, from 0.
    """

    scores: FloatArray
    judged: BoolArray | None
    systems: IntArray
    inputs: IntArray

    @property
    def n_tables(self) -> int:
        return int(self.scores.shape[2])

    @property
    def n_inputs(self) -> int:
        return int(self.scores.shape[3])

    @property
    def n_units(self) -> tuple[int, int]:
        """Units of systems and of inputs."""
        return int(self.systems.max()) + 1, int(self.inputs.max()) + 1

    @property
    def columns(self) -> tuple[FloatArray, FloatArray, BoolArray | None]:
        """The scores of inputs as columns of metrics, (K, N, T M), and of the human, (N, T M), and which there are."""
        flat = self.scores.reshape(*self.scores.shape[:2], -1)
        return flat[1:], flat[0], None if self.judged is None else self.judged.reshape(len(self.judged), -1)

    @property
    def counts(self) -> FloatArray:
        """How many outputs of systems are judged, shape (N, T); of no dimension where all are."""
        if self.judged is None:
            return np.array(float(self.n_inputs))
        return np.asarray(self.judged.sum(axis=2), dtype=np.float64)

    def by_input(self, values: FloatArray) -> FloatArray:
        """Return sums over the inputs of each unit, the last axis."""
        n_units = self.n_units[1]
        if n_units == self.n_inputs:
            return values
        member = np.zeros((self.n_inputs, n_units))
        member[np.arange(self.n_inputs), self.inputs] = 1.0
        return values @ member


def _stacks(tables: Sequence[ScoreArrays]) -> Iterator[tuple[range, _Stack]]:
    """Yield tables side by side, as many at a time as are best for the processor's caches."""
    first = tables[0]
    n_metrics, n_systems, n_inputs = first.metrics.shape
    systems = np.arange(n_systems) if first.system_clusters is None else first.system_clusters
    inputs = np.arange(n_inputs) if first.clusters is None else first.clusters
    step = max(1, min(TOGETHER // n_metrics, NUMBERS // (n_metrics * n_systems * n_inputs)))
    for start in range(0, len(tables), step):
        places = range(start, min(start + step, len(tables)))
        scores = np.empty((1 + n_metrics, n_systems, len(places), n_inputs))
        for t, place in enumerate(places):
            scores[0, :, t] = tables[place].human
            scores[1:, :, t] = tables[place].metrics
        judged = ~np.isnan(scores[0])
        complete = bool(judged.all())
        if not complete:
            scores[:, ~judged] = 0.0
        yield places, _Stack(scores, None if complete else judged, systems, inputs)


def _of_systems(stack: _Stack) -> tuple[FloatArray, ...]:
    """Return correlations of system means: as they are, and without each unit of systems, of inputs, and of both."""
    n_systems, n_tables = stack.scores.shape[1:3]
    sums, counts = stack.scores.sum(axis=-1), stack.counts
    means = sums / counts
    whole = left_out_pearson(means[1:], means[0], None, stack.systems, stack.n_units[0])
    without = sums[..., None] - stack.by_input(stack.scores)
    there: BoolArray | None = None
    if stack.judged is not None:
        left = counts[..., None] - stack.by_input(stack.judged.astype(np.float64))
        there = (left > 0).reshape(n_systems, -1)
        without /= np.maximum(left, 1.0)
    columns = without.reshape(*without.shape[:2], -1)  # a common number of inputs changes no correlation
    left_out = left_out_pearson(columns[1:], columns[0], there, stack.systems, stack.n_units[0])
    shape = (-1, n_tables, stack.n_units[1])
    return (
        whole.whole,
        whole.one,
        left_out.whole.reshape(shape),
        left_out.one.reshape(len(left_out.one), *shape),
    )


def _of_inputs(stack: _Stack) -> tuple[FloatArray, ...]:
    """Return means of the correlations of inputs, as `_of_systems` does; an input without a correlation drops out."""
    found = left_out_pearson(*stack.columns, stack.systems, stack.n_units[0])
    shape = (-1, stack.n_tables, stack.n_inputs)
    whole, one = found.whole.reshape(shape), found.one.reshape(len(found.one), *shape)
    return _means(whole), _means(one), _means_without(stack, whole), _means_without(stack, one)


def _means(values: FloatArray) -> FloatArray:
    """Return means over the last axis of what is defined."""
    total = values.sum(axis=-1)
    if not np.isnan(total).any():
        return np.asarray(total / values.shape[-1])
    known = ~np.isnan(values)
    return _quotient(np.where(known, values, 0.0).sum(axis=-1), known.sum(axis=-1))


def _means_without(stack: _Stack, values: FloatArray) -> FloatArray:
    """Return means over the last axis without each unit of inputs."""
    total = values.sum(axis=-1, keepdims=True)
    if not np.isnan(total).any():
        left = stack.n_inputs - stack.by_input(np.ones(stack.n_inputs))
        found = total - stack.by_input(values)
        found /= left
        return np.asarray(found)
    known = ~np.isnan(values)
    kept = np.where(known, values, 0.0)
    counts = known.astype(np.float64)
    return _quotient(
        kept.sum(axis=-1, keepdims=True) - stack.by_input(kept),
        counts.sum(axis=-1, keepdims=True) - stack.by_input(counts),
    )


def _quotient(total: FloatArray, count: FloatArray) -> FloatArray:
    undefined: FloatArray = np.full(total.shape, np.nan)
    return np.divide(total, count, out=undefined, where=count > 0)


def _far(stack: _Stack, level: str) -> FarUnits:
    """Return what far systems change, of every table alone: few tables have any."""
    n_metrics, (n, _) = len(stack.scores) - 1, stack.n_units
    if n < FEWEST:
        return FarUnits.none(n_metrics * stack.n_tables)
    scores, judged = stack.scores, stack.judged
    if level == "system":
        scores, judged = (scores.sum(axis=-1) / stack.counts)[..., None], None
    found = []
    for t in range(stack.n_tables):
        own, there = scores[:, :, t], None if judged is None else judged[:, t]
        found.append(far_units(own[1:], own[0], there, stack.systems, n))
    return FarUnits.beside(found)


def _jackknife(
    stack: _Stack, level: str, whole: FloatArray, systems: FloatArray, inputs: FloatArray, both: FloatArray
) -> TwoWayJackknife:
    """Sum up correlations: (K, T), without systems (K, U, T), inputs (K, T, V), and both (K, U, T, V)."""
    (n, m), n_tables = stack.n_units, stack.n_tables
    n_metrics = len(whole)
    factor = (m - 1) / m
    noise_factor = factor * (n - 1) / n
    replicates = Replicates(
        entries=stack.scores.shape[1],
        n_systems=n,
        n_inputs=m,
        whole=whole.T.reshape(-1),
        systems=systems.transpose(1, 2, 0).reshape(n, -1),
        inputs=inputs.transpose(2, 1, 0).reshape(m, -1),
        input_factor=factor,
        both=lambda: iter(()),
        noise_factor=noise_factor,
        two=np.empty((0, n_tables * n_metrics)),
        far=_far(stack, level),
    )
    scaled = z_scale(both, COEFFICIENT, replicates.entries)
    scaled -= scaled.mean(axis=1, keepdims=True)
    rows = scaled.sum(axis=3)
    interaction = np.full((n_tables, n_metrics, n_tables, n_metrics), np.nan)
    tables = np.arange(n_tables)
    for k, other in itertools.combinations_with_replacement(range(n_metrics), 2):
        products = (scaled[k] * scaled[other]).sum(axis=0).sum(axis=1) - (rows[k] * rows[other]).sum(
            axis=0
        ) / m
        interaction[tables, k, tables, other] = interaction[tables, other, tables, k] = (
            noise_factor * products
        )
    size = n_tables * n_metrics
    return of_replicates(replicates, level, COEFFICIENT, interaction=interaction.reshape(size, size))
