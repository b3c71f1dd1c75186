"""Where ratings vary: between systems, inputs and annotators, in their interactions, and in what is left."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, UnsupportedMethodError, counted
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.ties import RELATIVE_TOLERANCE

FACETS = ("annotator", "system", "input")
"""What ratings are classified by, in the order of the axes of an array of ratings."""

COMPONENTS = (
    *("system", "input", "annotator"),
    *("system:input", "system:annotator", "input:annotator"),
    "residual",
)
"""Main effects, interactions, and the residual: the interaction of all three with what no facet explains."""

DROPPED_FIRST = ("input:annotator", "system:annotator", "system:input")
"""Interactions in the order in which they join the residual where ratings cannot tell them apart."""

SINGULAR = 1e-9


@dataclasses.dataclass(frozen=True)
class VarianceComponents:
    """Variances of a random-effects model of ratings.

    Attributes
    ----------
    components : dict of str to float
        Of `COMPONENTS` those that the ratings have, at least 0, in squared units of the ratings.
    unbounded : dict of str to float
        The same before negative estimates were set to 0.
    negative : tuple of str
        Components whose estimates were negative and are 0.
    confounded : tuple of str
        Interactions that the pattern of ratings cannot tell from the rest; they are part of the residual.
    levels : dict of str to int
        Annotators, systems and inputs with a rating.
    n_ratings : int
    complete : bool
        Whether no rating is missing.
    """

    components: dict[str, float]
    unbounded: dict[str, float]
    negative: tuple[str, ...]
    confounded: tuple[str, ...]
    levels: dict[str, int]
    n_ratings: int
    complete: bool

    @property
    def total(self) -> float:
        """The variance of a single rating of a random output by a random annotator."""
        return float(sum(self.components.values()))

    def get(self, component: str) -> float:
        """Return a component's variance, 0 where it is part of the residual or the ratings have no such facet."""
        return self.components.get(component, 0.0)


def variance_components(ratings: ArrayLike) -> VarianceComponents:
    """Return the variances of systems, inputs, annotators, their interactions and the residual.

    The model is y = mu + system + input + annotator + system:input + system:annotator + input:annotator + residual,
    all of them random. Estimates are Henderson's (1953, Biometrics 9:226-252) by his first method: sums of squares of
    unadjusted totals are set equal to their expectations (Searle, Casella and McCulloch 1992, Variance Components,
    section 5.3). They are unbiased, ratings being missing at random, need no iteration, and are the analysis of
    variance where nothing is missing. A negative estimate is set to 0 and named. Facets with one level, and their
    interactions, do not occur; interactions that cannot be told apart join the residual, in the order of
    `DROPPED_FIRST`, and are named.

    Time and memory are O(ratings log ratings) for every pair of components, whatever the number of levels.

    Parameters
    ----------
    ratings : array of shape (A, N, M) or (A, U)
        Annotators, systems, inputs; or annotators and items, which are then inputs. NaN where one gave nothing.
        An annotator is one person: where positions in a list of ratings are filled by different people, the
        component of annotators means positions.

    Returns
    -------
    VarianceComponents

    Raises
    ------
    ArgumentError
        If ratings have another number of axes or are infinite.
    DataError
        If fewer than two annotators, or fewer than two outputs, have a rating.
    UnsupportedMethodError
        If even main effects cannot be told apart, for example where every annotator rated another output.
    """
    table = given_numbers(ratings)
    if table.ndim == 2:
        table = table[:, None, :]
    if table.ndim != 3:
        raise ArgumentError(
            f"`ratings` must have axes annotator, system, input; their shape is {table.shape}."
        )
    if np.isinf(table).any():
        raise ArgumentError("`ratings` must be finite; leave a missing rating NaN.")
    places = np.nonzero(~np.isnan(table))
    y = table[places]
    codes = {
        facet: np.unique(place, return_inverse=True)[1].reshape(-1)
        for facet, place in zip(FACETS, places, strict=True)
    }
    levels = {facet: int(code.max(initial=-1)) + 1 for facet, code in codes.items()}
    if levels["annotator"] < 2 or max(levels["system"], levels["input"]) < 2:
        raise DataError(
            f"variance components need at least two annotators and two outputs; ratings are by {levels['annotator']} "
            f"of {counted(levels['system'], 'system')} and {counted(levels['input'], 'input')}."
        )
    facets = tuple(facet for facet in ("system", "input", "annotator") if levels[facet] > 1)
    factors = _factors(facets)
    solved, kept, dropped = _solve(y - y.mean(), codes, factors)
    names = [*(":".join(factor) for factor in kept), "residual"]
    unbounded = {name: float(solved[names.index(name)]) for name in COMPONENTS if name in names}
    tiny = RELATIVE_TOLERANCE * float(np.mean(np.square(y - y.mean())))
    negative = tuple(name for name, value in unbounded.items() if value < -tiny)
    return VarianceComponents(
        components={name: max(0.0, value) for name, value in unbounded.items()},
        unbounded=unbounded,
        negative=negative,
        confounded=dropped,
        levels=levels,
        n_ratings=len(y),
        complete=bool(len(y) == np.prod(list(levels.values()))),
    )


def _factors(facets: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return main effects and interactions; that of all facets is the residual."""
    return [factor for size in range(1, len(facets)) for factor in itertools.combinations(facets, size)]


def _solve(
    y: FloatArray, codes: dict[str, IntArray], factors: list[tuple[str, ...]]
) -> tuple[FloatArray, list[tuple[str, ...]], tuple[str, ...]]:
    """Return the solution, the factors in it, and the interactions left out so that there is one."""
    dropped: list[str] = []
    factors = list(factors)
    for candidate in (None, *DROPPED_FIRST):
        if candidate is not None:
            if tuple(candidate.split(":")) not in factors:
                continue
            factors.remove(tuple(candidate.split(":")))
            dropped.append(candidate)
        left, right = _equations(y, codes, factors)
        sizes = np.linalg.svd(left, compute_uv=False)
        if sizes[-1] > SINGULAR * sizes[0]:
            return np.asarray(np.linalg.solve(left, right), dtype=np.float64), factors, tuple(dropped)
    raise UnsupportedMethodError(
        "too few outputs have ratings by several annotators to tell annotators from outputs. Have "
        "annotators rate outputs in common."
    )


def _equations(
    y: FloatArray, codes: dict[str, IntArray], factors: Sequence[tuple[str, ...]]
) -> tuple[FloatArray, FloatArray]:
    """Return Henderson's equations, over the number of ratings: expectations of sums of squares, and their values.

    The coefficient of the variance of g in the sum of squares of the totals of f is the sum over levels of f of
    1 / n_f times the squares of the numbers of ratings that a level of f shares with each level of g.
    """
    n = len(y)
    code = {factor: _code(codes, factor) for factor in factors}
    size = {factor: np.bincount(number) for factor, number in code.items()}
    shared = np.empty((len(factors) + 2, len(factors) + 1))
    for row, first in enumerate(factors):
        for column, second in enumerate(factors):
            # a level of both facets' union is what a level of the first shares with one of the second
            union = _code(codes, tuple(sorted({*first, *second})))
            counts = np.bincount(union)
            owner = np.empty(len(counts), dtype=np.intp)
            owner[union] = code[first]
            shared[row, column] = np.sum(np.square(counts) / size[first][owner])
        shared[row, -1] = len(size[first])
    shared[-2] = n  # the sum of squares of single ratings
    shared[-1] = [*(np.sum(np.square(size[factor]) / n) for factor in factors), 1.0]
    totals = [np.sum(np.square(np.bincount(code[factor], y)) / size[factor]) for factor in factors]
    sums = np.array([*totals, np.sum(y * y), np.square(y.sum()) / n])
    # the last row holds the square of the mean; the others are free of it once that is taken off
    return (shared[:-1] - shared[-1]) / n, (sums[:-1] - sums[-1]) / n


def _code(codes: dict[str, IntArray], facets: tuple[str, ...]) -> IntArray:
    """Return the number of the level that each rating has of a combination of facets."""
    number = np.zeros_like(codes[facets[0]])
    for facet in facets:
        number = number * (codes[facet].max(initial=0) + 1) + codes[facet]
    return np.asarray(np.unique(number, return_inverse=True)[1].reshape(-1), dtype=np.intp)
