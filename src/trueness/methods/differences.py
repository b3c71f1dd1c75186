"""Differences between the correlations of two metrics, and what tests and intervals of them share."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence

from trueness.methods.correlations import Correlations, Runs
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.pseudo_values import PairPvalues
from trueness.statistics.resampling.bootstrap import GroupSamples
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

Pair = tuple[int, int]
"""A metric and its rival, by their positions."""

Place = tuple[Key, Pair]
Points = dict[Place, tuple[float, float]]
Samples = Mapping[Place, FloatArray]
Intervals = dict[Place, Interval]
Groups = list[tuple[CellGroup, list[Pair]]]

UNDEFINED = Interval(float("nan"), float("nan"))


@dataclasses.dataclass(frozen=True, slots=True)  # there may be hundreds of thousands
class PairFinding:
    """What a test says about a metric against its rival, before corrections.

    Attributes
    ----------
    statistic : float
        Of a closed form; NaN for resampling.
    greater, less, two_sided : float
        P-values.
    undefined, resamples : int
        Resamples without a difference, and all of them: where tests end early, until all sides were decided.
    exact : bool
        Whether all arrangements were enumerated.
    interval : Interval or None
        Of the difference, where the test brings one of its own.
    standard_error, degrees : float
        Of the difference on the scale of `fisher_scale.z_scale`, and its degrees of freedom, where the test knows them.
    """

    statistic: float
    greater: float
    less: float
    two_sided: float
    undefined: int = 0
    resamples: int = 0
    exact: bool = False
    interval: Interval | None = None
    standard_error: float = float("nan")
    degrees: float = float("nan")

    def pvalue(self, alternative: str) -> float:
        """Return the p-value in the direction of an alternative."""
        return {"two-sided": self.two_sided, "greater": self.greater, "less": self.less}[alternative]


Findings = dict[Place, PairFinding]


class Differences:
    """Differences of pairs of metrics, each on the cells both have: computed when first asked for, and once.

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : sequence of (int, int)
    keys : sequence of (level, coefficient)
        Those that exist.
    resamples, seed : int
        Of what is drawn.
    standardize : {'level', 'cells'}
        How metrics are put on one scale before their scores are swapped.
    stop_after : int, optional
        When permutation tests end early (see `sequential_permutation`).
    confidence : float
        Of intervals.
    """

    def __init__(
        self,
        arrays: ScoreArrays,
        pairs: Sequence[Pair],
        keys: Sequence[Key],
        *,
        resamples: int = DEFAULT_RESAMPLES,
        seed: int = 0,
        standardize: str = "level",
        stop_after: int | None = None,
        confidence: float = 0.95,
    ) -> None:
        self.arrays = arrays
        self.pairs = list(pairs)
        self.keys = tuple(keys)
        self.resamples = resamples
        self.seed = seed
        self.standardize = standardize
        self.stop_after = stop_after
        self.confidence = confidence
        self._samples: dict[str, Samples] = {}

    def restricted(self, keys: Sequence[Key]) -> Differences:
        """Return the differences at some of the levels and coefficients; these themselves where that is all."""
        if tuple(keys) == self.keys:
            return self
        return Differences(
            self.arrays,
            self.pairs,
            keys,
            resamples=self.resamples,
            seed=self.seed,
            standardize=self.standardize,
            stop_after=self.stop_after,
            confidence=self.confidence,
        )

    @functools.cached_property
    def groups(self) -> Groups:
        """The pairs by the cells they are compared on."""
        return self.arrays.pair_groups(self.pairs)

    @functools.cached_property
    def correlations(self) -> Correlations:
        """The correlations of the two metrics of every pair."""
        return Correlations(
            self.arrays,
            self.keys,
            groups=[group for group, _ in self.groups],
            resamples=self.resamples,
            seed=self.seed,
            confidence=self.confidence,
        )

    @functools.cached_property
    def points(self) -> Points:
        """The two correlations of each pair."""
        points: Points = {}
        for (group, members), values in zip(self.groups, self.correlations.values, strict=True):
            for level, name in self.keys:
                of_metric = dict(zip(group.metrics, values[level].values[name][0].tolist(), strict=True))
                for a, b in members:
                    points[(level, name), (a, b)] = of_metric[a], of_metric[b]
        return points

    def samples(self, over: str) -> Samples:
        """Return bootstrap values of r(metric) - r(rival) per pair.

        Parameters
        ----------
        over : {'both', 'systems', 'inputs'}
        """
        if over not in self._samples:
            self._samples[over] = _Drawn(self.correlations.drawn(over), self.groups)
        return self._samples[over]


class _Drawn(Mapping[Place, FloatArray]):
    """Resampled differences of pairs, each made from the values of its two metrics when it is asked for.

    Kept all at once, those of 300 metrics would be 150 times as large as the values they are made from.
    """

    def __init__(self, drawn: Sequence[GroupSamples], groups: Groups) -> None:
        self._part = {
            (key, pair): part
            for part, (_, members) in zip(drawn, groups, strict=True)
            for key in part.values
            for pair in members
        }

    def __getitem__(self, place: Place) -> FloatArray:
        key, (metric, rival) = place
        part = self._part[place]
        return part.of(metric, key) - part.of(rival, key)

    def __iter__(self) -> Iterator[Place]:
        return iter(self._part)

    def __len__(self) -> int:
        return len(self._part)


def levels_together(keys: Sequence[Key]) -> Runs:
    """Return levels with the same coefficients together, those of systems' scores apart: some metrics may lack them."""
    coefficients: dict[tuple[bool, str], list[str]] = {}
    for level, name in keys:
        apart = level == "system" and coefficient_facts(name).of_system_scores
        coefficients.setdefault((apart, level), []).append(name)
    runs: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
    for (apart, level), names in coefficients.items():
        runs.setdefault((apart, tuple(names)), []).append(level)
    return [(tuple(levels), names) for (_, names), levels in runs.items()]


def of_units(tested: Mapping[Key, PairPvalues], pairs: Sequence[Pair]) -> Findings:
    """Return as findings what tests of many pairs at once say of each, pairs in the same order."""
    return {
        (key, pair): PairFinding(
            statistic=float(pvalues.statistic[p]),
            greater=float(pvalues.greater[p]),
            less=float(pvalues.less[p]),
            two_sided=float(pvalues.two_sided[p]),
            undefined=int(pvalues.undefined[p]),
            resamples=int(pvalues.resamples[p]),
            exact=bool(pvalues.exact[p]),
        )
        for key, pvalues in tested.items()
        for p, pair in enumerate(pairs)
    }
