"""One human and K metrics as matrices, and which cells a comparison uses."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.ties import exact_scores

MISSING_POLICIES = ("pairwise", "complete")
MEANS = ("judged", "all")
AGGREGATES_OF_SCORES = ("mean", "median")
"""Those that scores of outputs alone allow, without sufficient statistics."""


@dataclasses.dataclass(frozen=True)
class CellGroup:
    """Metrics, and pairs of metrics, that are compared on the same cells.

    Attributes
    ----------
    metrics : tuple of int
        Positions of the metrics whose correlations are needed on these cells.
    cells : array of shape (N, M)
        Cells that every one of them and the human have.
    metric_cells, human_cells : array of shape (N, M)
        Cells behind the system scores of the metrics and of the human; they differ from `cells` only for
        ``means="all"``.
    """

    metrics: tuple[int, ...]
    cells: BoolArray
    metric_cells: BoolArray
    human_cells: BoolArray


@dataclasses.dataclass(frozen=True)
class ScoreArrays:
    """The scores that statistics work on.

    Attributes
    ----------
    metrics : array of shape (K, N, M)
        Scores of K metrics for N systems and M inputs, larger is better, NaN where missing.
    human : array of shape (N, M)
        The human scores, larger is better, NaN where missing.
    names : tuple of str
        K metric names.
    clusters : array of shape (M,), optional
        A cluster number per input; clusters are what is resampled when inputs vary.
    system_clusters : array of shape (N,), optional
        A cluster number per system, such as its family; clusters are what is left out when systems vary.
    missing : {'pairwise', 'complete'}
        Which cells a comparison uses: those that the compared scorers have, or those that every scorer has.
    means : {'judged', 'all'}
        Whether a metric's system score is over the judged cells or over all cells it has.
    aggregate : {'corpus', 'mean', 'median'}
        How system scores of metrics come from their outputs: as corpus scores where a metric has sufficient statistics
        and means otherwise, always as means, or always as medians. The human's are always means.
    corpus : mapping of int to CorpusStatistics
        Position of a metric to its sufficient statistics, where it has some.
    negated : frozenset of int
        Positions of metrics whose scores were negated because lower is better: their corpus scores are, too.
    tie_calibration : str
        Where the thresholds come from within which a metric's scores tie, for coefficients that have some (see
        `tie_thresholds`).
    fold_seed : int
        The seed behind the folds of held-out calibration.
    aggregates : mapping of int to str
        Position of a metric to its own word in place of `aggregate`, where it has one.
    human_negated : bool
        Whether the human's scores were negated because lower is better.

    Raises
    ------
    ArgumentError
        If shapes do not agree, values are infinite, a policy is unknown, or statistics belong to no metric or lack for
        a score.
    """

    metrics: FloatArray
    human: FloatArray
    names: tuple[str, ...]
    clusters: NDArray[np.intp] | None = None
    missing: str = "pairwise"
    means: str = "judged"
    aggregate: str = "corpus"
    corpus: Mapping[int, CorpusStatistics] = dataclasses.field(default_factory=dict)
    negated: frozenset[int] = frozenset()
    tie_calibration: str = "calibrated"
    fold_seed: int = 0
    system_clusters: NDArray[np.intp] | None = None
    aggregates: Mapping[int, str] = dataclasses.field(default_factory=dict)
    human_negated: bool = False

    def __post_init__(self) -> None:
        check_choice("missing", self.missing, MISSING_POLICIES)
        check_choice("means", self.means, MEANS)
        for word in (self.aggregate, *self.aggregates.values()):
            check_choice("aggregate", word, AGGREGATES)
        if self.metrics.ndim != 3 or self.metrics.shape[1:] != self.human.shape:
            raise ArgumentError(
                f"metrics of shape {self.metrics.shape} clash with human scores of shape {self.human.shape}."
            )
        if len(self.names) != len(self.metrics):
            raise ArgumentError(f"{len(self.names)} names for {len(self.metrics)} metrics.")
        if self.clusters is not None and self.clusters.shape != (self.human.shape[1],):
            raise ArgumentError("`clusters` must hold one number per input.")
        if self.system_clusters is not None and self.system_clusters.shape != (self.human.shape[0],):
            raise ArgumentError("`system_clusters` must hold one number per system.")
        if np.isinf(self.metrics).any() or np.isinf(self.human).any():
            raise ArgumentError("scores must be finite; leave a missing score NaN.")
        self._check_statistics()

    def _check_statistics(self) -> None:
        for k, statistics in self.corpus.items():
            if not 0 <= k < len(self.metrics):
                raise ArgumentError(
                    f"`corpus` holds statistics of metric {k}; there are {len(self.metrics)}."
                )
            if statistics.values.shape[:2] != self.human.shape:
                raise ArgumentError(
                    f"statistics of shape {statistics.values.shape} clash with human scores of shape "
                    f"{self.human.shape}."
                )
            if np.any(~np.isnan(self.metrics[k]) & ~statistics.present):
                raise ArgumentError(f"metric '{self.names[k]}' has scores that lack sufficient statistics.")

    @classmethod
    def of(
        cls,
        metrics: ArrayLike,
        human: ArrayLike,
        names: Sequence[str] | None = None,
        *,
        clusters: ArrayLike | None = None,
        missing: str = "pairwise",
        means: str = "judged",
        aggregate: str = "corpus",
        corpus: Mapping[int, CorpusStatistics] | None = None,
        negated: Collection[int] = (),
        tie_calibration: str = "calibrated",
        fold_seed: int = 0,
        system_clusters: ArrayLike | None = None,
        aggregates: Mapping[int, str] | None = None,
        human_negated: bool = False,
    ) -> ScoreArrays:
        """Build from anything array-like; one metric may come as a matrix, one row of outputs as a vector."""
        human = np.atleast_2d(given_numbers(human))
        stacked = given_numbers(metrics)
        stacked = stacked.reshape((1, *human.shape)) if stacked.size == human.size else stacked
        names = tuple(f"metric{k + 1}" for k in range(len(stacked))) if names is None else tuple(names)
        numbers, families = (
            None if of is None else np.unique(np.asarray(of), return_inverse=True)[1]
            for of in (clusters, system_clusters)
        )
        return cls(
            metrics=stacked,
            human=human,
            names=names,
            clusters=numbers,
            missing=missing,
            means=means,
            aggregate=aggregate,
            corpus=corpus or {},
            negated=frozenset(negated),
            tie_calibration=tie_calibration,
            fold_seed=fold_seed,
            system_clusters=families,
            aggregates=aggregates or {},
            human_negated=human_negated,
        )

    def aggregation(self, metric: int) -> str:
        """Return how a metric's system scores come from its outputs: ``corpus``, ``mean`` or ``median``."""
        word = self.aggregates.get(metric, self.aggregate)
        return "mean" if word == "corpus" and metric not in self.corpus else word

    @property
    def n_metrics(self) -> int:
        """Number of metrics K."""
        return len(self.metrics)

    @property
    def n_systems(self) -> int:
        """Number of systems N."""
        return int(self.human.shape[0])

    @property
    def n_inputs(self) -> int:
        """Number of inputs M."""
        return int(self.human.shape[1])

    @functools.cached_property
    def exact(self) -> tuple[FloatArray, FloatArray]:
        """Metrics and human scores whose sums are exact where they can be (see `ties.exact_scores`)."""
        return self._exact_and_denominators[0], self._exact_and_denominators[1]

    @functools.cached_property
    def denominators(self) -> tuple[tuple[int | None, ...], int | None]:
        """The common denominator of each metric's scores and of the human's, None where there is none."""
        return self._exact_and_denominators[2], self._exact_and_denominators[3]

    @functools.cached_property
    def _exact_and_denominators(
        self,
    ) -> tuple[FloatArray, FloatArray, tuple[int | None, ...], int | None]:
        metrics = [exact_scores(matrix) for matrix in self.metrics]
        human = exact_scores(self.human)
        stacked = self.metrics
        if any(
            found.offset or found.denominator for found in metrics
        ):  # otherwise they are as given, and no copy
            stacked = np.array([found.values for found in metrics])
        return stacked, human.values, tuple(found.denominator for found in metrics), human.denominator

    def exact_metrics(self, metrics: Sequence[int]) -> FloatArray:
        """Return the exact scores of some metrics, shape (K, N, M); of all of them there is no copy."""
        found = self.exact[0]
        return found if list(metrics) == list(range(len(found))) else found[list(metrics)]

    @functools.cached_property
    def present(self) -> BoolArray:
        """Cells each metric has, shape (K, N, M)."""
        return ~np.isnan(self.metrics)

    @functools.cached_property
    def judged(self) -> BoolArray:
        """Cells the human has, shape (N, M)."""
        return ~np.isnan(self.human)

    @functools.cached_property
    def found_thresholds(self) -> dict[Hashable, FloatArray]:
        """Tie thresholds found so far, by what they depend on (see `tie_thresholds`)."""
        return {}

    @functools.cached_property
    def found_jackknives(self) -> dict[Hashable, Any]:
        """Two-way jackknives found so far, by what they depend on (see `methods.two_way_jackknife.jackknifed`)."""
        return {}

    @functools.cached_property
    def found_labelled(self) -> dict[Hashable, ScoreArrays]:
        """These scores as labels and calls, by what they depend on (see `labels.labelled`)."""
        return {}

    def prepare(self) -> None:
        """Compute what workers share before they start, so that no two of them compute it at once."""
        _ = self.exact, self.present, self.judged

    def group(self, members: Sequence[int]) -> CellGroup:
        """Return the cells on which the given metrics are compared, under the missing policy."""
        chosen = range(self.n_metrics) if self.missing == "complete" else members
        shared = np.logical_and.reduce([self.present[k] for k in chosen], axis=0)
        cells = shared & self.judged
        if self.means == "judged":
            return CellGroup(tuple(members), cells, cells, cells)
        return CellGroup(tuple(members), cells, shared, self.judged)

    def single_groups(self) -> list[CellGroup]:
        """Return groups that together hold every metric once, those with the same cells together, medians apart."""
        return self._gathered([(k,) for k in range(self.n_metrics)])

    def pair_groups(
        self, pairs: Sequence[tuple[int, int]] | None = None
    ) -> list[tuple[CellGroup, list[tuple[int, int]]]]:
        """Return groups with the pairs of metrics (default: all unordered) compared on their cells."""
        pairs = list(itertools.combinations(range(self.n_metrics), 2)) if pairs is None else list(pairs)
        together: dict[tuple[bytes, bytes, bool], list[tuple[int, int]]] = {}
        for pair in pairs:
            together.setdefault(self._kind(pair), []).append(pair)
        return [
            (
                dataclasses.replace(
                    self.group(found[0]), metrics=tuple(sorted({k for pair in found for k in pair}))
                ),
                found,
            )
            for found in together.values()
        ]

    def _kind(self, members: Sequence[int]) -> tuple[bytes, bytes, bool]:
        """Return what metrics have in common that go together: cells, and whether there is a median among them.

        A median jumps, so that other sets of inputs are left out for it; a metric with means has its own, whatever else
        is compared.
        """
        group = self.group(members)
        jumps = any(self.aggregation(metric) == "median" for metric in members)
        return group.metric_cells.tobytes(), group.cells.tobytes(), jumps

    def _gathered(self, members: Sequence[tuple[int, ...]]) -> list[CellGroup]:
        together: dict[tuple[bytes, bytes, bool], list[int]] = {}
        for member in members:
            together.setdefault(self._kind(member), []).extend(member)
        return [
            dataclasses.replace(self.group((found[0],)), metrics=tuple(found)) for found in together.values()
        ]
