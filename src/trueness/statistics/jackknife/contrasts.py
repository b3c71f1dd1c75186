"""Contrasts of correlations over facets that may share systems and inputs, and how sure they are.

Differences, means and trends are contrasts: rows of weights of estimands, each the correlation of a metric with
people in a facet (see `facet_replicates`). 1, -1 for two metrics in one facet is the lead of the first; 1, -1, -1, 1
for two metrics in two facets is by how much the leads differ; equal weights are a mean; weights that rise by the same
step are a trend. All are taken on the scale of `fisher_scale.z_scale`, where correlations vary about equally wherever
they lie: leads that are equal there may differ as correlations, most where one facet's lie near 1.

The variance is V_sys + V_inp - V_int, never less than V_sys, with all that `two_way_jackknife` does for pairs: of
metrics in one facet, or in facets with the same units, it is the same number. What differs where units are not the
same:

* Degrees of freedom are Satterthwaite's over strata of facets that share no unit; of facets that share some, those of
  the facet with the fewest.
* They are never more than they would be, did inputs bring all variance and did each bring as much as any other: one
  less than there are inputs where all facets have the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain, student_pvalue, student_reach
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.statistics.jackknife.facet_replicates import FacetReplicates, FacetScores, facet_replicates
from trueness.statistics.jackknife.far_units import usual_move
from trueness.statistics.jackknife.two_way_jackknife import (
    FEWEST_SYSTEMS,
    OVERS,
    Precision,
    excess_share,
    joined,
    less_excess,
    of_units,
    room_for_excess,
)
from trueness.statistics.ties import RELATIVE_TOLERANCE

ONE_ERROR = 0.6827
"""The confidence of an interval of about one standard error to either side."""

MOST_RADIUS, HALVINGS = 200.0, 26
"""Standard errors t within which the end of an interval is looked for, and how often what is left of t / (2 + t) is
halved: p-values are then known to seven digits."""


def contrasts(
    facets: Mapping[str, FacetScores],
    weights: ArrayLike,
    *,
    level: str = "system",
    coefficient: str = "pearson",
    metrics: Sequence[str] | None = None,
    over: str = "both",
    confidence: float = 0.95,
) -> tuple[Certain, ...]:
    """Return contrasts of correlations of metrics over facets, with two-way jackknife intervals and p-values.

    Parameters
    ----------
    facets : mapping of str to FacetScores
        The facets by name, such as languages or human scores. A system, or an input, of one name is the same in all.
    weights : array of shape (P, F, K), or (F, K) for one contrast
        Of K metrics in each of F facets.
    level : {'system', 'input'}
    coefficient : {'pearson', 'spearman', 'kendall'}
    metrics : sequence of str, optional
        K names, by default all metrics of the first facet.
    over : {'both', 'systems', 'inputs', 'these'}
        What varies.
    confidence : float

    Returns
    -------
    tuple of Certain
        P values on Fisher's scale, with standard errors, degrees of freedom, limits and two-sided p-values. NaN where a
        facet with a weight has too few units, or a correlation without one of them is undefined (`why_undefined` says
        why).

    Raises
    ------
    ArgumentError
        If weights do not fit, are not finite, or are all 0, a metric is missing in a facet, or an argument is none of
        those above.
    UnsupportedMethodError
        If the level or the coefficient is one for which contrasts were not studied.

    Examples
    --------
    Does the lead of one metric over the other differ between two languages? Systems are the same, inputs are not.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> systems = tuple(f"s{i}" for i in range(12))
    >>> def facet(language):
    ...     human = rng.normal(size=(12, 1)) + rng.normal(size=(12, 20))
    ...     scores = human + rng.normal(size=(2, 12, 20))
    ...     inputs = tuple(f"{language}{j}" for j in range(20))
    ...     return FacetScores.of(scores, human, ["a", "b"], systems=systems, inputs=inputs)
    >>> (found,) = contrasts({"de": facet("de"), "en": facet("en")}, [[1, -1], [-1, 1]])
    >>> bool(found.low < found.value < found.high)
    True
    """
    check_proportion("confidence", confidence)
    check_choice("over", over, OVERS)
    if metrics is None:
        metrics = next(iter(facets.values())).arrays.names if facets else ()
    replicates = facet_replicates(facets, metrics, level, coefficient)
    rows = _checked(weights, replicates)
    found = of_contrasts(replicates, rows, over)
    low, high = found.limits(confidence)
    pvalues = two_sided(found)
    return tuple(
        Certain(
            value=float(found.estimates[p]),
            low=float(low[p]),
            high=float(high[p]),
            error=float(found.errors[p]),
            degrees=float(found.degrees[p]),
            pvalue=float(pvalues[p]),
        )
        for p in range(len(rows))
    )


def _checked(weights: ArrayLike, replicates: FacetReplicates) -> FloatArray:
    given = given_numbers(weights)
    shape = len(replicates.names), len(replicates.metrics)
    given = given[None] if given.ndim == 2 else given
    if given.shape[1:] != shape:
        raise ArgumentError(
            f"`weights` of shape {given.shape} clash with {shape[0]} facets and {shape[1]} metrics."
        )
    if not np.isfinite(given).all() or not given.any(axis=(1, 2)).all():
        raise ArgumentError("`weights` must be finite, and every row needs one other than 0.")
    return given.reshape(len(given), -1)


def two_sided(found: Precision) -> FloatArray:
    """Return two-sided p-values of contrasts being 0, as the two-way jackknife test of pairs has them."""
    return np.asarray(2 * np.minimum(found.greater(), found.less()))


def of_contrasts(replicates: FacetReplicates, weights: FloatArray, over: str = "both") -> Precision:
    """Return how sure contrasts are, on the scale of `z_scale`.

    Parameters
    ----------
    replicates : FacetReplicates
    weights : array of shape (P, E)
        Of the estimands, the metrics of a facet together.
    over : {'both', 'systems', 'inputs', 'these'}
        What varies.

    Raises
    ------
    ArgumentError
        If it is another word.
    """
    check_choice("over", over, OVERS)
    parts = [_of_one(replicates, row, over) for row in weights]
    return Precision(
        *(
            np.array([getattr(part, field)[0] for part in parts])
            for field in ("estimates", "variances", "degrees")
        )
    )


def _of_one(replicates: FacetReplicates, row: FloatArray, over: str) -> Precision:
    used = np.flatnonzero(row)
    w = row[used]
    facets = np.unique(replicates.facet[used])
    estimate = np.array([w @ replicates.whole[used]])
    if any(replicates.undefined[f] for f in facets):
        nothing = np.array([np.nan])
        return Precision(estimate, nothing, nothing)
    of_inputs, noise, excess = (
        np.array([max(0.0, float(w @ matrix[np.ix_(used, used)] @ w))])
        for matrix in (replicates.of_inputs, replicates.interaction, replicates.paired)
    )
    of_systems, degrees = _over_systems(replicates, used, w, facets)
    step = np.min(np.abs(w) * replicates.steps[used])
    n_systems = int(replicates.n_systems[facets].min())
    if over == "both":
        of_inputs = noise + _more_by_inputs(replicates, used, w, facets)
    room = room_for_excess(of_systems, of_inputs - noise) if over == "both" else 1.0
    share = excess_share(replicates.coefficient, np.ones(1, dtype=np.intp), room)
    of_systems = less_excess(of_systems, excess, share)
    least = max(step, _far_move(replicates, used, w) / usual_move(n_systems))
    of_systems = np.maximum(of_systems, least * least)
    effective = 1 + _input_degrees(replicates, facets)
    return joined(estimate, of_systems, degrees, of_inputs, noise, (n_systems, effective), over)


def _over_systems(
    replicates: FacetReplicates, used: IntArray, w: FloatArray, facets: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return V_sys and its degrees of freedom, by strata of facets that share systems."""
    total, doubt, least = np.zeros(1), np.zeros(1), np.full(1, np.nan)
    strata = replicates.system_strata[facets]
    for stratum in np.unique(strata):
        here = facets[strata == stratum]
        seen = replicates.has[:, here].any(axis=1)
        inside = np.isin(replicates.facet[used], here)
        moved = replicates.systems[np.ix_(seen, used[inside])] @ w[inside]
        variance = np.array([np.sum(np.square(moved))])
        degrees = of_units(moved[:, None], FEWEST_SYSTEMS)[1]
        # facets that share some of their systems know no more than the one with the fewest
        degrees = np.minimum(degrees, replicates.n_systems[here].min() - 1.0)
        total, doubt, least = total + variance, doubt + np.square(variance) / degrees, np.fmin(least, degrees)
    several = (doubt > 0) & (len(np.unique(strata)) > 1)
    return total, np.divide(np.square(total), doubt, out=least, where=several)


def _more_by_inputs(
    replicates: FacetReplicates, used: IntArray, w: FloatArray, facets: IntArray
) -> FloatArray:
    """Return V_inp - V_int, not below 0 in any stratum of facets that share inputs."""
    total = np.zeros(1)
    strata = replicates.input_strata[facets]
    for stratum in np.unique(strata):
        inside = np.isin(replicates.facet[used], facets[strata == stratum])
        at = np.ix_(used[inside], used[inside])
        more = w[inside] @ (replicates.of_inputs[at] - replicates.interaction[at]) @ w[inside]
        total += max(0.0, float(more))
    return total


def _input_degrees(replicates: FacetReplicates, facets: IntArray) -> float:
    """Return the degrees of freedom of what inputs bring, did each bring as much as any other."""
    strata = replicates.input_strata[facets]
    total = doubt = 0.0
    for stratum in np.unique(strata):
        counts = replicates.n_inputs[facets[strata == stratum]]
        part = float(np.sum(1 / counts))
        total += part
        doubt += part * part / (counts.min() - 1.0)
    return total * total / doubt


def _far_move(replicates: FacetReplicates, used: IntArray, w: FloatArray) -> float:
    """Return by how much a contrast changes at most without two systems that are far in what it is made of.

    As in `TwoWayJackknife`, that is looked for in differences only: where weights add up to 0.
    """
    far = replicates.far
    if far is None or not len(far.without) or abs(w.sum()) > RELATIVE_TOLERANCE * np.abs(w).sum():
        return 0.0
    wanted = far.own[:, :, used].any(axis=2).all(axis=0)
    if not wanted.any():
        return 0.0
    changed = np.abs((far.without[wanted][:, used] - replicates.whole[used]) @ w)
    return float(np.fmax.reduce(changed, initial=0.0))


def leads(replicates: FacetReplicates, over: str = "both") -> ApartDifferences:
    """Return by how much the first metric leads the second in every facet, as correlations, and how sure that is.

    Parameters
    ----------
    replicates : FacetReplicates
        Of two metrics.
    over : {'both', 'systems', 'inputs', 'these'}
    """
    size = len(replicates.whole)
    single = of_contrasts(replicates, np.eye(size), over).variances
    rows = np.eye(size)[::2] - np.eye(size)[1::2]
    apart = of_contrasts(replicates, rows, over)
    parts = [
        ApartDifferences.of(
            (replicates.whole[2 * f : 2 * f + 1], replicates.whole[2 * f + 1 : 2 * f + 2]),
            (single[2 * f : 2 * f + 1], single[2 * f + 1 : 2 * f + 2], apart.variances[f : f + 1]),
            apart.degrees[f : f + 1],
            replicates.coefficient,
            int(replicates.entries[f]),
        )
        for f in range(len(replicates.names))
    ]
    return ApartDifferences.together(parts)


class LeadDifferences(NamedTuple):
    """By how much the lead of one metric over another differs between pairs of facets, as correlations.

    As a difference of correlations it has no scale on which it is nearly normal. Its limits are put together from those
    of both leads and how these vary together (Zou and Donner 2008, "MOVER"): with d1, d2 the leads, l and u their
    limits and r the correlation of their estimates,

        L = d1 - d2 - sqrt((d1 - l1)^2 + (u2 - d2)^2 - 2 r (d1 - l1) (u2 - d2)),

    and the upper one with limits exchanged. All limits are those of Student's t with the degrees of freedom of the
    contrast 1, -1, -1, 1, whose variance gives r. The p-value is that of the interval that ends at 0.

    Attributes
    ----------
    first, second : ApartDifferences
        The lead in either facet.
    together : array of shape (P,)
        The correlation of their estimates; NaN where nothing is known.
    degrees : array of shape (P,)
    pairs : tuple of (int, int)
        The facets.

    References
    ----------
    Zou and Donner (2008), Construction of confidence limits about effect measures: a general approach, Statistics in
    Medicine 27:1693-1702, section 2.
    """

    first: ApartDifferences
    second: ApartDifferences
    together: FloatArray
    degrees: FloatArray
    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, replicates: FacetReplicates, over: str = "both") -> Self:
        """Return those of every two facets.

        Parameters
        ----------
        replicates : FacetReplicates
            Of two metrics, and two facets or more.
        over : {'both', 'systems', 'inputs', 'these'}
        """
        each = leads(replicates, over)
        pairs = tuple(itertools.combinations(range(len(replicates.names)), 2))
        rows = np.zeros((len(pairs), len(replicates.whole)))
        for p, (f, g) in enumerate(pairs):
            rows[p, [2 * f, 2 * f + 1, 2 * g, 2 * g + 1]] = 1, -1, -1, 1
        apart = of_contrasts(replicates, rows, over)
        first, second = (each.at(np.array(side, dtype=np.intp)) for side in zip(*pairs, strict=True))
        both = np.sqrt(first.variances * second.variances)
        alike = (first.variances + second.variances - apart.variances) / 2
        # leads that differ without error show nothing of others
        sure = (apart.errors <= RELATIVE_TOLERANCE) & (np.abs(apart.estimates) > RELATIVE_TOLERANCE)
        none = np.where(np.isnan(apart.variances) | sure, np.nan, 0.0)
        together = np.clip(np.divide(alike, both, out=none, where=(both > 0) & ~sure), -1.0, 1.0)
        return cls(first=first, second=second, together=together, degrees=apart.degrees, pairs=pairs)

    @property
    def estimates(self) -> FloatArray:
        """The differences of leads."""
        return self.first.estimates - self.second.estimates

    def turned(self) -> Self:
        """Return the differences seen from the other facet."""
        pairs = tuple((g, f) for f, g in self.pairs)
        return self._replace(first=self.second, second=self.first, pairs=pairs)

    def limits(self, confidence: float) -> tuple[FloatArray, FloatArray]:
        """Return confidence limits.

        Parameters
        ----------
        confidence : float
        """
        radius = student_reach(self.degrees, confidence)
        return self.estimates - self.below(radius), self.estimates + self.turned().below(radius)

    def shifts(self, replicates: FacetReplicates) -> FloatArray:
        """Return by how many standard errors leads differ because one facet has more inputs than the other alone.

        With fewer inputs scores of systems are noisier, correlations are lower, and leads smaller. What is left of that
        in either facet (`FacetReplicates.gains`) says how much of it the other has more or less; of both answers the
        larger is taken.

        Parameters
        ----------
        replicates : FacetReplicates
        """
        gains = replicates.gains.reshape(-1, 2) @ np.array([1.0, -1.0])
        first, second = np.array(self.pairs, dtype=np.intp).T
        counts = replicates.n_inputs
        larger = np.maximum(
            np.abs(gains[first] * (1 - counts[first] / counts[second])),
            np.abs(gains[second] * (1 - counts[second] / counts[first])),
        )
        low, high = self.limits(ONE_ERROR)
        error = (high - low) / 2 / student_reach(self.degrees, ONE_ERROR)
        without_error = np.where(larger > 0, np.inf, 0.0)
        return np.asarray(np.divide(larger, error, out=without_error, where=error > 0))

    def pvalues(self) -> FloatArray:
        """Return two-sided p-values of the leads being the same."""
        found = self._positive()
        size = found.estimates
        low, high = np.zeros(len(size)), np.full(len(size), MOST_RADIUS / (2 + MOST_RADIUS))
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            inside = found.below(2 * middle / (1 - middle)) >= size
            low, high = np.where(inside, low, middle), np.where(inside, middle, high)
        radius = (low + high) / (1 - (low + high) / 2)
        pvalues = np.where(size == 0, 1.0, student_pvalue(radius, self.degrees))
        return np.where(np.isnan(self.together + size), np.nan, pvalues)

    def _positive(self) -> Self:
        """Return the differences from the side from which they are positive."""
        both = ApartDifferences.together([self.first, self.second])
        here: IntArray = np.arange(len(self.pairs))
        there, negative = here + len(here), self.estimates < 0
        return self._replace(
            first=both.at(np.where(negative, there, here)), second=both.at(np.where(negative, here, there))
        )

    def below(self, radius: FloatArray) -> FloatArray:
        """Return how far lower limits lie below the estimates, at so many standard errors.

        Parameters
        ----------
        radius : array of shape (P,)
        """
        sides = ApartDifferences.together([self.first.turned(), self.second])
        down, up = np.split(sides.largest(np.tile(radius, 2)) - sides.estimates, 2)
        squares = down * down + up * up - 2 * self.together * down * up
        return np.asarray(np.sqrt(np.maximum(squares, 0.0)))


def why_undefined(replicates: FacetReplicates) -> dict[str, str]:
    """Return the facets of which nothing can be said, each with the reason in words."""
    return {name: why for name, why in zip(replicates.names, replicates.undefined, strict=True) if why}
