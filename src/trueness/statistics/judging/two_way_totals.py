"""Functions of sums over outputs, and how sure they are where systems and inputs are both drawn from more.

Let T be a smooth function of sums over outputs: a kappa of the counts of a confusion matrix, a mean error, a difference
of two. With e_ij what system i and input j together contribute to T (to first order minus what T changes without
them), r_i and c_j the sums of e over inputs and over systems,

    V_sys = N / (N - 1)  sum_i (r_i - mean)^2,      V_inp = M / (M - 1)  sum_j (c_j - mean)^2,
    V_int = N M / ((N - 1) (M - 1))  sum_ij (e_ij, centred over systems and over inputs)^2,

and V = V_sys + V_inp - V_int, not less than V_sys, as `jackknife.two_way_jackknife` has it for correlations; Student's
t has Satterthwaite's degrees of freedom, those of V_sys and V_inp less for the kurtosis of what units contribute, and
not more than N - 1: what few systems differ by may be little by chance. Sums are all that it takes: V_sys and V_inp
leave out each unit by subtraction, and V_int needs one look at each output.

Kappa depends on how much systems differ in quality, and few of them differ less than all do: its upper limit is too
low in up to .16 of tables where they differ, in up to .22 where they differ much and a label is rare
(docs/decisions/0015-judges-of-other-systems.md).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.certain import PLAIN, Certain, Scale
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS, FEWEST_UNITS, joined, of_units
from trueness.statistics.judging.cluster_totals import cluster_totals, renumbered

Measure = Callable[[FloatArray], FloatArray]
"""From sums of shape (B, C) to values of shape (B,)."""

TOGETHER = 2**14
"""Sums that are looked at together: few enough to stay in the processor's caches."""


@dataclasses.dataclass(frozen=True)
class CrossedTotals:
    """Sums of C quantities over the outputs of every system for every input, or cluster of inputs, where there are any.

    Attributes
    ----------
    values : array of shape (P, C)
    systems, inputs : arrays of shape (P,)
        Numbers 0 to N - 1, and 0 to M - 1; each occurs.
    """

    values: FloatArray
    systems: IntArray
    inputs: IntArray

    @functools.cached_property
    def n_systems(self) -> int:
        """N."""
        return int(self.systems.max(initial=-1)) + 1

    @functools.cached_property
    def n_inputs(self) -> int:
        """M."""
        return int(self.inputs.max(initial=-1)) + 1

    @functools.cached_property
    def by_system(self) -> FloatArray:
        """Sums of each system, shape (N, C)."""
        return cluster_totals(self.values, self.systems, self.n_systems)

    @functools.cached_property
    def by_input(self) -> FloatArray:
        """Sums of each input, shape (M, C)."""
        return cluster_totals(self.values, self.inputs, self.n_inputs)

    @property
    def applies_to_systems(self) -> bool:
        """Whether there are enough systems to tell what others may be like."""
        return self.n_systems >= FEWEST_SYSTEMS

    def each_without(self, measure: Measure) -> FloatArray:
        """Return a measure of all sums without each system's for each input, shape (P,)."""
        whole = self.values.sum(axis=0)
        starts = range(0, len(self.values), TOGETHER)
        return np.concatenate([measure(whole - self.values[k : k + TOGETHER]) for k in starts])


def crossed_totals(values: FloatArray, systems: IntArray, inputs: IntArray) -> CrossedTotals:
    """Sum quantities of outputs over those of one system and one input.

    Parameters
    ----------
    values : array of shape (n, C)
        Without NaN.
    systems, inputs : arrays of shape (n,)
        Any numbers.

    Raises
    ------
    ArgumentError
        If there is not one system and one input per output.
    """
    if not len(systems) == len(inputs) == len(values):
        raise ArgumentError(
            f"`systems` and `inputs` must have one number per output, {len(values)}; they have "
            f"{len(systems)} and {len(inputs)}."
        )
    rows, columns = renumbered(systems), renumbered(inputs)
    n_inputs = int(columns.max(initial=-1)) + 1
    cells = rows * n_inputs + columns
    numbers = renumbered(cells)
    if numbers.max(initial=-1) + 1 == len(values):  # one output each, as there is as a rule
        return CrossedTotals(values, rows, columns)
    places = np.unique(cells)
    return CrossedTotals(cluster_totals(values, numbers, len(places)), places // n_inputs, places % n_inputs)


def over_systems(
    values: FloatArray, systems: ArrayLike | None, clusters: IntArray, known: BoolArray
) -> CrossedTotals | None:
    """Return sums over systems and inputs of the outputs that are known; None with fewer than three systems.

    Parameters
    ----------
    values : array of shape (P, C)
        Of known outputs.
    systems : array of shape (n,), optional
        A label per output.
    clusters : array of shape (n,)
    known : array of shape (n,)

    Raises
    ------
    ArgumentError
        If there is not one system per output.
    """
    if systems is None:
        return None
    labels = np.asarray(systems)
    if labels.shape != known.shape:
        raise ArgumentError(
            f"`systems` must hold one label per output, {len(known)}; its shape is {labels.shape}."
        )
    found = crossed_totals(values, renumbered(labels)[known], clusters[known])
    return found if found.applies_to_systems else None


def column_of(measures: Measure, k: int) -> Measure:
    """Return one measure of those that a function returns side by side, shape (B, K)."""
    return lambda sums: np.asarray(measures(sums)[:, k])


class Parts(NamedTuple):
    """Parts of a variance.

    Attributes
    ----------
    systems, systems_freedom : float
        V_sys and its degrees of freedom.
    inputs, inputs_freedom : float
        V_inp and its degrees of freedom.
    noise : float
        V_int.
    n_systems, n_inputs : int
    """

    systems: float
    systems_freedom: float
    inputs: float
    inputs_freedom: float
    noise: float
    n_systems: int
    n_inputs: int

    def together(self, more: float = 0.0) -> tuple[float, float]:
        """Return V and its degrees of freedom.

        Parameters
        ----------
        more : float
            Variance that is neither of systems nor of inputs, known as well as V_inp is.
        """
        of_inputs = max(self.inputs - self.noise, 0.0) + more
        found = joined(
            np.zeros(1),
            np.array([self.systems]),
            np.array([self.systems_freedom]),
            np.array([of_inputs]),
            np.zeros(1),
            (self.n_systems, self.n_inputs),
            "both",
            np.array([self.inputs_freedom]),
        )
        return float(found.variances[0]), float(min(found.degrees[0], self.n_systems - 1))


def two_way_value(
    totals: CrossedTotals,
    measure: Measure,
    confidence: float = 0.95,
    *,
    scale: Scale = PLAIN,
) -> Certain:
    """Return a function of sums with its error over other systems and other inputs, of few systems over other inputs.

    Of a single input, and where the function is undefined or infinite without some unit, limits are unknown.

    Parameters
    ----------
    totals : CrossedTotals
    measure : callable
        Smooth; NaN where it is undefined.
    confidence : float
    scale : Scale
        On which the value is nearly normal.

    References
    ----------
    Owen (2007), Annals of Applied Statistics 1; Cameron, Gelbach and Miller (2011), JBES 29; Satterthwaite (1946),
    Biometrics Bulletin 2.
    """

    def scaled(sums: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            found = scale.forth(measure(sums))
        return np.where(np.isfinite(found), found, np.nan)

    whole = totals.values.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = float(measure(whole[None])[0]) if len(totals.values) else float("nan")
    estimate = float(scaled(whole[None])[0]) if len(totals.values) else float("nan")
    if totals.n_inputs < FEWEST_UNITS or not np.isfinite(estimate):
        return Certain.unknown(value)
    without = scaled(whole - totals.by_input)
    (of_inputs,), (inputs_freedom,) = of_units(without[:, None])
    if not totals.applies_to_systems:
        return Certain.measured(
            value, float(np.sqrt(of_inputs)), float(inputs_freedom), confidence, scale=scale
        )
    (of_systems,), (systems_freedom,) = of_units(
        scaled(whole - totals.by_system)[:, None], fewest=FEWEST_SYSTEMS
    )
    parts = Parts(
        systems=float(of_systems),
        systems_freedom=float(systems_freedom),
        inputs=float(of_inputs),
        inputs_freedom=float(inputs_freedom),
        noise=interaction(estimate - totals.each_without(scaled), totals),
        n_systems=totals.n_systems,
        n_inputs=totals.n_inputs,
    )
    variance, freedom = parts.together()
    return Certain.measured(value, float(np.sqrt(variance)), freedom, confidence, scale=scale)


def interaction(contributions: FloatArray, totals: CrossedTotals) -> float:
    """Return V_int from what each system and input together contribute to a value, shape (P,)."""
    n, m = totals.n_systems, totals.n_inputs
    rows = np.bincount(totals.systems, contributions, n)
    columns = np.bincount(totals.inputs, contributions, m)
    squares = (
        contributions @ contributions - rows @ rows / m - columns @ columns / n + rows.sum() ** 2 / (n * m)
    )
    return float(max(squares, 0.0)) * n * m / ((n - 1) * (m - 1))
