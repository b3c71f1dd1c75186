"""Pairs of systems that a scorer gave scores on the same inputs, and what a test says of each pair."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.corpus_formulas import corpus_score
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError, check_choice
from trueness.parallel import memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.ties import RELATIVE_TOLERANCE, common_offset, exact_scores

PAIR_BLOCK = 16
"""Pairs whose sums are one matrix product; others would round differently, so it is part of the last bit."""

ALTERNATIVES = ("two-sided", "greater", "less")


class PairTests(NamedTuple):
    """A test of every pair of systems, or of those chosen; arrays of shape (P,), pairs i < k as `SystemPairs` has them.

    Attributes
    ----------
    first, second : arrays of int
        The pair: which is compared with which.
    estimate : array
        Score of the first minus that of the second on the inputs both have, larger is better.
    statistic, turned_statistic : arrays
        What the test rests on, see the test; and the same of the pair in the other order.
    greater, less, two_sided : arrays
        P-values: the first system better, worse, or either; NaN where the test is undefined.
    low, high : arrays
        Interval of the difference, NaN where the test gives none.
    n_inputs : array of int
        Inputs that both systems have.
    exact : array of bool
        Whether the p-value is from all arrangements.
    n_undefined : array of int
        Resamples without a difference, left out.
    resamples : int
        Resamples drawn or enumerated; 0 for tests without any.
    """

    first: IntArray
    second: IntArray
    estimate: FloatArray
    statistic: FloatArray
    turned_statistic: FloatArray
    greater: FloatArray
    less: FloatArray
    two_sided: FloatArray
    low: FloatArray
    high: FloatArray
    n_inputs: IntArray
    exact: BoolArray
    n_undefined: IntArray
    resamples: int

    def pvalue(self, alternative: str) -> FloatArray:
        """Return the p-values of an alternative (raises ArgumentError if there is no such)."""
        check_choice("alternative", alternative, ALTERNATIVES)
        return {"greater": self.greater, "less": self.less, "two-sided": self.two_sided}[alternative]


@dataclasses.dataclass(frozen=True)
class SystemPairs:
    """The scores of one scorer for N systems and M inputs, to be compared in pairs on the inputs both have.

    Attributes
    ----------
    scores : array of shape (N, M)
        Larger is better, NaN where missing.
    aggregate : {'corpus', 'mean', 'median'}
        How a system's score comes from its outputs; corpus is the mean where there are no sufficient statistics.
    corpus : CorpusStatistics, optional
        The statistics behind corpus scores.
    negated : bool
        Whether scores were negated because lower is better: corpus scores are, too.
    clusters : array of shape (M,), optional
        Cluster numbers; the inputs of a cluster are swapped or resampled together.
    chosen : tuple of two arrays of shape (P,), optional
        The first and the second system, i < k, of the pairs that are compared; by default all, in the order of
        `numpy.triu_indices`.

    Raises
    ------
    ArgumentError
        If shapes do not agree, a score is infinite or has no statistics, or the aggregate is unknown.
    """

    scores: FloatArray
    aggregate: str = "mean"
    corpus: CorpusStatistics | None = None
    negated: bool = False
    clusters: IntArray | None = None
    chosen: tuple[IntArray, IntArray] | None = None

    def __post_init__(self) -> None:
        check_choice("aggregate", self.aggregate, AGGREGATES)
        if self.scores.ndim != 2:
            raise ArgumentError(
                f"`scores` must have shape (systems, inputs); its shape is {self.scores.shape}."
            )
        if np.isinf(self.scores).any():
            raise ArgumentError("scores must be finite; leave a missing score NaN.")
        if self.clusters is not None and self.clusters.shape != self.scores.shape[1:]:
            raise ArgumentError("`clusters` must hold one number per input.")
        if self.corpus is not None:
            if self.corpus.values.shape[:2] != self.scores.shape:
                raise ArgumentError(
                    f"statistics of shape {self.corpus.values.shape} clash with scores of shape "
                    f"{self.scores.shape}."
                )
            if np.any(self.present & ~self.corpus.present):
                raise ArgumentError("some scores lack sufficient statistics.")

    @classmethod
    def of(
        cls,
        scores: ArrayLike,
        *,
        aggregate: str = "mean",
        corpus: CorpusStatistics | None = None,
        negated: bool = False,
        clusters: ArrayLike | None = None,
    ) -> SystemPairs:
        """Build from anything array-like; labels of clusters become numbers.

        Raises
        ------
        ArgumentError
            As the class.
        """
        try:
            matrix = np.asarray(scores, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ArgumentError("`scores` must be a matrix of numbers, systems by inputs.") from error
        numbers = None
        if clusters is not None:
            labels = np.asarray(clusters)
            if matrix.ndim != 2 or labels.shape != matrix.shape[1:]:
                raise ArgumentError("`clusters` must hold one label per input.")
            numbers = np.unique(labels, return_inverse=True)[1]
        return cls(scores=matrix, aggregate=aggregate, corpus=corpus, negated=negated, clusters=numbers)

    @property
    def kind(self) -> str:
        """How systems' scores come about here: ``mean``, ``median`` or ``corpus``."""
        return "mean" if self.aggregate == "corpus" and self.corpus is None else self.aggregate

    @property
    def n_numbers(self) -> int:
        """Numbers an output brings to its system's score: the sufficient statistics of a corpus score, else one."""
        return self.corpus.size if self.kind == "corpus" and self.corpus is not None else 1

    @property
    def n_inputs(self) -> int:
        """Number of inputs M."""
        return int(self.scores.shape[1])

    @property
    def n_pairs(self) -> int:
        """Number of unordered pairs P that are compared."""
        return len(self.first)

    @property
    def n_left_out(self) -> int:
        """Number of unordered pairs that are not compared."""
        size = len(self.scores)
        return size * (size - 1) // 2 - self.n_pairs

    @functools.cached_property
    def _places(self) -> tuple[IntArray, IntArray]:
        first, second = np.triu_indices(len(self.scores), 1) if self.chosen is None else self.chosen
        return first.astype(np.intp), second.astype(np.intp)

    @property
    def first(self) -> IntArray:
        """The first system of every pair."""
        return self._places[0]

    @property
    def second(self) -> IntArray:
        """The second system of every pair."""
        return self._places[1]

    @functools.cached_property
    def present(self) -> BoolArray:
        """Which outputs have a score, shape (N, M)."""
        return ~np.isnan(self.scores)

    @functools.cached_property
    def complete(self) -> bool:
        """Whether every output has a score."""
        return bool(self.present.all())

    @functools.cached_property
    def exact(self) -> tuple[FloatArray, float]:
        """Scores less their offset whose sums are exact where they can be, 0 where missing, and what divides them."""
        found = exact_scores(self.scores)
        return np.where(self.present, found.values, 0.0), float(found.denominator or 1)

    @functools.cached_property
    def offset(self) -> float:
        """What `pair_scores` and `own_scores` leave out of systems' scores, since all outputs' scores have it."""
        return 0.0 if self.kind == "corpus" else common_offset(self.scores)

    def parts(self, numbers_per_pair: int, share: int = 4, within: slice | None = None) -> Iterator[slice]:
        """Yield consecutive parts of the pairs, or of some, that hold so many numbers each in a share of the budget.

        Parts are whole blocks of pairs, however little memory there is.
        """
        step = whole_blocks(memory_budget() // share // (8 * max(1, numbers_per_pair)))
        begin, end = (0, self.n_pairs) if within is None else (within.start, within.stop)
        for start in range(begin, end, step):
            yield slice(start, min(start + step, end))

    def shared(self, part: slice) -> BoolArray:
        """Return the inputs that both systems of some pairs have, shape (p, M)."""
        shared: BoolArray = self.present[self.first[part]] & self.present[self.second[part]]
        return shared

    def n_units(self) -> IntArray:
        """Return how many inputs, or clusters of them, both systems of every pair have, shape (P,)."""
        found = [np.zeros(0, dtype=np.intp)]
        for part in self.parts(4 * self.n_inputs):
            shared = self.shared(part)
            if self.clusters is not None:
                size = int(self.clusters.max(initial=-1)) + 1
                member = np.zeros((self.n_inputs, size))
                member[np.arange(self.n_inputs), self.clusters] = 1.0
                shared = shared.astype(np.float64) @ member > 0
            found.append(shared.sum(axis=1).astype(np.intp))
        return np.concatenate(found)

    def differences(self, part: slice) -> tuple[FloatArray, FloatArray, float]:
        """Return differences of the outputs' scores, shape (p, M), how close to 0 is 0, and a divisor.

        Differences are NaN where an output is missing; those of scores on a lattice are exact, multiplied by the
        divisor. Tolerances have shape (p,): 0 for exact differences, else 1e-12 of the pair's largest score.
        """
        values, divisor = self.exact
        a, b = values[self.first[part]], values[self.second[part]]
        shared = self.shared(part)
        whole = bool(np.all(values == np.rint(values)))
        largest = np.max(np.where(shared, np.maximum(np.abs(a), np.abs(b)), 0.0), axis=1, initial=0.0)
        return (
            np.where(shared, a - b, np.nan),
            np.zeros(len(a)) if whole else RELATIVE_TOLERANCE * largest,
            divisor,
        )

    def pair_scores(self) -> tuple[FloatArray, FloatArray, IntArray]:
        """Return the scores of both systems of every pair on the inputs both have, and the number of these inputs.

        Returns
        -------
        tuple
            Arrays of shape (P,): scores of the first, of the second, NaN where they share no input or a corpus score
            is undefined, less `offset`; and the number of inputs.
        """
        found = [
            np.stack([self._scores_of(side[part], self.shared(part)) for side in self._places])
            for part in self.parts(4 * self.n_inputs * self.n_numbers)
        ]
        counts = [self.shared(part).sum(axis=1) for part in self.parts(4 * self.n_inputs)]
        if not found:
            return np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.intp)
        both = np.concatenate(found, axis=1)
        return both[0], both[1], np.concatenate(counts).astype(np.intp)

    def own_scores(self) -> FloatArray:
        """Return every system's score, less `offset`, on all inputs it has, shape (N,), NaN where it has none."""
        return self._scores_of(np.arange(len(self.scores)), self.present)

    def _scores_of(self, systems: IntArray, shared: BoolArray) -> FloatArray:
        """Return the score of a system, less `offset`, on the inputs of its row of `shared`, both of length p."""
        counts = shared.sum(axis=1)
        if self.kind == "corpus" and self.corpus is not None:
            sums = np.where(shared[:, :, None], self.corpus.values[systems], 0.0).sum(axis=1)
            scores = corpus_score(self.corpus.formula, sums)
            return np.where(counts > 0, -scores if self.negated else scores, np.nan)
        if self.kind == "median":
            scores = np.full(len(systems), np.nan)
            some = counts > 0
            scores[some] = np.nanmedian(
                np.where(shared, self.scores[systems] - self.offset, np.nan)[some], axis=1
            )
            return scores
        values, divisor = self.exact
        total = np.where(shared, values[systems], 0.0).sum(axis=1)
        means: FloatArray = np.divide(
            total, counts * divisor, out=np.full(total.shape, np.nan), where=counts > 0
        )
        return means


def whole_blocks(n_pairs: int) -> int:
    """Return about as many pairs that are whole blocks, at least one."""
    return max(1, n_pairs // PAIR_BLOCK) * PAIR_BLOCK


def pair_tests(
    pairs: SystemPairs,
    *,
    statistic: FloatArray,
    turned_statistic: FloatArray | None = None,
    greater: FloatArray,
    less: FloatArray,
    two_sided: FloatArray,
    low: FloatArray | None = None,
    high: FloatArray | None = None,
    exact: BoolArray | None = None,
    n_undefined: IntArray | None = None,
    resamples: int = 0,
) -> PairTests:
    """Return a test's findings with what all tests report: the pairs, their differences, their inputs."""
    first, second, n_inputs = pairs.pair_scores()
    nothing = np.full(pairs.n_pairs, np.nan)
    return PairTests(
        first=pairs.first,
        second=pairs.second,
        estimate=first - second,
        statistic=statistic,
        turned_statistic=0.0 - statistic if turned_statistic is None else turned_statistic,
        greater=greater,
        less=less,
        two_sided=two_sided,
        low=nothing if low is None else low,
        high=nothing.copy() if high is None else high,
        n_inputs=n_inputs,
        exact=np.zeros(pairs.n_pairs, dtype=bool) if exact is None else exact,
        n_undefined=np.zeros(pairs.n_pairs, dtype=np.intp) if n_undefined is None else n_undefined,
        resamples=resamples,
    )
