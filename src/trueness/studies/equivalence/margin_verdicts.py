"""The three-way verdict on pairs that `compare` has tested, from the resamples behind their intervals."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.methods.differences import Pair
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.corrections import adjust_families
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest, bootstrap_equivalence
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.compare.rows import PairTest
from trueness.studies.equivalence.verdict import ThreeWay, verdict


@dataclasses.dataclass(frozen=True)
class MarginVerdict:
    """What is known of a metric against its rival once differences within a margin count as none.

    Attributes
    ----------
    low, high : float
        Interval of the difference with confidence 1 - 2 alpha.
    pvalue, pvalue_adjusted : float
        That the difference lies within the margin, alone and corrected over the pairs of a level and coefficient.
    smallest_margin : float
        The margin beyond which it would be shown, before correction.
    verdict : {'better', 'equivalent', 'undecided', 'worse', 'undefined'}
    """

    low: float
    high: float
    pvalue: float
    pvalue_adjusted: float
    smallest_margin: float
    verdict: ThreeWay


def margin_verdicts(
    tests: Sequence[PairTest],
    samples: Mapping[tuple[Key, Pair], FloatArray],
    names: Sequence[str],
    bounds: Bounds,
    *,
    alpha: float = 0.05,
    correction: str = "holm",
) -> tuple[MarginVerdict, ...]:
    """Return one verdict per test, in its order: that of the test, and equivalence by the resamples of its difference.

    Parameters
    ----------
    tests : sequence of PairTest
        Their own verdicts say what is better or worse.
    samples : mapping of ((level, coefficient), (int, int)) to array of shape (B,)
        Bootstrap values of the differences, by positions among the names (see `differences.pair_samples`).
    names : sequence of str
        The metrics.
    bounds : Bounds
    alpha : float
        Level of the equivalence tests, below 0.5.
    correction : str
        Over the pairs of one level and coefficient, each once though one-sided tests have rows for both orders.

    Raises
    ------
    ArgumentError
        If `alpha` does not lie between 0 and 0.5, or the correction is unknown.
    """
    place = {name: k for k, name in enumerate(names)}
    found: list[EquivalenceTest] = []
    first: dict[tuple[Key, frozenset[str]], int] = {}
    for number, row in enumerate(tests):
        key, pair = (row.level, row.coefficient), (place[row.metric], place[row.rival])
        # a pair whose order is turned is compared with the same region, seen from the other side
        turned = first.setdefault(_pair_of(row), number) != number
        around = Bounds(-bounds.high, -bounds.low) if turned else bounds
        values = samples.get((key, pair))
        if values is None:
            values = -samples.get((key, (pair[1], pair[0])), np.empty(0))
        found.append(bootstrap_equivalence(values, row.estimate, around, alpha=alpha))
    pairs = list(first)
    corrected = adjust_families(
        [found[number].pvalue for number in first.values()], [key for key, _ in pairs], correction
    )
    adjusted = dict(zip(pairs, map(float, corrected), strict=True))
    return tuple(
        MarginVerdict(
            low=test.low,
            high=test.high,
            pvalue=test.pvalue,
            pvalue_adjusted=adjusted[_pair_of(row)],
            smallest_margin=test.smallest_margin,
            verdict=_verdict(row, adjusted[_pair_of(row)], alpha),
        )
        for row, test in zip(tests, found, strict=True)
    )


def _pair_of(row: PairTest) -> tuple[Key, frozenset[str]]:
    return (row.level, row.coefficient), frozenset((row.metric, row.rival))


def _verdict(row: PairTest, pvalue_equivalence: float, alpha: float) -> ThreeWay:
    """Return the verdict where the test of difference has its own say, one-sided ones included."""
    pvalue = {"better": 0.0, "worse": 0.0, "undefined": math.nan}.get(row.verdict, 1.0)
    return verdict(row.estimate, pvalue, pvalue_equivalence, alpha)
