"""Variances of correlations, and of their differences, from leaving out systems, inputs, and both.

Let T be a correlation on the scale of `fisher_scale.z_scale`, or a difference of two, and T(i), T(j), T(ij) the same
without system i, without input j, without both. The jackknife over systems gives

    V_sys = (N - 1) / N  sum_i (T(i) - mean)^2,

which holds what systems differ by and the noise of single outputs; V_inp is the same over inputs. Noise is in both, so
that their sum counts it twice. What it is shows in the interaction T(ij) - T(i) - T(j), centred over systems and over
inputs, with

    V_int = (N - 1) (M - 1) / (N M)  sum_ij (T(ij) - T(i) - T(j), centred)^2.

So the variance over other systems and other inputs is V_sys + V_inp - V_int, as variances clustered two ways are, and
not less than V_sys.

Six things make that hold up on tables of the sizes there are; they were chosen by simulation
(docs/choosing_a_test.md).

* Rank coefficients of few systems move in steps, and the jackknife counts what two systems do together twice (Efron and
  Stein 1981). Half of it is taken away again, Q / 2 with Q = sum over pairs of Q(ii')^2 / (N (N + 1)) and
  Q(ii') = N T - (N - 1) (T(i) + T(i')) + (N - 2) T(ii'), centred; never more than half of V_sys. Q is meant for units
  of one size: of families of systems that are not, as little is taken as their sizes are uneven. Nor is anything
  taken where inputs bring half as much variance as systems or more: V_sys has to make up for the other part then; or
  where Q is too uncertain (`uncertain_excess`).
* Two systems that lie far from all others hide each other: without one of them the other still says the same. The
  standard error of a difference of Pearson's r is no less than half (with few systems less) of what leaving out any two
  changes, of those that hold much of what the human's or a metric's scores vary by (`far_units`). Normal scores move
  so far in one table of a hundred.
* A rank coefficient of system scores does not change when one input of many is left out, and jumps when another is.
  Halves of the inputs take the place of single ones: a half differs from all by as much as all differ from others.
* Where people give labels, single inputs may hold much of what is known of the rarer label. The degrees of freedom of
  V_inp are then less for kurtosis, too, and fewer than there are outputs of the rarer label; and no standard error is
  less than half of what one more such output would change on Fisher's scale, were its metric's score above as many
  others as below: of a metric that separates labels without a mistake nothing else would show (docs/labels.md).
* A variance from few systems is uncertain, more so where single systems stand out. Student's t has Satterthwaite's
  degrees of freedom, those of V_sys less for the kurtosis of what systems contribute. They are never more than one
  less than there are inputs: what few of them tell of V_inp may be nothing by chance, and V_sys then vouches for what
  it does not hold.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Sequence

import numpy as np

from trueness.errors import check_choice
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.certain import student_limits, student_pvalue, student_statistic
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.fisher_scale import inverse_z_scale, z_scale
from trueness.statistics.jackknife.far_units import FarUnits, moves, usual_move
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import RELATIVE_TOLERANCE

OVERS = ("both", "systems", "inputs", "these")
"""What varies: systems and inputs, systems, inputs, or nothing but the outputs of these."""

HALVED_SHARE = 0.5
"""What is taken of the excess of the jackknife's variance of rank coefficients."""

LITTLE_BY_INPUTS, MOST_BY_INPUTS = 0.25, 0.5
"""What inputs bring, as a share of V_sys, up to which that is taken, and from which on nothing is."""

FEWEST_UNITS = 2
"""Of fewer nothing is known of others."""

FEWEST_SYSTEMS = 3
"""Systems, or clusters of them: without one of two the other is alone, and nothing shows what they differ by."""

KURTOSIS_SHARE = 0.5
"""How much of the kurtosis of contributions counts: few contributions overstate it as often as not."""


@dataclasses.dataclass(frozen=True)
class Precision:
    """Estimates on the scale of `z_scale`, how sure they are, and with how many degrees of freedom that is known.

    Attributes
    ----------
    estimates, variances, degrees : arrays of shape (P,)
        NaN where a value without some unit is undefined.
    """

    estimates: FloatArray
    variances: FloatArray
    degrees: FloatArray

    @property
    def errors(self) -> FloatArray:
        """Standard errors."""
        return np.sqrt(self.variances)

    def statistics(self) -> FloatArray:
        """Return estimates in standard errors.

        Where there is no error but for rounding see `statistics.certain`.
        """
        return student_statistic(self.estimates, self.errors, RELATIVE_TOLERANCE)

    def greater(self) -> FloatArray:
        """Return p-values of estimates being positive, by Student's t."""
        return student_pvalue(self.statistics(), self.degrees, "greater")

    def less(self) -> FloatArray:
        """Return p-values of estimates being negative."""
        return student_pvalue(self.statistics(), self.degrees, "less")

    def limits(self, confidence: float) -> tuple[FloatArray, FloatArray]:
        """Return the limits of confidence intervals, by Student's t."""
        return student_limits(self.estimates, self.errors, self.degrees, confidence)

    def limits_off_the_scale(
        self, values: FloatArray, coefficient: str, n: IntArray, confidence: float
    ) -> tuple[FloatArray, FloatArray]:
        """Return the limits of coefficients, within their range, from what is known of them on Fisher's scale.

        Parameters
        ----------
        values : array of shape (P,)
            The coefficients; estimates may lie beyond the range.
        coefficient : str
        n : array of shape (P,)
            What the scale of each depends on (see `fisher_scale.z_scale`).
        confidence : float
        """
        facts = coefficient_facts(coefficient)
        low, high = (inverse_z_scale(limit, coefficient, n) for limit in self.limits(confidence))
        # a correlation of one has a finite place on that scale
        low, high = np.clip([np.minimum(low, values), np.maximum(high, values)], facts.low, facts.high)
        return low, high


@dataclasses.dataclass(frozen=True)
class TwoWayJackknife:
    """Correlations of K metrics with the human, with and without systems and inputs, all on the scale of `z_scale`.

    Attributes
    ----------
    correlations : array of shape (K,)
        Not on that scale.
    coefficient : str
    entries : array of shape (K,)
        What the scale depends on for rank coefficients: how many scores are ranked.
    n_systems, n_inputs : int
        Units: clusters where there are some.
    whole : array of shape (K,)
    systems : array of shape (N, K)
        Without each system.
    inputs : array of shape (R, K)
        Without each input, or of each half of the inputs; none with one input.
    input_factor : float
        What the sum of the squares of `inputs` about their means is multiplied with for V_inp.
    interaction : array of shape (K, K)
        Of two metrics, the part of the covariance that is V_int for one.
    together : array of shape (N (N - 1) / 2, K)
        What every two systems do together: squared and added up, Q. None where two are not left out.
    steps : array of shape (K,)
        Least change of a rank coefficient of system scores: nothing is known better than that. Of labels, half of what
        one more output changes. Else 0.
    tables : array of shape (K,)
        How many tables are pooled in each value, of which this is one.
    rarer : int
        Outputs with the rarer one of two labels; 0 where people's scores are no labels.
    far : FarUnits or None
        Without two systems that lie far from the others; None where that was not looked for.
    """

    correlations: FloatArray
    coefficient: str
    entries: IntArray
    n_systems: int
    n_inputs: int
    whole: FloatArray
    systems: FloatArray
    inputs: FloatArray
    input_factor: float
    interaction: FloatArray
    together: FloatArray
    steps: FloatArray
    tables: IntArray
    rarer: int = 0
    far: FarUnits | None = None

    @functools.cached_property
    def paired(self) -> FloatArray:
        """Of two metrics, the part of the covariance that is Q for one, shape (K, K)."""
        return self.together.T @ self.together

    def of_metrics(self, over: str = "both") -> Precision:
        """Return how sure the correlations are.

        Parameters
        ----------
        over : {'both', 'systems', 'inputs', 'these'}
            What varies.

        Raises
        ------
        ArgumentError
            If it is another word.
        """
        excess, noise = np.diag(self.paired), np.diag(self.interaction)
        return self._precision(
            self.whole, self.systems, self.inputs, excess, noise, self.steps, self.tables, over, self.steps
        )

    def of_pairs(self, first: IntArray, second: IntArray, over: str = "both") -> Precision:
        """Return how sure differences are.

        Parameters
        ----------
        first, second : arrays of shape (P,)
            Positions of the metrics compared.
        over : {'both', 'systems', 'inputs', 'these'}
            What varies.

        Raises
        ------
        ArgumentError
            If it is another word.
        """
        excess, noise = (
            np.maximum(both[first, first] + both[second, second] - 2 * both[first, second], 0.0)
            for both in (self.paired, self.interaction)
        )
        step = np.minimum(self.steps[first], self.steps[second])
        least = step
        if self.far is not None:
            # far systems of one table of several decide nothing alone
            far = np.where(self.tables[first] == 1, moves(self.far, self.whole, first, second), 0.0)
            least = np.maximum(step, far / usual_move(self.n_systems))
        return self._precision(
            self.whole[first] - self.whole[second],
            self.systems[:, first] - self.systems[:, second],
            self.inputs[:, first] - self.inputs[:, second],
            excess,
            noise,
            step,
            self.tables[first],
            over,
            least,
        )

    def _precision(
        self,
        estimates: FloatArray,
        systems: FloatArray,
        inputs: FloatArray,
        excess: FloatArray,
        noise: FloatArray,
        step: FloatArray,
        tables: IntArray,
        over: str,
        least: FloatArray,
    ) -> Precision:
        of_systems, degrees = of_units(systems, FEWEST_SYSTEMS)
        centred = inputs - inputs.mean(axis=0) if len(inputs) else inputs
        of_inputs = self.input_factor * np.sum(np.square(centred), axis=0)
        input_degrees = None
        if coefficient_facts(self.coefficient).labels:
            of_inputs = np.maximum(of_inputs, np.square(step))
            noise = np.maximum(noise, np.square(step)) if over == "these" else noise
            input_degrees = np.minimum(of_units(inputs)[1], max(1.0, self.rarer - 1.0))
        room = room_for_excess(of_systems, of_inputs - noise) if over == "both" else 1.0
        of_systems = less_excess(of_systems, excess, excess_share(self.coefficient, tables, room))
        of_systems = np.maximum(of_systems, np.square(least))
        units = self.n_systems, self.n_inputs
        return joined(estimates, of_systems, degrees, of_inputs, noise, units, over, input_degrees)


def joined(
    estimates: FloatArray,
    of_systems: FloatArray,
    degrees: FloatArray,
    of_inputs: FloatArray,
    noise: FloatArray,
    units: tuple[int, float],
    over: str,
    input_degrees: FloatArray | None = None,
) -> Precision:
    """Return how sure estimates are from the parts of their variances.

    Parameters
    ----------
    estimates : array of shape (P,)
    of_systems, degrees : arrays of shape (P,)
        V_sys, and its degrees of freedom.
    of_inputs, noise : arrays of shape (P,)
        V_inp and V_int.
    units : (int, float)
        Systems and inputs; one more than degrees of freedom of inputs, where facets have different ones.
    over : {'both', 'systems', 'inputs', 'these'}
        What varies.
    input_degrees : array of shape (P,), optional
        Degrees of freedom of V_inp, by default one less than there are inputs.

    Raises
    ------
    ArgumentError
        If it is another word.
    """
    check_choice("over", over, OVERS)
    n_systems, n_inputs = units
    if over == "systems":
        return Precision(estimates, of_systems, degrees)
    if n_inputs < FEWEST_UNITS or (over == "these" and n_systems < FEWEST_UNITS):
        unknown = np.full(estimates.shape, np.nan)
        return Precision(estimates, unknown, unknown)
    if input_degrees is None:
        input_degrees = np.full(estimates.shape, n_inputs - 1.0)
    if over == "inputs":
        return Precision(estimates, of_inputs, input_degrees)
    if over == "these":
        count = max(1.0, (n_systems - 1.0) * (n_inputs - 1.0))
        return Precision(
            estimates, np.where(np.isnan(of_inputs), np.nan, noise), np.full(estimates.shape, count)
        )
    more = np.maximum(of_inputs - noise, 0.0)
    total = of_systems + more
    # Satterthwaite's approximation
    doubt = np.square(of_systems) / degrees + np.square(more) / np.maximum(1.0, input_degrees)
    joint = np.divide(np.square(total), doubt, out=degrees.copy(), where=doubt > 0)
    return Precision(estimates, total, np.minimum(joint, n_inputs - 1.0))


def excess_share(coefficient: str, tables: IntArray, room: FloatArray | float = 1.0) -> FloatArray:
    """Return what share of the second-order term Q is taken from V_sys.

    Of one table half for rank coefficients and nothing for others: V_sys is then as uncertain as it is too large, and
    the one makes up for the other. Variances of many independent tables add up to one that is better known, so that
    more of Q is taken, and nearly all of it in the end (docs/decisions/0012-two-way-jackknife.md).

    Parameters
    ----------
    coefficient : str
    tables : array of shape (P,)
        How many are pooled in each value.
    room : array of shape (P,)
        What part of the half there is room for (see `room_for_excess`).
    """
    alone = HALVED_SHARE * room if coefficient_facts(coefficient).ranks else 0.0
    found: FloatArray = 1 - (1 - alone) / np.maximum(tables, 1)  # a value of no table is undefined
    return found


def room_for_excess(of_systems: FloatArray, more: FloatArray) -> FloatArray:
    """Return what part of Q's half may be taken where inputs bring variance of their own.

    All where it is a quarter of V_sys or less, none where it is a half or more, and evenly less between.

    Parameters
    ----------
    of_systems, more : arrays of shape (P,)
        V_sys, and V_inp - V_int; where the latter is not known, all.
    """
    known = np.where(np.isnan(more), 0.0, np.maximum(more, 0.0))
    ratio = np.divide(known, of_systems, out=np.zeros_like(known), where=of_systems > 0)
    found: FloatArray = np.clip((MOST_BY_INPUTS - ratio) / (MOST_BY_INPUTS - LITTLE_BY_INPUTS), 0.0, 1.0)
    return found


def less_excess(of_systems: FloatArray, excess: FloatArray, share: FloatArray) -> FloatArray:
    """Return V_sys without a share of the second-order term Q, but not less than half of it."""
    found: FloatArray = np.maximum(of_systems - share * excess, of_systems / 2)
    return found


def of_units(values: FloatArray, fewest: int = FEWEST_UNITS) -> tuple[FloatArray, FloatArray]:
    """Return the jackknife's variances, and their degrees of freedom less for kurtosis, of values without each unit.

    Parameters
    ----------
    values : array of shape (n, K)
    fewest : int
        Both are NaN of fewer units.
    """
    n = len(values)
    if n < fewest:
        unknown: FloatArray = np.full(values.shape[1], np.nan)
        return unknown, unknown
    centred = values - values.mean(axis=0)
    squares = np.mean(np.square(centred), axis=0)
    fourth = np.mean(centred**4, axis=0)
    kurtosis = np.divide(
        fourth, np.square(squares), out=np.zeros_like(squares), where=squares > RELATIVE_TOLERANCE**2
    )
    beyond_normal = np.maximum(kurtosis - 3 * (n - 1) / (n + 1), 0.0)
    degrees = 2 / (2 / (n - 1) + KURTOSIS_SHARE * beyond_normal / n)
    return (n - 1) * squares, np.asarray(degrees)


def two_way_jackknife(
    arrays: ScoreArrays, group: CellGroup, levels: Sequence[str], coefficients: Sequence[str]
) -> dict[Key, TwoWayJackknife]:
    """Return the correlations of a group's metrics without each system, each input, and both.

    For K metrics, N systems and M inputs, Pearson's, Spearman's and Kendall's coefficients take O(K N M + K N^2 H) time
    at the system level, H the hundred halves of the inputs that rank coefficients are taken from, and O(K N^2 M) at
    the input level (Spearman's O(K N^3 M) with up to `two_way_replicates.MOST_PAIRED` systems; of very many pairs of
    outputs O(K M N log N)), in memory of O(K N M). Other coefficients are computed anew some thousand times.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    levels, coefficients : sequences of str
        Every combination of which exists.

    Returns
    -------
    dict of (level, coefficient) to TwoWayJackknife

        With fewer than four systems, or three clusters of them, nothing is known of other systems, and with one input
        nothing of other inputs.

    References
    ----------
    Owen (2007), Annals of Applied Statistics 1; Cameron, Gelbach and Miller (2011), JBES 29; Menzel (2021),
    Econometrica 89; Efron and Stein (1981), Annals of Statistics 9; Satterthwaite (1946), Biometrics Bulletin 2.
    """
    return {
        (level, name): of_replicates(replicates, level, name)
        for level in levels
        for name, replicates in two_way_replicates(arrays, group, level, coefficients).items()
    }


def of_replicates(
    replicates: Replicates,
    level: str,
    coefficient: str,
    *,
    fisher: bool = True,
    entries: IntArray | None = None,
    change: FloatArray | None = None,
    tables: IntArray | None = None,
    interaction: FloatArray | None = None,
) -> TwoWayJackknife:
    """Bring correlations to the scale on which differences are taken, and sum up what pairs of units say.

    Parameters
    ----------
    replicates : Replicates
    level, coefficient : str
    fisher : bool
        False leaves correlations on their own scale.
    entries : array of shape (K,), optional
        What the scale of each depends on, by default how many scores it is of.
    change : array of shape (K,), optional
        Least change of each correlation (by default `least_change`).
    tables : array of shape (K,), optional
        How many are pooled in each value, by default this one alone (see `excess_share`).
    interaction : array of shape (K, K), optional
        See `TwoWayJackknife`; by default it comes from the replicates without both.
    """
    n_metrics = len(replicates.whole)
    sizes: IntArray = np.full(n_metrics, replicates.entries) if entries is None else entries

    def scaled(values: FloatArray) -> FloatArray:
        return z_scale(values, coefficient, sizes) if fisher else values

    on_scale = replicates.mapped(scaled)
    if change is None:
        change = np.full(n_metrics, least_change(level, coefficient, replicates.entries))
    if replicates.rarer:
        steps = _of_one_more(replicates, scaled)
    else:
        steps = _least_steps(replicates.whole, on_scale.whole, scaled, change)
    return TwoWayJackknife(
        correlations=replicates.whole,
        coefficient=coefficient,
        entries=sizes,
        n_systems=replicates.n_systems,
        n_inputs=replicates.n_inputs,
        whole=on_scale.whole,
        systems=on_scale.systems,
        inputs=on_scale.inputs,
        input_factor=replicates.input_factor,
        interaction=_interaction(on_scale) if interaction is None else interaction,
        together=_together(on_scale),
        steps=steps,
        tables=np.ones(n_metrics, dtype=np.intp) if tables is None else tables,
        rarer=replicates.rarer,
        far=on_scale.far,
    )


def _interaction(replicates: Replicates) -> FloatArray:
    """Return the part of covariances of metrics that is V_int for one, from their values without both."""
    n_metrics = len(replicates.whole)
    products = np.zeros((n_metrics, n_metrics))
    rows_of = np.zeros((replicates.n_systems, n_metrics))
    count = 0
    for both in replicates.both():
        block = both - both.mean(axis=0)  # (N, r, K)
        rows_of += block.sum(axis=1)
        count += block.shape[1]
        flat = block.reshape(-1, n_metrics)
        products += flat.T @ flat
    found: FloatArray = replicates.noise_factor * (products - rows_of.T @ rows_of / max(1, count))
    return found


def _together(replicates: Replicates) -> FloatArray:
    """Return what every two systems do together, shape (N (N - 1) / 2, K); (0, K) where two are not left out.

    It is 0 where a pair of systems is all there is of an order, so that nothing is left to correlate.
    """
    if not len(replicates.two):
        return replicates.two
    systems, n = replicates.systems, replicates.n_systems
    rows, columns = np.triu_indices(n, 1)
    twice = n * replicates.whole - (n - 1) * (systems[rows] + systems[columns])
    twice += (n - 2) * replicates.two
    twice -= twice.mean(axis=0)
    twice[np.isnan(twice)] = 0.0
    return np.asarray(math.sqrt(replicates.evenness / (n * (n + 1))) * twice)


def least_change(level: str, coefficient: str, n: int) -> float:
    """Return what swapping two neighbours changes in a rank coefficient of n system scores; 0 for all others."""
    if level != "system" or coefficient not in ("kendall", "spearman"):
        return 0.0
    if n < FEWEST_UNITS:
        return float("nan")
    return 4 / (n * (n - 1)) if coefficient == "kendall" else 12 / (n * (n * n - 1))


def _least_steps(
    correlations: FloatArray,
    whole: FloatArray,
    scaled: Callable[[FloatArray], FloatArray],
    change: FloatArray,
) -> FloatArray:
    """Return what the least changes of correlations are on the scale of `z_scale`."""
    steps = np.abs(whole) - scaled(np.maximum(np.abs(correlations) - change, -1.0))
    return np.asarray(np.where(change == 0, 0.0, steps))


def _of_one_more(replicates: Replicates, scaled: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Return half of what one more output of the rarer label changes, were it as often right as wrong."""
    more = (replicates.rarer * replicates.whole + 0.5) / (replicates.rarer + 1)
    return np.asarray(np.abs(scaled(replicates.whole) - scaled(more)) / 2)
