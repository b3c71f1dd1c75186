"""What is known once differences within a margin count as none: better, equivalent, undecided or worse.

Where only one side has a margin less is asked: not worse, or not better.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import numpy as np

from trueness.methods.differences import Pair, Place
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.corrections import adjust_families
from trueness.statistics.equivalence.bootstrap_equivalence import (
    EquivalenceTest,
    bootstrap_equivalence,
)
from trueness.statistics.equivalence.corrected_margins import bootstrap_margins, corrected_margins
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.jackknife_equivalence import jackknife_equivalence, jackknife_margins
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.studies.compare.rows import PairTest

ThreeWay = Literal["better", "equivalent", "undecided", "worse", "undefined"]

Side = Literal["low", "high"]

OneSided = Literal["not worse", "not better"]

SHOWN: dict[Side, OneSided] = {"low": "not worse", "high": "not better"}
"""What a test against one bound shows of the metric: non-inferiority, or non-superiority."""


def margin_side(bounds: Bounds) -> Side | None:
    """Return the only side that has a bound; None where both have one, or a margin is undefined."""
    if math.isinf(bounds.high) and not math.isinf(bounds.low):
        return "low"
    if math.isinf(bounds.low) and not math.isinf(bounds.high):
        return "high"
    return None


def side_samples(samples: FloatArray, bounds: Bounds) -> FloatArray:
    """Return bootstrap values for margins of the only side with a bound: beyond 0 on the other, they speak for none.

    Parameters
    ----------
    samples : array of shape (B,)
    bounds : Bounds
        Where both sides have one, or a margin is undefined, all values count as they are.
    """
    side = margin_side(bounds)
    if side is None:
        return samples
    return (np.minimum if side == "low" else np.maximum)(samples, 0.0)


def verdict(
    difference: float,
    pvalue_difference: float,
    pvalue_equivalence: float,
    alpha: float = 0.05,
    *,
    too_wide: bool = False,
) -> ThreeWay:
    """Return what is known of a metric against its rival.

    A difference that is shown to be smaller than the margin is ``equivalent`` even where it is shown not to be zero:
    what is smaller than the margin was declared to be none. Where neither is shown it is ``undecided``: the data are
    too few for either, and "not significant" is no evidence of equality.

    Parameters
    ----------
    difference : float
        r(metric, human) - r(rival, human).
    pvalue_difference : float
        Two-sided p-value that it is not zero, corrected as it will be read; NaN where not tested.
    pvalue_equivalence : float
        P-value that it lies within the margin, corrected likewise; NaN where not tested.
    alpha : float
        Level of both tests.
    too_wide : bool
        Whether the interval of the equivalence test is as wide as the region (see `EquivalenceTest`): equivalence is
        then not shown, whatever its p-value.

    Returns
    -------
    {'better', 'equivalent', 'undecided', 'worse', 'undefined'}
        ``undefined`` where there is no difference or neither test has a p-value.

    Examples
    --------
    >>> verdict(0.02, 0.40, 0.01)
    'equivalent'
    >>> verdict(0.02, 0.40, 0.20)
    'undecided'
    >>> verdict(0.20, 0.001, 0.90)
    'better'
    """
    if math.isnan(difference) or (math.isnan(pvalue_difference) and math.isnan(pvalue_equivalence)):
        return "undefined"
    if pvalue_equivalence <= alpha and not too_wide:
        return "equivalent"
    if pvalue_difference <= alpha and difference != 0:
        return "better" if difference > 0 else "worse"
    return "undecided"


def one_sided_verdict(
    difference: float,
    pvalue_difference: float,
    pvalue_margin: float,
    alpha: float = 0.05,
    *,
    side: Side,
) -> ThreeWay | OneSided:
    """Return what is known of a metric against its rival where only one side has a margin.

    Such a test shows no equivalence: on the other side the difference may be of any size. So ``better`` (or ``worse``)
    is said where it is shown, and else ``not worse`` (``not better``) by more than the margin. Both tests may be read
    in this order without a further correction.

    Parameters
    ----------
    difference, pvalue_difference, alpha
        As in `verdict`.
    pvalue_margin : float
        P-value that the difference does not lie beyond the margin.
    side : {'low', 'high'}
        The side with a margin (see `margin_side`).

    Returns
    -------
    {'better', 'not worse', 'not better', 'undecided', 'worse', 'undefined'}

    References
    ----------
    European Agency for the Evaluation of Medicinal Products (2000), Points to consider on switching between superiority
    and non-inferiority, CPMP/EWP/482/99.

    Examples
    --------
    >>> one_sided_verdict(0.02, 0.40, 0.01, side="low")
    'not worse'
    >>> one_sided_verdict(0.20, 0.001, 0.001, side="low")
    'better'
    """
    of_difference = verdict(
        difference,
        pvalue_difference,
        math.nan if math.isnan(pvalue_margin) else 1.0,
        alpha,
    )
    beyond = "better" if side == "low" else "worse"
    if of_difference in ("undefined", beyond) or not pvalue_margin <= alpha:
        return of_difference
    return SHOWN[side]


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
        The margin beyond which it would be shown after correction, if all pairs had that margin; symmetric.
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
    samples: Mapping[Place, FloatArray],
    names: Sequence[str],
    bounds: Bounds,
    *,
    apart: Mapping[Place, ApartDifferences] = MappingProxyType({}),
    alpha: float = 0.05,
    correction: str = "holm",
) -> tuple[MarginVerdict, ...]:
    """Return one verdict per test, in its order: that of the test, and equivalence by the standard error it rests on.

    Where a test has no such standard error, equivalence is told by resamples of its difference.

    Parameters
    ----------
    tests : sequence of PairTest
        Their own verdicts say what is better or worse.
    samples : mapping of ((level, coefficient), (int, int)) to array of shape (B,)
        Bootstrap values of the differences, by positions among the names (see `Differences.samples`).
    names : sequence of str
        The metrics.
    bounds : Bounds
    apart : mapping of ((level, coefficient), (int, int)) to ApartDifferences
        What is known of the same differences, one pair each, at the levels and for the coefficients whose test knows
        it.
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
    drawn: list[FloatArray | ApartDifferences] = []
    tested = _of_apart(tests, apart, place, bounds, alpha)
    first: dict[tuple[Key, frozenset[str]], int] = {}
    for number, row in enumerate(tests):
        key, pair = (row.level, row.coefficient), (place[row.metric], place[row.rival])
        # a pair whose order is turned is compared with the same region, seen from the other side
        turned = first.setdefault(_pair_of(row), number) != number
        around = Bounds(-bounds.high, -bounds.low) if turned else bounds
        known = _apart(apart, key, pair)
        if known is not None:
            drawn.append(known)
            found.append(tested[key, pair])
            continue
        values = samples.get((key, pair))
        if values is None:
            values = -samples.get((key, (pair[1], pair[0])), np.empty(0))
        drawn.append(values if not math.isnan(row.estimate) else np.empty(0))
        found.append(bootstrap_equivalence(values, row.estimate, around, alpha=alpha))
    pairs = list(first)
    corrected = adjust_families(
        [found[number].pvalue for number in first.values()],
        [key for key, _ in pairs],
        correction,
    )
    adjusted = dict(zip(pairs, map(float, corrected), strict=True))
    margins = _smallest_margins(first, drawn, alpha, correction)
    return tuple(
        MarginVerdict(
            low=test.low,
            high=test.high,
            pvalue=test.pvalue,
            pvalue_adjusted=adjusted[_pair_of(row)],
            smallest_margin=margins[_pair_of(row)],
            verdict=_verdict(row, adjusted[_pair_of(row)], alpha),
        )
        for row, test in zip(tests, found, strict=True)
    )


def _apart(apart: Mapping[Place, ApartDifferences], key: Key, pair: Pair) -> ApartDifferences | None:
    if (key, pair) in apart:
        return apart[key, pair]
    turned = apart.get((key, (pair[1], pair[0])))
    return None if turned is None else turned.turned()


def _of_apart(
    tests: Sequence[PairTest],
    apart: Mapping[Place, ApartDifferences],
    place: Mapping[str, int],
    bounds: Bounds,
    alpha: float,
) -> dict[Place, EquivalenceTest]:
    """Return equivalence of the pairs of each coefficient at a level, all at once, in both orders."""
    of_key: dict[Key, dict[Pair, ApartDifferences]] = {}
    for row in tests:
        key, pair = (row.level, row.coefficient), (place[row.metric], place[row.rival])
        if (known := _apart(apart, key, pair)) is not None:
            of_key.setdefault(key, {})[pair] = known
    found: dict[Place, EquivalenceTest] = {}
    for key, mine in of_key.items():
        number = {pair: k for k, pair in enumerate(mine)}
        # as a pair whose order is turned
        seen = [
            Bounds(-bounds.high, -bounds.low) if number.get(pair[::-1], k) < k else bounds
            for pair, k in number.items()
        ]
        together = ApartDifferences.together(list(mine.values()))
        told = jackknife_equivalence(together, seen, alpha=alpha)
        found |= {(key, pair): test for pair, test in zip(mine, told, strict=True)}
    return found


def _smallest_margins(
    first: Mapping[tuple[Key, frozenset[str]], int],
    drawn: Sequence[FloatArray | ApartDifferences],
    alpha: float,
    correction: str,
) -> dict[tuple[Key, frozenset[str]], float]:
    """Return the smallest margin of each pair, corrected over those of its level and coefficient."""
    margins: dict[tuple[Key, frozenset[str]], float] = {}
    for key in dict.fromkeys(key for key, _ in first):
        pairs = [pair for pair in first if pair[0] == key]
        mine = [drawn[first[pair]] for pair in pairs]
        apart = [one for one in mine if isinstance(one, ApartDifferences)]
        # all tests of a level and coefficient are of one kind
        alone = (
            jackknife_margins(apart, alpha, [None] * len(apart))
            if apart
            else bootstrap_margins([one for one in mine if isinstance(one, np.ndarray)], alpha)
        )
        margins |= zip(pairs, map(float, corrected_margins(alone, len(pairs), correction)), strict=True)
    return margins


def _pair_of(row: PairTest) -> tuple[Key, frozenset[str]]:
    return (row.level, row.coefficient), frozenset((row.metric, row.rival))


def _verdict(row: PairTest, pvalue_equivalence: float, alpha: float) -> ThreeWay:
    """Return the verdict where the test of difference has its own say, one-sided ones included."""
    pvalue = {"better": 0.0, "worse": 0.0, "undefined": math.nan}.get(row.verdict, 1.0)
    return verdict(row.estimate, pvalue, pvalue_equivalence, alpha)
