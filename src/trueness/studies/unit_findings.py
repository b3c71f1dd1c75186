"""What tests of systems' or inputs' contributions, and studentised permutations, find about pairs of metrics."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.jackknife.jackknife_test import jackknife_test
from trueness.statistics.jackknife.pseudo_values import PairPvalues
from trueness.statistics.jackknife.sign_flip_test import sign_flip_test
from trueness.statistics.jackknife.studentized_permutation_test import studentized_permutation_test
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.differences import UNDEFINED, Intervals, Pair
from trueness.studies.levels_together import levels_together
from trueness.studies.pair_finding import PairFinding
from trueness.studies.settings import Settings


def unit_findings(
    arrays: ScoreArrays,
    pairs: list[Pair],
    test: str,
    over: str,
    settings: Settings,
    keys: Sequence[Key],
    intervals: Intervals,
) -> dict[tuple[Key, Pair], PairFinding]:
    """Return what a test says about every pair at some levels and coefficients.

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : list of (int, int)
    test : {'sign_flip', 'jackknife', 'studentized_permutation'}
    over : {'systems', 'inputs'}
    settings : Settings
    keys : sequence of (level, coefficient)
    intervals : mapping of (key, pair) to (low, high)
        Of the differences.

    Raises
    ------
    UnsupportedMethodError
        If a pair of metrics shares fewer than four systems, or inputs.
    """
    found: dict[tuple[Key, Pair], PairFinding] = {}
    for levels, coefficients in levels_together(keys):
        if test == "sign_flip":
            tested = sign_flip_test(
                arrays,
                pairs,
                over,
                levels,
                coefficients,
                resamples=settings.resamples,
                seed=settings.seed,
            )
        elif test == "jackknife":
            tested = jackknife_test(arrays, pairs, over, levels, coefficients)
        else:
            tested = studentized_permutation_test(
                arrays, pairs, levels, coefficients, resamples=settings.resamples, seed=settings.seed
            )
        for key, pvalues in tested.items():
            for p, pair in enumerate(pairs):
                found[key, pair] = _finding(pvalues, p, intervals.get((key, pair), UNDEFINED))
    return found


def _finding(pvalues: PairPvalues, p: int, interval: tuple[float, float]) -> PairFinding:
    return PairFinding(
        float(pvalues.statistic[p]),
        float(pvalues.greater[p]),
        float(pvalues.less[p]),
        float(pvalues.two_sided[p]),
        int(pvalues.undefined[p]),
        int(pvalues.resamples[p]),
        bool(pvalues.exact[p]),
        *interval,
    )
