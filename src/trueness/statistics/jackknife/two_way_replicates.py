"""Correlations of metrics with the human without each system, without each input, and without both, at every level."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.left_out_columns import COEFFICIENTS, left_out_columns
from trueness.statistics.engine.left_out_matrices import LeftOut, left_out_coefficients
from trueness.statistics.engine.resample import Weights, counted_together
from trueness.statistics.engine.value_tables import ValueTables
from trueness.statistics.jackknife.far_units import FarUnits, far_units
from trueness.statistics.jackknife.left_out_units import LeftOutUnits
from trueness.statistics.jackknife.replicates import Blocks, Replicates
from trueness.statistics.jackknife.uncertain_excess import in_two_groups, mostly_tied
from trueness.statistics.labels.labelled import labelled
from trueness.statistics.labels.left_out_auc import left_out_auc
from trueness.statistics.pairs.unlimited_pearson import UnlimitedPearson
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores, with_outputs
from trueness.statistics.without_each import InputCounts, WithoutEach

MOST_PAIRED = 60
"""Systems up to which pairs of them are left out as well: what that mends is below a fiftieth with more."""

MOST_ANEW = 6_000
"""Correlations computed anew where there is no closed form; inputs are left out in groups instead."""

MOST_CHOSEN = 1_200
"""The same where something is chosen on the data each time."""

MOST_SIGNAL = 10_000.0
"""Times that the variance of the human's means is that of their noise, from where on it does not matter."""

FAR_MATTER = "pearson"
"""The coefficient that a few systems far from all others decide; ranks do not see how far they are."""

BLOCK = 2_000_000
"""Numbers held at a time by one step, some tens of megabytes."""


def two_way_replicates(
    arrays: ScoreArrays,
    group: CellGroup,
    level: str,
    coefficients: Sequence[str],
    units: CellGroup | None = None,
    *,
    pooled: bool = False,
    halves: BoolArray | None = None,
) -> dict[str, Replicates]:
    """Return the replicates of a group's metrics at a level, per coefficient.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : sequence of str
        Those that exist at the level.
    units : CellGroup, optional
        Whose systems and inputs are left out, by default the group's own: those of several groups together, so that
        the replicates of each can be averaged. Without a unit that a group does not have its values stay what they are.
    pooled : bool
        Whether values of several tables are pooled: then pairs of systems are left out for every coefficient.
    halves : array of shape (R, inputs), optional
        Which units of inputs are in each half, where halves of several groups have to be the same ones; by default
        those that depend on their number alone.

    Returns
    -------
    dict of str to Replicates
        NaN where a correlation without a unit is undefined.
    """
    if not group.cells.any():
        return dict.fromkeys(coefficients, _of_nothing(len(group.metrics)))
    left_out = dataclasses.replace(
        LeftOutUnits.of(arrays, group if units is None else units), pooled=pooled, halves=halves
    )
    fast = tuple(name for name in coefficients if name in COEFFICIENTS)
    facts = {name: coefficient_facts(name) for name in coefficients}
    labels = tuple(name for name in coefficients if facts[name].labels and facts[name].smooth)
    unlimited = tuple(name for name in coefficients if facts[name].unlimited_inputs)
    slow = tuple(name for name in coefficients if name not in (*COEFFICIENTS, *labels, *unlimited))
    ways = {"system": _of_systems, "input": _of_inputs, "per_system": _per_system, "global": _of_outputs}
    found = ways[level](arrays, group, left_out, fast) if fast else {}
    for name in labels:
        scored = labelled(arrays, group, name)
        counts = np.unique(scored.human[group.cells], return_counts=True)[1]
        replicates = ways[level](scored, group, left_out, (name,))[name]
        found[name] = dataclasses.replace(replicates, rarer=int(counts.min()) if len(counts) > 1 else 0)
    for name in unlimited:
        found[name] = _with_unlimited_inputs(arrays, group, left_out)
    if slow:
        found |= _computed_anew(arrays, group, left_out, level, slow)
    return found


def _of_nothing(n_metrics: int) -> Replicates:
    """Return the replicates of metrics that have no output in common with the human."""
    none, nothing = np.empty((0, n_metrics)), np.full(n_metrics, np.nan)
    # on the scale of any number of entries nothing is nothing
    return Replicates(
        entries=1,
        n_systems=0,
        n_inputs=0,
        whole=nothing,
        systems=none,
        inputs=none,
        input_factor=0.0,
        both=lambda: iter(()),
        noise_factor=0.0,
        two=none,
    )


def delete_one(n_systems: int, n_inputs: int) -> tuple[float, float]:
    """Return the factors of the jackknife over inputs, and over both."""
    of_inputs = (n_inputs - 1) / n_inputs
    return of_inputs, of_inputs * (n_systems - 1) / n_systems


def _in_blocks(both: FloatArray) -> Iterator[FloatArray]:
    """Yield copies of values without a system and an input, (N, R, K), some inputs at a time."""
    step = max(1, BLOCK // max(1, both.shape[0] * both.shape[2]))
    for start in range(0, both.shape[1], step):
        yield both[:, start : start + step].copy()


def _every_two(two: FloatArray) -> FloatArray:
    """Return values without each two systems, shape (K, N, N), a pair a row; none where these were not left out."""
    if not two.size:
        return np.empty((0, len(two)))
    rows, others = np.triu_indices(two.shape[1], 1)
    return two[:, rows, others].T


def pairs_left_out(names: Sequence[str], units: LeftOutUnits) -> tuple[str, ...]:
    """Return the coefficients for which pairs of systems are left out: those that move in steps, or are pooled."""
    if units.n_systems == 1 or units.n_systems > MOST_PAIRED:
        return ()
    facts = {name: coefficient_facts(name) for name in names}
    return tuple(name for name, known in facts.items() if not known.labels and (units.pooled or known.ranks))


# at the system level


def _of_systems(
    arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits, names: tuple[str, ...]
) -> dict[str, Replicates]:
    x, z, present = _system_columns(arrays, group, units, None)
    n = units.n_systems
    whole = left_out_coefficients(x, z, present, units.systems, n, names, two=pairs_left_out(names, units))
    far = _far(x, z, present, units, names)
    # of all systems and inputs in one column
    grouped = "spearman" in names and in_two_groups(np.where(present, z, np.nan)[:, 0])
    # a median jumps, too
    medians = any(arrays.aggregation(metric) == "median" for metric in group.metrics)
    stepped = tuple(name for name in names if medians or coefficient_facts(name).ranks)
    smooth = tuple(name for name in names if name not in stepped)
    found: dict[str, Replicates] = {}
    for chosen in filter(None, (smooth, stepped)):
        weights: WithoutEach | BoolArray
        if chosen is smooth:
            weights, factors = units.without_each(arrays.n_inputs), delete_one(n, units.n_inputs)
        else:
            weights, factors = units.in_halves(arrays.n_inputs)
        without = _under_weights(arrays, group, units, weights, chosen)
        for name in chosen:
            inputs, both = without[name]
            first = whole[name]
            found[name] = Replicates(
                entries=len(units.rows),
                n_systems=n,
                n_inputs=units.n_inputs,
                whole=first.whole[:, 0],
                systems=first.one[:, 0].T,
                inputs=inputs,
                input_factor=factors[0],
                both=functools.partial(_in_blocks, both),
                noise_factor=factors[1],
                two=_every_two(first.two),
                evenness=0.0 if grouped and name == "spearman" else units.evenness,
                far=far if name == FAR_MATTER else None,
            )
    return found


def _far(
    x: FloatArray, z: FloatArray, present: BoolArray, units: LeftOutUnits, names: tuple[str, ...]
) -> FarUnits | None:
    if FAR_MATTER not in names:
        return None
    return far_units(x, z, present, units.systems, units.n_systems)


def _system_columns(
    arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits, weights: InputCounts | None
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return the scores of the systems used under counts of inputs, a column each: (K, N, B), (N, B), (N, B)."""
    x = system_scores(arrays, group.metrics, group.metric_cells, weights)[:, :, units.rows]
    z = system_means(arrays.exact[1][None], group.human_cells, weights)[:, 0, units.rows]
    present = with_outputs(group.metric_cells, weights)[:, units.rows] & ~np.isnan(z)
    # a system with outputs whose formula is undefined is not left out in silence
    lost = np.any(np.isnan(x) & present[:, None, :], axis=2)
    x = np.where(lost[:, :, None], np.nan, np.where(np.isnan(x), 0.0, x))
    return x.transpose(1, 2, 0), z.T, present.T


def _under_weights(
    arrays: ScoreArrays,
    group: CellGroup,
    units: LeftOutUnits,
    weights: WithoutEach | BoolArray,
    names: tuple[str, ...],
) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Return the correlations under counts of inputs, (R, K), and without each system, (N, R, K)."""
    n_metrics, n = len(group.metrics), units.n_systems
    found = {
        name: (np.empty((len(weights), n_metrics)), np.empty((n, len(weights), n_metrics))) for name in names
    }
    step = max(1, BLOCK // ((n_metrics + 1) * max(1, len(units.rows))))
    if not isinstance(weights, WithoutEach):  # which counts without writing down
        step = min(step, counted_together(weights.shape[1]))
    for start in range(0, len(weights), step):
        here = slice(start, start + step)
        some = weights[here]
        counts = some if isinstance(some, WithoutEach) else some.astype(np.float64)
        columns = _system_columns(arrays, group, units, counts)
        for name, part in left_out_coefficients(*columns, units.systems, n, names).items():
            found[name][0][here] = part.whole.T
            found[name][1][:, here] = part.one.transpose(2, 1, 0)
    return found


# at the levels at which correlations of columns are averaged


def _of_inputs(
    arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits, names: tuple[str, ...]
) -> dict[str, Replicates]:
    x, z, cells = _matrices(arrays, group, units)
    paired = pairs_left_out(names, units)
    factors = delete_one(units.n_systems, units.n_inputs)
    far = _far(x, z, cells, units, names)
    evenness = 0.0 if paired and mostly_tied(np.where(cells, z, np.nan)) else units.evenness
    return {
        name: Replicates(
            entries=len(units.rows),
            n_systems=units.n_systems,
            n_inputs=units.n_inputs,
            whole=averages.whole,
            systems=averages.within,
            inputs=averages.across,
            input_factor=factors[0],
            both=averages.both,
            noise_factor=factors[1],
            two=averages.two,
            evenness=evenness,
            far=far if name == FAR_MATTER else None,
        )
        for name, averages in _averages(x, z, cells, units.systems, units.inputs, names, paired).items()
    }


def _per_system(
    arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits, names: tuple[str, ...]
) -> dict[str, Replicates]:
    x, z, cells = _matrices(arrays, group, units)
    turned = x.transpose(0, 2, 1), z.T, cells.T
    factors = delete_one(units.n_systems, units.n_inputs)
    found = {}
    for name, averages in _averages(*turned, units.inputs, units.systems, names, ()).items():
        across = averages.both

        def both(across: Blocks = across) -> Iterator[FloatArray]:
            # centred over inputs here, over systems where they are added up: both have to be whole
            blocks = [block.transpose(1, 0, 2) for block in across()]
            if blocks:
                yield np.concatenate(blocks)

        found[name] = Replicates(
            entries=len(units.columns),
            n_systems=units.n_systems,
            n_inputs=units.n_inputs,
            whole=averages.whole,
            systems=averages.across,
            inputs=averages.within,
            input_factor=factors[0],
            both=both,
            noise_factor=factors[1],
            two=averages.two,
        )
    return found


def _matrices(
    arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits
) -> tuple[FloatArray, FloatArray, BoolArray]:
    x, z = arrays.exact_metrics(group.metrics), arrays.exact[1]
    if (len(units.rows), len(units.columns)) == z.shape:  # in their order: no copy
        return x, z, group.cells
    places = np.ix_(units.rows, units.columns)
    return x[:, places[0], places[1]], z[places], group.cells[places]


@dataclasses.dataclass(frozen=True)
class _Averages:
    """Mean correlations over columns without units of entries within them, and without units of columns."""

    whole: FloatArray  # (K,)
    within: FloatArray  # (U, K)
    across: FloatArray  # (V, K)
    both: Blocks  # blocks (U, v, K)
    two: FloatArray  # (U (U - 1) / 2, K)


def _averages(
    x: FloatArray,
    z: FloatArray,
    present: BoolArray,
    entries: IntArray,
    columns: IntArray,
    names: tuple[str, ...],
    paired: Sequence[str],
) -> dict[str, _Averages]:
    """Return means over columns, of shapes (K, N, C), (N, C), (N, C); units of entries (N,) and of columns (C,)."""
    n_within, n_across = int(entries.max(initial=-1)) + 1, int(columns.max(initial=-1)) + 1
    found = {}
    if coefficient_facts(names[0]).labels:
        parts: dict[str, LeftOut] = {names[0]: left_out_auc(x, z, present, entries, n_within)}
    else:
        parts = left_out_coefficients(x, z, present, entries, n_within, names, two=paired)
    for name, part in parts.items():
        whole = _ByUnit.of(part.whole[:, None], columns, n_across)
        ones = _ByUnit.of(part.one.transpose(0, 2, 1), columns, n_across)

        def both(ones: _ByUnit = ones) -> Iterator[FloatArray]:
            for without in ones.without_each() if ones.n_units > 1 else ():
                yield without.transpose(1, 2, 0)

        found[name] = _Averages(
            whole=whole.mean()[:, 0],
            within=ones.mean().T,
            across=np.concatenate([*whole.without_each()], axis=2)[:, 0].T
            if n_across > 1
            else np.empty((0, len(x))),
            both=both,
            two=_every_two(part.two),
        )
    return found


@dataclasses.dataclass(frozen=True)
class _ByUnit:
    """Sums over units of columns of values of K metrics in U rows; what is undefined drops out.

    Attributes
    ----------
    sums : array of shape (K, U, V)
        NaN where a unit has nothing; for units of one column these are the values themselves, which are not copied.
    counts : array of shape (K, U, V), optional
        How many values there are, where units have several columns.
    """

    sums: FloatArray
    counts: FloatArray | None

    @classmethod
    def of(cls, values: FloatArray, units: IntArray, n_units: int) -> _ByUnit:
        """Add up values, last axis, by unit."""
        if n_units == values.shape[-1] and np.array_equal(units, np.arange(n_units)):
            return cls(values, None)
        order = np.argsort(units, kind="stable")
        first = np.searchsorted(units[order], np.arange(n_units))
        known = ~np.isnan(values[:, :, order])
        filled = np.where(known, values[:, :, order], 0.0)
        sums, counts = (np.add.reduceat(of, first, axis=2, dtype=np.float64) for of in (filled, known))
        return cls(sums, counts)

    @property
    def n_units(self) -> int:
        """How many units there are."""
        return int(self.sums.shape[2])

    def mean(self) -> FloatArray:
        """Return the mean of all, shape (K, U)."""
        return _quotients(*(of[:, :, 0] for of in self._totals))

    def without_each(self) -> Iterator[FloatArray]:
        """Yield means without some units at a time, each of them by itself, shape (K, U, v)."""
        total, count = self._totals
        for part, parts in self._blocks():
            yield _quotients(total - part, count - parts)

    @functools.cached_property
    def _totals(self) -> tuple[FloatArray, FloatArray]:
        """The sum over all units, and how many values there are, shape (K, U, 1) each."""
        total = np.zeros((*self.sums.shape[:2], 1))
        count = np.zeros(total.shape)
        for part, parts in self._blocks():
            total += part.sum(axis=2, keepdims=True)
            count += parts.sum(axis=2, keepdims=True)
        return total, count

    def _blocks(self) -> Iterator[tuple[FloatArray, FloatArray | BoolArray]]:
        """Yield sums, 0 where there is nothing, and counts of some units at a time, which may be true for 1."""
        step = max(1, BLOCK // max(1, self.sums.shape[0] * self.sums.shape[1]))
        for start in range(0, self.n_units, step):
            part = self.sums[:, :, start : start + step]
            if self.counts is None:
                known = ~np.isnan(part)
                yield np.where(known, part, 0.0), known
            else:
                yield part, self.counts[:, :, start : start + step]


def _quotients(total: FloatArray, count: FloatArray) -> FloatArray:
    found: FloatArray = np.full(total.shape, np.nan)
    return np.divide(total, count, out=found, where=count > 0)


# at the level of all outputs


def _of_outputs(
    arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits, names: tuple[str, ...]
) -> dict[str, Replicates]:
    x, z, cells = _matrices(arrays, group, units)
    rows, columns = np.nonzero(cells)
    outputs = x[:, rows, columns, None], z[rows, columns, None], np.ones((len(rows), 1), dtype=bool)
    systems, inputs = units.systems[rows], units.inputs[columns]
    n, m = units.n_systems, units.n_inputs
    both_units, places = np.unique(systems * m + inputs, return_inverse=True)
    # without a unit that has no outputs, all are there
    left_out = _leaving_out(outputs, names)
    over_systems = left_out(systems, n + 1)
    over_inputs = left_out(inputs, m)
    over_both = left_out(places.reshape(-1), len(both_units))
    # the share of their squares that cells keep when centred two ways does not depend on how many there are
    count = len(both_units)
    factor = ((count - 1) / count) ** 2 * n * m / max(1, (n - 1) * (m - 1))
    found = {}
    for name in names:
        whole = over_systems[name][:, 0, -1]
        grid = np.repeat(whole[None], n * m, axis=0)  # nothing is left out where there is no output
        grid[both_units] = over_both[name][:, 0].T
        grid = grid.reshape(n, m, -1)
        found[name] = Replicates(
            entries=len(rows),
            n_systems=n,
            n_inputs=m,
            whole=whole,
            systems=over_systems[name][:, 0, :-1].T,
            inputs=over_inputs[name][:, 0].T if m > 1 else np.empty((0, len(x))),
            input_factor=(m - 1) / m,
            both=functools.partial(_in_blocks, grid[:, : m if m > 1 else 0]),
            noise_factor=factor,
            two=np.empty((0, len(x))),
        )
    return found


def _leaving_out(
    outputs: tuple[FloatArray, FloatArray, BoolArray], names: tuple[str, ...]
) -> Callable[[IntArray, int], dict[str, FloatArray]]:
    """Return what leaves groups of outputs out: by counts of values where these are few, as labels are."""
    if coefficient_facts(names[0]).labels:
        return lambda units, n_units: {names[0]: left_out_auc(*outputs, units, n_units).one}
    x, z, present = outputs
    tables = ValueTables.of(x.swapaxes(1, 2), z.T, present.T, names)
    if tables is None:
        return lambda units, n_units: left_out_columns(*outputs, units, n_units, names)
    return lambda units, n_units: {
        name: values[:, None] for name, values in tables.without_each(units, n_units).items()
    }


# coefficients without closed forms


def _computed_anew(
    arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits, level: str, names: tuple[str, ...]
) -> dict[str, Replicates]:
    """Leave out every system and every input, or every group of inputs where these are many, and both."""
    chosen = any(not coefficient_facts(name).smooth for name in names)
    of_systems, of_inputs = _left_out_together(arrays, units, MOST_CHOSEN if chosen else MOST_ANEW)
    n, m = _size(of_systems), _size(of_inputs)
    left_systems, left_inputs = np.divmod(np.arange((n + 1) * (m + 1)), m + 1)
    parts: list[dict[str, FloatArray]] = []
    step = min(256, counted_together(arrays.n_inputs))
    for start in range(0, len(left_systems), step):
        here = slice(start, start + step)
        weights = Weights(_without(of_systems, left_systems[here]), _without(of_inputs, left_inputs[here]))
        values = level_correlations(arrays, group, weights, level, names).values
        shape = weights.size, len(group.metrics)
        parts.append({name: np.broadcast_to(value, shape) for name, value in values.items()})
    entries = dict.fromkeys(("system", "input"), len(units.rows))
    entries |= {"per_system": len(units.columns), "global": int(np.count_nonzero(group.cells))}
    return {
        name: _of_grid(
            entries[level], np.concatenate([part[name] for part in parts]).reshape(n + 1, m + 1, -1)
        )
        for name in names
    }


def _left_out_together(arrays: ScoreArrays, units: LeftOutUnits, most: int) -> tuple[IntArray, IntArray]:
    """Return which unit every system, and every input, is left out with; -1 for one that never is.

    Where that were more than `most` combinations of both, or of none, inputs are left out in groups.
    """
    width = max(2, most // (units.n_systems + 1))
    of_systems, of_inputs = (np.full(size, -1) for size in (arrays.n_systems, arrays.n_inputs))
    of_systems[units.rows] = units.systems
    of_inputs[units.columns] = units.inputs if units.n_inputs <= width else units.inputs % width
    return of_systems, of_inputs


def _size(unit_of: IntArray) -> int:
    return int(unit_of.max(initial=-1)) + 1


def _without(unit_of: IntArray, units: IntArray) -> FloatArray:
    """Return counts of systems, or inputs, without each of some units; the one after the last has none."""
    return np.where(unit_of == units[:, None], 0.0, 1.0)


def _of_grid(entries: int, grid: FloatArray) -> Replicates:
    """Return the replicates from values without each system and input and, last, with all, shape (N + 1, M + 1, K)."""
    n, m = grid.shape[0] - 1, grid.shape[1] - 1
    both = grid[:n, :m]
    factors = delete_one(n, m)
    return Replicates(
        entries=entries,
        n_systems=n,
        n_inputs=m,
        whole=grid[n, m],
        systems=grid[:n, m],
        inputs=grid[n, :m] if m > 1 else np.empty((0, grid.shape[2])),
        input_factor=factors[0],
        both=lambda: iter([both.copy()] if m > 1 else []),
        noise_factor=factors[1],
        two=np.empty((0, grid.shape[2])),
    )


# with unlimited inputs


def _with_unlimited_inputs(arrays: ScoreArrays, group: CellGroup, units: LeftOutUnits) -> Replicates:
    """Return estimates that may lie beyond 1; what Fisher's scale depends on is how little is noise."""
    given = UnlimitedPearson.of(arrays, group)
    of_systems, of_inputs = _left_out_together(arrays, units, MOST_ANEW)
    without_systems = _without(of_systems, np.arange(_size(of_systems) + 1))
    left_inputs = np.arange(_size(of_inputs) + 1)[:, None]
    grid = np.stack(
        [given.uncut(without_systems, _without(of_inputs, unit)[0]) for unit in left_inputs], axis=1
    )
    signal = given.signal()
    ratio = 1 if np.isnan(signal) else round(min(max(signal, 1.0), MOST_SIGNAL))
    return _of_grid(ratio, grid)
