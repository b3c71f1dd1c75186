"""What a test found of pairs of metrics as rows: each in its direction, corrected within its family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trueness.methods.differences import UNDEFINED, Intervals, Pair, PairFinding, Place, Points
from trueness.statistics.array_types import Key
from trueness.statistics.corrections import adjust, adjust_families
from trueness.studies.rows import PairTest, Verdict
from trueness.studies.settings import Settings


def pair_test_rows(
    names: Sequence[str],
    pairs: list[Pair],
    test: str,
    over: str,
    settings: Settings,
    key: Key,
    points: Points,
    found: Mapping[Place, PairFinding],
    intervals: Intervals,
) -> list[PairTest]:
    """Return the tests of pairs at one level and coefficient as rows, corrected within their family.

    Two-sided tests give one row per unordered pair; one-sided tests and families per metric give one per ordered pair,
    unless there is a baseline. A pair of which nothing was found has no row and no place in the family.

    Parameters
    ----------
    names : sequence of str
        The metrics.
    pairs : list of (int, int)
        Their positions in the names.
    test, over : str
        The test, and what it swaps or draws.
    settings : Settings
        Its `alternative`, `alpha`, `family`, `correction` and `baseline` are used.
    key : (level, coefficient)
    points : mapping of (key, pair) to (float, float)
        The two estimates of every pair that something was found of.
    found : mapping of (key, pair) to PairFinding
    intervals : mapping of (key, pair) to Interval
        Of the differences, where the test brings none of its own.
    """
    # a family per metric holds all its tests, so both orders of a pair are rows there
    ordered_both = settings.alternative != "two-sided" or settings.family == "per_metric"
    level, coefficient = key
    rows: list[PairTest] = []
    here = [pair for pair in pairs if (key, pair) in found]
    if not here:
        return rows
    ordered = [(pair, False) for pair in here]
    if ordered_both and settings.baseline is None:
        ordered += [(pair, True) for pair in here]
    raw = np.array(
        [_pvalue(found[key, pair], settings.alternative, turned=turned) for pair, turned in ordered]
    )
    labels = [names[pair[1] if turned else pair[0]] for pair, turned in ordered]
    adjusted = _adjusted(raw, labels, len(here), settings)
    for (pair, turned), pvalue, corrected, label in zip(ordered, raw, adjusted, labels, strict=True):
        first, second = points[key, pair]
        item = found[key, pair]
        interval = intervals.get((key, pair), UNDEFINED) if item.interval is None else item.interval
        low, high, statistic = float(interval.low), float(interval.high), item.statistic
        greater, less, (a, b) = item.greater, item.less, pair
        if turned:
            first, second, low, high, statistic = second, first, -high, -low, -statistic
            greater, less, (a, b) = less, greater, (b, a)
        significant = bool(corrected <= settings.alpha)
        rows.append(
            PairTest(
                metric=names[a],
                rival=names[b],
                level=level,
                coefficient=coefficient,
                estimate=first - second,
                low=low,
                high=high,
                estimate_metric=first,
                estimate_rival=second,
                test=test,
                over=over,
                alternative=settings.alternative,
                statistic=statistic,
                pvalue=float(pvalue),
                pvalue_greater=greater,
                pvalue_less=less,
                pvalue_adjusted=float(corrected),
                significant=bool(pvalue <= settings.alpha),
                significant_adjusted=significant,
                family_size=_family_size(raw, labels, label, len(here), settings),
                n_undefined_resamples=item.undefined,
                resamples=item.resamples,
                exact=item.exact,
                verdict=_verdict(
                    first - second, float(corrected), settings.alternative, significant=significant
                ),
            )
        )
    return rows


def _pvalue(found: PairFinding, alternative: str, *, turned: bool) -> float:
    if alternative == "two-sided":
        return found.two_sided
    return found.greater if (alternative == "greater") != turned else found.less


def _adjusted(raw: np.ndarray, labels: list[str], n_pairs: int, settings: Settings) -> np.ndarray:
    if settings.family == "per_metric":
        return adjust_families(raw, labels, settings.correction)
    if len(raw) == n_pairs or settings.family != "pairs" or settings.correction == "none":
        return adjust(raw, settings.correction)
    # of the two one-sided tests of a pair only the smaller p-value takes part
    both = raw.reshape(2, n_pairs)
    smaller = np.fmin(both[0], both[1])
    corrected = adjust(smaller, settings.correction)
    takes_part = both == smaller
    return np.where(takes_part, corrected, np.where(np.isnan(both), np.nan, 1.0)).ravel()


def _family_size(raw: np.ndarray, labels: list[str], label: str, n_pairs: int, settings: Settings) -> int:
    defined = ~np.isnan(raw)
    if settings.family == "per_metric":
        return int(np.sum(defined & (np.array(labels) == label)))
    return int(np.sum(defined[:n_pairs] if settings.family == "pairs" else defined))


def _verdict(difference: float, pvalue: float, alternative: str, *, significant: bool) -> Verdict:
    if np.isnan(difference) or np.isnan(pvalue):
        return "undefined"
    if (
        not significant
        or (alternative == "greater" and difference <= 0)
        or (alternative == "less" and difference >= 0)
    ):
        return "not separated"
    return "better" if difference > 0 else "worse"
