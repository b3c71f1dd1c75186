"""Correlations of metrics in several facets of the data, and what units of one identity contribute to all of them.

A facet is a part of the data, or another human score, in which the same metrics are compared: a language, a
dimension. A system or an input of one name is one unit, in whatever facets it occurs. With z_f a correlation in facet
f on the scale of `fisher_scale.z_scale`, and z_f(i) the same without unit i, unit i contributes

    u_f(i) = sqrt((n_f - 1) / n_f) (z_f(i) - mean over i of z_f(i)),    0 where it is not in the facet,

with n_f the units of that facet. A contrast is T = sum over f of w_f z_f, and without unit i in every facet it moves
by the sum of what the unit contributes: c(i) = sum over f of w_f u_f(i). So the jackknife over the union of the units
is

    V = sum over i of c(i)^2 = sum over f, g of w_f w_g sum over i of u_f(i) u_g(i),

where facets with the same units are paired unit by unit, and those without a unit in common add up: they are strata.
What systems do together and what is noise of single outputs (see `two_way_jackknife`) is put together in the same
way, pair by pair and output by output. Where all facets have the same units this is the two-way jackknife of one
table.

Where halves of the inputs take the place of single ones, the inputs that the same facets share are halved, each kind
by itself, so that a facet is halved whatever else there is.

References: Jones (1974), Journal of the American Statistical Association 69, for strata; Owen (2007), Annals of
Applied Statistics 1, for systems and inputs; Wolter (2007), Introduction to Variance Estimation, section 4.2, for
units that are left out wherever they occur; Quenouille (1956), Biometrika 43, for what is left of bias.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice, listing
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife.far_units import FarUnits
from trueness.statistics.jackknife.left_out_units import HALVES, LeftOutUnits, in_two
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.shared_strata import contributions, linked
from trueness.statistics.jackknife.two_way_jackknife import TwoWayJackknife, of_replicates
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

LEVELS = ("system", "input")
"""Where contrasts were studied (docs/promises.md)."""

FEWEST_SYSTEMS, FEWEST_INPUTS = 4, 2
"""Of a facet: fewer leave nothing to correlate, or nothing to say of other inputs."""


@dataclasses.dataclass(frozen=True, eq=False)
class FacetScores:
    """The scores of a facet, and which systems and inputs these are.

    Attributes
    ----------
    arrays : ScoreArrays
        The same metrics in every facet.
    systems, inputs : tuples of names
        The identity of each: what has one name is one unit in all facets. Where the arrays have clusters, that of the
        cluster.
    """

    arrays: ScoreArrays
    systems: tuple[Hashable, ...]
    inputs: tuple[Hashable, ...]

    @classmethod
    def of(
        cls,
        metrics: ArrayLike,
        human: ArrayLike,
        names: Sequence[str] | None = None,
        *,
        systems: Sequence[Hashable],
        inputs: Sequence[Hashable],
    ) -> FacetScores:
        """Build from matrices.

        Parameters
        ----------
        metrics : array of shape (K, N, M)
            Scores of K metrics for N systems and M inputs, larger is better, NaN where missing.
        human : array of shape (N, M)
        names : sequence of str, optional
            Of the metrics.
        systems, inputs : sequences of names
            N and M of them.

        Raises
        ------
        ArgumentError
            If shapes do not agree, or a name occurs twice.
        """
        return cls(ScoreArrays.of(metrics, human, names), tuple(systems), tuple(inputs))

    def __post_init__(self) -> None:
        shape = self.arrays.n_systems, self.arrays.n_inputs
        if (len(self.systems), len(self.inputs)) != shape:
            raise ArgumentError(
                f"{len(self.systems)} names of systems and {len(self.inputs)} of inputs clash with "
                f"scores of shape {shape}."
            )
        for word, names, clusters in (
            ("systems", self.systems, self.arrays.system_clusters),
            ("inputs", self.inputs, self.arrays.clusters),
        ):
            if clusters is None and len(set(names)) < len(names):
                raise ArgumentError(f"names of {word} must differ within a facet; some occur twice.")


@dataclasses.dataclass(frozen=True)
class _Facet:
    """The jackknife of a facet by itself, and the places of its units among all."""

    ready: TwoWayJackknife
    replicates: Replicates
    systems: IntArray
    inputs: IntArray
    units: tuple[tuple[Hashable, ...], tuple[Hashable, ...]]
    halved: bool

    def noise(self) -> FloatArray:
        """Return what every system and input, or half of them, contribute together, shape (N, R, K)."""
        found = z_scale(self.replicates.whole_both(), self.ready.coefficient, self.replicates.entries)
        if not found.size:
            return found
        found -= found.mean(axis=0)
        found -= found.mean(axis=1, keepdims=True)
        return np.asarray(math.sqrt(self.replicates.noise_factor) * found)

    def gain(self) -> FloatArray:
        """Return by how much correlations are above those of half as many inputs, by what those left out lose."""
        lost = self.replicates.whole - (
            self.replicates.inputs.mean(axis=0) if len(self.replicates.inputs) else self.replicates.whole
        )
        return np.asarray(lost if self.halved else (self.replicates.n_inputs - 1) * lost)

    def together(self) -> FloatArray:
        """Return what every two systems contribute together, shape (N, N, K): above the diagonal."""
        n, n_metrics = self.replicates.n_systems, len(self.replicates.whole)
        found = np.zeros((n, n, n_metrics))
        if len(self.ready.together):
            found[np.triu_indices(n, 1)] = self.ready.together
        return found


@dataclasses.dataclass(frozen=True)
class FacetReplicates:
    """E estimands, the correlations of K metrics in each of F facets, and what units contribute to them.

    Attributes
    ----------
    names : tuple of str
        Of the facets.
    metrics : tuple of str
    level, coefficient : str
    correlations, whole : arrays of shape (E,)
        As they are, and on the scale of `z_scale`; the metrics of a facet together.
    entries, n_systems, n_inputs : arrays of shape (F,)
        What the scale of a facet depends on, and its units.
    systems : array of shape (S, E)
        What every system contributes.
    has : array of shape (S, F)
        Which facet has which system.
    of_inputs, interaction, paired : arrays of shape (E, E)
        The covariance over inputs, V_int and Q (see `two_way_jackknife`), as matrices.
    steps : array of shape (E,)
        See `TwoWayJackknife`.
    gains : array of shape (E,)
        By how much a correlation is above what half as many inputs would give, to first order (Quenouille's estimate).
    far : FarUnits or None
    system_strata, input_strata : arrays of shape (F,)
        Which facets share units, directly or over others.
    undefined : tuple of str
        For every facet why nothing can be said of it; empty where something can.
    """

    names: tuple[str, ...]
    metrics: tuple[str, ...]
    level: str
    coefficient: str
    correlations: FloatArray
    whole: FloatArray
    entries: IntArray
    n_systems: IntArray
    n_inputs: IntArray
    systems: FloatArray
    has: BoolArray
    of_inputs: FloatArray
    interaction: FloatArray
    paired: FloatArray
    steps: FloatArray
    gains: FloatArray
    far: FarUnits | None
    system_strata: IntArray
    input_strata: IntArray
    undefined: tuple[str, ...]

    @property
    def facet(self) -> IntArray:
        """The facet of every estimand, shape (E,)."""
        return np.repeat(np.arange(len(self.names)), len(self.metrics))

    def place(self, facet: str, metric: str) -> int:
        """Return the place of an estimand."""
        return self.names.index(facet) * len(self.metrics) + self.metrics.index(metric)


def facet_replicates(
    facets: Mapping[str, FacetScores], metrics: Sequence[str], level: str, coefficient: str
) -> FacetReplicates:
    """Return the correlations of metrics in every facet, and what units contribute to them.

    In a facet they are of the outputs that all these metrics and the human have.

    Parameters
    ----------
    facets : mapping of str to FacetScores
        One or more.
    metrics : sequence of str
        Of those that every facet has.
    level : {'system', 'input'}
    coefficient : {'pearson', 'spearman', 'kendall'}

    Raises
    ------
    ArgumentError
        If there is no facet, or a metric is missing in one.
    UnsupportedMethodError
        If the level or the coefficient is another one.
    """
    check_supported(level, coefficient)
    if not facets:
        raise ArgumentError("`facets` must hold at least one.")
    groups = {name: _group(name, one.arrays, metrics) for name, one in facets.items()}
    left_out = {name: LeftOutUnits.of(facets[name].arrays, group) for name, group in groups.items()}
    identities = {name: _identities(facets[name], units) for name, units in left_out.items()}
    places = [_places([units[side] for units in identities.values()]) for side in (0, 1)]
    halves = _halves(places[1])
    found = []
    for f, (name, group) in enumerate(groups.items()):
        systems, inputs = places[0][f], places[1][f]
        replicates = two_way_replicates(
            facets[name].arrays, group, level, (coefficient,), halves=halves[:, inputs]
        )[coefficient]
        ready = of_replicates(replicates, level, coefficient)
        halved = _in_halves(facets[name].arrays, group, level, coefficient)
        found.append(
            _Facet(
                ready=ready,
                replicates=replicates,
                systems=systems,
                inputs=inputs,
                units=identities[name],
                halved=halved,
            )
        )
    return _brought_together(tuple(facets), tuple(metrics), level, coefficient, found)


def _identities(facet: FacetScores, units: LeftOutUnits) -> tuple[tuple[Hashable, ...], tuple[Hashable, ...]]:
    """Return the names of the units of systems and of inputs."""
    systems, inputs = units.first
    return tuple(facet.systems[k] for k in systems), tuple(facet.inputs[k] for k in inputs)


def check_supported(level: str, coefficient: str) -> None:
    """Check that contrasts of a coefficient at a level were studied.

    Raises
    ------
    UnsupportedMethodError
        If they were not.
    """
    if coefficient not in COEFFICIENTS:
        raise UnsupportedMethodError(
            f"contrasts exist for {listing(COEFFICIENTS)}; how sure those of {coefficient} are is an "
            "open question.",
            remedy="Ask for one of them (`coefficient`='pearson').",
            argument="coefficient",
        )
    if level not in LEVELS:
        check_choice("level", level, ("system", "input", "global", "per_system"))
        raise UnsupportedMethodError(
            "contrasts exist at the levels of systems and inputs; how sure those at the "
            f"{level.replace('_', '-')} level are is an open question.",
            remedy="Ask for one of them (`level`='system').",
            argument="level",
        )


def _group(facet: str, arrays: ScoreArrays, metrics: Sequence[str]) -> CellGroup:
    missing = [name for name in metrics if name not in arrays.names]
    if missing:
        raise ArgumentError(f"facet '{facet}' lacks the scores of {listing(missing)}.")
    return arrays.group([arrays.names.index(name) for name in metrics])


def _in_halves(arrays: ScoreArrays, group: CellGroup, level: str, coefficient: str) -> bool:
    """Return whether `two_way_replicates` leaves out halves of the inputs in place of single ones."""
    medians = any(arrays.aggregation(metric) == "median" for metric in group.metrics)
    return level == "system" and (medians or coefficient != "pearson")


def _places(units: Sequence[Sequence[Hashable]]) -> list[IntArray]:
    """Return the places of units among all that have a name of their own."""
    known = {name: k for k, name in enumerate(dict.fromkeys(name for one in units for name in one))}
    return [np.array([known[name] for name in one], dtype=np.intp) for one in units]


def _halves(places: Sequence[IntArray]) -> BoolArray:
    """Return which inputs are in each half: those of facets that share none are halved as if they were alone."""
    member = np.zeros((1 + max(int(one.max(initial=-1)) for one in places), len(places)), dtype=bool)
    for f, one in enumerate(places):
        member[one, f] = True
    strata = np.array(linked([one.tolist() for one in places]), dtype=np.intp)
    found = np.zeros((HALVES, len(member)), dtype=bool)
    for stratum in np.unique(strata):
        here = np.flatnonzero(member[:, strata == stratum].any(axis=1))
        if len(here):
            found[:, here] = in_two(_kinds(member[here]))
    return found


def _kinds(member: BoolArray) -> IntArray:
    """Return the kind of every unit: which facets have it. Kinds of one unit are put to the largest."""
    kinds: IntArray = np.unique(member, axis=0, return_inverse=True)[1].reshape(-1).astype(np.intp)
    sizes = np.bincount(kinds)
    return np.where(sizes[kinds] > 1, kinds, np.argmax(sizes))


def _brought_together(
    names: tuple[str, ...],
    metrics: tuple[str, ...],
    level: str,
    coefficient: str,
    facets: Sequence[_Facet],
) -> FacetReplicates:
    k, n_systems = len(metrics), 1 + max(int(one.systems.max(initial=-1)) for one in facets)
    size = k * len(facets)
    systems, has = np.zeros((n_systems, size)), np.zeros((n_systems, len(facets)), dtype=bool)
    of_inputs, interaction, paired = (np.zeros((size, size)) for _ in range(3))
    noises, pairs = [one.noise() for one in facets], [one.together() for one in facets]
    spread = [math.sqrt(one.replicates.input_factor) * _centred(one.ready.inputs) for one in facets]
    for f, one in enumerate(facets):
        here = slice(f * k, f * k + k)
        systems[one.systems, here] = contributions(one.ready.systems)
        has[one.systems, f] = True
        for g, other in enumerate(facets[: f + 1]):
            there = slice(g * k, g * k + k)
            rows, columns = (
                _common(one.systems, other.systems),
                _common(one.inputs, other.inputs),
            )
            in_halves = one.halved or other.halved
            if in_halves and len(columns[0]):
                both = np.arange(min(len(spread[f]), len(spread[g])))
                columns = both, both
            of_inputs[here, there] = _products(spread[f], spread[g], columns)
            grids = [
                grid[np.ix_(r, c)].reshape(-1, k) if grid.shape[1] else grid.reshape(-1, k)[:0]
                for grid, r, c in zip((noises[f], noises[g]), rows, columns, strict=True)
            ]
            interaction[here, there] = grids[0].T @ grids[1] if len(grids[0]) == len(grids[1]) else np.nan
            twice = [
                _symmetric(grid)[np.ix_(r, r)] for grid, r in zip((pairs[f], pairs[g]), rows, strict=True)
            ]
            paired[here, there] = twice[0].reshape(-1, k).T @ twice[1].reshape(-1, k) / 2
            for matrix in (of_inputs, interaction, paired):
                matrix[there, here] = matrix[here, there].T
    return FacetReplicates(
        names=names,
        metrics=metrics,
        level=level,
        coefficient=coefficient,
        correlations=np.concatenate([one.ready.correlations for one in facets]),
        whole=np.concatenate([one.ready.whole for one in facets]),
        entries=np.array([one.replicates.entries for one in facets], dtype=np.intp),
        n_systems=np.array([one.replicates.n_systems for one in facets], dtype=np.intp),
        n_inputs=np.array([one.replicates.n_inputs for one in facets], dtype=np.intp),
        systems=systems,
        has=has,
        of_inputs=of_inputs,
        interaction=interaction,
        paired=paired,
        steps=np.concatenate([one.ready.steps for one in facets]),
        gains=np.concatenate([one.gain() for one in facets]),
        far=_far(facets, k),
        system_strata=np.array(linked([one.units[0] for one in facets]), dtype=np.intp),
        input_strata=np.array(linked([one.units[1] for one in facets]), dtype=np.intp),
        undefined=tuple(_why_undefined(one, metrics) for one in facets),
    )


def _centred(values: FloatArray) -> FloatArray:
    return values - values.mean(axis=0) if len(values) else values


def _common(one: IntArray, other: IntArray) -> tuple[IntArray, IntArray]:
    """Return where units that both have stand in either."""
    _, first, second = np.intersect1d(one, other, assume_unique=True, return_indices=True)
    return first, second


def _products(one: FloatArray, other: FloatArray, places: tuple[IntArray, IntArray]) -> FloatArray:
    first, second = places
    if not len(one) or not len(other):
        return np.zeros((one.shape[1], other.shape[1]))
    return np.asarray(one[first].T @ other[second])


def _symmetric(grid: FloatArray) -> FloatArray:
    """Return what is above the diagonal on both sides of it: two facets may have units in another order."""
    return grid + grid.transpose(1, 0, 2)


def _far(facets: Sequence[_Facet], k: int) -> FarUnits | None:
    """Return estimands without every two systems that are far in some facet."""
    if any(one.ready.far is None for one in facets):
        return None
    fars = [one.ready.far for one in facets if one.ready.far is not None]
    pairs = [np.sort(one.systems[far.pairs], axis=0) for one, far in zip(facets, fars, strict=True)]
    every = dict.fromkeys(tuple(pair) for found in pairs for pair in found.T.tolist())
    without = np.empty((len(every), k * len(facets)))
    own = np.zeros((3, *without.shape), dtype=bool)
    for f, (one, far, found) in enumerate(zip(facets, fars, pairs, strict=True)):
        here = slice(f * k, f * k + k)
        place = {unit: i for i, unit in enumerate(one.systems.tolist())}
        listed = {tuple(pair): q for q, pair in enumerate(found.T.tolist())}
        turned = one.systems[far.pairs[0]] > one.systems[far.pairs[1]]
        for q, pair in enumerate(every):
            # what two units that are not far here change together is what each changes alone
            moved = [one.ready.systems[place[unit]] - one.ready.whole for unit in pair if unit in place]
            without[q, here] = one.ready.whole + sum(moved)
            if pair in listed:
                at = listed[pair]
                values, flags = far.without[at], far.own[:, at]
                without[q, here] = np.where(np.isnan(values), without[q, here], values)
                own[:, q, here] = flags[[0, 2, 1]] if turned[at] else flags
    return FarUnits(without, own, np.array(list(every), dtype=np.intp).reshape(-1, 2).T)


def _why_undefined(one: _Facet, metrics: Sequence[str]) -> str:
    """Return why nothing can be said of a facet, in words that go after its name; empty if something can."""
    if one.replicates.n_systems < FEWEST_SYSTEMS:
        return f"it has {one.replicates.n_systems} systems with scores, and needs {FEWEST_SYSTEMS}"
    if one.replicates.n_inputs < FEWEST_INPUTS:
        return f"it has {one.replicates.n_inputs} inputs with scores, and needs {FEWEST_INPUTS}"
    undefined = np.isnan(one.ready.systems)
    some = "with half of its inputs" if one.halved else "without one of its inputs"
    for m, metric in enumerate(metrics):
        if math.isnan(one.ready.whole[m]):
            return f"'{metric}' has no correlation with people: scores of one of them are all alike"
        lost = [one.units[0][i] for i in np.flatnonzero(undefined[:, m])]
        where = {
            f"without system '{lost[0]}'" if lost else "": bool(lost),
            some: bool(np.isnan(one.ready.inputs[:, m]).any()),
            "without some system and input": math.isnan(one.ready.interaction[m, m]),
        }
        if any(where.values()):
            first = next(words for words, happens in where.items() if happens)
            return f"{first} the correlation of '{metric}' is undefined"
    return ""
