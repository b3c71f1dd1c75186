"""Tests of every pair of systems by one scorer: differences, p-values, the correction, verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from trueness.statistics.corrections import adjust
from trueness.statistics.systems.difference_normality import difference_normality
from trueness.statistics.systems.paired_t import paired_t
from trueness.statistics.systems.rank_sum import rank_sum
from trueness.statistics.systems.signed_rank import signed_rank
from trueness.statistics.systems.system_bootstrap import system_bootstrap
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs
from trueness.statistics.systems.system_permutation import system_permutation
from trueness.statistics.ties import FloatArray
from trueness.studies.rows import Verdict
from trueness.studies.systems.system_rows import SystemPairTest
from trueness.studies.systems.system_settings import SystemSettings


def system_tests(
    scorer: str,
    names: Sequence[str],
    pairs: SystemPairs,
    settings: SystemSettings,
    *,
    listed: Sequence[str] | None = None,
) -> list[SystemPairTest]:
    """Return the tests of all pairs of systems by a scorer, corrected as one family.

    Parameters
    ----------
    scorer : str
    names : sequence of str
        The systems, in the order of the scores.
    pairs : SystemPairs
    settings : SystemSettings
        A one-sided alternative is tested in both orders of every pair.
    listed : sequence of str, optional
        The systems in the order in which rows are to name them; by default that of the scores.

    Raises
    ------
    UnsupportedMethodError
        If the test cannot compare medians, or inputs are in clusters and the test takes them for independent.
    """
    found = _run(pairs, settings)
    return _rows(scorer, names, listed or names, pairs, found, difference_normality(pairs), settings)


def decisions(tests: Sequence[SystemPairTest]) -> dict[tuple[str, str], float]:
    """Return what was decided about every unordered pair: 1 the first is better, -1 the second, 0 neither."""
    found: dict[tuple[str, str], float] = {}
    value = {"better": 1.0, "worse": -1.0, "not separated": 0.0, "undefined": np.nan}
    for row in tests:
        key, turned = (row.system, row.rival_system), (row.rival_system, row.system)
        decided = value[row.verdict]
        if turned in found:  # the other order of a one-sided test
            found[turned] = found[turned] or -decided
        else:
            found[key] = decided
    return found


def _run(pairs: SystemPairs, settings: SystemSettings) -> PairTests:
    if settings.test == "t":
        return paired_t(pairs, confidence=settings.confidence)
    if settings.test == "wilcoxon":
        return signed_rank(pairs, zeros=settings.zeros)
    if settings.test == "rank_sum":
        return rank_sum(pairs)
    drawn: dict[str, Any] = {"resamples": settings.resamples, "rng": settings.seed}
    if settings.test == "bootstrap":
        return system_bootstrap(pairs, confidence=settings.confidence, **drawn)
    return system_permutation(pairs, **drawn)


def _rows(
    scorer: str,
    names: Sequence[str],
    listed: Sequence[str],
    pairs: SystemPairs,
    found: PairTests,
    normality: FloatArray,
    settings: SystemSettings,
) -> list[SystemPairTest]:
    first, second, _ = pairs.pair_scores()
    place = {name: k for k, name in enumerate(listed)}
    raw = found.pvalue(settings.alternative)
    turned = [False]
    if settings.alternative != "two-sided":
        other = found.pvalue("less" if settings.alternative == "greater" else "greater")
        raw, turned = np.concatenate([raw, other]), [False, True]
    adjusted = adjust(raw, settings.correction)
    family = int(np.sum(~np.isnan(raw)))
    statistics = {False: found.statistic, True: found.turned_statistic}
    rows = []
    for k, (again, p) in enumerate((again, p) for again in turned for p in range(pairs.n_pairs)):
        backwards = place[names[found.first[p]]] > place[names[found.second[p]]]
        turn = again or (backwards and len(turned) == 1)
        sign = -1.0 if turn else 1.0
        places = (found.second[p], found.first[p]) if turn else (found.first[p], found.second[p])
        scores = (second[p], first[p]) if turn else (first[p], second[p])
        limits = (-found.high[p], -found.low[p]) if turn else (found.low[p], found.high[p])
        sides = (found.less[p], found.greater[p]) if turn else (found.greater[p], found.less[p])
        corrected = float(adjusted[k])
        rows.append(
            SystemPairTest(
                scorer=scorer,
                system=names[places[0]],
                rival_system=names[places[1]],
                estimate=sign * float(found.estimate[p]) + 0.0,
                low=float(limits[0]),
                high=float(limits[1]),
                estimate_system=float(scores[0]),
                estimate_rival=float(scores[1]),
                test=settings.test,
                alternative=settings.alternative,
                statistic=float("nan") if settings.resampled else float(statistics[turn][p]),
                pvalue=float(raw[k]),
                pvalue_greater=float(sides[0]),
                pvalue_less=float(sides[1]),
                pvalue_adjusted=corrected,
                significant=bool(raw[k] <= settings.alpha),
                significant_adjusted=bool(corrected <= settings.alpha),
                family_size=family,
                n_inputs=int(found.n_inputs[p]),
                pvalue_normality=float(normality[p]),
                n_undefined_resamples=int(found.n_undefined[p]),
                resamples=found.resamples,
                exact=bool(found.exact[p]),
                verdict=_verdict(sides, corrected, settings),
            )
        )

    def position(row: SystemPairTest) -> tuple[bool, int, int]:
        ends = place[row.system], place[row.rival_system]
        return ends[0] > ends[1], min(ends), max(ends)

    return sorted(rows, key=position)


def _verdict(sides: tuple[float, float], pvalue: float, settings: SystemSettings) -> Verdict:
    if np.isnan(pvalue):
        return "undefined"
    greater, less = sides
    towards = settings.alternative
    if pvalue > settings.alpha or greater == less:
        return "not separated"
    if towards == "two-sided":
        return "better" if greater < less else "worse"
    return "better" if towards == "greater" else "worse"
