"""What all analyses found, side by side: each computation once, and of two metrics each that differs for them."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.multiverse.main_effects import NOT_APPLICABLE
from trueness.statistics.shaffer import adjusted_pairs
from trueness.statistics.ties import RELATIVE_TOLERANCE
from trueness.studies.multiverse.analysed import NO_COLUMN, NOT_AGGREGATED, SetupFound, pairs_of
from trueness.studies.multiverse.analyses import DOES_NOT_APPLY, AbsentRow, Analysis, Axis, Product
from trueness.studies.multiverse.variants import CHOICES

_AGGREGATE = CHOICES.index("aggregate")

Pair = tuple[int, int]


@dataclasses.dataclass(frozen=True)
class Outcomes:
    """A analyses of K metrics and P pairs of them.

    Attributes
    ----------
    axes : tuple of Axis
    names : tuple of str
    analyses : tuple of Analysis
    codes : array of shape (axes, A)
        Which value of each axis; `NOT_APPLICABLE` where it makes no difference.
    scores : array of shape (A,)
        A number for the outputs, the human and the coefficient.
    variants : array of shape (A, K)
        A number for the column of a metric, and how systems get their scores by it; `NO_COLUMN` without one.
    estimates, undefined : arrays of shape (A, K)
    first, second, pvalues : arrays of shape (A, P)
    sizes : array of shape (A, 2)
        Systems and inputs.
    absent : tuple of AbsentRow
    """

    axes: tuple[Axis, ...]
    names: tuple[str, ...]
    analyses: tuple[Analysis, ...]
    codes: IntArray
    scores: IntArray
    variants: IntArray
    estimates: FloatArray
    undefined: FloatArray
    first: FloatArray
    second: FloatArray
    pvalues: FloatArray
    sizes: IntArray
    absent: tuple[AbsentRow, ...]

    @functools.cached_property
    def places(self) -> dict[Pair, int]:
        """Pairs of metrics, by their positions, to their columns."""
        return {pair: place for place, pair in enumerate(pairs_of(len(self.names)))}

    def difference(self, metric: int, rival: int) -> FloatArray:
        """Return how much better a metric is than another, shape (A,); equal correlations differ by nothing."""
        sign = 1.0 if metric < rival else -1.0
        place = self.places[min(metric, rival), max(metric, rival)]
        found = sign * (self.first[:, place] - self.second[:, place])
        return np.where(np.abs(found) <= RELATIVE_TOLERANCE, 0.0, found)

    def own(self, *metrics: int) -> IntArray:
        """Return the analyses in which some metrics have a column, each computation of these metrics once."""
        there = np.flatnonzero((self.variants[:, metrics] != NO_COLUMN).all(axis=1))
        computed = np.column_stack([self.scores, self.variants[:, metrics]])[there]
        _, firsts = np.unique(computed, axis=0, return_index=True)
        return np.asarray(there[np.sort(firsts)])

    def adjusted(self, pairs: Sequence[Pair], correction: str) -> FloatArray:
        """Return p-values corrected for the number of pairs, analysis by analysis, shape (A, pairs)."""
        places = [self.places[min(pair), max(pair)] for pair in pairs]
        found = np.empty((len(self.analyses), len(pairs)))
        for line, pvalues in zip(found, self.pvalues[:, places], strict=True):
            line[:] = adjusted_pairs(pvalues, pairs, correction)
        return found

    def ranks(self) -> FloatArray:
        """Return the rank of every metric in every analysis, shape (A, K); equal ones share the mean of theirs."""
        found = np.full(self.estimates.shape, np.nan)
        for line, values in zip(found, self.estimates, strict=True):
            known = ~np.isnan(values)
            apart = values[known][None, :] - values[known][:, None]  # of the other, minus its own
            above = (apart > RELATIVE_TOLERANCE).sum(axis=1)
            equal = (np.abs(apart) <= RELATIVE_TOLERANCE).sum(axis=1)
            line[known] = 1 + above + (equal - 1) / 2
        return found

    def first_ranked(self) -> BoolArray:
        """Return whether no metric has a higher correlation, shape (A, K)."""
        highest = np.fmax.reduce(self.estimates, axis=1, initial=-np.inf)[:, None]
        return np.asarray(self.estimates >= highest - RELATIVE_TOLERANCE)


def outcomes_of(
    product: Product, found: Sequence[SetupFound], columns: Sequence[str], names: tuple[str, ...]
) -> Outcomes:
    """Return what analyses found, those that do not exist left out and named, the same computation once.

    Parameters
    ----------
    product : Product
    found : sequence of SetupFound
        One per setup.
    columns : sequence of str
        All columns that metrics have.
    names : tuple of str
        The metrics.
    """
    there = [one for one in product.analyses if not found[one.setup].reason]
    absent = [*product.absent, *_impossible(product, found), *_without_column(product, there, names)]
    number = {column: k for k, column in enumerate(columns)}
    codes = np.array([_codes(product.axes, one) for one in there], dtype=np.intp)
    scores: dict[object, int] = {}
    numbered = np.empty(len(there), dtype=np.intp)
    variants = np.empty((len(there), len(names)), dtype=np.intp)
    for row, one in enumerate(there):
        setup = product.setups[one.setup]
        of = (setup.human, setup.systems, setup.inputs, setup.keys[one.key])
        numbered[row] = scores.setdefault(of, len(scores))
        applies = one.values[_AGGREGATE] != DOES_NOT_APPLY
        for k, column in enumerate(setup.columns):
            word = int(found[one.setup].aggregations[k]) if applies else NOT_AGGREGATED
            variants[row, k] = NO_COLUMN if column is None else 4 * number[column] + word + 1
    _, once = np.unique(np.column_stack([numbered, variants]), axis=0, return_index=True)
    once = np.sort(once)
    if len(once) < len(there):
        absent.append(
            AbsentRow(
                "computations that other choices have asked for already",
                len(there) - len(once),
                "each is counted once",
            )
        )
    kept = [there[row] for row in once]
    parts = [found[one.setup] for one in kept]

    def stacked(name: str, width: int) -> FloatArray:
        lines = [getattr(part, name)[one.key] for part, one in zip(parts, kept, strict=True)]
        return np.stack(lines) if lines else np.empty((0, width))

    pairs = len(names) * (len(names) - 1) // 2
    return Outcomes(
        axes=product.axes,
        names=names,
        analyses=tuple(kept),
        codes=codes[once].T,
        scores=numbered[once],
        variants=variants[once],
        estimates=stacked("estimates", len(names)),
        undefined=stacked("undefined", len(names)),
        first=stacked("first", pairs),
        second=stacked("second", pairs),
        pvalues=stacked("pvalues", pairs),
        sizes=np.array([(part.n_systems, part.n_inputs) for part in parts], dtype=np.intp).reshape(-1, 2),
        absent=tuple(absent),
    )


def _codes(axes: Sequence[Axis], analysis: Analysis) -> list[int]:
    return [
        axis.values.index(value) if value in axis.values and value != DOES_NOT_APPLY else NOT_APPLICABLE
        for axis, value in zip(axes, analysis.values, strict=True)
    ]


def _impossible(product: Product, found: Sequence[SetupFound]) -> list[AbsentRow]:
    """Return the analyses on scores of which nothing can be found, those with the same choice and reason together."""
    places = [place for place, axis in enumerate(product.axes) if axis.name in ("human", "systems", "inputs")]
    lost: Counter[tuple[str, str]] = Counter()
    for one in product.analyses:
        if reason := found[one.setup].reason:
            said = ", ".join(f"{product.axes[place].name} {one.values[place]}" for place in places)
            lost[said, reason] += 1
    return [AbsentRow(said, count, reason) for (said, reason), count in lost.items()]


def _without_column(product: Product, there: Sequence[Analysis], names: Sequence[str]) -> list[AbsentRow]:
    """Return the analyses without a metric, because it has no column for a choice of variants."""
    lost: Counter[tuple[str, str]] = Counter()
    for one in there:
        options = zip(product.axes[len(CHOICES) :], one.values[len(CHOICES) :], strict=True)
        said = ", ".join(f"{axis.name} {value}" for axis, value in options)
        columns = product.setups[one.setup].columns
        lost.update((name, said) for name, column in zip(names, columns, strict=True) if column is None)
    return [
        AbsentRow(f"metric {name}, {said}", count, "the metric has no column there")
        for (name, said), count in lost.items()
    ]
